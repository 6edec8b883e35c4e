import CXXHash
import NavigationModel

/// The decompressed bytes of one input, counted and digested while they are read.
///
/// The first bytes determine the container and, for text that is not UTF-8, the encoding (``TextEncoding``). Each
/// record of a JSON array is delivered as a line. A UTF-8 byte order mark at the start is counted and digested, but not
/// delivered. Files that are certainly not logs are refused when the source is opened.
final class ByteSource {
  let input: LogInput
  let container: Container
  /// Decompressed bytes read so far, including the byte order mark.
  private(set) var decompressedBytes = 0

  private let limits: DecompressionLimits
  /// Counts the consumed bytes of the file.
  private let meter: any ByteStream
  private let content: PeekableStream
  /// Whether the bytes of the file are the log: neither decompressed nor split into lines.
  private(set) var isPlain = false
  /// The file, if it is not compressed.
  private let plainInput: FileStream?
  private let digestState: ContentDigest
  /// If the log is a JSON array, a page with one, or objects over several lines: puts each record on a line.
  private var elements: JSONElements?
  private var lining: Lining?
  private var pending = 0..<0

  private final class Lining {
    let unlined = BlockBufferPool.scratch(ByteSource.shapeLength)
    let lines: BlockBuffer

    init(_ elements: JSONElements) { lines = BlockBufferPool.scratch(elements.outputLimit(ByteSource.shapeLength)) }
  }

  var countsRecords: Bool { elements != nil }

  /// Opens an input and checks its first bytes.
  /// - Parameters:
  ///   - stream: the input, if it is not a file and was opened before.
  ///   - isRecord: see ``JSONShape``.
  init(
    opening input: LogInput, limits: DecompressionLimits = DecompressionLimits(), stream: SequentialStream? = nil,
    isRecord: JSONShape.RecordTest = { _ in false }
  ) throws(LogInputError) {
    guard let digestState = ContentDigest() else {
      throw .unreadable(name: input.name, reason: "not enough memory")
    }
    self.input = input
    self.limits = limits
    self.digestState = digestState
    let file = input.kind == .file ? try FileStream(input) : nil
    let packed: PeekableStream
    if let file, let member = input.member {
      packed = PeekableStream(try ZipMemberStream(file, input.location, member, name: input.name))
    } else {
      packed = PeekableStream(file ?? stream ?? SequentialStream(input))
    }
    container = try Container.detect(try packed.peek(Container.headLength), name: input.name)
    switch container {
    case .plain, .zip: meter = packed
    case .gzip: meter = try InflateStream(packed, .gzip, name: input.name)
    case .zstd: meter = try ZstdStream(packed, name: input.name)
    }
    let unpacked = container == .plain ? packed : PeekableStream(meter)
    // The encoding is detected on decompressed bytes only.
    if container != .plain {
      let inner = try Container.detect(try unpacked.peek(Container.headLength), name: input.name)
      guard inner == .plain else {
        throw .notALog(
          name: input.name, kind: "compressed twice (\(inner) in \(container))", advice: "decompress it once")
      }
    }
    let start = try unpacked.peek(Self.shapeLength)
    let encoding = TextEncoding(head: start, isWhole: start.count < Self.shapeLength)
    self.encoding = encoding.guessed
    let text = encoding == .utf8 ? unpacked : PeekableStream(TranscodingStream(unpacked, encoding))
    let hasReturns = LineFeedStream.isNeeded(for: try text.peek(Self.shapeLength))
    content = hasReturns ? PeekableStream(LineFeedStream(text)) : text
    plainInput = container == .plain && input.member == nil ? file : nil
    let head = try content.peek(Container.headLength)
    if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      head.prefix(3).withUnsafeBytes { digestState.update($0) }
      content.skip(3)
      decompressedBytes = 3
    }
    let shape = JSONShape(head: try content.peek(Self.shapeLength), isRecord: isRecord)
    if shape != .lines {
      let elements = JSONElements(shape)
      self.elements = elements
      lining = Lining(elements)
    } else {
      isPlain = plainInput != nil && encoding == .utf8 && !hasReturns
    }
  }

  /// The encoding of the text, where it is guessed.
  let encoding: String?

  var isCutShort: Bool { plainInput?.isCutShort == true || elements?.isClosed == false }

  /// The number of bytes to check for the layout of JSON objects.
  private static let shapeLength = 64 << 10

  var compressedBytes: Int { meter.consumed }

  var digest: String { digestState.hexadecimal }

  /// The next bytes (after the byte order mark) without consuming them, about `count`; fewer only at the end.
  func peek(_ count: Int = 64 << 10) throws(LogInputError) -> [UInt8] {
    let head = Array(try content.peek(count))
    guard var elements else { return head }
    return [UInt8](unsafeUninitializedCapacity: elements.outputLimit(head.count)) { lines, count in
      count = head.withUnsafeBytes { elements.transform($0, into: UnsafeMutableRawBufferPointer(lines)) }
    }
  }

  /// The beginning of the source: as long as the options say, and longer where the first line is: a table may have
  /// thousands of columns.
  func head(_ options: ReadingOptions) throws(LogInputError) -> [UInt8] {
    var count = options.headLength
    var head = try peek(count)
    while !head.contains(where: { $0 == ByteScan.lineFeed || $0 == 0x0D }), count < options.longestHead {
      count *= 4
      let longer = try peek(count)
      if longer.count == head.count { break }
      head = longer
    }
    return head
  }

  /// Reads at least one byte into `buffer`, and as many as are available.
  /// - Returns: the number of bytes read; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    guard let lining else { return try readContent(into: buffer) }
    while pending.isEmpty {
      let count = try readContent(
        into: UnsafeMutableRawBufferPointer(start: lining.unlined.base, count: Self.shapeLength))
      if count == 0 { return 0 }
      pending =
        0..<(elements?.transform(
          UnsafeRawBufferPointer(start: lining.unlined.base, count: count), into: lining.lines.bytes) ?? 0)
    }
    let count = min(pending.count, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(start: lining.lines.base + pending.lowerBound, count: count))
    pending = pending.dropFirst(count)
    return count
  }

  private func readContent(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let count = try content.read(into: buffer)
    decompressedBytes += count
    digestState.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    if (container != .plain || input.member != nil)
      && limits.refuse(compressed: compressedBytes, decompressed: decompressedBytes)
    {
      throw .decompressionBomb(name: input.name, compressed: compressedBytes, decompressed: decompressedBytes)
    }
    return count
  }
}

/// The XXH3 digest (128 bits) of a log's bytes, computed while they are read.
///
/// `xxhsum -H2` of the decompressed file prints the same.
final class ContentDigest {
  private let state: OpaquePointer

  /// `nil` if out of memory.
  init?() {
    guard let state = XXH3_createState() else { return nil }
    self.state = state
    XXH3_128bits_reset(state)
  }

  deinit {
    XXH3_freeState(state)
  }

  func update(_ bytes: UnsafeRawBufferPointer) {
    XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
  }

  /// The digest of all bytes so far: 32 hexadecimal digits.
  var hexadecimal: String {
    let digest = XXH3_128bits_digest(state)
    return digest.high64.hexadecimal + digest.low64.hexadecimal
  }
}
