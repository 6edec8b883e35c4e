/// The decompressed bytes of one input, counted and digested while they are read.
///
/// The container is told by the first bytes, and so is the encoding of text that is not UTF-8 (``TextEncoding``). Records that stand in a JSON array are delivered a line each. A UTF-8 byte order mark at the start is counted and digested, but not
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
  /// The file where its bytes are the log as they are; nil where they are unpacked or put on lines.
  private var plainFile: FileStream?
  /// The file where it is not packed.
  private let plainInput: FileStream?
  private let digestState: ContentDigest
  /// Where the log is one JSON array, a page of one, or objects over several lines: what puts each record on a line.
  private var elements: JSONElements?
  /// Some of the log before and after that, and what of it was not handed out yet.
  private var lining: Lining?
  private var pending = 0..<0

  private final class Lining {
    let unlined = BlockBufferPool.scratch(ByteSource.shapeLength)
    let lines: BlockBuffer

    init(_ elements: JSONElements) { lines = BlockBufferPool.scratch(elements.outputLimit(ByteSource.shapeLength)) }
  }

  /// Whether records were counted, not lines.
  var countsRecords: Bool { elements != nil }

  /// Opens an input and looks at its first bytes.
  init(opening input: LogInput, limits: DecompressionLimits = DecompressionLimits()) throws(LogInputError) {
    guard let digestState = ContentDigest() else {
      throw .unreadable(name: input.name, reason: "not enough memory")
    }
    self.input = input
    self.limits = limits
    self.digestState = digestState
    let file = try FileStream(input)
    let packed: PeekableStream
    if let member = input.member {
      packed = PeekableStream(try ZipMemberStream(file, input.location, member, name: input.name))
    } else {
      packed = PeekableStream(file)
    }
    container = try Container.detect(try packed.peek(Container.headLength), name: input.name)
    switch container {
    case .plain, .zip: meter = packed
    case .gzip: meter = try GzipStream(packed, name: input.name)
    case .zstd: meter = try ZstdStream(packed, name: input.name)
    }
    let unpacked = container == .plain ? packed : PeekableStream(meter)
    // What is packed is told by its own bytes, not by the text that these are read as.
    if container != .plain {
      let inner = try Container.detect(try unpacked.peek(Container.headLength), name: input.name)
      guard inner == .plain else {
        throw .notALog(
          name: input.name, kind: "compressed twice (\(inner) in \(container))", advice: "decompress it once")
      }
    }
    let encoding = TextEncoding(head: try unpacked.peek(Self.shapeLength))
    content = encoding == .utf8 ? unpacked : PeekableStream(TranscodingStream(unpacked, encoding))
    plainInput = container == .plain && input.member == nil ? file : nil
    let head = try content.peek(Container.headLength)
    if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      head.prefix(3).withUnsafeBytes { digestState.update($0) }
      content.skip(3)
      decompressedBytes = 3
    }
    let shape = JSONShape(head: try content.peek(Self.shapeLength))
    if shape != .lines {
      let elements = JSONElements(shape)
      self.elements = elements
      lining = Lining(elements)
    } else if container == .plain, input.member == nil, encoding == .utf8 {
      plainFile = file
    }
  }

  /// Whether the log was read to its end, and that came too early.
  var isCutShort: Bool { plainInput?.isCutShort == true || elements?.isClosed == false }

  /// How many bytes are looked at to see how JSON objects stand in the text.
  private static let shapeLength = 64 << 10

  /// Bytes of the file used up so far.
  var compressedBytes: Int { meter.consumed }

  /// The digest of the bytes read so far: 32 hexadecimal digits.
  var digest: String { digestState.hexadecimal }

  /// The next bytes (after the byte order mark) without reading them, about `count` of them; fewer only at the end.
  func peek(_ count: Int = 64 << 10) throws(LogInputError) -> [UInt8] {
    let head = Array(try content.peek(count))
    guard var elements else { return head }
    return [UInt8](unsafeUninitializedCapacity: elements.outputLimit(head.count)) { lines, count in
      count = head.withUnsafeBytes { elements.transform($0, into: UnsafeMutableRawBufferPointer(lines)) }
    }
  }

  /// Reads at least one byte into `buffer`, and as many as are at hand.
  ///
  /// - Returns: how many bytes were read; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    guard let lining else { return try readContent(into: buffer) }
    while pending.isEmpty {
      let count = try readContent(into: UnsafeMutableRawBufferPointer(start: lining.unlined.base, count: Self.shapeLength))
      if count == 0 { return 0 }
      pending = 0..<(elements?.transform(UnsafeRawBufferPointer(start: lining.unlined.base, count: count), into: lining.lines.bytes) ?? 0)
    }
    let count = min(pending.count, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(start: lining.lines.base + pending.lowerBound, count: count))
    pending = pending.dropFirst(count)
    return count
  }

  /// How many pieces are set aside that are not used up.
  var piecesWaiting: Int { plainFile?.piecesWaiting ?? 0 }

  /// Sets a piece of the log aside to be read by any thread (``FileStream/claimPiece(of:room:pool:)``).
  func claimPiece(of count: Int, room: Int, pool: BlockBufferPool) -> FilePiece? { plainFile?.claimPiece(of: count, room: room, pool: pool) }

  /// Reads the next piece that was set aside without copying it, if it comes next and is wanted.
  func takePiece(where isWanted: (borrowing FilePiece.Bytes) -> Bool) -> FilePiece.Bytes? {
    guard !content.hasHead, let bytes = plainFile?.takePiece(where: isWanted) else { return nil }
    decompressedBytes += bytes.places.count
    digestState.update(UnsafeRawBufferPointer(start: bytes.buffer.base + bytes.places.lowerBound, count: bytes.places.count))
    return bytes
  }

  private func readContent(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let count = try content.read(into: buffer)
    decompressedBytes += count
    digestState.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    if (container != .plain || input.member != nil) && limits.refuse(compressed: compressedBytes, decompressed: decompressedBytes) {
      throw .decompressionBomb(name: input.name, compressed: compressedBytes, decompressed: decompressedBytes)
    }
    return count
  }
}
