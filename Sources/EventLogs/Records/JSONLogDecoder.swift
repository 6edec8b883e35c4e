import CSimdJSON
import NavigationModel

/// Decodes records that are JSON objects: one event each or, if the plan's paths go through arrays, one for each
/// element.
final class JSONLogDecoder: BlockDecoder {
  /// What is read from a record, or from the elements of the array of the level above.
  private struct Level {
    let reader: JSONRecordReader
    /// The indices of the values that it reads.
    let values: [Int]
    /// The index of the array whose elements are the next level.
    let arrayIndex: Int?
    let lister = JSONLister()
  }

  private let format: String
  private let levels: [Level]
  private var assembler: RecordAssembler
  /// Checks whether records that lack required fields are of another format.
  private lazy var signatures = SignatureReader(LogFormat.all)

  init(_ plan: FieldPlan, format: String, _ tables: LogTables, keepsRejected: Bool) {
    self.format = format
    var plan = plan
    // Paths through an array: the array is read as raw text.
    let longest = plan.paths.compactMap { $0?.levels }.max { $0.count < $1.count } ?? []
    var arrayIndices: [Int?] = []
    for depth in longest.indices.dropLast() {
      let path = RecordPath(Array(longest[...depth].map(\.steps).joined(separator: [.each])))
      arrayIndices.append(plan.index(of: path + [.whole]))
    }
    arrayIndices.append(nil)
    let paths = plan.paths.map { $0?.levels }
    levels = arrayIndices.enumerated().map { depth, arrayIndex in
      let own = paths.map { $0.flatMap { $0.count == depth + 1 ? $0[depth] : nil } }
      return Level(
        reader: JSONRecordReader(paths: own), values: own.indices.filter { own[$0] != nil }, arrayIndex: arrayIndex)
    }
    assembler = RecordAssembler(plan, tables, readsNumbersFromText: plan.vendor != nil, keepsRejected: keepsRejected)
  }

  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock) {
    decode(block, into: &decoded, with: &assembler)
  }

  private func decode(_ block: borrowing Block, into decoded: inout DecodedBlock, with assembler: inout RecordAssembler)
  {
    let reader = levels[0].reader
    let isFlat = levels.count == 1
    let end = block.end
    block.forEachRecord { record in
      switch reader.read(record.bytes, into: assembler.values) {
      case CSJ_OK where isFlat: decodeEvent(record, &decoded, &assembler)
      case CSJ_OK: decodeElements(of: 0, record, &decoded, &assembler)
      case _ where record.isBlank: break
      case CSJ_NOT_AN_OBJECT: assembler.reject(.notAnObject, record, &decoded)
      case CSJ_NOT_UTF8: assembler.reject(.notUTF8, record, &decoded)
      default:
        assembler.reject(
          record.bytes.baseAddress.map { $0 + record.bytes.count } == end ? .cutOff : .notJSON, record, &decoded)
      }
    }
  }

  @inline(__always)
  private func decodeEvent(_ record: Record, _ decoded: inout DecodedBlock, _ assembler: inout RecordAssembler) {
    if let reason = assembler.decode(record, into: &decoded, json: { Array(record.bytes) }) {
      reject(reason, record, &decoded, assembler)
    }
  }

  /// A record of another format lacks required fields: report the format first.
  private func reject(
    _ reason: RejectionReason, _ record: Record, _ decoded: inout DecodedBlock, _ assembler: borrowing RecordAssembler
  ) {
    let other = reason.isOfMissingField ? signatures.format(of: record.bytes) : nil
    assembler.reject(other == nil || other == format ? reason : .otherFormat, record, &decoded)
  }

  private func decodeElements(
    of depth: Int, _ record: Record, _ decoded: inout DecodedBlock, _ assembler: inout RecordAssembler
  ) {
    guard let index = levels[depth].arrayIndex,
      let elements = levels[depth].lister.elements(
        of: UnsafeRawBufferPointer(assembler.values.values[index].wholeBytes))
    else { return reject(.noEvent, record, &decoded, assembler) }
    // A mapping writes into the values, also into those of the levels above.
    let outer = Array(assembler.values.values)
    for element in elements {
      _ = assembler.values.values.update(fromContentsOf: outer)
      guard levels[depth + 1].reader.fill(UnsafeRawBufferPointer(element.raw), into: assembler.values) == CSJ_OK else {
        assembler.reject(.notJSON, record, &decoded)
        continue
      }
      // What has nothing of an event is something else: the exception beside the trail before it.
      if levels[depth + 1].values.allSatisfy({ assembler.values.values[$0].kind == CSJ_ABSENT }) { continue }
      if depth + 2 == levels.count {
        decodeEvent(record, &decoded, &assembler)
      } else {
        decodeElements(of: depth + 1, record, &decoded, &assembler)
      }
    }
  }
}

/// Reads values from JSON objects with simdjson.
final class JSONRecordReader {
  private let reader: OpaquePointer
  /// A padded copy of the current record, if it had no padding.
  private var copy = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// - Parameter paths: the values have the same indices as their paths. Nil: the value stays absent.
  init(paths: [RecordPath?]) {
    reader = csj_reader_create(paths.count)
    for (index, path) in paths.enumerated() {
      guard let path else { continue }
      Self.withSteps(path.steps[...], []) { csj_reader_add_path(reader, $0.baseAddress, $0.count, index) }
    }
  }

