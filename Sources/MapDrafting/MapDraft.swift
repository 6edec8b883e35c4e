/// A first app map for a log, as `navaudit init` writes it: what the log tells, what is guessed and how sure that is, and what to look at.
public struct MapDraft: Sendable {
  /// The file, with comments. It is a right app map.
  public package(set) var text = ""
  /// The structure that was guessed; nil where the log itself shows it.
  public package(set) var structure: InferredStructure?
  /// The tabs that the map names.
  public package(set) var tabs: [String] = []
  public package(set) var events = 0
  /// What the reader should know of how the logs were taken in.
  public package(set) var notes: [String] = []

  package init() {}
}
