/// The decompressed bytes of one input, counted and digested while they are read.
///
/// The container is told by the first bytes. A UTF-8 byte order mark at the start is counted and digested, but not
/// delivered. What is certainly no log is refused when the source is opened.
final class ByteSource {
  /// What is read.
  let input: LogInput
  /// How it is packed.
  let container: Container
  /// Decompressed bytes read so far, with the byte order mark.
  private(set) var decompressedBytes = 0

  private let limits: DecompressionLimits
  /// Counts the bytes of the file that are used up.
  private let meter: any ByteStream
  private let content: PeekableStream
  private let digestState: ContentDigest

  /// Opens an input and looks at its first bytes.
  init(opening input: LogInput, limits: DecompressionLimits = DecompressionLimits()) throws(LogInputError) {
    guard let digestState = ContentDigest() else {
      throw .unreadable(name: input.name, reason: "not enough memory")
    }
    self.input = input
    self.limits = limits
    self.digestState = digestState
    let packed = PeekableStream(try FileStream(input))
    container = try Container.detect(try packed.peek(Container.headLength), name: input.name)
    switch container {
    case .plain: meter = packed
    case .gzip: meter = try GzipStream(packed, name: input.name)
    case .zstd: meter = try ZstdStream(packed, name: input.name)
    }
    content = container == .plain ? packed : PeekableStream(meter)
    let head = try content.peek(Container.headLength)
    if container != .plain {
      let inner = try Container.detect(head, name: input.name)
      guard inner == .plain else {
        throw .notALog(
          name: input.name, kind: "compressed twice (\(inner) in \(container))", advice: "decompress it once")
      }
    }
    if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      head.prefix(3).withUnsafeBytes { digestState.update($0) }
      content.skip(3)
      decompressedBytes = 3
    }
  }

  /// Bytes of the file used up so far.
  var compressedBytes: Int { meter.consumed }

  /// The digest of the bytes read so far: 32 hexadecimal digits.
  var digest: String { digestState.hexadecimal }

  /// The next bytes (after the byte order mark) without reading them; fewer than `count` only at the end.
  func peek(_ count: Int = 64 << 10) throws(LogInputError) -> [UInt8] {
    Array(try content.peek(count))
  }

  /// Reads at least one byte into `buffer`, and as many as are at hand.
  ///
  /// - Returns: how many bytes were read; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let count = try content.read(into: buffer)
    decompressedBytes += count
    digestState.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    if container != .plain && limits.refuse(compressed: compressedBytes, decompressed: decompressedBytes) {
      throw .decompressionBomb(name: input.name, compressed: compressedBytes, decompressed: decompressedBytes)
    }
    return count
  }
}
