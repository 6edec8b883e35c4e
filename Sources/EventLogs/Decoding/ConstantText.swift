/// A text with a stable address, as the value of a record.
final class ConstantText {
  private let bytes: UnsafeMutableRawBufferPointer

  init(_ text: String) {
    bytes = .allocate(byteCount: text.utf8.count, alignment: 1)
    bytes.copyBytes(from: text.utf8)
  }

  deinit { bytes.deallocate() }

  var value: RecordValue { RecordValue(text: UnsafeRawBufferPointer(bytes)) }
  var count: Int { bytes.count }

  /// Whether this text, number or Boolean is written in the same way.
  func equals(_ other: RecordValue) -> Bool {
    other.conditionBytes.count == bytes.count && other.conditionBytes.elementsEqual(bytes)
  }

  /// Whether it has this prefix.
  func begins(_ other: RecordValue) -> Bool {
    other.conditionBytes.count >= bytes.count && other.conditionBytes.prefix(bytes.count).elementsEqual(bytes)
  }
}
