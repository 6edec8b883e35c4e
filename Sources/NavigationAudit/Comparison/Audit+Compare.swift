import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import Reporting
import UsabilityRules

extension Audit {
  /// Compares two logs, two stores or folders of stores, or groups of sessions of one, and writes a folder of reports.
  ///
  /// - Throws: ``ComparisonRefusal`` if the sides are not comparable, ``AuditError``, and errors of logs, stores and
  ///   maps.
  public func compare(_ comparison: ComparisonOptions, output: String) async throws -> ComparisonOutcome {
    let logs = try comparison.inputs.map { Shards.areStores($0) ? nil : try LogInputs.find([$0]) }
    let runFiles = try RunFiles(
      options, logs: Set(logs.flatMap { $0?.identities ?? [] }),
      stores: zip(comparison.inputs, logs).filter { $1 == nil }.flatMap { Shards.files(of: $0.0) })
    try OutputFolder.expectNoLoss(
      in: output, writing: ComparisonContents.allFiles, of: ComparisonContents.allFiles, runFiles: runFiles)
    let run = try await ComparisonRun(self, comparison, logs, spillingTo: output.nearestFolder)
    async let whole: Void = run.stores.forEach { try $0.check() }
    var contents = try await run.contents()
    try await whole
    if contents.settings.looks == .one, contents.isRepeated(in: output) {
      contents.notes.append(ComparisonContents.looksNote)
    }
    if let least = options.minimumGroup { contents.hideSmallGroups(least: least) }
    for store in run.stores { try store.close() }
    let shown = contents
    return try await writing(into: output) { folder, end in
      let (files, package) = try shown.write(to: folder)
      try Task.checkCancellation()
      try folder.alone { try end { try folder.finish(package: package, removing: ComparisonContents.allFiles) } }
      return ComparisonOutcome(contents: shown, folder: output, files: files)
    }
  }
}

/// A comparison from its inputs to its reports.
struct ComparisonRun {
  let options: AuditOptions
  let comparison: ComparisonOptions
  let tables = LogTables()
  private let progress: FoldProgress
  var inputs: [Input] = []
  var loaded: LoadedMap
  var limits: SessionLimits
  /// Whether the stores have different keys, so that nobody is recognized on both sides.
  var keysDiffer = false
  var ids = Nobodies.IDs()
  /// Close them after the people were read.
  var stores: [Store] = []

  /// Reads the inputs.
  /// - Parameter found: the logs of each input; nil for stores.
  init(_ audit: Audit, _ comparison: ComparisonOptions, _ found: [LogInputs?], spillingTo folder: String) async throws {
    options = audit.options
    self.comparison = comparison
    progress = audit.progress.folding
    loaded = try LoadedMap(text: nil, file: "", options: options)
    limits = options.limits(loaded.map)
    try await read(found, spillingTo: folder, progress: audit.progress.reading, waiting: audit.progress.waiting)
  }

  private var map: AppMap { loaded.map }

