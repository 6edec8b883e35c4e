import NavigationModel
import UsabilityRules

/// The options of a run.
public struct AuditOptions: Sendable {
  /// Files, folders (read whole) and `-` for standard input.
  public var logs: [String] = []
  /// The file of the app map. Default: the `navaudit.yml` of a folder of logs, or the store's map.
  public var map: String?
  /// The format of all logs. Default: auto-detected for each.
  public var format: String?
  /// The longest time between neighboring events of a session without an id, seconds. Default: the store's, or 30 minutes.
  public var gap: Int?
  /// The longest pause between neighboring events with the same session id, seconds; 0: no limit. Default: the store's, or 4 hours.
  public var longestPause: Int?
  /// The largest share of lines, blank ones left out, that may be rejected.
  public var maxRejected = 0.05
  /// What the run goes on with although it would otherwise be refused.
  public var allowed: Set<Allowance> = []
  /// A file for the rejected lines, with their line numbers and reasons.
  public var rejectedFile: String?
  /// The memory limit, bytes (``MemoryBudget``). Default: half of RAM.
  public var memory = MemoryBudget.usual
  /// Whether the structure of the app is inferred from screens where neither the log nor the map gives it.
  public var infersStructure = false
  /// How many threads work.
  public var workers = 2
  /// The passphrase of the pseudonyms' key. Default: the store's key, or one derived from the set of users.
  public var key: String?
  /// Whether users are written as they are in the log.
  public var revealsUsers = false
  /// Whether `sessions.csv` is written.
  public var writesSessions = false
  /// The dimensions by which every table is broken down.
  public var segments: [String] = []
  /// Figures based on fewer users than this are suppressed; nil: small groups are not hidden.
  public var minimumGroup: Int?
  /// Rules to run, by id or family; all where it is empty.
  public var select: [String] = []
  /// Rules to leave out, by id or family.
  public var ignore: [String] = []
  /// The days (UTC) on which the sessions start that are judged; all where it is nil.
  public var days: DayRange?
  /// With which earlier run the findings are compared; none where it is nil.
  public var since: EarlierRun?
  /// The address of the rules' reference, to which findings link.
  public var documentation: String?
  /// A file of findings that are known (``Baseline``).
  public var baseline: String?
  /// Files of findings for other programs.
  public var findingsOutputs: [FindingsOutput] = []
  /// The severity from which on a finding counts as a failure in them.
  public var failOn: Severity?

  public init() {}

  /// An earlier run to compare with.
  public enum EarlierRun: Sendable, Equatable {
    /// The one before, of the same store or folder.
    case last
    /// The last one of another store, or of a folder with its store.
    case named(String)
  }

  /// The least that ``memory`` may be.
  public static let leastMemory = MemoryBudget.least
  /// Whether an analysis leaves its store: it holds every session of everybody, which is no small group to hide.
  var leavesStore: Bool { minimumGroup == nil }
  var budget: MemoryBudget { MemoryBudget(bytes: memory) }

  /// The measures of so many events and more are kept in the store; those of fewer are worked out again in no more time than it takes to read them.
  var leastEventsKept = 100_000

  /// The limits asked for, else the default ones.
  var sessionLimits: SessionLimits { limits(or: SessionLimits()) }

  /// The limits asked for, else those of `other`.
  func limits(or other: SessionLimits) -> SessionLimits {
    SessionLimits(
      gap: gap.map { Int64($0) * 1_000_000 } ?? other.gap, longestPause: longestPause.map { Int64($0) * 1_000_000 } ?? other.longestPause)
  }
}

extension SessionLimits {
  /// The limits as a report names them.
  var settings: [(name: String, value: String)] {
    [
      ("session gap", Wording.duration(seconds: Int(gap / 1_000_000))),
      ("longest pause in a session", longestPause == 0 ? "no limit" : Wording.duration(seconds: Int(longestPause / 1_000_000))),
    ]
  }
}
