/// A list of names as one name: the screens of a `stack`, the tabs of a bar.
///
/// Its text is a JSON array without blanks, `["Home","Shoes | Shop"]`: a name in it may hold any character, two lists
/// are equal if their names are, and SQLite's `json_each` reads it from a store. This is the only form of a list after
/// a log is read. What is written with vertical bars is split once, where the log is (`NameCache`).
package enum ListText {
  /// The text of a list. Control characters are escaped as SQLite's `json_quote` does.
  package static func text(_ names: some Sequence<String>) -> String {
    var text = "["
    for name in names {
      if text.utf8.count > 1 { text += "," }
      text += "\""
      if name.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        text += name
      } else {
        for scalar in name.unicodeScalars { appendEscaped(scalar, to: &text) }
      }
      text += "\""
    }
    return text + "]"
  }

  private static func appendEscaped(_ scalar: Unicode.Scalar, to text: inout String) {
    if let letter = letters.first(where: { $0.scalar == scalar })?.letter {
      text += "\\"
      text.unicodeScalars.append(letter)
    } else if scalar.value < 0x20 {
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    } else {
      text.unicodeScalars.append(scalar)
    }
  }

  /// Characters that are written as a backslash and a letter.
  private static let letters: [(scalar: Unicode.Scalar, letter: Unicode.Scalar)] = [
    ("\"", "\""), ("\\", "\\"), ("\u{8}", "b"), ("\t", "t"), ("\n", "n"), ("\u{C}", "f"), ("\r", "r"),
  ]

  /// The names of a list, in order; nil if the text is not that of a list.
  package static func names(in text: String) -> [String]? {
    guard text.utf8.first == UInt8(ascii: "[") else { return nil }
    return text.withUTF8Bytes { names(in: $0) }
  }

  private static func names(in bytes: UnsafeBufferPointer<UInt8>) -> [String]? {
    if bytes.count == 2, bytes[1] == UInt8(ascii: "]") { return [] }
    var names: [String] = []
    var index = 1
    while index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      let start = index + 1
      guard let end = endOfName(in: bytes, from: start), end + 1 < bytes.count,
        let name = unescaped(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      else { return nil }
      names.append(name)
      let next = bytes[end + 1]
      index = end + 2
      if next == UInt8(ascii: "]") { return index == bytes.count ? names : nil }
      if next != UInt8(ascii: ",") { return nil }
    }
    return nil
  }

  /// The index of the quotation mark that ends a name.
  private static func endOfName(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return index }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var name = String.UnicodeScalarView()
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar != "\\" {
        name.append(scalar)
        continue
      }
      guard let letter = scalars.next() else { return nil }
      if let escaped = letters.first(where: { $0.letter == letter })?.scalar {
        name.append(escaped)
      } else {
        let digits = (0..<4).compactMap { _ in scalars.next().map(Character.init) }
        guard letter == "u", let number = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(number) else {
          return nil
        }
        name.append(scalar)
      }
    }
    return String(name)
  }
}

extension NameTable {
  /// The name of a list of names, which are in the table, too.
  package func list(_ names: [String]) -> Name {
    for name in names { _ = self.name(name) }
    return name(ListText.text(names))
  }

  /// The names of a list; empty if it is none.
  package func names(ofList list: Name) -> [Name] { ListText.names(in: text(list))?.map { name($0) } ?? [] }
}

extension EventKind {
  /// Whether ``Event/value`` is a list of names.
  package var holdsList: Bool { self == .stack || self == .tabsShown || self == .tabsEdit }
}
