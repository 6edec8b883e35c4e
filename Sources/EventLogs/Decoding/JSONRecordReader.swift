import CSimdJSON

/// Reads values from JSON objects with simdjson.
final class JSONRecordReader {
  private let reader: OpaquePointer
  /// A padded copy of the current record, if it had no padding.
  private var copy = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// - Parameters:
  ///   - paths: the values have the same indices as their paths. Nil: the value stays absent.
  ///   - context: the indices of values that many records have in common.
  init(paths: [RecordPath?], context: Range<Int> = 0..<0) {
    reader = csj_reader_create(paths.count)
    for (index, path) in paths.enumerated() {
      guard let path else { continue }
      Self.withSteps(path.steps[...], []) { csj_reader_add_path(reader, $0.baseAddress, $0.count, index) }
    }
    csj_reader_set_context(reader, Array(context), context.count)
  }

  /// Calls `body` with steps whose C strings are valid during the call.
  private static func withSteps(_ steps: ArraySlice<RecordPath.Step>, _ done: [csj_step], _ body: (UnsafeBufferPointer<csj_step>) -> Void) {
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

  /// Identifies the context values of the last record: the same number means the same values. 0 if unknown.
  @inline(__always)
  var context: UInt64 { csj_reader_context(reader) }

  /// Reads a part of a record; other values stay.
  @inline(__always)
  func fill(_ part: UnsafeRawBufferPointer, into values: borrowing RecordValues) -> csj_status {
    csj_reader_fill(reader, part.characters, part.count, values.values.baseAddress)
  }
}

/// Finds the elements of JSON arrays.
final class JSONArraySplitter {
  private let splitter: OpaquePointer = csj_splitter_create()

  deinit { csj_splitter_destroy(splitter) }

  /// The raw texts of the elements; nil if it is not an array. Valid until the next call.
  func elements(of array: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<RecordValue>? {
    var elements: UnsafePointer<RecordValue>?
    var count = 0
    let bytes = UnsafeRawBufferPointer(array)
    guard csj_splitter_split(splitter, bytes.characters, bytes.count, &elements, &count) == CSJ_OK else { return nil }
    return UnsafeBufferPointer(start: elements, count: count)
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes as C characters.
  var characters: UnsafePointer<CChar>? { baseAddress?.assumingMemoryBound(to: CChar.self) }
}

/// The value of a record at one path: text, a number as written, a list joined with `|`, or nothing useful.
typealias RecordValue = csj_value

extension RecordValue {
  static var absent: RecordValue { RecordValue(bytes: nil, length: 0, kind: CSJ_ABSENT) }

  @inline(__always)
  init(text: UnsafeRawBufferPointer) {
    self.init(bytes: text.baseAddress?.assumingMemoryBound(to: CChar.self), length: text.count, kind: CSJ_STRING)
  }

  @inline(__always)
  var raw: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self), count: bytes == nil ? 0 : length)
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
