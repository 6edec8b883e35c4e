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

  public init() {}

  public mutating func add(_ session: Session, score: Int = 0) {
    if let last = examples.last, examples.count == Self.limit, score < last.score { return }
    let example = Example(user: session.pseudonym, number: session.number, start: session.start, score: score)
    if let last = examples.last, examples.count == Self.limit, !example.comes(before: last) { return }
    insert(example)
  }

  private mutating func insert(_ example: Example) {
    guard !examples.contains(where: { $0.user == example.user && $0.number == example.number }) else { return }
    let place = examples.firstIndex { example.comes(before: $0) } ?? examples.count
    guard place < Self.limit else { return }
    examples.insert(example, at: place)
    if examples.count > Self.limit { examples.removeLast() }
  }

  public mutating func merge(_ other: Examples) {
    for example in other.examples { insert(example) }
  }
}

/// How often each thing occurred in a session. There are few, so they are found without hashing. It is reused from session
/// to session only for its memory, so it is not encoded.
struct Tally<Key: Hashable & Sendable>: Sendable, Codable {
  private(set) var counts: [(key: Key, count: Int)] = []
  private(set) var total = 0
  private var places: [Key: Int] = [:]

  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}

  mutating func removeAll() {
    if total == 0 { return }
    counts.removeAll(keepingCapacity: true)
    total = 0
    if !places.isEmpty { places.removeAll() }
  }

  mutating func count(_ key: Key, times: Int = 1) {
    total += times
    if let place = place(of: key) {
      counts[place].count += times
    } else {
      counts.append((key, times))
      if counts.count > 16 {
        for place in places.count..<counts.count { places[counts[place].key] = place }
      }
    }
  }

  private func place(of key: Key) -> Int? {
    places.isEmpty ? counts.firstIndex { $0.key == key } : places[key]
  }
}