  /// Calls `body` with steps whose C strings are valid during the call.
  private static func withSteps(
    _ steps: ArraySlice<RecordPath.Step>, _ done: [csj_step], _ body: (UnsafeBufferPointer<csj_step>) -> Void
  ) {
    guard let step = steps.first else { return done.withUnsafeBufferPointer(body) }
    func goOn(_ kind: csj_step_kind, _ name: String) {
      name.withCString { withSteps(steps.dropFirst(), done + [csj_step(kind: kind, key: $0)], body) }
    }
    switch step {
    case .member(let name): goOn(CSJ_MEMBER, name)
    case .entry(let name): goOn(CSJ_ENTRY, name)
    case .schema(let name): goOn(CSJ_SCHEMA, name)
    case .first, .each: goOn(CSJ_FIRST, "")
    case .whole: goOn(CSJ_WHOLE, "")
    }
  }

  deinit {
    csj_reader_destroy(reader)
    copy.deallocate()
  }

  /// Reads a record without padding. Returns whether it is an object.
  func read(unpadded record: some Collection<UInt8>, into values: borrowing RecordValues) -> Bool {
    read(padding(record), into: values) == CSJ_OK
  }

  /// Reads a part of a record without padding.
  func fill(unpadded part: some Collection<UInt8>, into values: borrowing RecordValues) -> csj_status {
    fill(padding(part), into: values)
  }

  /// A copy with padding, valid until the next call.
  private func padding(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
    if copy.count < bytes.count + csj_padding {
      copy.deallocate()
      copy = .allocate(byteCount: 2 * bytes.count + csj_padding, alignment: 64)
    }
    copy.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])
  }

  /// Reads a record; all values that it does not have are absent afterwards.
  @inline(__always)
  func read(_ record: UnsafeRawBufferPointer, into values: borrowing RecordValues) -> csj_status {
    csj_reader_read(reader, record.characters, record.count, values.values.baseAddress)
  }

  @inline(__always)
  func fill(_ part: UnsafeRawBufferPointer, into values: borrowing RecordValues) -> csj_status {
    csj_reader_fill(reader, part.characters, part.count, values.values.baseAddress)
  }
}

/// Lists what is in JSON documents, whatever it is.
final class JSONLister {
  private let lister: OpaquePointer = csj_lister_create()

  deinit { csj_lister_destroy(lister) }

  /// All parts of a document, in their order; nil if it is not valid. Valid until the next call.
  func parts(of document: UnsafeRawBufferPointer) -> UnsafeBufferPointer<RecordValue>? {
    list(document, csj_lister_parts)
  }

  /// The raw texts of the elements of an array, with padding; nil if it is not an array. Valid until the next call.
  func elements(of array: UnsafeRawBufferPointer) -> UnsafeBufferPointer<RecordValue>? {
    list(array, csj_lister_elements)
  }

  private typealias Listing = (
    OpaquePointer, UnsafePointer<CChar>?, Int, UnsafeMutablePointer<UnsafePointer<RecordValue>?>?,
    UnsafeMutablePointer<Int>?
  )
    -> csj_status

  private func list(_ document: UnsafeRawBufferPointer, _ listing: Listing) -> UnsafeBufferPointer<RecordValue>? {
    var found: UnsafePointer<RecordValue>?
    var count = 0
    guard listing(lister, document.characters, document.count, &found, &count) == CSJ_OK else { return nil }
    return UnsafeBufferPointer(start: found, count: count)
  }
}

extension UnsafeRawBufferPointer {
  var characters: UnsafePointer<CChar>? { baseAddress?.assumingMemoryBound(to: CChar.self) }
}

/// The value of a record at one path: text, a number as written, a list with a mark before each of its elements, or
/// nothing useful.
typealias RecordValue = csj_value

extension RecordValue {
  static var absent: RecordValue { RecordValue(bytes: nil, length: 0, kind: CSJ_ABSENT) }

  @inline(__always)
  init(text: UnsafeRawBufferPointer) {
    self.init(bytes: text.baseAddress?.assumingMemoryBound(to: CChar.self), length: text.count, kind: CSJ_STRING)
  }

  @inline(__always)
  var raw: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self), count: bytes == nil ? 0 : length)
  }

  /// The bytes of a text or a number; empty if unknown or of another kind.
  @inline(__always)
  var textBytes: UnsafeBufferPointer<UInt8> {
    kind == CSJ_STRING || kind == CSJ_NUMBER ? raw : UnsafeBufferPointer(start: nil, count: 0)
  }

  /// The same, for a condition of the app map, which may also compare with `true` or `false`.
  @inline(__always)
  var conditionBytes: UnsafeBufferPointer<UInt8> { kind == CSJ_OTHER && length > 0 ? raw : textBytes }

  /// The raw text of an object or array, if requested.
  var wholeBytes: UnsafeBufferPointer<UInt8> { kind == CSJ_RAW ? raw : UnsafeBufferPointer(start: nil, count: 0) }

  /// The same, for a field that may also hold a list.
  @inline(__always)
  var textOrListBytes: UnsafeBufferPointer<UInt8> { kind == CSJ_LIST ? raw : textBytes }
}

/// The values of one record at all requested paths: first the native fields, then those for event mappings.
struct RecordValues: ~Copyable {
  let values: UnsafeMutableBufferPointer<RecordValue>

  init(count: Int) {
    values = .allocate(capacity: count)
    values.initialize(repeating: .absent)
  }

  deinit { values.deallocate() }

  @inline(__always)
  subscript(field: NativeField) -> RecordValue {
    get { values[field.rawValue] }
    nonmutating set { values[field.rawValue] = newValue }
  }
}
