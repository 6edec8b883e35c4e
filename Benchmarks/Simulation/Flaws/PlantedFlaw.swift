/// A flaw that is turned on, with its subjects.
package struct PlantedFlaw: Sendable, Equatable {
  package var flaw: Flaw
  /// Its subjects: names of tabs, items, screens…; empty for the default choice.
  package var subjects: [String]
  /// Its strength, as a share of what it affects; nil for the default.
  package var share: Double?
  /// How deep it goes (`depth.over-limit`).
  package var depth: Int?

  package init(_ flaw: Flaw, subjects: [String] = [], share: Double? = nil, depth: Int? = nil) {
    self.flaw = flaw
    self.subjects = subjects
    self.share = share
    self.depth = depth
  }

  /// The id of the rule that must find it.
  package var rule: String { flaw.rawValue }

  /// The subject in the rule's finding: `A ↔ B` for a pair of sections, `app` for the app.
  package var subject: String {
    switch flaw {
    case .pathPingPong: subjects.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.joined(separator: " ↔ ")
    case .tabsOverFive, .tabsMoreToll, .tabsReorderConsensus, .tabsWideOverflow:
      flaw == .tabsReorderConsensus ? subjects.first ?? "app" : "app"
    default: subjects.first ?? "app"
    }
  }
}
