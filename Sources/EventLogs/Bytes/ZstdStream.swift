import CZstd

/// The decompressed bytes of zstd data: all frames in order, each verified if it has a checksum.
final class ZstdStream: ByteStream {
  private let base: any ByteStream
  private let name: String
  private let decompressor: OpaquePointer
  /// Compressed bytes.
  private let input: BlockBuffer
  private var unread: ZSTD_inBuffer
  private var isAtEnd = false
  /// Whether a frame is open.
  private var isInFrame = false

  /// - Parameters:
  ///   - base: the compressed bytes.
  ///   - name: the input's name, for messages.
  init(_ base: any ByteStream, name: String) throws(LogInputError) {
    guard let decompressor = ZSTD_createDStream() else {
      throw .unreadable(name: name, reason: "zstd cannot start")
    }
    self.base = base
    self.name = name
    self.decompressor = decompressor
    input = BlockBufferPool.scratch(ZSTD_DStreamInSize())
    unread = ZSTD_inBuffer(src: UnsafeRawPointer(input.base), size: 0, pos: 0)
  }

  deinit { ZSTD_freeDStream(decompressor) }

  var consumed: Int { base.consumed - (unread.size - unread.pos) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    var output = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
    while output.pos < output.size {
      if unread.pos == unread.size && !isAtEnd {
        unread.size = try base.read(into: input.bytes)
        unread.pos = 0
        isAtEnd = unread.size == 0
      }
      // At the end the decompressor may still hold bytes, but only if a frame is open.
      if unread.pos == unread.size && isAtEnd && !isInFrame { break }
      let before = (unread.pos, output.pos)
      let status = ZSTD_decompressStream(decompressor, &output, &unread)
      if ZSTD_isError(status) != 0 {
        throw .damaged(
          name: name, container: .zstd, offset: consumed, detail: String(cString: ZSTD_getErrorName(status)))
      }
      isInFrame = status != 0
      if isInFrame && isAtEnd && before == (unread.pos, output.pos) {
        throw .cutOff(name: name, container: .zstd, offset: consumed)
      }
    }
    return output.pos
  }
}
