/// Reads all fields of a JSON object: the path and the text of each value. For the few records of a draft; simdjson reads the log.
package struct RecordFlattener {
  /// The separator of the members of a path in a key.
  package static let separator = "\u{1}"
  /// Limits for the depth and the number of fields of a record.
  private static let deepest = 6
  private static let most = 200

  private var bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var fields: [(key: String, text: String)] = []
  /// The elements of the first list of objects, if they are kept apart.
  private var elements: [[(key: String, text: String)]]?

  /// - Returns: nil if the text is not a JSON object.
  package static func fields(of record: UnsafeRawBufferPointer) -> [(key: String, text: String)]? {
    var flattener = RecordFlattener(bytes: record.assumingMemoryBound(to: UInt8.self))
    flattener.skipSpace()
    guard flattener.peek == UInt8(ascii: "{"), flattener.object("", 0) else { return nil }
    return flattener.fields
  }

  /// The fields of each element of the record's list of objects, with those around it: of an SDK's batch, or a recorded request.
  static func elements(of record: UnsafeRawBufferPointer) -> [[(key: String, text: String)]] {
    var flattener = RecordFlattener(bytes: record.assumingMemoryBound(to: UInt8.self))
    flattener.elements = []
    flattener.skipSpace()
    guard flattener.peek == UInt8(ascii: "{"), flattener.object("", 0) else { return [] }
    return (flattener.elements ?? []).map { flattener.fields + $0 }
  }

  /// The fields of an object in a text, such as the cell of a table, with the path to it.
  static func fields(in text: String, at path: String) -> [(key: String, text: String)]? {
    guard text.utf8.first == UInt8(ascii: "{") else { return nil }
    let found = text.withUTF8Bytes { fields(of: UnsafeRawBufferPointer($0)) }
    return found?.map { (path + separator + $0.key, $0.text) }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() { while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 } }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek == byte else { return false }
    offset += 1
    return true
  }

  private mutating func object(_ path: String, _ depth: Int) -> Bool {
    guard skip(UInt8(ascii: "{")) else { return false }
    if skip(UInt8(ascii: "}")) { return true }
    repeat {
      skipSpace()
      guard let key = text(), skip(UInt8(ascii: ":")), value(path.isEmpty ? key : path + Self.separator + key, depth + 1) else { return false }
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "}"))
  }

  private mutating func value(_ path: String, _ depth: Int) -> Bool {
    skipSpace()
    guard depth <= Self.deepest * 4 else { return false }
    switch peek {
    case UInt8(ascii: "{"): return object(path, depth)
    case UInt8(ascii: "["): return array(path, depth)
    case UInt8(ascii: "\""):
      guard let text = text() else { return false }
      add(path, text)
      return true
    default:
      let start = offset
      while let byte = peek, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]"), byte > 0x20 { offset += 1 }
      let text = String(decoding: bytes[start..<offset], as: UTF8.self)
      if text != "null" { add(path, text) }
      return offset > start
    }
  }

  /// A list of texts is one text; `[{"key": …, "value": {…}}]` are members (GA4, OpenTelemetry).
  private mutating func array(_ path: String, _ depth: Int) -> Bool {
    guard skip(UInt8(ascii: "[")) else { return false }
    if skip(UInt8(ascii: "]")) { return true }
    var texts: [String] = []
    repeat {
      let before = fields.count
      guard value("", depth + 1) else { return false }
      let found = Array(fields[before...])
      fields.removeSubrange(before...)
      if elements != nil, found.count > 1, !found.contains(where: { $0.key == "key" }) {
        elements?.append(found.map { (path + "[]" + Self.separator + $0.key, $0.text) })
        continue
      }
      if found.count == 1, found[0].key.isEmpty {
        texts.append(found[0].text)
      } else if let key = found.first(where: { $0.key == "key" }), let value = found.first(where: { $0.key.hasPrefix("value") }) {
        add(path + Self.separator + key.text, value.text)
      }
    } while skip(UInt8(ascii: ","))
    if !texts.isEmpty { add(path, texts.joined(separator: "|")) }
    return skip(UInt8(ascii: "]"))
  }

  private mutating func add(_ key: String, _ text: String) {
    // JSON in a text, as the log is read.
    if text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") {
      let (own, nested) = (elements, Array(text.utf8))
      let inner = nested.withUnsafeBufferPointer { bytes -> (fields: [(key: String, text: String)], elements: [[(key: String, text: String)]]?)? in
        var flattener = RecordFlattener(bytes: bytes)
        flattener.elements = own == nil ? nil : []
        return flattener.object("", 0) ? (flattener.fields, flattener.elements) : nil
      }
      if let inner {
        func placed(_ found: [(key: String, text: String)]) -> [(key: String, text: String)] { found.map { (key + Self.separator + $0.key, $0.text) } }
        fields += placed(inner.fields).prefix(max(0, Self.most - fields.count))
        if elements?.isEmpty == true, let found = inner.elements { elements = found.map(placed) }
        return
      }
    }
    if fields.count < Self.most { fields.append((key, text)) }
  }

  private mutating func text() -> String? {
    guard peek == UInt8(ascii: "\"") else { return nil }
    offset += 1
    let start = offset
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { offset += 1 }
    if peek == UInt8(ascii: "\"") {
      offset += 1
      return String(decoding: bytes[start..<offset - 1], as: UTF8.self)
    }
    var text = Array(bytes[start..<offset])
    while let byte = peek {
      offset += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), let escaped = peek else {
        text.append(byte)
        continue
      }
      offset += 1
      switch escaped {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "u"): text += Array(String(unicodeEscape()).utf8)
      default: text.append(escaped)
      }
    }
    return nil
  }

  private mutating func unicodeEscape() -> Character {
    func unit(_ flattener: inout RecordFlattener) -> UInt32? {
      guard flattener.offset + 4 <= flattener.bytes.count else { return nil }
      defer { flattener.offset += 4 }
      return UInt32(String(decoding: flattener.bytes[flattener.offset..<flattener.offset + 4], as: UTF8.self), radix: 16)
    }
    guard let first = unit(&self) else { return "\u{FFFD}" }
    if (0xD800..<0xDC00).contains(first), offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u") {
      offset += 2
      guard let second = unit(&self), (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)).map(Character.init) ?? "\u{FFFD}"
    }
    return Unicode.Scalar(first).map(Character.init) ?? "\u{FFFD}"
  }
}
