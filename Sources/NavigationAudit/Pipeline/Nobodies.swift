import Measures
import NavigationModel

/// Ids that stand for nobody: placeholders, those that many devices share, and scripts. Tables count what was logged;
/// rules and plans are of people (TheRules.md, *Data quality checks*).
struct Nobodies: BinaryRecord {
  /// Ids and their events, by ``IDs/Kind``.
  private var counts = IDs.Kind.allCases.map { _ in 0 }
  private var eventCounts = IDs.Kind.allCases.map { _ in 0 }
  /// All ids.
  private var ids = 0

  static let form = BinaryForm(Self.init(counts:eventCounts:ids:), \.counts, \.eventCounts, \.ids)

  init() {}

  private init(counts: [Int], eventCounts: [Int], ids: Int) throws {
    guard [counts, eventCounts].allSatisfy({ $0.count == IDs.Kind.allCases.count }) else { throw BinaryError.invalid }
    self.counts = counts
    self.eventCounts = eventCounts
    self.ids = ids
  }

  /// One id in so many may be a robot: where more are as quick, the app does what looks so. `H`
  private static let mostPeople = 20

  /// The kinds that are not judged. `0` and `-1` are placeholders only beside ids that are no numbers.
  var kinds: Set<IDs.Kind> {
    Set(
      [.word] + (counts[IDs.Kind.number.rawValue] == 0 ? [.zero] : [])
        + (counts[IDs.Kind.robot.rawValue] * Self.mostPeople <= ids ? [.robot] : []))
  }
  var users: Int { kinds.reduce(0) { $0 + counts[$1.rawValue] } }
  var events: Int { kinds.reduce(0) { $0 + eventCounts[$1.rawValue] } }

  /// Adds an id.
  /// - Parameter kind: nil if it is a person's.
  mutating func add(_ kind: IDs.Kind?, events: Int) {
    ids += 1
    guard let kind else { return }
    counts[kind.rawValue] += 1
    eventCounts[kind.rawValue] += events
  }

  mutating func merge(_ other: Self) {
    for kind in counts.indices {
      counts[kind] += other.counts[kind]
      eventCounts[kind] += other.eventCounts[kind]
    }
    ids += other.ids
  }

  /// An id of fewer events may well be a person's.
  private static let fewestEvents = 1000
  /// One in so many sessions of a shared id begins while another goes on; a clock that was set makes one or two. `H`
  private static let mostAlone = 10

  /// Whether several people act under an id at the same time.
  static func isShared(_ sessions: [Range<Int>], _ events: [Event]) -> Bool {
    if events.count < fewestEvents { return false }
    var end = Int64.min
    var overlapping = 0
    for session in sessions where events[session.lowerBound].session != 0 {
      if events[session.lowerBound].time < end { overlapping += 1 }
      end = max(end, events[session.upperBound - 1].time)
    }
    return overlapping > 2 && overlapping * mostAlone >= sessions.count
  }

  /// People do not do so many things in the same order again, let alone so often. `H`
  private static let fewestActs = 30
  private static let fewestRepeats = 3

  /// Whether a script acts under an id: its long sessions, which hold nearly all that it does, are the same act by act.
  static func isScripted(_ sessions: [Range<Int>], _ events: [Event]) -> Bool {
    let long = sessions.filter { $0.count >= fewestActs }
    guard long.count >= fewestRepeats, let first = long.first, long.allSatisfy({ $0.count == first.count }),
      long.count * first.count * 10 >= events.count * 9
    else { return false }
    return long.dropFirst().allSatisfy { session in
      zip(events[first], events[session]).allSatisfy {
        $0.kind == $1.kind && $0.screen == $1.screen && $0.target == $1.target
      }
    }
  }

  /// With fewer acts an id may be that of a person in a hurry.
  private static let fewestActsOfRobot = 200
  /// Nobody does one thing after the other within a second, half of the time; what comes sooner than the first of these
  /// is one act. Microseconds. `H`
  private static let quick: ClosedRange<Int64> = 150_000...1_000_000

  /// What an id is that no word tells; nil if it is a person's.
  static func kind(_ sessions: [Range<Int>], _ events: [Event]) -> IDs.Kind? {
    if isShared(sessions, events) || isScripted(sessions, events) { return .word }
    return isQuick(sessions, events) ? .robot : nil
  }

  /// Whether most of what an id does comes within a second of what it did before.
  static func isQuick(_ sessions: [Range<Int>], _ events: [Event]) -> Bool {
    if events.count < fewestActsOfRobot { return false }
    var acts = 0
    var soon = 0
    for session in sessions {
      var last: Int64?
      for event in events[session] where event.isNavigation && event.kind != .screenView {
        if let last, event.time - last >= quick.lowerBound {
          acts += 1
          if event.time - last <= quick.upperBound { soon += 1 }
        }
        last = event.time
      }
    }
    return acts >= fewestActsOfRobot && soon * 2 > acts
  }

  /// What pseudonyms tell of ids that may stand for nobody.
  struct IDs: Sendable {
    enum Kind: Int, CaseIterable { case word, zero, number, robot }

    private var kinds: [Pseudonym: Kind] = [:]

    init(_ keys: PseudonymKey...) { self.init(keys) }

    init(_ keys: [PseudonymKey]) {
      func add(_ texts: some Sequence<String>, _ kind: Kind) {
        for var text in texts { for key in keys { kinds[text.withUTF8 { key.pseudonym(of: $0) }] = kind } }
      }
      let words = ["null", "undefined", "anonymous", "guest"]
      add(
        ["00000000-0000-0000-0000-000000000000"] + words + words.map { $0.prefix(1).uppercased() + $0.dropFirst() },
        .word)
      add(["0", "-1"], .zero)
      add((1..<1000).map(String.init), .number)
    }

    func kind(of user: Pseudonym) -> Kind? { kinds[user] }
  }
}
