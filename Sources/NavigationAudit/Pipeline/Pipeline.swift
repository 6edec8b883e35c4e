import AppMaps
import EventLogs
import Measures
import NavigationModel
import NavigationStore

/// The way of a run from events to a store and measures.
struct Pipeline {
  let options: AuditOptions
  let loaded: LoadedMap
  let tables: LogTables
  var progress: FoldProgress?

  var map: AppMap { loaded.map }
  var budget: MemoryBudget { options.budget }

  /// A store that receives sessions, what becomes of those that it has of the people, and the users as logged if they are revealed.
  typealias Target = (store: Store, stored: StoreRows.Stored, revealed: ByteInterner?)

  /// What becomes of all sessions of a log or a store.
  enum SessionUse {
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
    let loadedLogs: LoadedLogs
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
  func measure(_ loadedLogs: LoadedLogs) async throws -> (result: MeasuredSessions, account: LogAccount) {
    let users = tables.users.takeEntries()
    let key = options.key.map { PseudonymKey(passphrase: $0) } ?? PseudonymKey(ofUsers: users)
    let logs = NewLogs(loadedLogs: loadedLogs, isNew: loadedLogs.log.isNew(), users: users, key: key, limits: options.sessionLimits)
    return (try await fold(logs, .measured), account(loadedLogs.log, logs.isNew))
  }

  /// Fills a new store with logs, and measures their users.
  func measure(_ loadedLogs: LoadedLogs, into store: Store) async throws -> MeasuredSessions {
    try await changing(store) {
      let logs = try newLogs(loadedLogs, for: store)
      try add(loadedLogs.log, isNew: logs.isNew, to: store)
      try setSettings(of: store, logs.limits, .analyze)
      return try await fold(logs, .measuredAndStored((store, .none, revealed(logs.users))))
    }
  }

  /// Adds to a store the logs that it does not have.
  func ingest(_ loadedLogs: LoadedLogs, into store: Store) async throws {
    try await changing(store) {
      if case .store(_, let text) = loaded.origin, try store.meta(.appMap) != text {
        throw AuditError("\(store.path): another run changed the store's app map; run the command again")
      }
      let logs = try newLogs(loadedLogs, for: store)
      guard logs.isNew.contains(true) else { return }
      try add(loadedLogs.log, isNew: logs.isNew, to: store)
      let contents = try contents(of: store)
      if case .nothing = contents {
        try setSettings(of: store, logs.limits, .ingest)
        _ = try await fold(logs, .stored((store, .none, revealed(logs.users))))
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

  private func newLogs(_ loadedLogs: LoadedLogs, for store: Store) throws -> NewLogs {
    let users = tables.users.takeEntries()
    return NewLogs(
      loadedLogs: loadedLogs, isNew: loadedLogs.log.isNew(besides: try store.sources().map(\.digest)), users: users, key: try pseudonymKey(store, users),
      limits: try limits(store))
  }

  private func revealed(_ users: ByteInterner) -> ByteInterner? { options.revealsUsers ? users : nil }

  private func partitions(_ logs: NewLogs) async throws -> EventPartitions {
    try await logs.loadedLogs.spool.takePartitions(where: { logs.isNew[$0] }, users: logs.users, key: logs.key, workers: options.workers)
  }

  /// Makes sessions of all events of logs.
  private func fold(_ logs: NewLogs, _ use: SessionUse) async throws -> MeasuredSessions {
    let partitions = try await partitions(logs)
    let people = People(partitions, blockEvents: budget.blockEvents)
    let structure = try await structure(people, logs.limits)
    let span = use.isMeasured ? try await SessionSpan(logs.loadedLogs.spool.times, partitions, logs.limits) { try await partitions.load($0) } : nil
    let fold = try fold(logs.limits, structure: structure, measuring: use.isMeasured ? measuring(span, structure: structure) : nil, into: use.target)
    return MeasuredSessions(sums: try await fold.run(people), structure: structure)
  }

  /// Adds the events of logs to the sessions that a store has.
  private func add(_ logs: NewLogs, toSessionsOf store: Store) async throws {
    let history = try SessionHistory(store, names: tables.names, segments: tables.segments, limits: logs.limits)
    let partitions = try await partitions(logs)
    let fold = try fold(logs.limits, measuring: nil, into: (store, .extended(history), revealed(logs.users)))
    _ = try await fold.run(People(partitions, blockEvents: budget.blockEvents))
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

  // MARK: - Folds

  /// Whether the structure is inferred if neither the log nor the map shows it.
  var guesses: Bool { options.infersStructure || map.infersStructure }

  func structure(_ people: People, _ limits: SessionLimits) async throws -> InferredStructure? {
    guard guesses else { return nil }
    return try await StructureGuessing(map: map, tables: tables, limits: limits).structure(people)
  }

  /// A fold of this run.
  /// - Parameters:
  ///   - measuring: nil if the sessions only go into a store. Evaluated when the table has the names of the map, too, which it has to know.
  ///   - target: nil if the sessions are only measured.
  /// - Precondition: all names of the events are in the table.
  func fold(
    _ limits: SessionLimits, structure: InferredStructure? = nil, measuring: @autoclosure () throws -> Measuring?,
    into target: Target? = nil
  ) throws -> SessionFold<SessionRecorder> {
    let map = map(completedBy: structure)
    // Adds names to the table, which measures of single users and the writer have to know.
    let navigationMap = NavigationMap(map, names: tables.names)
    // Before the store gets the names: too many are refused.
    let measuring = try measuring()
    let rows = try target.map { target in
      StoreRows(writer: try SessionWriter(target.store, names: tables.names.snapshot()), stored: target.stored, revealed: target.revealed)
    }
    return SessionFold(
      SessionCutter(map: navigationMap, limits: limits, segments: tables.segments),
      into: SessionRecorder(navigationMap.declared, measuring: measuring, storing: rows), workers: options.workers, progress: progress, writer: rows?.writer)
  }

  /// What this run measures.
  /// - Parameter span: of all sessions; nil if unknown.
  /// - Throws: if there is no room for the measures.
  func measuring(_ span: SessionSpan?, structure: InferredStructure? = nil) throws -> Measuring {
    try budget.expectRoom(for: tables.names)
    var measuring = Measuring()
    measuring.days = options.days
    measuring.selection = options.only?.named(tables.names)
    measuring.span = span.map { span in options.days.map { span.clamped(to: $0, loaded.calendar) } ?? span }
    measuring.dimensions = options.segmentPaths
    measuring.peopleBehind = options.minimumGroup.map {
      PeopleBehindMeasures(least: $0, map: map(completedBy: structure), names: tables.names, dimensions: options.segmentPaths)
    }
    return measuring
  }

  func map(completedBy structure: InferredStructure?) -> AppMap { structure.map { map.completed(by: $0) } ?? map }

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
}
