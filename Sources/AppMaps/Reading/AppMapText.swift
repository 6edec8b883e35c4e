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
