import CZlib
import CZstd

/// The compression of a log. Detected by the first bytes, never by the file name.
package enum Container: String, Sendable, Equatable {
  case plain
  case gzip
  case zstd
  /// An archive, whose members are separate inputs: an input is never of this kind.
  case zip

  static let headLength = 512

  /// How a state of navaudit begins: as bytes, and as text.
  private static let stateMarks = [Array("NAVSTATE".utf8), Array("TkFWU1RBVEU".utf8)]
  static let longestStateMark = stateMarks.map(\.count).max() ?? 0

  static func isState(_ head: ArraySlice<UInt8>) -> Bool { stateMarks.contains { head.starts(with: $0) } }

  /// Detects the container, and refuses files that are certainly not logs.
  static func detect(_ head: ArraySlice<UInt8>, name: String) throws(LogInputError) -> Container {
    if head.starts(with: [0x1F, 0x8B]) { return .gzip }
    // Files may begin with skippable frames (`pzstd` writes one).
    let isSkippable = (0x50...0x5F).contains(head.first ?? 0) && head.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
    if isSkippable || head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return .zstd }
    if isState(head) {
      throw .notALog(
        name: name, kind: "a state of navaudit", advice: "make reports of states with `navaudit reduce`, or name a log")
    }
    for stranger in strangers where head.dropFirst(stranger.offset).starts(with: stranger.bytes) {
      throw .notALog(name: name, kind: stranger.kind, advice: stranger.advice.replacing("FILE", with: name))
    }
    return .plain
  }
}

/// Files that people mistake for logs: the bytes by which they are recognized, at an offset, and what to do with them.
private let strangers: [(bytes: [UInt8], offset: Int, kind: String, advice: String)] = {
  let export = "export the events as JSON Lines or CSV"
  let recompress = "decompress it, or compress it with gzip or zstd"
  return [
    (
      Array("PAR1".utf8), 0, "a Parquet file",
      "export it again as JSON Lines: duckdb -c \"COPY (FROM 'FILE') TO 'events.ndjson' (FORMAT json)\""
    ),
    (Array("SQLite format 3\0".utf8), 0, "a SQLite database", "use `navaudit report` for a store"),
    (
      [0x50, 0x4B, 0x03, 0x04], 0, "a ZIP archive in a stream or in another file",
      "name the archive itself, or unpack it"
    ),
    ([0x50, 0x4B, 0x05, 0x06], 0, "an empty ZIP archive", "export the events again"),
    (Array("ustar".utf8), 257, "a tar archive", "unpack it and name the folder"),
    ([0x00, 0x00, 0xFE, 0xFF], 0, "text in UTF-32", "save it as UTF-8"),
    ([0xFF, 0xFE, 0x00, 0x00], 0, "text in UTF-32", "save it as UTF-8"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], 0, "compressed with xz", recompress),
    (Array("BZh".utf8), 0, "compressed with bzip2", recompress),
    ([0x04, 0x22, 0x4D, 0x18], 0, "compressed with lz4", recompress),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], 0, "a 7z archive", "unpack it and name the folder"),
    ([0x4F, 0x62, 0x6A, 0x01], 0, "an Avro file", export),
    (Array("%PDF-".utf8), 0, "a PDF document", export),
  ]
}()

/// How far compressed data may expand before it counts as a decompression bomb.
package struct DecompressionLimits: Sendable, Equatable {
  /// This many decompressed bytes are always allowed.
  package var harmlessBytes: Int
  /// The largest ratio of decompressed to compressed bytes beyond `harmlessBytes`. Real logs stay below 100.
  package var maximumRatio: Int

  package init(harmlessBytes: Int = 1 << 30, maximumRatio: Int = 1000) {
    self.harmlessBytes = harmlessBytes
    self.maximumRatio = maximumRatio
  }

  package func refuse(compressed: Int, decompressed: Int) -> Bool {
    decompressed > harmlessBytes && decompressed / max(maximumRatio, 1) > compressed
  }
}

