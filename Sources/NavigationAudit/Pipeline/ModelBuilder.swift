import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import Reporting
import UsabilityRules

/// From events to a store and measures.
struct ModelBuilder {
  let options: AuditOptions
  let loaded: LoadedMap
  let tables: LogTables
  var progress: FoldingProgress?

  var map: AppMap { loaded.map }
  var budget: MemoryBudget { options.budget }

  /// A store that receives sessions, what becomes of those that it has of the people, and the users as logged if they are revealed.
  typealias Target = (store: Store, sessions: SessionRecorder.Storing.Sessions, revealed: ByteInterner?)

  /// What becomes of all sessions of a log or a store.
  private enum SessionUse {
    case measured
    case stored(Target)
    case measuredAndStored(Target)

    var isMeasured: Bool { if case .stored = self { false } else { true } }

    var target: Target? {
      switch self {
      case .measured: nil
      case .stored(let target), .measuredAndStored(let target): target
      }
    }
  }

  // MARK: - From logs

  /// Logs that were read, with the files among them that the store does not have yet.
  private struct NewLogs {
    let intake: LogIntake.Result
    /// By file.
    let isNew: [Bool]
    let users: ByteInterner
    let key: PseudonymKey
    let limits: SessionLimits
  }

  /// What a store has before logs are added to it.
  private enum StoreContents {
    case nothing
    /// People, whose sessions were made with the settings of this run.
    case sessions
    /// People, whose sessions have to be made anew: with another map or other limits.
    case outdatedSessions
  }

  /// Measures the users of logs, without a store.
  func measure(_ intake: LogIntake.Result) async throws -> (result: MeasuredSessions, account: LogAccount) {
    let users = tables.users.takeEntries()
    let key = options.key.map { PseudonymKey(passphrase: $0) } ?? PseudonymKey(ofUsers: users)
    let logs = NewLogs(intake: intake, isNew: intake.log.isNew(), users: users, key: key, limits: options.sessionLimits)
    return (try await fold(logs, .measured), account(intake.log, logs.isNew))
  }

  /// Fills a new store with logs, and measures their users.
  func measure(_ intake: LogIntake.Result, into store: Store) async throws -> MeasuredSessions {
    try await changing(store) {
      let logs = try newLogs(intake, for: store)
      try add(intake.log, isNew: logs.isNew, to: store)
      try setSettings(of: store, logs.limits, .analyze)
      return try await fold(logs, .measuredAndStored((store, .new, revealed(logs.users))))
    }
  }

  /// Adds to a store the logs that it does not have.
  func ingest(_ intake: LogIntake.Result, into store: Store) async throws {
    try await changing(store) {
      if case .store(_, let text) = loaded.origin, try store.meta(.appMap) != text {
        throw AuditError("\(store.path): another run changed the store's app map; run the command again")
      }
      let logs = try newLogs(intake, for: store)
      guard logs.isNew.contains(true) else { return }
      try add(intake.log, isNew: logs.isNew, to: store)
      let contents = try contents(of: store)
      if case .nothing = contents {
        try setSettings(of: store, logs.limits, .ingest)
        _ = try await fold(logs, .stored((store, .new, revealed(logs.users))))
        return
      }
      if case .outdatedSessions = contents { try await rebuild(store) }
      try setSettings(of: store, logs.limits, .ingest)
      try await add(logs, toSessionsOf: store)
      // Inference depends on all users.
      if guesses { try await rebuild(store) }
    }
  }

  private func contents(of store: Store) throws -> StoreContents {
    guard try store.hasPeople() else { return .nothing }
    return try hasSettings(of: store) ? .sessions : .outdatedSessions
  }

  /// Changes a store in one transaction.
  private func changing<Result>(_ store: Store, _ change: () async throws -> Result) async throws -> Result {
    try store.begin()
    do {
      let result = try await change()
      try store.commit()
      return result
    } catch {
      store.rollback()
      throw error
    }
  }

  private func newLogs(_ intake: LogIntake.Result, for store: Store) throws -> NewLogs {
    let users = tables.users.takeEntries()
    return NewLogs(
      intake: intake, isNew: intake.log.isNew(besides: try store.sources().map(\.digest)), users: users, key: try pseudonymKey(store, users),
      limits: try limits(store))
  }

  private func revealed(_ users: ByteInterner) -> ByteInterner? { options.revealsUsers ? users : nil }

