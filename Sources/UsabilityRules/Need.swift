/// Something that the log or the map must contain for a rule to have anything to check, and the remedy.
package struct Need: Sendable {
  /// Its description in the report: `a choice from the More list`.
  package let what: String
  /// The events that would provide it.
  package let events: [String]
  /// The map keys that would provide it.
  package let mapKeys: [String]
  package let isMet: @Sendable (RuleContext) -> Bool

  package init(
    _ what: String, events: [String] = [], mapKeys: [String] = [], isMet: @escaping @Sendable (RuleContext) -> Bool
  ) {
    self.what = what
    self.events = events
    self.mapKeys = mapKeys
    self.isMet = isMet
  }

  /// `log tab_select or tabs_shown, or declare tabs in the app map`
  package var remedy: String {
    let quoted = { (words: [String]) in Wording.list(words.map { "`\($0)`" }, "or") }
    switch (events.isEmpty, mapKeys.isEmpty) {
    case (false, false): return "log \(quoted(events)), or declare \(quoted(mapKeys)) in the app map"
    case (false, true): return "log \(quoted(events))"
    case (true, false): return "declare \(quoted(mapKeys)) in the app map"
    case (true, true): return "a longer log may show it"
    }
  }
}
