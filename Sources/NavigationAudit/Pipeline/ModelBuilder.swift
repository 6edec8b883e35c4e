import EventLogs
import Measures
import NavigationModel
import NavigationStore
import StructureInference

/// The measures of a log, with what is needed to judge them and to write them down.
struct NavigationFigures: Sendable {
  var measures: Measures
  var scope: MeasureScope
  var sources: [Store.Source]
  /// The longest time between neighbouring events of a session without an id, microseconds.
  var gap: Int64
}

/// From events to a store and measures.
struct ModelBuilder {
  let options: AuditOptions
  let loaded: LoadedMap
  let tables: LogTables

  private var map: AppMap { loaded.map }

  /// Takes the logs into a store and measures the people of these logs.
  /// - Returns: nil where every source is in the store already.
  func ingest(_ log: consuming EventLog, into store: Store) async throws -> SessionFold.Result? {
    try store.begin()
    do {
      let result = try await fill(store, with: log)
      try store.commit()
      return result
    } catch {
      store.rollback()
      throw error
    }
  }

  private func fill(_ store: Store, with log: consuming EventLog) async throws -> SessionFold.Result? {
    let key = try pseudonymKey(store)
    var digests = Set(try store.sources().map(\.digest))
    var isNew: [Bool] = []
    for source in log.sources {
      let isFirst = digests.insert(source.summary.digest).inserted
      isNew.append(isFirst)
      if isFirst { try store.add(Store.Source(source)) }
    }
    guard isNew.contains(true) else { return nil }
    let people = try store.people()
    var users = UserDirectory(users: tables.users.entriesSnapshot(), key: key)
    var blocks = log.takeEvents(where: { isNew[$0] })
    if !people.isEmpty {
      // With another map or gap, all that is in the store is worked out again.
      let isEveryone = try !hasSettings(of: store)
      let affected = isEveryone ? people : Set(users.pseudonyms.dropFirst()).intersection(people).sorted()
      let numbers = users.numbers(of: affected)
      let stored = try store.events(
        of: Array(zip(affected, numbers)).map { ($0, $1) }, isEveryone: isEveryone, names: tables.names, segments: tables.segments)
      blocks.insert(stored, at: 0)
    }
    try store.setMeta(.tool, "navaudit \(Audit.version)")
    if let text = loaded.text { try store.setMeta(.appMap, text) }
    let gap = try gap(store)
    try store.setMeta(.gap, String(gap))
    try store.setMeta(.infersStructure, String(options.infersStructure))
    return try await fold(blocks, users: users, gap: gap, writeTo: store, replaces: !people.isEmpty)
  }

  /// Whether the store was made with the map and the gap of this run, so that what is in it can stay as it is.
  func hasSettings(of store: Store) throws -> Bool {
    let isSameMap = try loaded.text == nil || loaded.text == store.meta(.appMap)
    let isSameStructure = try String(options.infersStructure) == store.meta(.infersStructure) ?? "false"
    return try isSameMap && isSameStructure && String(gap(store)) == store.meta(.gap)
  }

  /// Works everything out again from what a store holds.
  /// - Parameter writes: whether the sessions in the store are replaced. Then the store is inside a transaction.
  func replay(_ store: Store, writes: Bool = false) async throws -> SessionFold.Result {
    let people = try store.people()
    var users = UserDirectory(users: ByteInterner(), key: try pseudonymKey(store))
    let numbers = users.numbers(of: people)
    let blocks = [
      try store.events(
        of: Array(zip(people, numbers)).map { ($0, $1) }, isEveryone: true, names: tables.names, segments: tables.segments)
    ]
    return try await fold(blocks, users: users, gap: try gap(store), writeTo: writes ? store : nil, replaces: writes)
  }

  private func fold(
    _ blocks: [[Event]], users: UserDirectory, gap: Int64, writeTo store: Store?, replaces: Bool
  ) async throws -> SessionFold.Result {
    let events = EventsByUser(blocks, users: users)
    let structure = options.infersStructure || map.infersStructure ? StructureGuessing(map: map, tables: tables, gap: gap).structure(of: events) : nil
    let map = structure.map { self.map.completed(by: $0) } ?? self.map
    let navigationMap = NavigationMap(map, names: tables.names)
    let segments = tables.segments.snapshot()
    let writer = try store.map {
      try SessionWriter($0, names: tables.names.snapshot(), segments: segments, replaces: replaces, revealed: revealed(users))
    }
    let fold = SessionFold(
      events: events, segments: segments, map: navigationMap, tasks: DeclaredNames(map, names: tables.names).tasks, gap: gap,
      workers: options.workers)
    var result = try await fold.run(into: writer)
    result.structure = structure
    return result
  }

  /// The gap asked for or else the store's or else the usual one, microseconds.
  private func gap(_ store: Store) throws -> Int64 {
    if let gap = options.gap { return Int64(gap) * 1_000_000 }
    return try store.meta(.gap).flatMap(Int64.init) ?? Int64(AuditOptions.usualGap) * 1_000_000
  }

  /// The key asked for or else the store's or else that of the users.
  private func pseudonymKey(_ store: Store) throws -> PseudonymKey {
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
    let key = PseudonymKey(ofUsers: tables.users.entriesSnapshot())
    try store.setMeta(.pseudonymKey, key.hexadecimal)
    return key
  }

  private func revealed(_ users: UserDirectory) -> [Pseudonym: String] {
    guard options.revealsUsers else { return [:] }
    let texts = tables.users.entriesSnapshot()
    return Dictionary(
      (0..<texts.count).map { (users.pseudonyms[$0], texts.text(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// What the reader should know of how the logs were taken in.
  func notes(on intake: LogIntake.Result) -> [String] {
    let byReason = Dictionary(grouping: intake.passedOver, by: \.reason)
    return byReason.keys.sorted { $0.rawValue < $1.rawValue }.map { reason in
      let names = byReason[reason, default: []].map(\.name)
      let shown = names.prefix(3).joined(separator: ", ")
      return "passed over (\(reason.rawValue)): \(shown)\(names.count > 3 ? " and \(names.count - 3) more" : "")"
    }
  }

  /// Puts measures together with what is needed to read them.
  func figures(_ result: SessionFold.Result, _ store: Store) throws -> NavigationFigures {
    let sources = try store.sources()
    let map = result.structure.map { self.map.completed(by: $0) } ?? self.map
    let declared = DeclaredNames(map, names: tables.names)
    result.measures.tabSets.internTabs(tables.names)
    let accepted = sources.reduce(0) { $0 + $1.events }
    let intake = Intake(
      lines: sources.reduce(0) { $0 + $1.events + $1.rejections.values.reduce(0, +) },
      rejected: sources.reduce(0) { $0 + $1.rejections.values.reduce(0, +) },
      duplicates: accepted - result.measures.totals.events,
      withoutZone: sources.reduce(0) { $0 + $1.withoutZone })
    let scope = MeasureScope(
      measures: result.measures, names: tables.names.snapshot(), map: map, declared: declared, intake: intake)
    return NavigationFigures(measures: result.measures, scope: scope, sources: sources, gap: try gap(store))
  }
}

extension Store.Source {
  init(_ source: EventLog.Source) {
    self.init(
      name: source.summary.name, digest: source.summary.digest, format: source.format, bytes: source.summary.decompressedBytes,
      lines: source.summary.lines, events: source.tally.events, withoutZone: source.tally.withoutZone,
      rejections: Dictionary(uniqueKeysWithValues: source.tally.rejected.map { ($0.key.rawValue, $0.value) }))
  }
}
