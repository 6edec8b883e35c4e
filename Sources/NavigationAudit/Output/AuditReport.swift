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
  private let figures: NavigationFigures
  private let contents: AuditContents

  /// The files that a run may write, but for the store.
  static let allFiles: [String] =
    ["findings", "log_quality", "sessions"].map { $0 + ".csv" } + Measures.tableNames.map { $0 + ".csv" } + [DataPackage.fileName]
    + ReportFormat.all.map(\.fileName) + Document.Picture.files

  /// - Parameters:
  ///   - hasStore: whether the store stands in the folder of the reports.
  ///   - queryStore: the name of the store on which the rules' queries count what the findings say; nil where its sessions are those of another
  ///     map or gap.
  init(
    options: AuditOptions, loaded: LoadedMap, figures: NavigationFigures, rejections: [RejectedLineGroup], hasStore: Bool = true,
    queryStore: String? = Audit.storeName, holdings: AuditContents.Holdings = .init()
  ) {
    self.options = options
    self.loaded = loaded
    self.figures = figures
    var contents = Self.contents(options, loaded, figures, rejections, hasStore)
    contents.queryStore = queryStore
    contents.holdings = holdings
    contents.holdings.hasSessions = options.writesSessions
    contents.holdings.masksNames = loaded.map.masksNames
    self.contents = contents
  }

  private static func contents(
    _ options: AuditOptions, _ loaded: LoadedMap, _ figures: NavigationFigures, _ rejections: [RejectedLineGroup], _ hasStore: Bool
  ) -> AuditContents {
    let results = Rule.judge(
      figures.measures, figures.scope, selection: RuleSelection(select: options.select, ignore: options.ignore))
    var contents = AuditContents(
      app: loaded.map.app, measures: figures.measures, scope: figures.scope, tables: figures.measures.tables(figures.scope),
      findings: results.findings.map { StructureGuessing.marked($0, loaded.map) })
    contents.segments = figures.segments
    contents.rules = results.ran.map { .init($0, query: $0.query(for: figures.scope.map)) }
    contents.exempted = results.exempted.map { .init($0.finding, reason: $0.reason) }
    for rule in results.notRun {
      switch rule.reason {
      case .notSelected: break
      case .switchedOff: contents.rulesOff.append(AuditContents.RuleNote(rule.rule))
      case .missing(let needs):
        contents.rulesNotRun.append(
          .init(
            id: rule.rule.id, title: rule.rule.title, missing: needs.map(\.what).joined(separator: "; "),
            remedy: needs.map(\.remedy).joined(separator: "; ")))
      }
    }
    let tellable = figures.crowds.map { crowds in AuditContents.tellableNames(contents.tables.map { crowds.folded($0).table }) }
    let checks = LogCheckContext(
      figures.measures, figures.scope, rulesWithoutEvidence: results.withoutEvidence, tellableNames: tellable)
    contents.logQuality = LogCheck.results(checks).map { .init(check: $0.check, count: $0.count, share: $0.share, consequence: $0.consequence) }
    contents.sources = figures.sources.map { source in
      let rejected = source.rejections.values.reduce(0, +)
      return .init(
        name: source.name, format: source.format, lines: source.events + rejected, events: source.events, rejected: rejected)
    }
    contents.rejections = rejections.map { .init(reason: $0.reason.rawValue, count: $0.count, examples: $0.examples) }
    contents.settings = settings(options, loaded, figures)
    contents.thresholds = loaded.map.changedThresholds
    contents.otherFiles = [.init(DataPackage.fileName, "describes every CSV for tools (Frictionless data package)")]
    contents.otherFiles += ReportFormat.all.map { .init($0.fileName, $0.summary) }
    if hasStore { contents.otherFiles.append(.init(Audit.storeName, "the model itself, for any SQLite tool")) }
    if options.writesSessions { contents.otherFiles.append(.init("sessions.csv", "one row for each session")) }
    if let crowds = figures.crowds { contents.hideSmallGroups(crowds) }
    return contents
  }

  private static func settings(
    _ options: AuditOptions, _ loaded: LoadedMap, _ figures: NavigationFigures
  ) -> [AuditContents.Setting] {
    var settings: [AuditContents.Setting] = []
    if let file = loaded.file { settings.append(.init("app map", file)) }
    settings += StructureGuessing.settings(loaded.map)
    settings.append(.init("session gap", "\(figures.gap / 60_000_000) minutes"))
    if let least = options.minimumGroup { settings.append(.init("minimum group", "\(least) users")) }
    if !options.segments.isEmpty { settings.append(.init("segments", options.segments.joined(separator: ", "))) }
    if !options.select.isEmpty { settings.append(.init("rules selected", options.select.joined(separator: ", "))) }
    if !options.ignore.isEmpty { settings.append(.init("rules ignored", options.ignore.joined(separator: ", "))) }
    return settings
  }

  /// Writes all files into a folder.
  /// - Returns: the names of the files.
  func write(to folder: OutputFolder, store: Store) throws -> [String] {
    var files: [String] = []
    func write(_ bytes: some Collection<UInt8>, to file: String) throws {
      try folder.write(bytes, to: file)
      files.append(file)
    }
    var tables = contents.allTables
    for table in tables { try write(CSVWriter.bytes(of: table), to: table.fileName) }
    if options.writesSessions {
      let sessions = SessionsTable(segments: options.segments)
      tables.append(sessions.empty)
      try folder.write(to: sessions.empty.fileName) { write in try sessions.write(store, to: write) }
      files.append(sessions.empty.fileName)
    }
    let document = Document(contents)
    try write(DataPackage(title: contents.title, tables: tables).text.utf8, to: DataPackage.fileName)
    for format in ReportFormat.all { try write(format.render(document).utf8, to: format.fileName) }
    for picture in document.pictures { try write(picture.svg.utf8, to: picture.path) }
    return files
  }

  /// Writes the findings into the store.
  func record(in store: Store) throws {
    try store.replaceFindings(contents.allTables[0].rows.map { $0.map(StoreValue.init) })
  }

  /// In the order of the reports.
  var findings: [Finding] { contents.findings }

  func outcome(folder: String, files: [String], notes: [String], baseline: Baseline?) -> AuditOutcome {
    let totals = figures.measures.totals
    let comparison = baseline.flatMap { baseline in
      options.baseline.map { BaselineComparison(file: $0, baseline: baseline, findings: contents.findings, notJudged: notJudged) }
    }
    var record = FindingsRecord(contents, file: file, map: loaded.isStored ? nil : loaded.text, comparison: comparison)
    if let failOn = options.failOn { record.failOn = failOn }
    return AuditOutcome(
      app: loaded.map.app, users: totals.users, sessions: totals.sessions, events: totals.events, findings: contents.findings,
      folder: folder, files: files, notes: notes, comparison: comparison, record: record)
  }

  /// The file that findings are pinned to: the app map, or else the store or the first log that is a file.
  private var file: String? {
    loaded.file ?? figures.sources.lazy.map(\.name).first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The rules that were left out, or had nothing to look at.
  private var notJudged: Set<String> {
    let selection = RuleSelection(select: options.select, ignore: options.ignore)
    return Set(Rule.all.filter { !selection.includes($0) }.map(\.id) + contents.rulesNotRun.map(\.id))
  }
}

extension AuditContents.RuleNote {
  init(_ rule: Rule, query: String? = nil) {
    self.init(id: rule.id, title: rule.title, why: rule.rationale, isConvention: rule.isHeuristic, query: query)
  }
}

extension AppMap {
  /// The thresholds that the map sets to other than the default, in the order of the map's rules.
  fileprivate var changedThresholds: [AuditContents.ChangedThreshold] {
    rules.flatMap { settings in
      (Rule.rule(settings.rule)?.thresholds ?? []).compactMap { threshold in
        guard let value = settings.thresholds[threshold.name], value != threshold.value else { return nil }
        return .init(rule: settings.rule, name: threshold.name, value: value, usual: threshold.value)
      }
    }
  }
}

extension StoreValue {
  fileprivate init(_ cell: Table.Cell) {
    switch cell {
    case .unknown: self = .null
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .real(number)
    case .date, .time: self = .text(cell.text)
    }
  }
}
