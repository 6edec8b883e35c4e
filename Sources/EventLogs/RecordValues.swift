import CSimdJSON

/// What a record says at one place: text, a number as it is written, a list joined with `|`, or nothing of use.
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

  /// The bytes of a text or of a number; empty where it is not known or of another kind.
  @inline(__always)
  var textBytes: UnsafeBufferPointer<UInt8> {
    kind == CSJ_STRING || kind == CSJ_NUMBER ? raw : UnsafeBufferPointer(start: nil, count: 0)
  }

  /// The same, for a condition of the app map, which may ask for `true` or `false` as well.
  @inline(__always)
  var conditionBytes: UnsafeBufferPointer<UInt8> { kind == CSJ_OTHER && length > 0 ? raw : textBytes }

  /// The text of an object or array, where that was asked for.
  var wholeBytes: UnsafeBufferPointer<UInt8> { kind == CSJ_RAW ? raw : UnsafeBufferPointer(start: nil, count: 0) }

  /// The same, for a field that may hold a list as well.
  @inline(__always)
  var textOrListBytes: UnsafeBufferPointer<UInt8> { kind == CSJ_LIST ? raw : textBytes }
}

/// The values of one record at all places that are asked for: first the native fields, then what event mappings look at.
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
