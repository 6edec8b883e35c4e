import UsabilityRules

/// What a run is asked to do.
public struct AuditOptions: Sendable {
  /// Files, folders (read whole) and `-` for standard input.
  public var logs: [String] = []
  /// The file of the app map. By itself, the `navaudit.yml` of a folder of logs is taken, or the store's.
  public var map: String?
  /// The format to read all logs by. By itself, each is recognised.
  public var format: String?
  /// The longest time between neighbouring events of a session without an id, seconds. By itself, the store's or 30 minutes.
  public var gap: Int?
  /// The largest share of lines, blank ones left out, that may be rejected.
  public var maxRejected = 0.05
  /// A file for the rejected lines, with their places and reasons.
  public var rejectedFile: String?
  /// What the run may use of memory, bytes (``MemoryBudget``): by itself half of what the machine has.
  public var memory = MemoryBudget.usual
  /// Whether the structure of the app is guessed from screens where neither the log nor the map tells it.
  public var infersStructure = false
  /// How many threads work.
  public var workers = 2
  /// The passphrase of the pseudonyms' key. By itself, the key is the store's, or one that follows from the set of users.
  public var key: String?
  /// Whether users are written as they are in the log.
  public var revealsUsers = false
  /// Whether `sessions.csv` is written.
  public var writesSessions = false
  /// The dimensions by which the tables are told apart, as the log calls them.
  public var segments: [String] = []
  /// Nothing that is written tells of fewer users than this, but of none; nil where small groups are not hidden.
  public var minimumGroup: Int?
  /// Rules to run, by id or family; all where it is empty.
  public var select: [String] = []
  /// Rules to leave out, by id or family.
  public var ignore: [String] = []
  /// A file of findings that are known (``Baseline``).
  public var baseline: String?
  /// Files of findings for other programs.
  public var findingsOutputs: [FindingsOutput] = []
  /// The severity from which on a finding counts as a failure in them.
  public var failOn: Severity?

  public init() {}

  /// The least that ``memory`` may be.
  public static let leastMemory = MemoryBudget.least
  /// Whether an analysis leaves its store: it holds every session of everybody, which is no small group to hide.
  var leavesStore: Bool { minimumGroup == nil }
  var budget: MemoryBudget { MemoryBudget(bytes: memory) }

  /// The measures of so many events and more are kept in the store; those of fewer are worked out again in no more time than it takes to read them.
  var leastEventsKept = 100_000

  static let usualGap = 30 * 60
}
