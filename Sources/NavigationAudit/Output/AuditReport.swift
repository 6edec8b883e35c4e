import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import Reporting
import UsabilityRules

/// Judges measures and writes the files of a run.
struct AuditReport {
  private let options: AuditOptions
  private let loaded: LoadedMap
  private let structure: InferredStructure?
  private let figures: AuditInput
  private var contents: ReportContents

  /// The files that a run may write, except the store.
  static let allFiles: [String] = {
    let tables =
      ["findings", "log_quality", "unknown_events", "sessions"]
      + Measures.tableNames + Advice.tableNames
    return tables.map { $0 + ".csv" } + [DataPackage.fileName, messageFile] + ReportFormat.all.map(\.fileName)
      + Document.Picture.files
  }()

  /// What surely changed since an earlier report that was named; empty if nothing did.
  static let messageFile = "message.md"

  /// The files that a run with these options may write, except the store.
  static func files(_ options: AuditOptions) -> [String] {
    allFiles.filter {
      (options.writesSessions || $0 != "sessions.csv") && (options.since != nil || $0 != messageFile)
    }
  }

  /// - Parameter hasStore: whether the store is in the folder of the reports.
  init(
    _ run: Pipeline, _ structure: InferredStructure?, _ figures: AuditInput,
    rejections: [ReportContents.RejectedLines] = [], hasStore: Bool = true,
    privacy: ReportContents.Privacy = .init(), earlier: ReportContents.EarlierReport? = nil
  ) {
    options = run.options
    loaded = run.loaded.completed(by: structure)
    self.structure = structure
    self.figures = figures
    var contents = Self.contents(options, loaded, figures, rejections, hasStore)
    contents.privacy = privacy
    if let earlier, !contents.isOfSameSessions(as: earlier) {
      contents.earlier = earlier.hidingFewerUsers(than: options.minimumGroup)
    }
    contents.isComparedWithEarlier = options.since != nil || contents.earlier != nil
    if let earlier = contents.earlier { contents.since = Self.since(earlier, options, loaded, figures) }
    contents.privacy.hasSessions = options.writesSessions
    contents.privacy.masksNames = loaded.map.masksNames
    self.contents = contents
  }

  /// What surely changed since an earlier report; nil if the log has nothing of the time before or since.
  private static func since(
    _ earlier: ReportContents.EarlierReport, _ options: AuditOptions, _ loaded: LoadedMap, _ figures: AuditInput
  ) -> SinceRows? {
    guard let sides = figures.since else { return nil }
    let checks = ComparisonGuard.results(
      ComparisonCheckContext(
        sides: sides, beforeLabel: "before", afterLabel: "since", comparison: ComparisonOptions()))
    let rows = SinceRows(
      sides, whole: figures.measures, end: loaded.map.calendar.day(of: earlier.period.upperBound),
      ComparisonSettings(loaded.map), selection: RuleSelection(select: options.select, ignore: options.ignore),
      isComparable: checks.allSatisfy { $0.outcome != .refused })
    return options.minimumGroup.map { rows.hidingSmallGroups(least: $0) } ?? rows
  }

  private static func contents(
    _ options: AuditOptions, _ loaded: LoadedMap, _ figures: AuditInput, _ rejections: [ReportContents.RejectedLines],
    _ hasStore: Bool
  ) -> ReportContents {
    let judged = figures.judged
    var advice = Advice(judged.measures, judged.scope, hidingFewerThan: options.minimumGroup)
    if figures.clean != nil {
      advice.add(partsOf: Advice(figures.measures, figures.scope, hidingFewerThan: options.minimumGroup))
    }
    let results = Rule.judge(
      judged.measures, judged.scope, recent: judged.recent,
      plan: RecommendedMoves(advice, hidingFewerThan: options.minimumGroup),
      selection: RuleSelection(select: options.select, ignore: options.ignore))
    var contents = ReportContents(
      app: loaded.map.app, measures: figures.measures, scope: figures.scope,
      tables: figures.measures.tables(figures.scope),
      findings: InferredStructure.marked(results.findings, loaded.map))
    contents.part = figures.clean.map { .init(measures: $0.measures, scope: $0.scope, sentence: $0.sentence) }
    contents.advice = advice
    contents.adviceTables = contents.advice.tables(figures.scope, span: judged.measures.period)
    contents.rules = results.ran
    contents.rulesWithoutFinding = results.withoutFinding
    contents.exempted = results.exempted
    contents.rulesNotRun = results.notRun
    let nameable = options.minimumGroup.map { least in
      ReportContents.nameable(contents.tables.map { $0.withoutSmallGroups(least: least).table })
    }
    let checks = LogCheckContext(
      figures.measures, figures.scope, rulesWithoutEvidence: results.withoutEvidence, nameable: nameable)
    contents.logQuality = LogCheck.results(checks)
    contents.unread = figures.unreadEvents(least: options.minimumGroup)
    // Names of logs may contain names of people.
    if !options.logs.isEmpty, options.minimumGroup == nil { contents.logNames = options.logs.joined(separator: " ") }
    contents.mapFile = loaded.givenFile.map { options.minimumGroup == nil ? $0 : $0.lastComponent }
    contents.mapLine = contents.unread.first(where: \.mayBeNavigation).flatMap(loaded.map.line)
    contents.reading = loaded.reading
    contents.waiting = figures.measures.waiting(figures.scope)
    contents.sources = figures.sources.map { source in
      (
        source.name, source.format, source.events + source.rejections.values.reduce(0, +), source.events,
        source.rejected
      )
    }
    contents.rejections = rejections
    contents.settings = settings(options, loaded, figures)
    contents.thresholds = loaded.map.changedThresholds
    contents.otherFiles = [(DataPackage.fileName, "describes every CSV for tools (Frictionless data package)")]
    contents.otherFiles += ReportFormat.all.map { ($0.fileName, $0.summary) }
    if hasStore {
      contents.otherFiles.append((Audit.storeName, "the model itself, for any SQLite tool; only analyze writes it"))
    }
    if options.writesSessions { contents.otherFiles.append(("sessions.csv", "one row for each session")) }
    if let least = options.minimumGroup { contents.hideSmallGroups(least: least) }
    return contents
  }

