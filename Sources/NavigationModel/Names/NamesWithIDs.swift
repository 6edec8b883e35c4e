/// Screen names with ids (`Product/4711`), and the rules of `screen_names` that fold them.
package struct NamesWithIDs {
  package struct Rule: Equatable {
    package let pattern: String
    package let name: String
    /// The names that it folds, in the order in which they were given.
    package let members: [String]
    /// Whether these are certainly ids. Short numbers may also distinguish screens (`Step 1`, `Step 2`).
    package let isSure: Bool

    /// The number of different names that it folds, and one of them.
    package var names: Int { members.count }
    package var example: String { members[0] }
  }

  /// Ordered by name.
  package let rules: [Rule]

  /// The number of different names that make a rule, and the number from which on short numbers are certainly ids.
  private static let leastNames = 3
  private static let manyNames = 20

  /// - Parameter names: different names, in text order.
  package init(_ names: [String]) {
    var groups: [String: (parts: [Part], names: [String])] = [:]
    var order: [String] = []
    for name in names {
      let parts = Self.parts(name)
      guard parts.contains(where: { $0.id != nil }) else { continue }
      let pattern = "^" + parts.map(\.pattern).joined() + "$"
      if groups[pattern] == nil { order.append(pattern) }
      groups[pattern, default: (parts, [])].names.append(name)
    }
    rules = order.compactMap { pattern in
      guard let group = groups[pattern], group.names.count >= Self.leastNames else { return nil }
      let isSure =
        group.names.count >= Self.manyNames || group.parts.contains { $0.id == .uuid || $0.id == .quoted || $0.id == .hexadecimal || $0.id == .longNumber }
      return Rule(pattern: pattern, name: Self.name(group.parts), members: group.names, isSure: isSure)
    }
  }

  /// A piece of a name: a separator, or the text between separators.
  private struct Part {
    enum ID { case number, longNumber, hexadecimal, uuid, quoted }
    let text: Substring
    let id: ID?

    var pattern: String {
      switch id {
      case .number, .longNumber: "\\d+"
      case .hexadecimal: "[0-9A-Fa-f]+"
      case .uuid: "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
      case .quoted: "\"[^\"]*\""
      case nil: text.map { $0.isLetter || $0.isNumber || $0 == " " || $0 == "/" || $0 == "_" ? String($0) : "\\" + String($0) }.joined()
      }
    }
  }

  private static func isSeparator(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }

  private static func parts(_ name: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(name)
    while let first = rest.first {
      if first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
        parts.append(Part(text: rest[...end], id: .quoted))
        rest = rest[rest.index(after: end)...]
        continue
      }
      if rest.utf8.count >= 36, let uuid = rest.prefixMatch(of: /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])/) {
        parts.append(Part(text: rest[uuid.range], id: .uuid))
        rest = rest[uuid.range.upperBound...]
        continue
      }
      let end = rest.firstIndex { isSeparator($0) != isSeparator(first) } ?? rest.endIndex
      let piece = rest[..<end]
      parts.append(Part(text: piece, id: isSeparator(first) ? nil : id(piece)))
      rest = rest[end...]
    }
    return parts
  }

  private static func id(_ piece: Substring) -> Part.ID? {
    let digits = piece.utf8.count { (0x30...0x39).contains($0) }
    if digits == piece.utf8.count { return digits >= 4 ? .longNumber : .number }
    let isHexadecimal = piece.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66) }
    return isHexadecimal && piece.utf8.count >= 8 && digits >= 2 ? .hexadecimal : nil
  }

  /// The name without its ids and the separators before them; `id` if nothing is left.
  private static func name(_ parts: [Part]) -> String {
    var name = ""
    var separator = ""
    for part in parts where part.id == nil {
      if part.text.allSatisfy(isSeparator) {
        separator = String(part.text)
      } else {
        name += (name.isEmpty ? "" : separator) + part.text
        separator = ""
      }
    }
    return name.isEmpty ? "id" : name.replacing("$", with: "")
  }
}
