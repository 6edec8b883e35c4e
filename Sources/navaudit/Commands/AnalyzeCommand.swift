import ArgumentParser
import NavigationAudit

struct AnalyzeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Analyze logs and write reports.",
    discussion: """
      Writes report.html and report.md with their pictures, a CSV for each table, datapackage.json and \
      navigation.sqlite into the output folder.

      Reads exports of Google Analytics 4 (Firebase), Amplitude, Mixpanel, PostHog, Segment, RudderStack, Snowplow, \
      Matomo, Countly and OpenTelemetry, logcat of an app with the Firebase SDK, and other NDJSON, CSV and TSV whose \
      columns --columns names: `navaudit help formats`.

        navaudit analyze logs/ --output Reports --open
        navaudit analyze logs/ --output Reports --since last-week/
        zcat app.ndjson.gz | navaudit analyze - --map navaudit.yml --fail-on error
        navaudit analyze logs/ --write sarif=navigation.sarif,junit=navigation.xml
      """)

  @OptionGroup var log: LogArguments

  @OptionGroup(title: OptionTitle.first) var output: OutputOptions
  @OptionGroup(title: OptionTitle.first) var map: MapOption
  @OptionGroup(title: OptionTitle.first) var columns: ColumnsOption
  @OptionGroup(title: OptionTitle.first) var period: PeriodOptions
  @OptionGroup(title: OptionTitle.first) var failing: FailOption

  @OptionGroup(title: OptionTitle.reading) var format: FormatOption
  @OptionGroup(title: OptionTitle.reading) var rejection: RejectionOption
  @OptionGroup(title: OptionTitle.reading) var rejectedFile: RejectedFileOption
  @OptionGroup(title: OptionTitle.reading) var allowing: AllowOptions
  @OptionGroup(title: OptionTitle.reading) var gap: GapOption
  @OptionGroup(title: OptionTitle.reading) var inference: InferOption
  @OptionGroup(title: OptionTitle.reading) var days: TimeZoneOption
  @OptionGroup(title: OptionTitle.reading) var selection: OnlyOption

  @OptionGroup(title: OptionTitle.privacy) var revealing: RevealOption
  @OptionGroup(title: OptionTitle.privacy) var groups: GroupOptions
  @OptionGroup(title: OptionTitle.privacy) var sessions: SessionsOption

  @OptionGroup(title: OptionTitle.jobs) var outcomes: OutcomeOptions
  @OptionGroup(title: OptionTitle.jobs) var rules: RuleOptions

  @OptionGroup(title: OptionTitle.machine) var store: NoStoreOption
  @OptionGroup(title: OptionTitle.machine) var work: WorkerOption
  @OptionGroup(title: OptionTitle.machine) var memory: MemoryOption
  @OptionGroup(title: OptionTitle.machine) var messages: QuietOption

  func validate() throws {
    try sessions.expectAll(selection, groups)
    if store.noStore, sessions.sessions {
      throw ValidationError("--sessions is made from the store, which --no-store leaves out; use only one of them")
    }
  }

  func run() async throws {
    var options = AuditOptions(
      log, map, columns, period, failing, format, rejection, rejectedFile, allowing, gap, inference, days, selection,
      revealing,
      groups, sessions, outcomes, rules, work, memory)
    options.key = AuditOptions.passphrase
    options.store = store.noStore ? .leftAlone : .written
    let folder = output.output
    let outcome = try await running(Audit(options), quiet: messages.quiet) { try await $0.analyze(output: folder) }
    try outcomes.conclude(outcome, output, options, quiet: messages.quiet)
  }
}

struct NoStoreOption: ParsableArguments {
  @Flag(
    help:
      "Leave no store beside the reports: takes 20% to 40% less time, and `report` and SQL have nothing to read later.")
  var noStore = false
}
