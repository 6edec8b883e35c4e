/// A text from outside as a key: equal to another only if it has the same bytes.
///
/// Two strings are equal in Swift where they differ only by their Unicode normal form, as `é` in one character and in
/// two. A log with both has two names, which a `Set<String>` or a `[String: …]` would merge. Names are keyed by
/// ``Name`` or by this type, and compared with ``Swift/String/isSame(as:)``.
package struct NameText: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  package let text: String

  package init(_ text: String) { self.text = text }

  package init(stringLiteral text: String) { self.init(text) }

  package var description: String { text }

  package static func == (a: NameText, b: NameText) -> Bool { a.text.isSame(as: b.text) }

  package func hash(into hasher: inout Hasher) {
    text.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  package static func < (a: NameText, b: NameText) -> Bool { a.text.precedesByScalars(b.text) }
}

extension NameText: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws { self.init(try String(from: decoder)) }
  package func encode(to encoder: BinaryEncoder) { text.encode(to: encoder) }
}

extension String {
  /// Whether the texts have the same bytes.
  package func isSame(as other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}

extension Set<NameText> {
  package init(texts: some Sequence<String>) { self.init(texts.lazy.map { NameText($0) }) }

  package func contains(_ text: String) -> Bool { contains(NameText(text)) }

  /// In text order.
  package var texts: [String] { sorted().map(\.text) }
}

extension Sequence<String> {
  /// The different texts, in text order.
  package var distinctTexts: [String] { Set(texts: self).texts }
}
