import ArgumentParser
import NavigationAudit
import Reporting
import UsabilityRules

struct IngestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest",
    abstract: "Add logs to a store.",
    discussion: """
      Files already in the store are skipped; a session that continues in the next file becomes one session.

        navaudit ingest logs/2026-03-01.ndjson.gz --store app.sqlite
        navaudit report app.sqlite --output Reports
      """)

  @OptionGroup var log: LogArguments
  @OptionGroup var map: MapOption
  @OptionGroup var columns: ColumnsOption
  @OptionGroup var format: FormatOption
  @OptionGroup var rejection: RejectionOption
  @OptionGroup var rejectedFile: RejectedFileOption
  @OptionGroup var allowing: AllowOptions
  @OptionGroup var gap: GapOption
  @OptionGroup var inference: InferOption
  @OptionGroup var revealing: RevealOption
  @OptionGroup var days: TimeZoneOption
  @OptionGroup var work: WorkerOption
  @OptionGroup var memory: MemoryOption
  @OptionGroup var messages: QuietOption

  @Option(
    help: ArgumentHelp("Store; created if it does not exist.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var store = Audit.storeName

  func run() async throws {
    var options = AuditOptions(
      log, map, columns, format, rejection, rejectedFile, allowing, gap, inference, revealing, days, work, memory)
    options.key = AuditOptions.passphrase
    let outcome = try await running(Audit(options), quiet: messages.quiet) { [store] in
      try await $0.ingest(into: store)
    }
    if messages.quiet { return }
    outcome.notes.forEach { Terminal.print($0, isDone: true) }
    let known = outcome.known > 0 ? " (\(Wording.count(outcome.known, "file")) already in it)" : ""
    Terminal.print(
      "\(store): \(Wording.count(outcome.events, "event")) from \(Wording.count(outcome.files, "file")) added\(known).",
      isDone: true)
  }
}

/// Copies the reports of a run, for the Python package.
struct SaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Copy a folder of reports, as if the run had written it there.", shouldDisplay: false
  )

  @Argument(help: ArgumentHelp("A folder of reports.", valueName: "folder"), completion: .directory)
  var source: String

  @Option(name: [.short, .long], help: ArgumentHelp("Folder for the copy.", valueName: "folder"))
  var output: String

  func run() async throws {
    try await running(Audit(AuditOptions()), quiet: true) { [source, output] in try await $0.save(source, to: output) }
  }
}

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write reports from a store: with its own app map and session limits, or with new ones.",
    discussion: """
      Several stores in a folder, as `navaudit map --store` writes them, are read as one.

        navaudit report app.sqlite --map navaudit.yml --output Reports
        navaudit report parts/ --output Reports
      """)

  @Argument(
    help: ArgumentHelp("The store, such as Reports/navigation.sqlite, or a folder of stores.", valueName: "store"),
    completion: .file(extensions: ["sqlite"]))
  var store: String

  @OptionGroup(title: OptionTitle.first) var output: OutputOptions
  @OptionGroup(title: OptionTitle.first) var map: MapOption
  @OptionGroup(title: OptionTitle.first) var period: PeriodOptions
  @OptionGroup(title: OptionTitle.first) var failing: FailOption

  @OptionGroup(title: OptionTitle.reading) var allowing: AllowOptions
  @OptionGroup(title: OptionTitle.reading) var gap: GapOption
  @OptionGroup(title: OptionTitle.reading) var inference: InferOption
  @OptionGroup(title: OptionTitle.reading) var days: TimeZoneOption
  @OptionGroup(title: OptionTitle.reading) var selection: OnlyOption

  @OptionGroup(title: OptionTitle.privacy) var groups: GroupOptions
  @OptionGroup(title: OptionTitle.privacy) var sessions: SessionsOption

  @OptionGroup(title: OptionTitle.jobs) var outcomes: OutcomeOptions
  @OptionGroup(title: OptionTitle.jobs) var rules: RuleOptions

  @OptionGroup(title: OptionTitle.machine) var work: WorkerOption
  @OptionGroup(title: OptionTitle.machine) var memory: MemoryOption
  @OptionGroup(title: OptionTitle.machine) var messages: QuietOption

  func validate() throws { try sessions.expectAll(selection, groups) }

  func run() async throws {
    let options = AuditOptions(
      map, period, failing, allowing, gap, inference, days, selection, groups, sessions, outcomes, rules, work, memory)
    let outcome = try await running(Audit(options), quiet: messages.quiet) { [store, folder = output.output] in
      try await $0.report(on: store, output: folder)
    }
    try outcomes.conclude(outcome, output, options, quiet: messages.quiet)
  }
}

struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove people and all of their data from a store.",
    discussion: """
      Existing reports still include them: write the reports again. The store keeps its list of log files, so those \
      files are not read again; a new \
      file with events of these people brings them back.

        navaudit forget u17 --store app.sqlite
        navaudit report app.sqlite --output Reports
      """)

  @Argument(help: ArgumentHelp("Users, by name as in the logs or by pseudonym.", valueName: "user"))
  var users: [String]

  @Option(help: ArgumentHelp("The store.", valueName: "file"), completion: .file(extensions: ["sqlite"]))
  var store = Audit.storeName

  @OptionGroup var messages: QuietOption

  func validate() throws {
    guard let file = users.first(where: { $0.hasSuffix(".sqlite") }) else { return }
    let others = users.filter { $0 != file }
    throw ValidationError(
      """
      forget takes the store as an option: navaudit forget \
      \(others.isEmpty ? "USER" : others.joined(separator: " ")) --store \(file)
      """)
  }

  func run() async throws {
    let outcome = try await running(Audit(AuditOptions()), quiet: messages.quiet) { [users, store] in
      try await $0.forget(users, in: store)
    }
    if messages.quiet { return }
    if outcome.users == 0 {
      return Terminal.print(
        "\(store): rewritten, after an earlier run had removed people; none of these is in it.", isDone: true)
    }
    Terminal.print(
      """
      \(store): \(Wording.count(outcome.users, "user")) removed, with \(Wording.count(outcome.sessions, "session")) \
      and \(Wording.count(outcome.events, "event")); write the reports again, the old ones still count them.
      """, isDone: true)
  }
}
