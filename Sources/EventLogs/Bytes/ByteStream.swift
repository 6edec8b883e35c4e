/// Bytes that are read once, from start to end: a file, or what comes out of a decompressor above it.
///
/// Streams are stacked (file, member of a ZIP archive, decompressor); a call moves many KiB, so the dynamic
/// dispatch costs nothing.
protocol ByteStream: AnyObject {
  /// Reads at least one byte into `buffer`, and as many as are at hand.
  ///
  /// - Returns: how many bytes were read; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int

  /// How many bytes of the file have been used up so far.
  var consumed: Int { get }
}

/// A stream whose next bytes can be looked at without reading them.
final class PeekableStream: ByteStream {
  private let base: any ByteStream
  /// Bytes read from `base`, of which those before `position` have been handed out.
  private var head: [UInt8] = []
  private var position = 0

  init(_ base: any ByteStream) {
    self.base = base
  }

  var consumed: Int { base.consumed - (head.count - position) }
  /// Whether bytes that were peeked at come before those of the stream below.
  var hasHead: Bool { position < head.count }

  /// The next `count` bytes, fewer at the end of the stream, without reading them.
  func peek(_ count: Int) throws(LogInputError) -> ArraySlice<UInt8> {
    while head.count - position < count {
      var piece = [UInt8](repeating: 0, count: count - (head.count - position))
      let size = try Self.read(from: base, into: &piece)
      if size == 0 { break }
      head += piece[..<size]
    }
    return head[position...].prefix(count)
  }

  /// Leaves out bytes that were peeked at.
  func skip(_ count: Int) {
    position = min(position + count, head.count)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let left = head.count - position
    guard left > 0 else { return try base.read(into: buffer) }
    let count = min(left, buffer.count)
    head.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
    }
    position += count
    if position == head.count {
      head = []
      position = 0
    }
    return count
  }

  private static func read(from base: any ByteStream, into piece: inout [UInt8]) throws(LogInputError) -> Int {
    // `withUnsafeMutableBytes` of arrays rethrows untyped, hence the result in between.
    let result = piece.withUnsafeMutableBytes { bytes -> Result<Int, LogInputError> in
      do throws(LogInputError) { return .success(try base.read(into: bytes)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