  private static func settings(
    _ options: AuditOptions, _ loaded: LoadedMap, _ figures: AuditInput
  ) -> [(name: String, value: String)] {
    var settings: [(name: String, value: String)] = []
    // Names of folders may contain names of people.
    if let file = loaded.file { settings.append(("app map", options.minimumGroup == nil ? file : file.lastComponent)) }
    settings += InferredStructure.settings(loaded.map)
    settings += figures.limits.settings
    if let days = options.days { settings.append(("days on which sessions start", days.description)) }
    if let only = options.only { settings.append(("sessions selected", only.description)) }
    if let zone = loaded.map.timeZone { settings.append(("time zone", zone)) }
    if let least = options.minimumGroup { settings.append(("minimum group", "\(least) users")) }
    if !options.select.isEmpty { settings.append(("rules selected", options.select.joined(separator: ", "))) }
    if !options.ignore.isEmpty { settings.append(("rules ignored", options.ignore.joined(separator: ", "))) }
    return settings
  }

  /// Writes all files into a folder, except the data package.
  /// - Returns: the names of the files, including the package, and the package.
  /// - Parameter store: holds the rows of `sessions.csv`.
  func write(to folder: OutputFolder, store: Store? = nil) async throws -> (files: [String], package: DataPackage) {
    var tables = contents.allTables
    // The reports take longest. One job writes them all, so that the package lists them in this order.
    var jobs: [@Sendable () throws -> Void] = [
      { [options, contents, tables] in
        let document = Document(contents, tables: tables)
        for format in ReportFormat.all { try folder.write(format.render(document).utf8, to: format.fileName) }
        for picture in document.pictures { try folder.write(picture.svg.utf8, to: picture.path) }
        if options.since != nil { try folder.write(contents.message.utf8, to: Self.messageFile) }
      }
    ]
    jobs += tables.map { table in { try folder.write(table) } }
    if options.writesSessions, let store {
      let table = contents.ofReport(Store.SessionFiguresRow.table.table([]))
      tables.append(table)
      jobs.insert(
        { [options, contents] in
          try folder.write(to: table.fileName) { write in
            let definition = Store.SessionFiguresRow.table
            var writer = CSVWriter(table)
            try store.forEachSession { row in
              if let days = options.days, !days.contains(row.start, contents.calendar) { return }
              try writer.append(definition.row(row), flushingTo: write)
            }
            try write(writer.take())
          }
        }, at: 0)
    }
    try await WorkCounter.run(jobs, workers: options.tasks)
    let names = tables.map(\.fileName)
    let reports = folder.files.filter { !names.contains($0) }
    return (
      names + [DataPackage.fileName] + reports,
      DataPackage(title: contents.title, tables: tables, calendar: contents.calendar)
    )
  }

  /// Shows the steps of the example sessions.
  /// - Parameter store: has the sessions that were measured.
  /// - Parameter names: the ids of sessions as logged, if links need them.
  mutating func showSteps(of store: Store, names: SessionNames? = nil) throws {
    for example in contents.shownExamples where contents.exampleSessions[example.label] == nil {
      let session = try store.steps(ofSession: example.number, of: example.user, atMost: Self.mostSteps)
      contents.exampleSessions[example.label] = .init(
        platform: session.platform, appVersion: session.appVersion,
        steps: session.steps.map { .init(kind: $0.kind, screen: $0.screen, part: $0.part) })
      if options.minimumGroup == nil {
        contents.exampleSessions[example.label]?.links = loaded.map.links.filled(
          session: session.user == nil ? nil : names?[session.id], user: session.user, start: example.start)
      }
    }
  }

  /// The steps of an example session that are looked through for those that a finding is about.
  private static let mostSteps = 1000