  func contents() async throws -> ComparisonContents {
    var groups = try sessionGroups()
    groups.calendar = loaded.map.calendar
    if comparison.isExperiment, !comparison.split.isEmpty,
      let missing = groups.groups.first(where: { comparison.split[$0.armName] == nil })
    {
      let (arm, example) = options.minimumGroup == nil ? (missing.label, missing.armName) : ("an arm", "control")
      throw AuditError("--split does not mention \(arm); give the weight of every arm, such as \(example)=50")
    }
    var fold = try await fold(groups)
    if fold.nobodies.users > 0 { fold = try await self.fold(groups, leavingOut: fold.nobodies.kinds) }
    if let least = options.minimumGroup {
      for group in fold.groups.measures.indices {
        fold.groups.measures[group].showDays(ofAtLeast: least, loaded.map.calendar)
      }
    }
    let sides = try scopes(fold)
    var notes = inputs.flatMap(\.notes)
    if fold.nobodies.users > 0 {
      let ids = options.minimumGroup == nil ? Wording.count(fold.nobodies.users, "id") : "ids"
      notes.append("left out: \(ids) of nobody, a script, or many people at once")
    }
    if fold.sessionsOfNone > 0, options.minimumGroup == nil {
      notes.append(
        Wording.count(fold.sessionsOfNone, "session") + (comparison.by.map { " without \($0)" } ?? " on neither side"))
    }
    // The reference is required; other groups with too few users are left out and listed.
    var kept = Array(groups.groups.indices.dropFirst())
    let least = max(Evidence.leastUsers, options.minimumGroup ?? 0)
    func isSmall(_ group: Int) -> Bool { fold.groups.measures[group].totals.users < least }
    if let dimension = comparison.by, isSmall(0), let other = kept.first(where: { !isSmall($0) }) {
      let (reference, example) =
        options.minimumGroup == nil
        ? (groups.groups[0].label, groups.groups[other].armName) : ("the reference", "VALUE")
      throw AuditError(
        """
        \(comparison.inputs.joined(separator: ", ")): \(reference) has fewer than \(least) users; compare with \
        another \(dimension), such as --reference \(example)
        """)
    }
    if options.minimumGroup != nil,
      isSmall(0) || (comparison.by == nil ? kept.contains(where: isSmall) : kept.allSatisfy(isSmall))
    {
      throw AuditError.tooFewUsers(least: least)
    }
    let small = comparison.by == nil ? [] : kept.filter(isSmall)
    if !small.isEmpty, small.count < kept.count {
      kept.removeAll(where: isSmall)
      let names =
        options.minimumGroup == nil
        ? small.map { groups.groups[$0].label }.joined(separator: ", ") : Wording.count(small.count, "value")
      notes.append("left out, with fewer than \(least) users: \(names)")
    }
    var refusals: [ComparisonRefusal] = []
    var pairs: [ComparisonContents.Pair] = []
    for group in kept {
      let pair = try pair(group, groups, fold, sides)
      var refused = pair.checks.filter { $0.outcome == .refused }
      // Without users on a side, there is nothing more to report.
      if let first = refused.first, min(pair.before.users, pair.after.users) == 0 { refused = [first] }
      if refused.isEmpty {
        pairs.append(pair)
      } else {
        refusals.append(ComparisonRefusal(checks: refused, labels: (pair.before.label, pair.after.label)))
      }
    }
    // With several values, those that cannot be compared are left out and listed; an experiment is stopped.
    if let first = refusals.first, comparison.isExperiment || pairs.isEmpty { throw first }
    notes += refusals.flatMap { refusal in
      refusal.checks.map { "left out: \(refusal.labels.after) (\($0.message)) [\($0.id)]" }
    }
    var contents = ComparisonContents(
      app: map.app, isExperiment: comparison.isExperiment, pairs: pairs, settings: try settings)
    contents.dimension = comparison.by
    contents.calendar = loaded.map.calendar
    contents.choices = choices
    contents.notes = notes
    return contents
  }

  private func sessionGroups() throws -> SessionGroups {
    guard let dimension = comparison.by else {
      return SessionGroups(comparison, names: tables.names, hidesNames: options.minimumGroup != nil)
    }
    var values = try values(of: dimension)
    let names = comparison.inputs.joined(separator: ", ")
    guard values.count > 1 else {
      let found = values.isEmpty ? "no session has a \(dimension)" : "all sessions have the \(dimension) \(values[0])"
      throw AuditError("\(names): \(found); name a dimension with two values or more")
    }
    guard values.count <= ComparisonOptions.mostValues else {
      throw AuditError(
        """
        \(names): \(dimension) has \(values.count) values, too many to compare at once; name two of them with \
        --before and --after
        """)
    }
    let control = comparison.by == "variant" ? values.first { $0.lowercased() == "control" } : nil
    if let reference = comparison.reference ?? control {
      guard let at = values.firstIndex(where: { $0.isSame(as: reference) }) else {
        let known =
          options.minimumGroup == nil ? "there are \(values.joined(separator: ", "))" : "name another with --reference"
        throw AuditError("\(names): no session has the \(dimension) \(reference); \(known)")
      }
      values.insert(values.remove(at: at), at: 0)
    }
    return SessionGroups(values: values, of: dimension, names: tables.names)
  }

  /// The values of a dimension in all inputs, in the order of versions.
  private func values(of dimension: String) throws -> [String] {
    let path = Segment.path(dimension)
    let found = Set(tables.segments.snapshot().map { $0[keyPath: path] }.filter(\.isKnown)).map {
      tables.names.text($0)
    }
    return (found + (try stores.flatMap { try $0.values(of: dimension) })).distinctTexts.sorted {
      $0.precedesAsVersion($1)
    }
  }

  /// - Parameter kinds: of ids of nobody, who are in no group.
  private func fold(_ groups: SessionGroups, leavingOut kinds: Set<Nobodies.IDs.Kind> = []) async throws
    -> SessionComparer.Sums
  {
    try options.budget.expectRoom(for: tables.names)
    let navigationMap = NavigationMap(reading: map, names: tables.names)
    let cutter = SessionCutter(map: navigationMap, limits: limits, segments: tables.segments)
    let comparer = SessionComparer(
      groups, navigationMap.declared, mostGroupsOfUser: comparison.isExperiment ? 1 : groups.groups.count,
      nobodies: (ids, kinds), inputs: inputs.count, meetings: options.minimumGroup.map { _ in NameMeetings() })
    let workers = options.budget.workers(options.tasks, names: tables.names.count)
    let fold = SessionFold(cutter, into: comparer, workers: workers, progress: progress)
    var people = ComparedPeople(inputs.map(\.people), blockEvents: options.budget.blockEvents)
    return try await fold.run { try await people.load(blocks: workers) }
  }

