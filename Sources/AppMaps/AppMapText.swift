import NavigationModel

/// Writes parts of an app map as YAML, which reads back to the same value.
package enum AppMapText {
  /// A path: names joined by dots, or a list if a name contains dots.
  package static func path(_ names: [String]) -> String {
    names.contains { $0.contains(".") } ? YAMLText.list(names) : YAMLText.scalar(names.joined(separator: "."))
  }

  package static func source(_ source: FieldSource) -> String {
    switch source {
    case .path(let names): path(names)
    case .firstOf(let all): "{first: [\(all.map(path).joined(separator: ", "))]}"
    case .joined(let all): "{join: [\(all.map(path).joined(separator: ", "))]}"
    case .constant(let text): "{constant: \(YAMLText.scalar(text))}"
    }
  }

  /// `- {match: {event: tab_click}, event: tab_select, target: params.tab}`
  package static func mapping(_ mapping: EventMapping) -> String {
    let conditions = mapping.conditions.map { condition in
      let test =
        switch condition.test {
        case .isOneOf(let texts): texts.count == 1 ? YAMLText.scalar(texts[0]) : YAMLText.list(texts)
        case .begins(let text): "{prefix: \(YAMLText.scalar(text))}"
        case .matches(let pattern): "{matches: \(YAMLText.scalar(pattern))}"
        }
      return "\(path(condition.path)): \(test)"
    }
    let assignments = mapping.assignments.map { assignment in
      if assignment.field == "event", case .constant(let word) = assignment.source { return "event: \(word)" }
      return "\(assignment.field): \(source(assignment.source))"
    }
    return "- {match: {\(conditions.joined(separator: ", "))}, \(assignments.joined(separator: ", "))}"
  }

  /// The keys that a draft never writes, copied from the text of a map, with their comments.
  package static func kept(of yaml: String) -> [String] {
    let keys: Set<Substring> = ["tasks", "rules", "mask_names", "exclude_users", "time_zone", "advice", "entries", "screens_kind"]
    var lines: [String] = []
    var isKept = false
    for line in yaml.split(separator: "\n", omittingEmptySubsequences: false) {
      if let first = line.first, first != " ", first != "#", first != "-" { isKept = keys.contains(line.prefix { $0 != ":" }) }
      if isKept { lines.append(String(line)) }
    }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }
}

/// Writes texts as YAML.
package enum YAMLText {
  private static let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

  /// A scalar: plain if it is unambiguous, otherwise in double quotes.
  package static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// `[Home, "Search: all"]`
  package static func list(_ texts: [String]) -> String { "[\(texts.map(scalar).joined(separator: ", "))]" }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.last != " ", !words.contains(text.lowercased()) else {
      return false
    }
    return text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || " -_/".unicodeScalars.contains($0) }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      // In job output, CI systems would execute `##[…]`.
      case "#" where quoted.hasSuffix("#"): quoted += "\\x23"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        let mustEscape = scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value) || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
        quoted +=
          mustEscape ? "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count) + String(scalar.value, radix: 16) : String(scalar)
      }
    }
    return quoted + "\""
  }
}