  private func partitions(_ logs: NewLogs) async throws -> EventPartitions {
    try await logs.intake.spool.takePartitions(where: { logs.isNew[$0] }, users: logs.users, key: logs.key, workers: options.workers)
  }

  private func people(of partitions: EventPartitions, _ number: Int) async throws -> PeopleOfLog {
    try await PeopleOfLog(partitions.load(number), blockEvents: budget.blockEvents)
  }

  /// Makes sessions of all events of logs.
  private func fold(_ logs: NewLogs, _ use: SessionUse) async throws -> MeasuredSessions {
    let partitions = try await partitions(logs)
    let structure = try await structure(logs.limits, sources: partitions.count) { try await people(of: partitions, $0) }
    let span = use.isMeasured ? try await SessionSpan(logs.intake.spool.times, partitions, logs.limits) { try await partitions.load($0) } : nil
    let fold = try fold(logs.limits, structure: structure, measuring: use.isMeasured ? measuring(span, structure: structure) : nil, into: use.target)
    return MeasuredSessions(sums: try await fold.run(sources: partitions.count) { try await people(of: partitions, $0) }, structure: structure)
  }

  /// Adds the events of logs to the sessions that a store has.
  private func add(_ logs: NewLogs, toSessionsOf store: Store) async throws {
    let history = try SessionHistory(store, names: tables.names, segments: tables.segments, limits: logs.limits)
    let partitions = try await partitions(logs)
    let fold = try fold(logs.limits, measuring: nil, into: (store, .added(to: history), revealed(logs.users)))
    _ = try await fold.run(sources: partitions.count) { try await people(of: partitions, $0) }
  }

  /// How logs were read.
  private func account(_ log: EventLog, _ isNew: [Bool]) -> LogAccount {
    var account = LogAccount()
    var unknown = UnknownEvents()
    for (source, isNew) in zip(log.sources, isNew) where isNew {
      account.sources.append(Store.Source(source))
      unknown.append(source.tally.unknownEvents)
      if source.summary.isCutShort { account.cutSources += 1 }
    }
    let unread = UnreadEvent.all(unknown).map { event in
      var event = event
      if let part = loaded.guesses[event.event] { event.take(part) }
      return event
    }
    account.unread = UnreadEvent.merged([], unread)
    return account
  }

  /// Adds to a store how logs were read.
  func add(_ log: EventLog, isNew: [Bool], to store: Store) throws {
    let account = account(log, isNew)
    for source in account.sources { try store.add(source) }
    let unread = try UnreadEvent.merged(store.unreadEvents(), account.unread)
    if !unread.isEmpty { try store.setMeta(.unreadEvents, json: unread) }
    if account.cutSources > 0 { try store.setMeta(.cutSources, String(account.cutSources + store.count(.cutSources))) }
  }

  /// Writes into a store what its sessions are made with.
  func setSettings(of store: Store, _ limits: SessionLimits, _ maker: StoreMaker) throws {
    try store.setMeta(.tool, Audit.tool)
    try store.setMeta(.maker, maker.rawValue)
    if let text = loaded.text { try store.setMeta(.appMap, text) }
    try store.setSessionLimits(limits)
    try store.setMeta(.infersStructure, String(options.infersStructure))
  }

  /// Whether the store was made with the map and the session limits of this run, so its contents can stay. Rules of the map are not in it.
  func hasSettings(of store: Store) throws -> Bool {
    let isSameMap = loaded.text == nil || (try? LoadedMap(file: nil, logs: [], store: store)).map(loaded.makesSessions) ?? false
    let isSameStructure = try String(options.infersStructure) == store.meta(.infersStructure) ?? "false"
    return try isSameMap && isSameStructure && limits(store) == store.sessionLimits()
  }

  // MARK: - From stores

  /// Measures the events of a store, or uses its cached measures.
  func measure(_ store: Store) async throws -> MeasuredSessions {
    if let kept = try keptMeasures(in: store) {
      return MeasuredSessions(sums: MeasureSums(measures: kept.whole, recent: kept.recent, span: kept.span), structure: nil)
    }
    return try await replay(store, .measured)
  }

  /// Measures the events of a store, which is inside a transaction, and replaces its sessions by those of this run.
  func measureAndRebuild(_ store: Store) async throws -> MeasuredSessions { try await replay(store, .measuredAndStored((store, .replaced, nil))) }