  /// Writes what the report says into the store, unless it is limited to some days or people.
  func record(in store: Store) throws {
    if options.judgesAll { try store.replaceReport(contents.reportedRows) }
  }

  func outcome(folder: String, files: [String], notes: [String], baseline: Baseline?) -> AuditOutcome {
    let comparison = baseline.flatMap { baseline in
      options.baseline.map {
        BaselineComparison(file: $0, baseline: baseline, findings: contents.findings, notJudged: notJudged)
      }
    }
    var record = FindingsRecord(
      contents, file: file, map: loaded.givenFile == nil ? nil : loaded.text, comparison: comparison)
    if let failOn = options.failOn { record.failOn = failOn }
    var outcome = AuditOutcome(
      contents: contents, reading: reading, folder: folder, files: files, notes: notes, comparison: comparison,
      record: record, structure: structure)
    if loaded.origin == .draft { outcome.draftedMap = loaded.text }
    return outcome
  }

  /// How the log was read: the formats and the map, unless a note says it, because the map was drafted; how many lines
  /// were not, and which times have no offset.
  private var reading: String? {
    var facts: [String] = []
    if contents.reading.isEmpty, !contents.sources.isEmpty {
      let formats = Wording.list(Set(contents.sources.map(\.format)).sorted())
      let columns = options.columns.map { ", \($0.field) = \($0.column)" }.joined()
      facts.append("Read as: \(formats)" + (contents.mapFile.map { ", with the app map \($0)" } ?? "") + columns)
    }
    let rejected = contents.sources.reduce(0) { $0 + $1.rejected }
    if rejected > 0 { facts.append("\(Wording.count(rejected, "line")) could not be read") }
    let naive = contents.scope.lineCounts.withoutZone
    // A store does not say in which zone its logs were read.
    if naive > 0, !options.logs.isEmpty {
      facts.append("\(Wording.count(naive, "time")) without an offset, taken for \(contents.calendar.zone)")
    }
    return facts.isEmpty ? nil : facts.joined(separator: "; ") + "."
  }

  /// The file that findings are pinned to: the app map, otherwise the store or the first log file. Names of logs may
  /// contain names of people.
  private var file: String? {
    if options.minimumGroup != nil { return loaded.file }
    return loaded.file ?? figures.sources.lazy.map(\.name).first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The rules that were left out or had nothing to check.
  private var notJudged: Set<String> {
    let selection = RuleSelection(select: options.select, ignore: options.ignore)
    return Set(Rule.all.filter { !selection.includes($0) }.map(\.id) + contents.rulesWithoutEvidence.map(\.rule.id))
  }
}

extension AppMap {
  /// The thresholds that the map changes, in the order of the map's rules.
  fileprivate var changedThresholds: [(rule: String, name: String, value: Double, standard: Double)] {
    rules.flatMap { settings in
      (Rule.rule(settings.rule)?.thresholds ?? []).compactMap { threshold in
        guard let value = settings.thresholds[threshold.name], value != threshold.value else { return nil }
        return (settings.rule, threshold.name, value, threshold.value)
      }
    }
  }

  /// Raises each threshold on the number of users to at least this.
  mutating func raiseUserThresholds(to least: Int) {
    for rule in Rule.all {
      for threshold in rule.thresholds where threshold.unit == .users {
        var settings = self.settings(of: rule.id) ?? RuleSettings(rule: rule.id)
        settings.thresholds[threshold.name] = max(settings.thresholds[threshold.name] ?? threshold.value, Double(least))
        rules.removeAll { $0.rule == rule.id }
        rules.append(settings)
      }
    }
  }
}

extension Store.SessionFiguresRow {
  /// `sessions.csv`: one row for each session.
  static var table: TableDefinition<Self> {
    TableDefinition(
      "sessions", "One row for each session.", order: .given,
      [
        .key("session", "The session: its user and its number.") { $0.session },
        .text("user", "The user's pseudonym.") { $0.user },
        .time("start", "Time of its first event.") { $0.start },
        .measure("duration_s", "From its first to its last event, seconds.", in: .seconds) {
          Double($0.end - $0.start) / 1e6
        },
        .text("platform", "The platform; empty where it is not known.") { $0.platform },
        .text("app_version", "The version of the app; empty where it is not known.") { $0.appVersion },
        .count("steps", "Its steps.") { $0.figures.steps },
        .count("visits", "Its forward steps.") { $0.figures.visits },
        .quantile("depth", "The largest depth of its steps; empty without steps.", in: .levels) {
          $0.figures.steps > 0 ? $0.figures.depth : nil
        },
        .count("tab_switches", "Tab steps into another section.") { $0.figures.tabSwitches },
        .count("more_items", "Choices from the More list.") { $0.figures.moreItems },
        .count("menu_opens", "How often a menu was opened, implied opens included.") { $0.figures.menuOpens },
        .count("menu_items", "Choices from menus.") { $0.figures.menuItems },
        .count("backs", "Back steps.") { $0.figures.backs },
      ])
  }
}
