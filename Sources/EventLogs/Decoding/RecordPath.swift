import CSimdJSON

/// The path to a value in a record: member names, and steps through the arrays of exports.
struct RecordPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    /// The member with this name in an object, or the column with this name in a table.
    case member(String)
    /// In an array of `{"key": …, "value": {…}}`, the contents of this key's value (GA4, OpenTelemetry).
    case entry(String)
    /// In an array of `{"schema": …, "data": …}`, the data of this schema: `vendor/name/version` (Snowplow).
    case schema(String)
    /// The first element of an array.
    case first
    /// Each element of an array: the record holds one event per element.
    case each
    /// The raw text of an object or array.
    case whole
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// Members of members.
  init(members: [String]) { steps = members.map(Step.member) }

  /// The members, joined with dots: the name of such a column in a table, and of the path in messages.
  var dotted: String {
    steps.compactMap { step in
      switch step {
      case .member(let name), .entry(let name), .schema(let name): name
      case .first, .each, .whole: nil
      }
    }.joined(separator: ".")
  }

  static func + (path: RecordPath, steps: [Step]) -> RecordPath { RecordPath(path.steps + steps) }

  /// A member of the value at this path.
  subscript(member: String) -> RecordPath { self + [.member(member)] }

  /// Each element of the array at this path.
  var each: RecordPath { self + [.each] }
  var first: RecordPath { self + [.first] }
  func entry(_ key: String) -> RecordPath { self + [.entry(key)] }
  func schema(_ name: String) -> RecordPath { self + [.schema(name)] }

  /// The path split at its arrays: the part from the record to the first of them, from its elements to the next, and so on.
  var levels: [RecordPath] { steps.split(separator: .each, omittingEmptySubsequences: false).map { RecordPath(Array($0)) } }
}

/// `"device.category"`: members, separated by dots.
extension RecordPath: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(members: text.split(separator: ".").map(String.init)) }
}

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
