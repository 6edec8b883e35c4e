import NavigationModel
import Statistics

/// When people first use what is not in plain sight: for each item of the More list and of menus, for each menu, tab and gesture, the users by
/// the number of the session in which they first used it, and by how many sessions they have.
public struct Discovery: Measure {
  public enum Kind: UInt8, Sendable, Codable {
    case moreItem, menuItem, menu, tab, gesture
  }

  public struct Subject: MixedHash, Sendable, Codable {
    public let kind: Kind
    /// The menu; unknown for what is in no menu.
    public let container: Name
    public let name: Name

    public init(_ kind: Kind, _ name: Name, container: Name = .unknown) {
      self.kind = kind
      self.container = container
      self.name = name
    }

    public var bits: UInt64 { (UInt64(container.rawValue) << 32 | UInt64(name.rawValue)) &+ UInt64(kind.rawValue) << 61 }
  }

  private struct FirstUse: Hashable, Codable, Sendable {
    let subject: Subject
    /// Number of the session of the first use.
    let session: Int
    /// How many sessions the user has.
    let sessions: Int
  }

  private struct Amount: MergeableCell {
    var users = 0
    mutating func merge(_ other: Amount) { users += other.users }
  }

  private var firstUses = KeyedCells<FirstUse, Amount>()
  /// Users by how many sessions they have.
  public private(set) var usersBySessions: [Int] = []

  private var user = UInt32.max
  private var sessions = 0
  /// The first uses of the present user.
  private var pending: [Subject: Int] = [:]
  /// Some of the subjects in `pending`, found without hashing: most uses are not the first.
  private var recent = [Subject?](repeating: nil, count: 64)

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    if session.user != user {
      finish()
      user = session.user
    }
    sessions += 1
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .menuSelect: note(Subject(.menuItem, occurrence.subject, container: occurrence.container))
      case .menuOpen: note(Subject(.menu, occurrence.container))
      case .tabSelect, .tabReselect: note(Subject(.tab, occurrence.subject))
      case .gesture where !occurrence.flag: note(Subject(.gesture, occurrence.subject))
      default: break
      }
    }
    for step in path.steps where step.kind == .moreItem { note(Subject(.moreItem, step.item, container: .more)) }
  }

  private mutating func note(_ subject: Subject) {
    let slot = Int(subject.name.rawValue &+ subject.container.rawValue &* 31) & 63
    if recent[slot] == subject { return }
    recent[slot] = subject
    if pending[subject] == nil { pending[subject] = sessions }
  }

  public mutating func finish() {
    if sessions > 0 {
      usersBySessions.count(at: sessions)
      for (subject, session) in pending {
        firstUses[adding: FirstUse(subject: subject, session: session, sessions: sessions)].users += 1
      }
    }
    user = .max
    sessions = 0
    if pending.isEmpty { return }
    pending.removeAll(keepingCapacity: true)
    for slot in recent.indices { recent[slot] = nil }
  }

  public mutating func merge(_ other: Discovery) {
    firstUses.merge(other.firstUses)
    usersBySessions.add(other.usersBySessions)
  }

  /// All that was used, in no order.
  public var subjects: Set<Subject> { Set(firstUses.keys.map(\.subject)) }

  /// Users with at least `sessions` sessions.
  public func users(withSessions sessions: Int) -> Int { usersBySessions.dropFirst(sessions).reduce(0, +) }

  /// Of the users with at least `sessions` sessions, those who ever used each subject of a kind, of subjects with any.
  public func users(of kind: Kind, withSessions sessions: Int) -> [Subject: Int] {
    firstUses.pairs.reduce(into: [:]) { users, use in
      if use.0.subject.kind == kind, use.0.sessions >= sessions { users[use.0.subject, default: 0] += use.1.users }
    }
  }

  /// The rows for Kaplan–Meier of a subject: first uses by session number, the other users censored at their last session.
  public func survivalRows(of subject: Subject) -> [SurvivalRow] {
    survivalRows(firstUses.pairs.lazy.filter { $0.0.subject == subject }.map { ($0.0, $0.1.users) })
  }

  /// The rows for Kaplan–Meier of all used subjects of a kind.
  public func survivalRows(of kind: Kind) -> [Subject: [SurvivalRow]] {
    var uses: [Subject: [(FirstUse, Int)]] = [:]
    for (key, amount) in firstUses.pairs where key.subject.kind == kind { uses[key.subject, default: []].append((key, amount.users)) }
    return uses.mapValues { survivalRows($0) }
  }

  private func survivalRows(_ uses: some Sequence<(FirstUse, Int)>) -> [SurvivalRow] {
    var found: [Int] = []
    var censored = usersBySessions
    for (key, users) in uses {
      found.count(at: key.session, users)
      censored.count(at: key.sessions, -users)
    }
    return (0..<max(found.count, censored.count)).compactMap { session in
      let events = session < found.count ? found[session] : 0
      let lost = session < censored.count ? censored[session] : 0
      return events + lost > 0 ? SurvivalRow(time: session, events: events, censored: lost) : nil
    }
  }
}
