/// A first app map for a log, as written by `navaudit init`: what the log shows, what is inferred and how confidently, and what to review.
public struct MapDraft: Sendable {
  /// The file, with comments. It is a valid app map.
  public package(set) var text = ""
  /// The inferred structure; nil if the log itself shows it.
  public package(set) var structure: InferredStructure?
  /// The tabs in the map.
  public package(set) var tabs: [String] = []
  public package(set) var events = 0
  /// Notes on how the logs were read.
  public package(set) var notes: [String] = []

  package init() {}
}
