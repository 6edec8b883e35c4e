import EventLogs
import Findings
import Folding
import Foundation
import MapDrafting
import Measures
import NavigationModel
import NavigationStore
import Privacy
import Reporting
import UsabilityRules

/// The measures of a log, with what is needed to judge and to write them.
struct NavigationFigures: Sendable {
  var measures: Measures
  var scope: MeasureScope
  /// The measures broken down by segment, if requested.
  var segments: SegmentFigures?
  /// The people behind each figure, if small groups are hidden.
  var crowds: Crowds?
  /// Distinguishes old findings from new ones.
  var recent: RecentPart?
  var sources: [Store.Source]
  /// The limits at which sessions were cut.
  var limits: SessionLimits
  /// Kinds of unmapped events, with what they may mean.
  var unread: [UnreadEvent] = []
}

extension NavigationFigures {
  /// The kinds of unmapped events, the most common first.
  /// - Parameter least: kinds with fewer users are left out, and so are all properties; nil if small groups are not hidden.
  func unreadEvents(least: Int?) -> [AuditContents.UnreadEvent] {
    let guesses = Dictionary(unread.map { ($0.event, $0) }) { first, _ in first }
    let found = measures.otherEvents.cells.pairs.compactMap { name, cell -> AuditContents.UnreadEvent? in
      let event = scope.names[name]
      guard cell.users >= least ?? 0, event != crowds?.label else { return nil }
      let guess = guesses[PersonalData.masked(event) ?? event]
      return .init(
        event: event, count: cell.count, users: cell.users, properties: least == nil ? guess?.properties ?? "" : "", looksLike: guess?.looksLike,
        confidence: guess?.confidence, mayBeNavigation: guess?.mayBeNavigation ?? false)
    }
    return found.sorted { $0.count == $1.count ? $0.event.precedesByScalars($1.event) : $0.count > $1.count }
  }
}

/// How the logs were read, for reports.
struct LogAccount: Sendable {
  var sources: [Store.Source] = []
  /// Events of people who were removed: the file counts still include them.
  var forgottenEvents = 0
  /// Truncated log files.
  var cutSources = 0
  /// Kinds of unmapped events.
  var unread: [UnreadEvent] = []
}

extension Store {
  func account() throws -> LogAccount {
    LogAccount(sources: try sources(), forgottenEvents: try count(.forgottenEvents), cutSources: try count(.cutSources), unread: try unreadEvents())
  }

  func unreadEvents() throws -> [UnreadEvent] {
    try meta(.unreadEvents).flatMap { try? JSONDecoder().decode([UnreadEvent].self, from: Data($0.utf8)) } ?? []
  }
}

/// From events to a store and measures.
struct ModelBuilder {
  let options: AuditOptions
  let loaded: LoadedMap
  let tables: LogTables
  var progress: FoldingProgress?

  var map: AppMap { loaded.map }
  var budget: MemoryBudget { options.budget }

  /// Adds the logs to a store and measures the users of these logs.
  /// - Parameters:
  ///   - maker: the command recorded in the store as its maker.
  ///   - measures: whether to measure the users; false if only the store is needed.
  /// - Returns: nil if every source is already in the store.
  func ingest(
    _ intake: LogIntake.Result, into store: Store, maker: StoreMaker = .analyze, measures: Bool = true
  ) async throws -> SessionFold.Result? {
    try store.begin()
    do {
      let result = try await fill(store, with: intake, maker, measures: measures)
      try store.commit()
      return result
    } catch {
      store.rollback()
      throw error
    }
  }

  private func fill(_ store: Store, with intake: LogIntake.Result, _ maker: StoreMaker, measures: Bool) async throws -> SessionFold.Result? {
    if loaded.isStored, try store.meta(.appMap) != loaded.text {
      throw AuditError("\(store.path): another run changed the store's app map; run the command again")
    }
    let users = tables.users.takeEntries()
    let key = try pseudonymKey(store, users)
    let isNew = intake.log.isNew(besides: try store.sources().map(\.digest))
    guard isNew.contains(true) else { return nil }
    try add(intake.log, isNew: isNew, to: store)
    let isGrown = try store.hasPeople()
    // The last report's findings are kept: with more logs, the store counts as another one.
    if isGrown { try store.keepFindings() }
    // With another map or other session limits, everything in the store is recomputed.
    let isChanged = try isGrown && !hasSettings(of: store)
    let limits = try limits(store)
    if isChanged { try await rebuild(store) }
    try setSettings(of: store, limits, maker)
    let history = isGrown ? try SessionHistory(store, names: tables.names, segments: tables.segments, limits: limits) : nil
    let target = Target(store, history.map { .added(to: $0) } ?? .new, options.revealsUsers ? users : nil)
    let result = try await fold(intake, isNew, users, key, limits, into: target, measures: measures)
    if isGrown && guesses { try await rebuild(store) }
    return result
  }