  /// Replaces the sessions of a store, which is inside a transaction, by those of its events.
  func rebuild(_ store: Store) async throws { _ = try await replay(store, .stored((store, .replaced, nil))) }

  /// Makes sessions of all events of a store.
  private func replay(_ store: Store, _ use: SessionUse) async throws -> MeasuredSessions {
    let limits = try limits(store)
    let all = try people(of: store)
    let structure = try await structure(limits) { _ in try people(of: store) }
    let span = use.isMeasured ? try span(of: store, limits) : nil
    let fold = try fold(limits, structure: structure, measuring: use.isMeasured ? measuring(span, structure: structure) : nil, into: use.target)
    return MeasuredSessions(sums: try await fold.run { _ in all }, structure: structure)
  }

  private func people(of store: Store) throws -> StoredPeople {
    try StoredPeople(store, names: tables.names, segments: tables.segments, blockEvents: budget.blockEvents)
  }

  /// The span of the sessions of a store.
  func span(of store: Store, _ limits: SessionLimits) throws -> SessionSpan? {
    // The store's sessions may have been cut by other limits.
    if try hasSettings(of: store) { return try store.sessionStarts().map { SessionSpan(first: $0.lowerBound, last: $0.upperBound) } }
    return try SessionSpan(ofAll: people(of: store), limits)
  }

  // MARK: - Folds

  /// Whether the structure is inferred if neither the log nor the map shows it.
  var guesses: Bool { options.infersStructure || map.infersStructure }

  private func structure<Source: PeopleSource>(
    _ limits: SessionLimits, sources: Int = 1, _ source: (Int) async throws -> Source
  ) async throws -> InferredStructure? where Source.Events == [Event] {
    guard guesses else { return nil }
    return try await StructureGuessing(map: map, tables: tables, limits: limits).structure(sources: sources, source)
  }

  /// A fold of this run.
  /// - Parameters:
  ///   - measuring: nil if the sessions only go into a store. Evaluated when the table has the names of the map, too, which it has to know.
  ///   - target: nil if the sessions are only measured.
  /// - Precondition: all names of the events are in the table.
  func fold(
    _ limits: SessionLimits, structure: InferredStructure? = nil, measuring: @autoclosure () throws -> SessionRecorder.Measuring?,
    into target: Target? = nil
  ) throws -> SessionFold<SessionRecorder> {
    let map = map(completedBy: structure)
    // Both add names to the table, which measures of single users and the writer have to know.
    let (navigationMap, declared) = (NavigationMap(map, names: tables.names), DeclaredNames(map, names: tables.names))
    // Before the store gets the names: too many are refused.
    let measuring = try measuring()
    let storing = try target.map { target in
      SessionRecorder.Storing(try SessionWriter(target.store, names: tables.names.snapshot()), target.sessions, revealed: target.revealed)
    }
    return SessionFold(
      SessionCutter(map: navigationMap, limits: limits, segments: tables.segments), declared, measuring: measuring, storing: storing,
      workers: options.workers, progress: progress)
  }

  /// What this run measures.
  /// - Parameter span: of all sessions; nil if unknown.
  /// - Throws: if there is no room for the measures.
  func measuring(_ span: SessionSpan?, structure: InferredStructure? = nil) throws -> SessionRecorder.Measuring {
    try budget.expectRoom(for: tables.names)
    return SessionRecorder.Measuring(
      days: options.days, span: span.map { span in options.days.map { span.clamped(to: $0, loaded.calendar) } ?? span }, dimensions: options.segmentPaths,
      crowds: options.minimumGroup.map {
        CrowdMeasures(least: $0, map: map(completedBy: structure), names: tables.names, dimensions: options.segmentPaths)
      })
  }

  private func map(completedBy structure: InferredStructure?) -> AppMap { structure.map { map.completed(by: $0) } ?? map }

  /// The given session limits, otherwise the store's, otherwise the defaults.
  func limits(_ store: Store) throws -> SessionLimits { options.limits(or: try store.sessionLimits() ?? SessionLimits()) }

  /// The given key, otherwise the store's, otherwise the one derived from the users.
  private func pseudonymKey(_ store: Store, _ users: ByteInterner) throws -> PseudonymKey {
    let stored = try store.meta(.pseudonymKey).flatMap(PseudonymKey.init(hexadecimal:))
    if let passphrase = options.key {
      let key = PseudonymKey(passphrase: passphrase)
      if let stored, stored != key {
        throw AuditError("\(store.path): the store has another key; leave --key out, or name the key it was made with")
      }
      try store.setMeta(.pseudonymKey, key.hexadecimal)
      return key
    }
    if let stored { return stored }
    let key = PseudonymKey(ofUsers: users)
    try store.setMeta(.pseudonymKey, key.hexadecimal)
    return key
  }

