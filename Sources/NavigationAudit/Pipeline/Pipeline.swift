import AppMaps
import EventLogs
import Measures
import NavigationModel
import NavigationStore
import UsabilityRules

/// The way of a run from events to a store and measures.
struct Pipeline {
  let options: AuditOptions
  let loaded: LoadedMap
  let tables: LogTables
  var progress: FoldProgress?
  /// The time of the last event of an earlier report to compare with; nil without one.
  var since: Int64?

  var map: AppMap { loaded.map }
  var budget: MemoryBudget { options.budget }

  /// A store that receives sessions, what becomes of those that it has of the people, and the users as logged if they
  /// are revealed.
  typealias Target = (store: Store, stored: StoredSessions, revealed: ByteInterner?)

  // MARK: - From logs

  /// Measures the users of logs, without a store.
  func measure(_ loadedLogs: LoadedLogs) async throws -> (result: MeasuredSessions, account: LogAccount) {
    let logs = NewLogs(loadedLogs, tables) { users in
      options.key.map { PseudonymKey(passphrase: $0) } ?? PseudonymKey(ofUsers: users)
    }
    return (try await fold(logs, limits), account(logs))
  }

  /// Fills a new store with logs, and measures their users.
  func measure(_ loadedLogs: LoadedLogs, into store: Store) async throws -> MeasuredSessions {
    try await changing(store) {
      let logs = try newLogs(loadedLogs, for: store)
      let limits = try limits(store)
      try add(logs, to: store)
      try setSettings(of: store, limits, .analyze)
      return try await fold(logs, limits, into: (store, .none, revealed(logs.users)))
    }
  }

  /// Adds to a store the logs that it does not have.
  func ingest(_ loadedLogs: LoadedLogs, into store: Store, _ end: Leftovers.Ending) async throws {
    try await changing(store, end) {
      if loaded.origin == .store, try store.meta(.appMap) != loaded.text {
        throw AuditError("\(store.path): another run changed the store's app map; run the command again")
      }
      let logs = try newLogs(loadedLogs, for: store)
      let limits = try limits(store)
      guard logs.isNew.contains(true) else { return }
      try add(logs, to: store)
      guard try store.hasPeople() else {
        try setSettings(of: store, limits, .ingest)
        _ = try await fold(logs, limits, isMeasured: false, into: (store, .none, revealed(logs.users)))
        return
      }
      // Its sessions may have been made with another map or other limits.
      if try !hasSettings(of: store) { try await rebuild(store) }
      try setSettings(of: store, limits, .ingest)
      try await extend(store, by: logs, limits)
      // Inference depends on all users.
      if guesses { try await rebuild(store) }
    }
  }

  /// - Parameter end: commits the change, which may be the outcome of the run.
  private func changing<Result>(
    _ store: Store, _ end: Leftovers.Ending = { try $0() }, _ change: () async throws -> Result
  ) async throws -> Result {
    try store.begin()
    do {
      let result = try await change()
      try end { try store.commit() }
      return result
    } catch {
      store.rollback()
      throw error
    }
  }

  private func newLogs(_ loadedLogs: LoadedLogs, for store: Store) throws -> NewLogs {
    try NewLogs(loadedLogs, tables, besides: store.sources().map(\.digest)) { try pseudonymKey(store, $0) }
  }

  private func revealed(_ users: ByteInterner) -> ByteInterner? { options.revealsUsers ? users : nil }

  private func fold(_ logs: NewLogs, _ limits: SessionLimits, isMeasured: Bool = true, into target: Target? = nil)
    async throws -> MeasuredSessions
  {
    let partitions = try await logs.partitions(options)
    return try await fold(
      People(partitions, blockEvents: budget.blockEvents), limits, isMeasured: isMeasured,
      seemsStructured: logs.loadedLogs.spool.times.seemStructured, ids: .init(logs.key),
      into: target
    ) { try await logs.span(of: partitions, limits) }
  }

