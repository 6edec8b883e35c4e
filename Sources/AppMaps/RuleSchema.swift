/// A rule that a map can configure, as the reader needs it.
public struct RuleSchema: Sendable, Equatable {
  public let id: String
  /// The names of its thresholds.
  public let thresholds: [String]
  /// The rule's title, and the meanings of its thresholds, for the schema.
  public let title: String
  public let meanings: [String: String]

  public init(id: String, thresholds: [String], title: String = "", meanings: [String: String] = [:]) {
    self.id = id
    self.thresholds = thresholds
    self.title = title
    self.meanings = meanings
  }
}