/// The decompressed bytes of gzip data, all members in order, each verified by its checksum; or of one raw deflated
/// stream, as in a ZIP archive.
///
/// Exporters append members (one for each chunk), and tape and block tools pad the end with zeros; both are supported.
final class InflateStream: ByteStream {
  private let base: any ByteStream
  private let name: String
  private let container: Container
  /// Where the data is in the file, if errors name its start.
  private let start: Int?
  private let input = BlockBufferPool.scratch()
  /// On the heap, because zlib keeps the address.
  private let zlib = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// Whether a member is being decompressed; otherwise another one, zeros or the end follow.
  private var isInMember = true
  private var isPadded = false
  private var isAtEnd = false

  /// - Parameter container: `gzip`, or `zip` for a raw stream.
  init(_ base: any ByteStream, _ container: Container, name: String, start: Int? = nil) throws(LogInputError) {
    self.base = base
    self.container = container
    self.name = name
    self.start = start
    zlib.initialize(to: z_stream())
    // 15 bits of window; 16 more request the gzip header and checksum, a negative number neither.
    let bits: Int32 = container == .gzip ? 15 + 16 : -15
    let status = inflateInit2_(zlib, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .unreadable(name: name, reason: "zlib cannot start (\(status))") }
  }

  deinit {
    inflateEnd(zlib)
    zlib.deallocate()
  }

  var consumed: Int { base.consumed - Int(zlib.pointee.avail_in) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let space = min(buffer.count, Int(Int32.max))
    zlib.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    zlib.pointee.avail_out = UInt32(space)
    while zlib.pointee.avail_out > 0 {
      if zlib.pointee.avail_in == 0 && !isAtEnd {
        zlib.pointee.avail_in = UInt32(try base.read(into: input.bytes))
        zlib.pointee.next_in = input.base.assumingMemoryBound(to: UInt8.self)
        isAtEnd = zlib.pointee.avail_in == 0
      }
      if isInMember {
        if try !inflateSome() { break }
      } else if container == .zip || isAtEnd && zlib.pointee.avail_in == 0 {
        break
      } else {
        try startNextMember()
      }
    }
    return space - Int(zlib.pointee.avail_out)
  }

  /// Decompresses what is available. `false` if there is no room left.
  private func inflateSome() throws(LogInputError) -> Bool {
    switch inflate(zlib, Z_NO_FLUSH) {
    case Z_OK:
      return true
    case Z_STREAM_END:
      isInMember = false
      return true
    case Z_BUF_ERROR:
      if zlib.pointee.avail_out == 0 { return false }
      if isAtEnd { throw .cutOff(name: name, container: container, offset: consumed) }
      return true
    case let status:
      throw damaged(zlib.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)")
    }
  }

  /// Another member, or zeros to the end.
  private func startNextMember() throws(LogInputError) {
    if !isPadded, zlib.pointee.next_in.pointee == 0x1F {
      guard inflateReset(zlib) == Z_OK else { throw damaged("zlib cannot restart") }
      isInMember = true
      return
    }
    while zlib.pointee.avail_in > 0 {
      guard zlib.pointee.next_in.pointee == 0 else {
        throw damaged("other data follows the \(isPadded ? "padding after" : "end of") the gzip data")
      }
      isPadded = true
      zlib.pointee.next_in += 1
      zlib.pointee.avail_in -= 1
    }
  }

  private func damaged(_ detail: String) -> LogInputError {
    .damaged(name: name, container: container, offset: start ?? consumed, detail: detail)
  }
}

/// The decompressed bytes of zstd data: all frames in order, each verified if it has a checksum.
final class ZstdStream: ByteStream {
  private let base: any ByteStream
  private let name: String
  private let decompressor: OpaquePointer
  private let input: BlockBuffer
  private var unread: ZSTD_inBuffer
  private var isAtEnd = false
  private var isInFrame = false

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