  /// Adds the events of logs to the sessions that a store has.
  private func extend(_ store: Store, by logs: NewLogs, _ limits: SessionLimits) async throws {
    let history = try SessionHistory(store, names: tables.names, segments: tables.segments, limits: limits)
    let partitions = try await logs.partitions(options)
    let fold = try fold(limits, measuring: nil, into: (store, .extended(history), revealed(logs.users)))
    _ = try await fold.run(People(partitions, blockEvents: budget.blockEvents))
  }

  func account(_ logs: NewLogs) -> LogAccount {
    var account = LogAccount()
    var unknown = UnknownEvents()
    for (source, isNew) in zip(logs.loadedLogs.log.sources, logs.isNew) where isNew {
      account.sources.append(Store.Source(source))
      unknown.append(source.tally.unknownEvents)
      if source.summary.isCutShort { account.cutSources += 1 }
    }
    var unread = UnreadEvent.all(UnreadSamples(unknown))
    for index in unread.indices { if let part = loaded.guesses[unread[index].event] { unread[index].take(part) } }
    account.unread = UnreadEvent.merged([], unread)
    return account
  }

  func add(_ logs: NewLogs, to store: Store) throws {
    let account = account(logs)
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

  /// Whether the store was made with the map and the session limits of this run, so its contents can stay. Rules of the
  /// map are not in it.
  func hasSettings(of store: Store) throws -> Bool {
    let isSameMap =
      loaded.text == nil || (try? LoadedMap(file: nil, logs: [], store: store)).map(loaded.makesSessions) ?? false
    let isSameStructure = try String(options.infersStructure) == store.meta(.infersStructure) ?? "false"
    return try isSameMap && isSameStructure && limits(store) == store.sessionLimits()
  }

  // MARK: - Folds

  /// Whether the structure is inferred if neither the log nor the map shows it.
  var guesses: Bool { options.infersStructure || map.infersStructure }

  private func structure(_ people: People, _ limits: SessionLimits) async throws -> InferredStructure? {
    guard guesses else { return nil }
    return try await InferredStructure.inferred(from: people, map: map, tables, limits)
  }

  /// Makes sessions of people.
  /// - Parameters:
  ///   - isMeasured: whether they are measured, or only go into a store.
  ///   - seemsStructured: whether the log probably shows the app's structure. Where it turns out not to, people are
  ///     measured again.
  ///   - span: of all sessions.
  func fold(
    _ people: People, _ limits: SessionLimits, isMeasured: Bool, seemsStructured: Bool = false,
    ids: Nobodies.IDs = .init(), into target: Target?,
    span: () async throws -> SessionSpan?
  ) async throws -> MeasuredSessions {
    let structure = try await structure(people, limits)
    let span = isMeasured ? try await span() : nil
    let declaresStructure = !map(completedBy: structure).roots.isEmpty
    func sums(isStructured: Bool, into target: Target?) async throws -> MeasureSums {
      let fold = try fold(
        limits, structure: structure,
        measuring: isMeasured ? measuring(span, isStructured: isStructured, ids: ids) : nil, into: target)
      return try await fold.run(people)
    }
    var all = try await sums(isStructured: declaresStructure || seemsStructured, into: target)
    guard isMeasured else { return (all, structure) }
    if seemsStructured, !declaresStructure, !all.measures.totals.showsStructure {
      all = try await sums(isStructured: false, into: nil)
    }
    try await measureClean(&all, structure, limits, ids: ids) { people }
    return (all, structure)
  }

  /// Measures what is judged, if that is not all: the part of a log that no doubt accuses, without who is nobody.
  func measureClean(
    _ all: inout MeasureSums, _ structure: InferredStructure?, _ limits: SessionLimits, ids: Nobodies.IDs,
    people: () throws -> People
  ) async throws {
    let map = map(completedBy: structure)
    func scope(_ measures: inout Measures) -> MeasureScope {
      measures.tabSets.internTabs(tables.names)
      return MeasureScope(
        measures: measures, names: tables.names.snapshot(), map: map,
        declared: DeclaredNames(map, names: tables.names), lineCounts: LineCounts())
    }
    let isStructured = scope(&all.measures).structureKnown
    func measured(within part: CleanPart?) async throws -> MeasureSums {
      // A store adds its names to the table, which the fold has to know.
      let people = try people()
      var measuring = try measuring(all.span, isStructured: isStructured, ids: ids)
      measuring.leavesOut = all.nobodies.kinds
      if let part { measuring.selection = (measuring.selection ?? NamedSelection(conditions: [])).within(part) }
      return try await fold(limits, structure: structure, measuring: measuring).run(people)
    }
    // A script that never goes back accuses no platform.
    var clean = all.nobodies.users > 0 ? try await measured(within: nil) : nil
    var people = clean?.measures ?? all.measures
    if let part = CleanPart(people, scope(&people)) { clean = try await measured(within: part) }
    all.clean = clean.map { ($0.measures, $0.recent, people) }
  }

  /// A fold of this run.
  /// - Parameters:
  ///   - measuring: nil if the sessions only go into a store. Evaluated when the table has the names of the map, too,
  ///     which it has to know.
  ///   - target: nil if the sessions are only measured.
  /// - Precondition: all names of the events are in the table.
  func fold(
    _ limits: SessionLimits, structure: InferredStructure? = nil, measuring: @autoclosure () throws -> Measuring?,
    into target: Target? = nil
  ) throws -> SessionFold<SessionRecorder> {
    let map = map(completedBy: structure)
    // Adds names to the table, which measures of single users and the writer have to know.
    let navigationMap = NavigationMap(reading: map, names: tables.names)
    // Before the store gets the names: too many are refused.
    let measuring = try measuring()
    let rows = try target.map { target -> StoreRows in
      (try SessionWriter(target.store, names: tables.names.snapshot()), target.stored, target.revealed)
    }
    return SessionFold(
      SessionCutter(map: navigationMap, limits: limits, segments: tables.segments),
      into: SessionRecorder(navigationMap.declared, measuring: measuring, storing: rows),
      workers: budget.workers(options.tasks, names: tables.names.count),
      progress: progress, writer: rows?.writer)
  }

  /// What this run measures.
  /// - Parameters:
  ///   - span: of all sessions; nil if unknown.
  ///   - isStructured: whether the app's structure is known.
  /// - Throws: if there is no room for the measures.
  func measuring(_ span: SessionSpan?, isStructured: Bool = false, ids: Nobodies.IDs = .init()) throws -> Measuring {
    try budget.expectRoom(for: tables.names)
    var measuring = Measuring()
    measuring.ids = ids
    measuring.isStructured = isStructured
    measuring.days = options.days
    measuring.selection = options.only?.named(tables.names)
    measuring.span = span.map { span in options.days.map { span.clamped(to: $0, loaded.map.calendar) } ?? span }
    measuring.since = since.flatMap { end in measuring.span.flatMap { TimeSince(end, $0) } }
    measuring.hidesSmallGroups = options.minimumGroup != nil
    return measuring
  }

  func map(completedBy structure: InferredStructure?) -> AppMap { structure.map { map.completed(by: $0) } ?? map }

  /// The session limits of a run on logs.
  var limits: SessionLimits { options.limits(map) }

  /// The session limits of a run on a store: its gap, unless another one is given.
  func limits(_ store: Store) throws -> SessionLimits {
    options.limits(map, gap: try store.sessionLimits()?.gap ?? SessionLimits().gap)
  }

  /// The given key, otherwise the store's, otherwise the one derived from the users.
  private func pseudonymKey(_ store: Store, _ users: ByteInterner) throws -> PseudonymKey {
    let stored = try store.pseudonymKey()
    if let passphrase = options.key {
      let key = PseudonymKey(passphrase: passphrase)
      if let stored, stored != key {
        throw AuditError(
          "\(store.path): the store has another key; leave NAVAUDIT_KEY out, or set it to the key it was made with")
      }
      try store.setMeta(.pseudonymKey, key.hexadecimal)
      return key
    }
    if let stored { return stored }
    let key = PseudonymKey(ofUsers: users)
    try store.setMeta(.pseudonymKey, key.hexadecimal)
    return key
  }
}