  private func scopes(_ fold: SessionComparer.Sums) throws -> [MeasureScope] {
    for measures in fold.groups.measures { measures.tabSets.internTabs(tables.names) }
    var map = map
    if let least = options.minimumGroup { map.raiseUserThresholds(to: least) }
    let declared = DeclaredNames(map, names: tables.names)
    var names = tables.names.snapshot()
    if let least = options.minimumGroup {
      names = fold.meetings?.names(names, least: least, declared: loaded.declaredTexts) ?? names
    }
    return fold.groups.measures.enumerated().map { group, measures in
      MeasureScope(measures: measures, names: names, map: map, declared: declared, lineCounts: lineCounts(group, fold))
    }
  }

  /// Whether each side is an entire input, so the input's line counts apply to the side.
  private var sidesAreInputs: Bool {
    inputs.count > 1 && comparison.before == nil && comparison.after == nil
  }

  private func lineCounts(_ group: Int, _ fold: SessionComparer.Sums) -> LineCounts {
    guard sidesAreInputs else { return LineCounts() }
    return inputs[group].account.lineCounts(
      different: fold.groups.measures[group].totals.events + fold.eventsLeftOut[group])
  }

  private func pair(
    _ group: Int, _ groups: SessionGroups, _ fold: SessionComparer.Sums, _ scopes: [MeasureScope]
  ) throws -> ComparisonContents.Pair {
    let sides = ComparedSides(
      before: fold.groups.measures[0], after: fold.groups.measures[group], beforeScope: scopes[0],
      afterScope: scopes[group],
      sums: fold.groups.sums[group - 1])
    let selection = RuleSelection(select: options.select, ignore: options.ignore)
    let before = Rule.judge(sides.before, sides.beforeScope, selection: selection)
    let after = Rule.judge(sides.after, sides.afterScope, selection: selection)
    let findings = FindingChange.all(before: before, after: after, looks: try settings.looks)
    var figures = ComparedFigure.all(sides, try settings)
    // Rejected lines and duplicates are counted per input, not per group of sessions.
    if !sidesAreInputs { figures.removeAll { Figure.named($0.metric)?.isOfLines == true } }
    let labels = (groups.groups[0].label, groups.groups[group].label)
    var pair = ComparisonContents.Pair(
      before: .init(labels.0, sides.before), after: .init(labels.1, sides.after), usersOnBoth: sides.sums.usersOnBoth,
      checks: ComparisonGuard.results(try checks(sides, groups, group, fold)), figures: figures, findings: findings,
      moved: sides.structureKnown
        ? MovedEntry.all(before: sides.before, after: sides.after, sides.sums, scopes[group].names) : [])
    let all = [
      (labels.0, sides.before, sides.beforeScope, before), (labels.1, sides.after, sides.afterScope, after),
    ]
    pair.waiting = WeeksToWait.all(
      figures, sides, try settings, bothGrow: comparison.isExperiment || comparison.by != nil)
    pair.notAssessed = all.compactMap { label, measures, scope, results in
      notAssessed(measures, scope, results).map { (label, $0) }
    }
    return pair
  }

  /// Why a side cannot be judged, as a report on it alone would say; nil if it can.
  private func notAssessed(_ measures: Measures, _ scope: MeasureScope, _ results: RuleResults)
    -> ReportContents.NotAssessed?
  {
    var contents = ReportContents(measures: measures, scope: scope, tables: [], findings: results.findings)
    contents.rules = results.ran
    contents.unread = measures.unreadEvents(
      scope, as: inputs.map(\.account.unread).reduce([]) { UnreadEvent.merged($0, $1) }, least: options.minimumGroup)
    contents.mapFile = loaded.givenFile.map { options.minimumGroup == nil ? $0 : $0.lastComponent }
    return contents.notAssessed
  }

