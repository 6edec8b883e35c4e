import CSimdJSON

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
