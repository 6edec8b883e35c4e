import EventLogs
import Foundation
import Measures
import NavigationModel
import UsabilityRules

/// The options of a run.
public struct AuditOptions: Sendable {
  /// Files, folders and `-` for standard input.
  public var logs: [String] = []
  /// The file of the app map. Default: the `navaudit.yml` of a folder of logs, or the store's map.
  public var map: String?
  /// Columns, or paths of JSON, that hold native fields, as in the map's `columns`; they take precedence over the
  /// map's.
  public var columns: [(field: String, column: String)] = []
  /// The time zone of days, and of times without one, as in the IANA time zone database. Default: the map's, or UTC.
  public var timeZone: String?
  /// The format of all logs. Default: auto-detected for each.
  public var format: String?
  /// The longest time between neighboring events of a session without an id, seconds. Default: the store's, or 30
  /// minutes.
  public var gap: Int?
  /// The largest share of lines, blank ones left out, that may be rejected.
  public var maxRejected = 0.05
  /// Refusals that the user overrides.
  public var allowed: Set<Override> = []
  /// A file for the rejected lines, with their line numbers and reasons.
  public var rejectedFile: String?
  /// The memory limit, bytes (``MemoryBudget``). Default: half of RAM.
  public var memory = MemoryBudget.standard
  /// Whether the structure of the app is inferred from screens where neither the log nor the map gives it.
  public var infersStructure = false
  /// The number of tasks, from 1 to ``mostWorkers``; other numbers become the nearest of these. Each task has its own
  /// tables, so more tasks need more memory, and more tasks than cores are not faster. The results do not depend on it.
  public var workers = cores { didSet { workers = max(1, min(workers, Self.mostWorkers)) } }
  /// The passphrase of the pseudonyms' key. Default: the store's key, or one derived from the set of users.
  public var key: String?
  /// Whether users are written as they are in the log.
  public var revealsUsers = false
  /// Whether `sessions.csv` is written.
  public var writesSessions = false
  /// What becomes of the store beside the reports of an analysis. If small groups are hidden, it is always removed: it
  /// holds every session of every user.
  public var store = StoreUse.written
  /// Rows, findings and names of fewer users than this are left out; nil: small groups are not hidden.
  public var minimumGroup: Int?
  /// Rules to run, by id or family; empty: all.
  public var select: [String] = []
  /// Rules to leave out, by id or family.
  public var ignore: [String] = []
  /// Only sessions that start on these days are judged; nil: all.
  public var days: DayRange?
  /// Whose sessions are judged; nil: everybody's.
  public var only: SessionSelection?
  /// A folder of reports, or a store, to compare the findings with. Default: the reports in the output folder, if they
  /// are on other sessions.
  public var since: String?
  /// A file of known findings (``Baseline``).
  public var baseline: String?
  /// Files of findings for other programs.
  public var findingsOutputs: [FindingsOutput] = []
  /// The lowest severity that counts as a failure in them.
  public var failOn: Severity?

  public init() {}

  /// What becomes of the store in the folder of the reports.
  public enum StoreUse: Sendable {
    /// The analysis writes its own, in place of that of an earlier one.
    case written
    /// The analysis writes none, which takes 20% to 40% less time, and leaves that of an earlier one alone.
    case leftAlone
    /// The analysis writes none, and removes that of an earlier one.
    case removed
  }

  /// The maximum of ``workers``: four for each core.
  public static let mostWorkers = 4 * cores
  private static let cores = ProcessInfo.processInfo.activeProcessorCount

  /// The minimum of ``memory``.
  public static let leastMemory = MemoryBudget.least
  /// Whether every session of the log or store is judged.
  var judgesAll: Bool { days == nil && only == nil }
  /// ``store``, unless small groups are hidden.
  var storeUse: StoreUse { minimumGroup == nil ? store : .removed }
  var budget: MemoryBudget { MemoryBudget(bytes: memory) }
  /// ``workers``, as far as there is room for them.
  var tasks: Int { min(workers, budget.mostWorkers) }
  var notes: [String] {
    tasks < workers ? ["\(tasks) of \(Wording.count(workers, "worker")): --memory has room for no more"] : []
  }

  /// Measures of this many events or more are cached in the store; recomputing those of fewer takes no longer than
  /// reading them.
  var leastEventsKept = 100_000

  /// The given limit for sessions without an id, otherwise that of `gap`, and the map's limit for those with one.
  func limits(_ map: AppMap, gap other: Int64 = SessionLimits().gap) -> SessionLimits {
    SessionLimits(
      gap: gap.map { Int64($0) * 1_000_000 } ?? other,
      longestPause: map.longestPause.map { Int64($0) * 1_000_000 } ?? SessionLimits().longestPause)
  }
}

extension SessionLimits {
  var settings: [(name: String, value: String)] {
    [
      ("session gap", Wording.duration(seconds: Int(gap / 1_000_000))),
      (
        "longest pause in a session",
        longestPause == 0 ? "no limit" : Wording.duration(seconds: Int(longestPause / 1_000_000))
      ),
    ]
  }
}

/// A refusal that the user overrides (`--allow`).
public enum Override: String, CaseIterable, Sendable {
  /// A truncated log: a file that became shorter while it was read, or a JSON array without its end.
  case truncated
  /// `--fail-on` although the navigation could not be judged.
  case unassessed
  /// A log mostly from before 2008, when there were no app stores: times with another epoch look like that.
  case oldTimes = "old-times"
  /// States that may hold the same users: the caller guarantees that no user is counted twice.
  case overlap
}

/// Why a run failed: what happened, where, and what to do, in one line.
public struct AuditError: Error, Equatable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) { self.description = description }

  static func noEvents(_ what: String) -> AuditError {
    AuditError("\(what): no events; name a log with one event per line")
  }

  static func tooFewUsers(least: Int) -> AuditError {
    AuditError(
      """
      there are fewer users than --minimum-group \(least), so everything would be left out; add logs or lower \
      --minimum-group
      """)
  }
}