  private func checks(
    _ sides: ComparedSides, _ groups: SessionGroups, _ group: Int, _ fold: SessionComparer.Sums
  ) throws -> ComparisonCheckContext {
    let before = groups.groups[0]
    let after = groups.groups[group]
    var context = ComparisonCheckContext(
      sides: sides, beforeLabel: before.label, afterLabel: after.label, comparison: comparison)
    context.beforeArm = before.armName
    context.afterArm = after.armName
    context.sessionsOnBoth = fold.sessionsOfSeveral
    context.mixedUsers = fold.mixedUsers
    context.keysDiffer = keysDiffer
    context.users = fold.users
    if inputs.count > 1 {
      let before = inputs[0]
      let after = inputs[1]
      func rejected(_ input: Input) -> Double {
        let counts = input.account.lineCounts(different: 0)
        return Double(counts.rejected) / Double(max(counts.lines, 1))
      }
      context.rejected = (rejected(before), rejected(after))
      if let one = before.userPattern, let two = after.userPattern { context.userPatterns = (one, two) }
      // Sides of one input that differ in their dimensions share no session.
      if comparison.before == nil || comparison.after == nil || comparison.before == comparison.after {
        let known = Set(before.account.sources.map(\.digest))
        context.filesOnBoth = after.account.sources.filter { known.contains($0.digest) }.map {
          options.minimumGroup == nil ? "the file \($0.name)" : "a file"
        }
      }
    }
    let dimensions = (comparison.before?.dimensions ?? []) + (comparison.after?.dimensions ?? [])
    if options.minimumGroup == nil, let dimension = dimensions.first {
      let values = try values(of: dimension)
      context.values =
        values.prefix(12).map { "\(dimension)=\($0)" }.joined(separator: ", ") + (values.count > 12 ? ", …" : "")
    }
    return context
  }

  /// What the app map says of comparisons.
  /// - Throws: if it names a measure that there is not.
  private var settings: ComparisonSettings {
    get throws(AuditError) {
      var settings = ComparisonSettings(map)
      if let looks = comparison.looks { settings.looks = looks }
      if let unknown = settings.primary.first(where: { !ComparedFigure.metrics.contains($0) }) {
        let nearest = nearestWord(to: unknown, among: ComparedFigure.metrics).map { "did you mean `\($0)`?" }
        throw AuditError(
          """
          \(loaded.file ?? "the app map"): no measure is called `\(unknown)`; \
          \(nearest ?? "compare.csv has them in its column `metric`")
          """)
      }
      return settings
    }
  }

  private var choices: [(name: String, value: String)] {
    var choices: [(name: String, value: String)] = []
    if let file = loaded.file { choices.append(("app map", options.minimumGroup == nil ? file : file.lastComponent)) }
    choices += limits.settings
    if let zone = loaded.map.timeZone { choices.append(("time zone", zone)) }
    if !options.select.isEmpty { choices.append(("rules selected", options.select.joined(separator: ", "))) }
    if !options.ignore.isEmpty { choices.append(("rules ignored", options.ignore.joined(separator: ", "))) }
    if !comparison.allowed.isEmpty { choices.append(("allowed", comparison.allowed.sorted().joined(separator: ", "))) }
    return choices
  }
}

extension ComparisonContents {
  /// The file name of a comparison's report, different from those of a log's reports.
  private static func fileName(_ format: ReportFormat) -> String {
    format.fileName.replacing("report", with: "comparison")
  }

  static let allFiles = tableNames.map { $0 + ".csv" } + [DataPackage.fileName] + ReportFormat.all.map(fileName)

  static let looksNote =
    """
    the same comparison was made before on fewer people: each look at a 95% interval adds to the chance of a false \
    claim (13% after 4 looks, 29% after 26); name the number of looks with --looks, or --looks any
    """

  /// Whether a folder holds an earlier comparison of the same sides with other people.
  fileprivate func isRepeated(in folder: String) -> Bool {
    let file = folder + "/compare.csv"
    guard let bytes = try? SmallFile.bytes(of: file, as: "a table", most: SmallFile.mostOfTable),
      let rows = csvRows(of: bytes), let header = rows.first
    else { return false }
    let columns = ["before", "after", "metric", "before_value", "after_value"].map { header.firstIndex(of: $0) }
    guard !columns.contains(nil) else { return false }
    let users = Set(
      rows.dropFirst().filter { row in row.count == header.count && columns[2].map { row[$0] } == Figure.users.name }
        .map { row in columns.compactMap { $0 }.map { row[$0] } })
    return pairs.contains { pair in
      users.contains { row in
        Self.isCell(row[0], of: pair.before.label) && Self.isCell(row[1], of: pair.after.label)
          && (row[3], row[4]) != (String(pair.before.users), String(pair.after.users))
      }
    }
  }

  /// Whether a cell has a text, which may have an apostrophe before it there.
  private static func isCell(_ cell: String, of text: String) -> Bool { cell == text || cell == "'" + text }

  /// Writes all files except the data package.
  /// - Returns: the names of the files, including the package, and the package.
  fileprivate func write(to folder: OutputFolder) throws -> (files: [String], package: DataPackage) {
    let tables = tables
    for table in tables { try folder.write(table) }
    let document = Document(self)
    for format in ReportFormat.all { try folder.write(format.render(document).utf8, to: Self.fileName(format)) }
    let files = tables.map(\.fileName) + [DataPackage.fileName] + ReportFormat.all.map(Self.fileName)
    return (files, DataPackage(title: title, tables: tables, calendar: calendar))
  }
}
