import NavigationModel

/// The elements under a touch, innermost first: `tag.class:attribute="value"attribute="value";tag…`. SDKs for iOS do
/// not escape quotes, so a quote ends a value only if an attribute, an element or the end follows.
struct ElementsChain {
  /// The tag and classes of the control.
  private(set) var tag = RecordValue.absent
  /// The name of the control.
  private(set) var label = RecordValue.absent
  /// The elements around it.
  private(set) var rest = RecordValue.absent

  init(_ chain: RecordValue) {
    let bytes = chain.textBytes
    guard !bytes.isEmpty else { return }
    let tagEnd = bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") } ?? bytes.count
    tag = Self.text(bytes, 0..<tagEnd)
    var index = tagEnd
    var best = Int.max
    if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
      index += 1
      while index < bytes.count, bytes[index] != UInt8(ascii: ";"),
        let equals = bytes[index...].firstIndex(of: UInt8(ascii: "=")), equals + 1 < bytes.count,
        bytes[equals + 1] == UInt8(ascii: "\"")
      {
        let end = Self.endOfValue(bytes, from: equals + 2)
        let name = String(decoding: bytes[index..<equals], as: UTF8.self)
        if let rank = Self.labels.firstIndex(of: name), rank < best, end > equals + 2 {
          best = rank
          label = Self.text(bytes, (equals + 2)..<end)
        }
        index = end + 1
      }
      index = index < bytes.count ? bytes[index...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count : bytes.count
    }
    if index < bytes.count { rest = Self.text(bytes, (index + 1)..<bytes.count) }
  }

  /// The attributes that name a control, the best first.
  private static let labels = [
    "text", "attr__accessibilityLabel", "attr__aria-label", "attr_id", "attr__id", "attr__testID",
  ]

  private static func endOfValue(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if bytes[index] == UInt8(ascii: "\"") && isEnd(bytes, after: index + 1) { return index }
      index += 1
    }
    return bytes.count
  }

  /// Whether an attribute, an element or the end follows.
  private static func isEnd(_ bytes: UnsafeBufferPointer<UInt8>, after start: Int) -> Bool {
    guard start < bytes.count else { return true }
    if bytes[start] == UInt8(ascii: ";") { return start + 1 == bytes.count || isLetter(bytes[start + 1]) }
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "=") {
        return index > start && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\"")
      }
      if !isLetter(byte), byte != UInt8(ascii: "-"), !byte.isDigit { return false }
      index += 1
    }
    return false
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte.isLetter || byte == UInt8(ascii: "_") }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> RecordValue {
    RecordValue(text: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range]))
  }
}
