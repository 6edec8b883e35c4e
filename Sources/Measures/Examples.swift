import NavigationModel

/// Up to five sessions that show something best: those with the highest scores, the earliest first on ties.
public struct Examples: MergeableCell {
  public static let limit = 5

  /// A session in which a reader can check a finding.
  public struct Example: Sendable, Codable, Hashable {
    public let user: Pseudonym
    /// The number of the session among the user's.
    public let number: Int
    public let start: Int64
    public let score: Int

    /// The session's name in every report and in the store.
    public var label: String { "\(user)-\(number)" }

    func comes(before other: Example) -> Bool {
      (-score, start, user, number) < (-other.score, other.start, other.user, other.number)
    }
  }

  public private(set) var examples: [Example] = []
  /// Score and start of the last example once there are ``limit``: most sessions come after it, and are turned away without a look at the others.
  private var last: (score: Int, start: Int64)?

  package init() {}

  package mutating func add(_ session: Session, score: Int = 0) {
    if let last, score < last.score || score == last.score && session.start > last.start { return }
    insert(Example(user: session.pseudonym, number: session.number, start: session.start, score: score))
  }

  private mutating func insert(_ example: Example) {
    guard !examples.contains(where: { $0.user == example.user && $0.number == example.number }) else { return }
    let index = examples.firstIndex { example.comes(before: $0) } ?? examples.count
    guard index < Self.limit else { return }
    examples.insert(example, at: index)
    if examples.count > Self.limit { examples.removeLast() }
    if examples.count == Self.limit { last = (examples[Self.limit - 1].score, examples[Self.limit - 1].start) }
  }

  package mutating func merge(_ other: Examples) {
    for example in other.examples { insert(example) }
  }

  public init(from decoder: any Decoder) throws {
    for example in try decoder.container(keyedBy: CodingKeys.self).decode([Example].self, forKey: .examples) { insert(example) }
  }

  private enum CodingKeys: CodingKey { case examples }
}
