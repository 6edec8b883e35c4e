import Measures
import NavigationModel

/// Ids that stand for nobody: placeholders, those that many devices share, and scripts. Tables count what was logged;
/// rules and plans are of people (TheRules.md, *Data quality checks*).
struct Nobodies: BinaryRecord {
  private(set) var words = 0
  private(set) var eventsOfWords = 0
  /// `0` and `-1` are placeholders only beside ids that are no numbers.
  private var zeros = 0
  private var eventsOfZeros = 0
  private var numbers = 0

  static let form = BinaryForm(
    Self.init(words:eventsOfWords:zeros:eventsOfZeros:numbers:), \.words, \.eventsOfWords, \.zeros, \.eventsOfZeros,
    \.numbers)

  var zerosAreNobody: Bool { numbers == 0 }
  var users: Int { words + (zerosAreNobody ? zeros : 0) }
  var events: Int { eventsOfWords + (zerosAreNobody ? eventsOfZeros : 0) }

  mutating func add(_ kind: IDs.Kind, events: Int) {
    switch kind {
    case .word:
      words += 1
      eventsOfWords += events
    case .zero:
      zeros += 1
      eventsOfZeros += events
    case .number: numbers += 1
    }
  }

  mutating func merge(_ other: Self) {
    words += other.words
    eventsOfWords += other.eventsOfWords
    zeros += other.zeros
    eventsOfZeros += other.eventsOfZeros
    numbers += other.numbers
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

  /// What pseudonyms tell of ids that may stand for nobody.
  struct IDs: Sendable {
    enum Kind { case word, zero, number }

    private var kinds: [Pseudonym: Kind] = [:]

    init() {}

    init(_ key: PseudonymKey) {
      func add(_ texts: some Sequence<String>, _ kind: Kind) {
        for var text in texts { kinds[text.withUTF8 { key.pseudonym(of: $0) }] = kind }
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
