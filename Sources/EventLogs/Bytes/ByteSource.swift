/// The decompressed bytes of one input, counted and digested while they are read.
///
/// The container is told by the first bytes. Records that stand in a JSON array are delivered a line each. A UTF-8 byte order mark at the start is counted and digested, but not
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
  private let digestState: ContentDigest
  /// Where the log is one JSON array, a page of one, or objects over several lines: what puts each record on a line.
  private var elements: JSONElements?
  /// Some of the log before and after that, and what of it was not handed out yet.
  private var unlined: [UInt8] = []
  private var lines: [UInt8] = []
  private var pending = 0..<0
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
    let shape = JSONShape(head: try content.peek(Self.shapeLength))
    if shape != .lines {
      let elements = JSONElements(shape)
      self.elements = elements
      unlined = [UInt8](repeating: 0, count: Self.shapeLength)
      lines = [UInt8](repeating: 0, count: elements.outputLimit(Self.shapeLength))
    } else if container == .plain, input.member == nil {
      plainFile = file
    }
  }

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
    guard elements != nil else { return try readContent(into: buffer) }
    while pending.isEmpty {
      let count = try readUnlined()
      if count == 0 { return 0 }
      let written = unlined.withUnsafeBytes { unlined in
        lines.withUnsafeMutableBytes { elements?.transform(UnsafeRawBufferPointer(rebasing: unlined[..<count]), into: $0) ?? 0 }
      }
      pending = 0..<written
    }
    let count = min(pending.count, buffer.count)
    lines.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[pending.prefix(count)])) }
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

  private func readUnlined() throws(LogInputError) -> Int {
    // `withUnsafeMutableBytes` of arrays rethrows untyped, hence the result in between.
    let result = unlined.withUnsafeMutableBytes { bytes -> Result<Int, LogInputError> in
      do throws(LogInputError) { return .success(try readContent(into: bytes)) } catch { return .failure(error) }
    }
    return try result.get()
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