  /// Notes on how the logs were read, and on what of the app map they do not have.
  func notes(on intake: LogIntake.Result) -> [String] {
    readingNotes(intake) + mapNotes { $0.placeholders + $0.mappings(intake.log.tally) + $0.filters(intake.log.tally, tables.names) }
  }

  /// Notes on what was found.
  func notes(on result: MeasuredSessions, _ figures: NavigationFigures) -> [String] {
    mapNotes { $0.names(.init(figures.measures, figures.scope.names)) } + StructureGuessing.notes(options, result.structure, figures)
  }

  /// Notes on what of the app map is not in the logs.
  func mapNotes(_ remarks: (MapCheck) -> [String]) -> [String] {
    if case .draft = loaded.origin { return [] }
    return MapCheck.notes(remarks(MapCheck(map: map, hidesLog: options.minimumGroup != nil)), source: loaded.origin.givenFile, logs: options.logs)
  }

  /// Notes on how the logs were read.
  func readingNotes(_ intake: LogIntake.Result) -> [String] {
    let cut = intake.log.sources.filter(\.summary.isCutShort).map { options.minimumGroup == nil ? $0.shownName : "a log" }
    let byReason = Dictionary(grouping: intake.passedOver, by: \.reason)
    return cut.map { "\($0): ends too early; the missing events are not counted" }
      + byReason.keys.sorted { $0.rawValue < $1.rawValue }.map { reason in
        let names = byReason[reason, default: []].map(\.name)
        if options.minimumGroup != nil { return "skipped (\(reason.rawValue)): \(Wording.count(names.count, "file"))" }
        let shown = names.prefix(3).joined(separator: ", ")
        return "skipped (\(reason.rawValue)): \(shown)\(names.count > 3 ? " and \(names.count - 3) more" : "")"
      }
  }

  /// Combines measures with what is needed to read them.
  func figures(_ result: MeasuredSessions, _ store: Store) throws -> NavigationFigures {
    try figures(result, store.account(), limits: limits(store))
  }

  /// Combines measures with what is needed to read them.
  func figures(_ result: MeasuredSessions, _ account: LogAccount, limits: SessionLimits) throws -> NavigationFigures {
    var sums = result.sums
    let sources = account.sources
    var map = map(completedBy: result.structure)
    if let least = options.minimumGroup {
      guard sums.measures.totals.users >= least else { throw AuditError.tooFewUsers(least: least) }
      map.raiseUserThresholds(to: least)
      sums.measures.showDays(ofAtLeast: least, loaded.calendar)
    }
    sums.measures.tabSets.internTabs(tables.names)
    _ = DeclaredNames(map, names: tables.names)
    var names = tables.names.snapshot()
    if let least = options.minimumGroup {
      let declared = loaded.declaredTexts
      names = sums.meetings.names(names, least: least, declared: declared)
      // A draft repeats names that single users may have met.
      let shown = declared.union(names.texts)
      map.keepNames(where: shown.contains)
    }
    let declared = DeclaredNames(map, names: tables.names)
    let accepted = sources.reduce(0) { $0 + $1.events } - account.forgottenEvents
    let intake = Intake(
      lines: accepted + sources.reduce(0) { $0 + $1.rejected },
      rejected: sources.reduce(0) { $0 + $1.rejected },
      duplicates: accepted - sums.measures.totals.events - sums.leftOut,
      withoutZone: sources.reduce(0) { $0 + $1.withoutZone }, excluded: sources.reduce(0) { $0 + $1.excluded }, cutSources: account.cutSources)
    let scope = MeasureScope(measures: sums.measures, names: names, map: map, declared: declared, intake: intake)
    let recent = sums.span.map {
      RecentPart(measures: sums.recent, scope: MeasureScope(measures: sums.recent, in: scope), start: $0.recent)
    }
    let crowds = sums.crowds?.crowds(structureKnown: scope.structureKnown)
    return NavigationFigures(
      measures: sums.measures, scope: scope, segments: try options.figures(sums.segments, in: scope, crowds), crowds: crowds, recent: recent,
      sources: sources,
      limits: limits, unread: account.unread)
  }
}