  /// Measures the users of logs, without a store.
  func measure(_ intake: LogIntake.Result) async throws -> (result: SessionFold.Result, account: LogAccount) {
    let users = tables.users.takeEntries()
    let key = options.key.map { PseudonymKey(passphrase: $0) } ?? PseudonymKey(ofUsers: users)
    let isNew = intake.log.isNew()
    return (try await fold(intake, isNew, users, key, options.sessionLimits, measures: true), account(intake.log, isNew))
  }

  private func fold(
    _ intake: LogIntake.Result, _ isNew: [Bool], _ users: ByteInterner, _ key: PseudonymKey, _ limits: SessionLimits,
    into target: Target? = nil, measures: Bool
  ) async throws -> SessionFold.Result {
    let parts = try await intake.spool.takeParts(where: { isNew[$0] }, users: users, key: key, workers: options.workers)
    func people(of part: Int) async throws -> PeopleOfLog { try await PeopleOfLog(parts.load(part), chunkEvents: budget.chunkEvents) }
    // Inference and the span depend on all users: of a store that grows, both are found when it is measured as a whole.
    var isWhole = true
    if case .added = target?.sessions { isWhole = false }
    let structure = isWhole ? try await structure(limits, sources: parts.count, people) : nil
    var fold = try fold(limits, structure: structure, into: target)
    if measures {
      try budget.expectRoom(for: tables.names)
      fold.measuring = measuring(
        isWhole ? try await SessionSpan(intake.spool.times, parts, limits) { try await parts.load($0) } : nil, structure: structure)
    }
    return try await run(fold, sources: parts.count, structure, people)
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

  /// Measures the events of a store, or uses its cached measures.
  /// - Parameter rebuilds: whether the sessions in the store are replaced, too. The store must then be inside a transaction.
  func measure(_ store: Store, rebuilds: Bool = false) async throws -> SessionFold.Result {
    if !rebuilds, let kept = try keptMeasures(in: store) { return SessionFold.Result(measures: kept.whole, recent: kept.recent, span: kept.span) }
    return try await replay(store, measures: true, rebuilds: rebuilds)
  }

  /// Replaces the sessions of a store, which is inside a transaction, by those of its events.
  func rebuild(_ store: Store) async throws { _ = try await replay(store, measures: false, rebuilds: true) }

  private func replay(_ store: Store, measures: Bool, rebuilds: Bool) async throws -> SessionFold.Result {
    func people(_: Int) throws -> StoredPeople {
      try StoredPeople(store, names: tables.names, segments: tables.segments, chunkEvents: budget.chunkEvents)
    }
    let limits = try limits(store)
    let all = try people(0)
    let structure = try await structure(limits, people)
    var fold = try fold(limits, structure: structure, into: rebuilds ? Target(store, .replaced, nil) : nil)
    if measures {
      try budget.expectRoom(for: tables.names)
      fold.measuring = measuring(try span(of: store, limits), structure: structure)
    }
    return try await run(fold, structure) { _ in all }
  }

  /// The span of the sessions of a store.
  func span(of store: Store, _ limits: SessionLimits) throws -> SessionSpan? {
    // The store's sessions may have been cut by other limits.
    if try hasSettings(of: store) { return try store.sessionStarts().map { SessionSpan(first: $0.lowerBound, last: $0.upperBound) } }
    return try SessionSpan(ofAll: StoredPeople(store, names: tables.names, segments: tables.segments, chunkEvents: budget.chunkEvents), limits)
  }

  private func run<Source: PeopleSource>(
    _ fold: SessionFold, sources: Int = 1, _ structure: InferredStructure?, _ source: (Int) async throws -> Source
  ) async throws -> SessionFold.Result {
    var result = try await fold.run(sources: sources, source)
    result.structure = structure
    return result
  }

  /// Whether the structure is inferred if neither the log nor the map shows it.
  var guesses: Bool { options.infersStructure || map.infersStructure }

  private func structure<Source: PeopleSource>(
    _ limits: SessionLimits, sources: Int = 1, _ source: (Int) async throws -> Source
  ) async throws -> InferredStructure? {
    guard guesses else { return nil }
    return try await StructureGuessing(map: map, tables: tables, limits: limits).structure(sources: sources, source)
  }

  /// A store that receives sessions, what becomes of those that it has of the people, and the users as logged if they are revealed.
  typealias Target = (store: Store, sessions: SessionFold.Storing.Sessions, revealed: ByteInterner?)

  /// A fold that measures nothing yet.
  /// - Precondition: all names of the events are in the table.
  func fold(_ limits: SessionLimits, structure: InferredStructure? = nil, into target: Target? = nil) throws -> SessionFold {
    let map = map(completedBy: structure)
    // Both add names to the table, which the writer has to know.
    let (navigationMap, declared) = (NavigationMap(map, names: tables.names), DeclaredNames(map, names: tables.names))
    let storing = try target.map { target in
      SessionFold.Storing(try SessionWriter(target.store, names: tables.names.snapshot()), target.sessions, revealed: target.revealed)
    }
    return SessionFold(
      map: navigationMap, declared: declared, limits: limits, segments: tables.segments, workers: options.workers, progress: progress, storing: storing)
  }

  /// What this run measures.
  /// - Parameter span: of all sessions; nil if unknown.
  func measuring(_ span: SessionSpan?, structure: InferredStructure? = nil) -> SessionFold.Measuring {
    var measuring = SessionFold.Measuring()
    measuring.days = options.days
    measuring.span = span.map { span in options.days.map { span.clamped(to: $0, loaded.calendar) } ?? span }
    measuring.dimensions = options.segmentPaths
    measuring.crowds = options.minimumGroup.map {
      CrowdMeasures(least: $0, map: map(completedBy: structure), names: tables.names, dimensions: options.segmentPaths)
    }
    return measuring
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
    readingNotes(intake) + mapNotes { $0.placeholders + $0.mappings(intake.log.tally) }
  }

  /// Notes on what was found.
  func notes(on result: SessionFold.Result, _ figures: NavigationFigures) -> [String] {
    mapNotes { $0.names(.init(figures.measures, figures.scope.names)) } + StructureGuessing.notes(options, result.structure, figures)
  }

  /// Notes on what of the app map is not in the logs.
  func mapNotes(_ remarks: (MapCheck) -> [String]) -> [String] {
    if loaded.isDrafted { return [] }
    return MapCheck.notes(remarks(MapCheck(map: map, hidesLog: options.minimumGroup != nil)), source: loaded.isStored ? nil : loaded.file, logs: options.logs)
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
  func figures(_ result: SessionFold.Result, _ store: Store) throws -> NavigationFigures {
    try figures(result, store.account(), limits: limits(store))
  }

  /// Combines measures with what is needed to read them.
  func figures(_ result: SessionFold.Result, _ account: LogAccount, limits: SessionLimits) throws -> NavigationFigures {
    let sources = account.sources
    var map = map(completedBy: result.structure)
    if let least = options.minimumGroup {
      guard result.measures.totals.users >= least else { throw AuditError.tooFewUsers(least: least) }
      map.raiseUserThresholds(to: least)
    }
    result.measures.tabSets.internTabs(tables.names)
    _ = DeclaredNames(map, names: tables.names)
    var names = tables.names.snapshot()
    if let least = options.minimumGroup {
      let declared = loaded.declaredTexts
      names = result.meetings.names(names, least: least, declared: declared)
      // A draft repeats names that single users may have met.
      let shown = declared.union(names.texts)
      map.keepNames(where: shown.contains)
    }
    let declared = DeclaredNames(map, names: tables.names)
    let accepted = sources.reduce(0) { $0 + $1.events } - account.forgottenEvents
    let intake = Intake(
      lines: accepted + sources.reduce(0) { $0 + $1.rejected },
      rejected: sources.reduce(0) { $0 + $1.rejected },
      duplicates: accepted - result.measures.totals.events - result.leftOut,
      withoutZone: sources.reduce(0) { $0 + $1.withoutZone }, excluded: sources.reduce(0) { $0 + $1.excluded }, cutSources: account.cutSources)
    let scope = MeasureScope(measures: result.measures, names: names, map: map, declared: declared, intake: intake)
    let recent = result.span.map {
      RecentPart(measures: result.recent, scope: MeasureScope(measures: result.recent, in: scope), start: $0.recent)
    }
    let crowds = result.crowds?.crowds(structureKnown: scope.structureKnown)
    return NavigationFigures(
      measures: result.measures, scope: scope, segments: try options.figures(result.segments, in: scope, crowds), crowds: crowds, recent: recent,
      sources: sources,
      limits: limits, unread: account.unread)
  }
}

extension Store.Source {
  init(_ source: EventLog.Source) {
    self.init(
      name: source.shownName, digest: source.summary.digest, format: source.format, bytes: source.summary.decompressedBytes,
      lines: source.summary.lines, events: source.tally.events, withoutZone: source.tally.withoutZone,
      rejections: source.tally.reasons)
  }

  /// Lines that could not be read.
  var rejected: Int { rejections.values.reduce(0, +) - excluded }
  /// Events of users that the app map excludes.
  var excluded: Int { rejections[RejectionReason.excludedUser.rawValue] ?? 0 }
}
