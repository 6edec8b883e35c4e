import NavigationModel

/// A cell that lists names and values, in another notation than JSON: `{ Screen_Name : Home; Network : wifi }`,
/// `{screen=Home, from=Tab}`, `{'screen': 'Home'}`, `["screen": "Home"]`, `screen=Home;from=Tab`.
enum CellMap {
  private typealias Bytes = ArraySlice<UInt8>

  /// The same as a JSON object of texts; nil if it is no such list.
  static func json(_ cell: some Collection<UInt8>) -> [UInt8]? {
    guard cell.contains(where: marks.contains) else { return nil }
    let text = trimmed(Array(cell)[...])
    let isInBrackets = text.count > 1 && brackets.contains { $0.open == text.first && $0.close == text.last }
    let inside = isInBrackets ? text.dropFirst().dropLast() : text
    // The separator that makes the most pairs.
    let found =
      (isInBrackets ? ";|," : ";|&,").utf8.map { pairs(inside, $0, isInBrackets) }
      .max { $0.count < $1.count } ?? []
    guard found.contains(where: { !$0.value.isEmpty }) else { return nil }
    let members = found.map { quoted($0.name) + ":" + quoted($0.value) }
    return Array("{\(members.joined(separator: ","))}".utf8)
  }

  private static func pairs(_ text: Bytes, _ separator: UInt8, _ isInBrackets: Bool) -> [(name: Bytes, value: Bytes)] {
    var found: [(name: Bytes, value: Bytes)] = []
    for piece in pieces(text, [separator]) {
      let sides = pieces(piece, isInBrackets ? marks : [equals], most: 1)
      let name = plain(sides[0])
      let value = plain(sides[sides.count - 1])
      // `https://…` and `9xkQ==` are no pairs.
      if sides.count == 2, isName(name, isInBrackets), value.first != equals, !value.starts(with: "//".utf8) {
        found.append((name, value))
      } else if isInBrackets, let last = found.popLast() {
        // A value with a separator in it.
        found.append((last.name, trimmed(text[last.value.startIndex..<piece.endIndex])))
      } else {
        return []
      }
    }
    return found
  }

  /// The parts between separators that are in no quotes and in no brackets.
  private static func pieces(_ text: Bytes, _ separators: [UInt8], most: Int = .max) -> [Bytes] {
    var found: [Bytes] = []
    var start = text.startIndex
    var depth = 0
    var quote: UInt8?
    var before: UInt8?
    for (index, byte) in zip(text.indices, text) {
      if let open = quote {
        if byte == open { quote = nil }
      } else if quotes.contains(byte), before.map({ !isPartOfWord($0) }) ?? true {
        quote = byte
      } else if brackets.contains(where: { $0.open == byte }) {
        depth += 1
      } else if brackets.contains(where: { $0.close == byte }) {
        depth -= 1
      } else if depth == 0, found.count < most, separators.contains(byte) {
        found.append(text[start..<index])
        start = index + 1
      }
      before = byte
    }
    return found + [text[start...]]
  }

  /// Whether it has only letters, digits and a few signs; in brackets, also blanks.
  private static func isName(_ name: Bytes, _ isInBrackets: Bool) -> Bool {
    guard let first = name.first, name.count <= 60, isPartOfWord(first), !(0x30...0x39).contains(first) else {
      return false
    }
    return name.allSatisfy { isPartOfWord($0) || ".-".utf8.contains($0) || (isInBrackets && $0 == blank) }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
  }

  /// Without blanks and quotes around it.
  private static func plain(_ text: Bytes) -> Bytes {
    let text = trimmed(text)
    guard text.count > 1, let first = text.first, quotes.contains(first), text.last == first else { return text }
    return text.dropFirst().dropLast()
  }

  private static func trimmed(_ text: Bytes) -> Bytes {
    let start = text.firstIndex { $0 != blank } ?? text.endIndex
    let end = text.lastIndex { $0 != blank } ?? start - 1
    return text[start..<max(start, end + 1)]
  }

  private static func quoted(_ text: Bytes) -> String {
    String(ListText.text([String(decoding: text, as: UTF8.self)]).dropFirst().dropLast())
  }

  private static let blank = UInt8(ascii: " ")
  private static let equals = UInt8(ascii: "=")
  private static let marks = [UInt8(ascii: ":"), equals]
  private static let quotes = Array("\"'".utf8)
  private static let brackets = [
    (open: UInt8(ascii: "{"), close: UInt8(ascii: "}")), (open: UInt8(ascii: "["), close: UInt8(ascii: "]")),
  ]
}
