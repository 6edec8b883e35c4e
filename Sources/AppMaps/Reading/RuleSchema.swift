/// A rule that a map can configure, as the reader needs it.
package struct RuleSchema: Sendable, Equatable {
  package let id: String
  /// The names of its thresholds.
  package let thresholds: [String]
  /// The rule's title, and the meanings of its thresholds, for the schema.
  package let title: String
  package let meanings: [String: String]

  package init(id: String, thresholds: [String], title: String = "", meanings: [String: String] = [:]) {
    self.id = id
    self.thresholds = thresholds
    self.title = title
    self.meanings = meanings
  }
}
