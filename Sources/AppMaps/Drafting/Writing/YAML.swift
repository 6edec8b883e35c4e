import NavigationModel

// Parts of an app map as YAML, which reads back to the same value.

extension FieldSource {
  var yaml: String {
    switch self {
    case .first where paths.count == 1: Self.yaml(path: paths[0])
    case .first: "{first: [\(paths.map(Self.yaml(path:)).joined(separator: ", "))]}"
    case .joined(let all): "{join: [\(all.map(Self.yaml(path:)).joined(separator: ", "))]}"
    case .constant(let text): "{constant: \(text.yaml)}"
    }
  }

  /// A path: names joined by dots, or a list if a name contains dots.
  fileprivate static func yaml(path names: [String]) -> String {
    names.contains { $0.contains(".") } ? names.yaml : names.joined(separator: ".").yaml
  }
}

extension EventMapping {
  /// `- {match: {event: tab_click}, event: tab_select, target: params.tab}`
  package var yaml: String {
    let conditions = conditions.map { "\(FieldSource.yaml(path: $0.path)): \($0.test.text(\.yaml))" }
    let assignments = assignments.map { assignment in
      if assignment.field == "event", case .constant(let word) = assignment.source { return "event: \(word)" }
      return "\(assignment.field): \(assignment.source.yaml)"
    }
    return "- {match: {\(conditions.joined(separator: ", "))}, \(assignments.joined(separator: ", "))}"
  }
}

extension EventMapping.Test {
  /// As in the map, with its texts written so.
  package func text(_ written: (String) -> String) -> String {
    switch self {
    case .isOneOf(let texts): texts.count == 1 ? written(texts[0]) : "[\(texts.map(written).joined(separator: ", "))]"
    case .begins(let text): "{prefix: \(written(text))}"
    case .matches(let pattern): "{matches: \(written(pattern))}"
    case .is(let kind): "{is: \(kind)}"
    }
  }
}

extension [String] {
  /// `[Home, "Search: all"]`
  package var yaml: String { "[\(map(\.yaml).joined(separator: ", "))]" }
}

private let wordsOfYAML: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

extension String {
  /// A scalar of YAML: plain if it is unambiguous, otherwise in double quotes.
  package var yaml: String { isPlain ? self : inQuotes }

  private var isPlain: Bool {
    guard let first = unicodeScalars.first, first.properties.isAlphabetic, last != " ",
      !wordsOfYAML.contains(lowercased())
    else { return false }
    return unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || " -_/".unicodeScalars.contains($0)
    }
  }

  private var inQuotes: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      // In job output, CI systems would execute `##[…]`.
      case "#" where quoted.hasSuffix("#"): quoted += "\\x23"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        let mustEscape =
          scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value)
          || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
        quoted +=
          mustEscape
          ? "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
            + String(scalar.value, radix: 16) : String(scalar)
      }
    }
    return quoted + "\""
  }
}
