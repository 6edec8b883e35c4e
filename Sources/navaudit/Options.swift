import ArgumentParser
import EventLogs
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// Options that several commands have, each group under one title of the help. No groups within groups: a debug build
/// of the argument parser validates each of them six times, and so what is within it.
protocol RunOptions: ParsableArguments {
  func apply(to options: inout AuditOptions)
}

extension AuditOptions {
  init(_ groups: any RunOptions...) {
    self.init()
    for group in groups { group.apply(to: &self) }
  }

  /// The passphrase of pseudonyms, from the environment: other users of a machine can read command lines.
  static var passphrase: String? {
    ProcessInfo.processInfo.environment["NAVAUDIT_KEY"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The titles of options in the help of `analyze` and `report`, which have most.
enum OptionTitle {
  static let first = "Most used"
  static let reading = "Reading"
  static let privacy = "Privacy"
  static let jobs = "CI"
  static let machine = "Machine"
}

struct LogArguments: RunOptions {
  @Argument(
    help: ArgumentHelp("Logs: files, folders (with all their subfolders), or - for standard input.", valueName: "log"),
    completion: .file())
  var logs: [String]

  func apply(to options: inout AuditOptions) { options.logs = logs }
}

struct RejectedFileOption: RunOptions {
  @Option(
    help: ArgumentHelp("Write rejected lines to this file, with line numbers and reasons.", valueName: "file"),
    completion: .file())
  var rejected: String?

  func apply(to options: inout AuditOptions) { options.rejectedFile = rejected }
}

struct RevealOption: RunOptions {
  @Flag(
    help:
      """
      Write users as they are in the log instead of pseudonyms (which the passphrase in NAVAUDIT_KEY, if it is set, \
      keeps from being guessed).
      """)
  var revealUsers = false

  func apply(to options: inout AuditOptions) { options.revealsUsers = revealUsers }
}

struct RejectionOption: RunOptions {
  @Option(
    help: ArgumentHelp("Largest share of rejected lines that is accepted (default: 5%).", valueName: "percentage"),
    transform: share(of: "--max-rejected"))
  var maxRejected: Double?

  func apply(to options: inout AuditOptions) {
    if let maxRejected { options.maxRejected = maxRejected }
  }
}

struct FormatOption: RunOptions {
  @Option(help: "Format of the logs, or a file with one (default: auto-detected; see `navaudit help formats`).")
  var format: String?

  func validate() throws {
    if let format, LogFormat.isFile(format) {
      do { _ = try LogFormat.all(named: format) } catch { throw ValidationError("\(error)") }
      return
    }
    let known = LogFormat.all.map(\.name)
    if let format, !known.contains(format) {
      throw ValidationError.unknown(
        "unknown format", format, among: known,
        otherwise: FileManager.default.fileExists(atPath: format)
          ? "the name of a file with formats ends with .yml" : "navaudit knows \(known.joined(separator: ", "))")
    }
  }

  func apply(to options: inout AuditOptions) { options.format = format }
}

struct ColumnsOption: RunOptions {
  @Option(
    help: ArgumentHelp(
      """
      Columns that hold native fields, such as user=participant,time=timestamp, ahead of the map's `columns`. Given \
      several times, they add up.
      """,
      valueName: "field=column,…"),
    transform: columnNames)
  var columns: [[(field: String, column: String)]] = []

  func apply(to options: inout AuditOptions) { options.columns = columns.flatMap(\.self) }
}

/// Refusals that the user overrides.
struct AllowOptions: RunOptions {
  @Option(
    help: ArgumentHelp(
      """
      Override a refusal: \(words.joined(separator: ", ")) (a truncated log; --fail-on without a verdict; a log from \
      before 2008; states that may share users).
      """,
      valueName: "list"),
    completion: .list(words), transform: wordList)
  var allow: [[String]] = []

  private static let words = Override.allCases.map(\.rawValue)

  func validate() throws {
    if let first = allow.joined().first(where: { Override(rawValue: $0) == nil }) {
      throw ValidationError.unknown("--allow does not know", first, among: Self.words)
    }
  }

  func apply(to options: inout AuditOptions) { options.allowed = Set(allow.joined().compactMap(Override.init)) }
}

struct MapOption: RunOptions {
  @Option(
    help: ArgumentHelp(
      "App map (default: navaudit.yml in the folder of logs, or the map of the store).", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var map: String?

  func apply(to options: inout AuditOptions) { options.map = map }
}

/// How sessions are made of events.
struct GapOption: RunOptions {
  @Option(
    help: ArgumentHelp(
      "Longest pause within a session, for events without a session id (default: 30m, or that of the store).",
      valueName: "duration"),
    transform: seconds(of: "--gap", standard: "m", in: 1...100_000))
  var gap: Int?

  func apply(to options: inout AuditOptions) { options.gap = gap }
}

struct InferOption: RunOptions {
  @Flag(
    help:
      """
      Infer the structure of the app (tabs, More list, menus) from screen views if neither the log nor the map \
      provides it.
      """)
  var infer = false

  func apply(to options: inout AuditOptions) { options.infersStructure = infer }
}

struct MemoryOption: RunOptions {
  @Option(
    help: ArgumentHelp(
      "Memory limit (default: half of RAM; minimum: 64M). Larger inputs spill to temporary files.", valueName: "size"),
    transform: memorySize)
  var memory: Int?

  func apply(to options: inout AuditOptions) { if let memory { options.memory = memory } }
}

struct WorkerOption: RunOptions {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp(
      "How many tasks work side by side (default: one per core); more than four per core count as four.",
      valueName: "count"))
  var workers: Int?

  func validate() throws {
    guard let workers, !(1...1024).contains(workers) else { return }
    throw ValidationError("--workers takes a count from 1 to 1024, not \(workers)")
  }

  func apply(to options: inout AuditOptions) { if let workers { options.workers = workers } }
}

struct QuietOption: ParsableArguments {
  @Flag(name: [.short, .long], help: "Print errors only.")
  var quiet = false
}

struct TimeZoneOption: RunOptions {
  @Option(
    help: ArgumentHelp(
      "Time zone of days, and of times without one, such as Europe/Berlin (default: the map's, or UTC).",
      valueName: "zone"),
    completion: .custom { _, _, _ in CalendarDays.zones })
  var timeZone: String?

  func validate() throws {
    if let timeZone, CalendarDays(zone: timeZone) == nil {
      throw ValidationError.unknown(
        "unknown time zone", timeZone, among: CalendarDays.zones, otherwise: "name one like Europe/Berlin or UTC")
    }
  }

  func apply(to options: inout AuditOptions) { options.timeZone = timeZone }
}

/// The days to judge, and the earlier run to compare with.
struct PeriodOptions: RunOptions {
  @Option(
    help: ArgumentHelp("Judge only sessions that start on this day or later, such as 2026-03-01.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Judge only sessions that start on this day or earlier.", valueName: "date"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      """
      Compare the findings with those of an earlier report, or of a store (default: the report in the output folder, \
      if it is on other sessions).
      """,
      valueName: "folder or store"),
    completion: .file())
  var since: String?

  func validate() throws { _ = try days() }

  func apply(to options: inout AuditOptions) {
    options.days = try? days()
    options.since = since
  }

  /// The days on which sessions start; nil: all.
  private func days() throws -> DayRange? {
    guard from != nil || to != nil else { return nil }
    do {
      return try DayRange(first: from.map { try DayRange.day($0) }, last: to.map { try DayRange.day($0) })
    } catch let error as DayRange.Malformed {
      throw ValidationError(error.description)
    }
  }
}

/// Whose sessions are judged.
struct OnlyOption: RunOptions {
  @Option(
    help: ArgumentHelp(
      """
      Judge only sessions with this value of a dimension, such as locale=fi, or people who select a tab, such as \
      tab=Earnings; may be repeated.
      """,
      valueName: "dimension=value"))
  var only: [String] = []

  func validate() throws { _ = try selection() }

  func apply(to options: inout AuditOptions) { options.only = try? selection() }

  /// Nil: everybody's.
  private func selection() throws -> SessionSelection? {
    if only.isEmpty { return nil }
    do {
      return try SessionSelection(only)
    } catch {
      throw ValidationError("--only: \(error.description)")
    }
  }
}

struct SessionsOption: RunOptions {
  @Flag(help: "Also write sessions.csv, with a row for each session.")
  var sessions = false

  func apply(to options: inout AuditOptions) { options.writesSessions = sessions }

  /// - Throws: if another option hides sessions.
  func expectAll(_ only: OnlyOption, _ groups: GroupOptions) throws {
    guard sessions else { return }
    if groups.minimumGroup != nil {
      throw ValidationError("--sessions lists individual users, which --minimum-group hides; use only one of them")
    }
    if !only.only.isEmpty {
      throw ValidationError(
        "--sessions lists every session of the log, which --only selects from; use only one of them")
    }
  }
}

/// What is hidden in all output, so that it can be shared.
struct GroupOptions: RunOptions {
  @Option(
    help: ArgumentHelp(
      "Leave out what is about fewer users than this: rows, findings, names, days and examples. Totals stay.",
      valueName: "users"))
  var minimumGroup: Int?

  func validate() throws {
    if let minimumGroup, !(2...1_000_000).contains(minimumGroup) {
      throw ValidationError("--minimum-group takes a count from 2 to 1000000, not \(minimumGroup)")
    }
  }

  func apply(to options: inout AuditOptions) { options.minimumGroup = minimumGroup }
}

struct RuleOptions: RunOptions {
  @Option(
    help: ArgumentHelp("Run only these rules and families of rules, such as depth,menu.promote.", valueName: "rules"),
    completion: .list(RuleSelection.words),
    transform: wordList)
  var select: [[String]] = []

  @Option(
    help: ArgumentHelp("Skip these rules and families of rules.", valueName: "rules"),
    completion: .list(RuleSelection.words), transform: wordList)
  var ignore: [[String]] = []

  func validate() throws {
    if let first = RuleSelection(select: Array(select.joined()), ignore: Array(ignore.joined())).unknown.first {
      throw ValidationError.unknown(
        "no rule or family is called", first, among: RuleSelection.words, otherwise: "`navaudit rules` lists them")
    }
  }

  func apply(to options: inout AuditOptions) {
    options.select = Array(select.joined())
    options.ignore = Array(ignore.joined())
  }
}
