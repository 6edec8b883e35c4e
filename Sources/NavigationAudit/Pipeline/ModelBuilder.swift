import EventLogs
import Measures
import NavigationModel
import NavigationStore
import StructureInference

/// The measures of a log, with what is needed to judge them and to write them down.
struct NavigationFigures: Sendable {
  var measures: Measures
  var scope: MeasureScope
  /// The measures told apart by segment, where that was asked for.
  var segments: SegmentFigures?
  /// The people behind each figure, where small groups are to be hidden.
  var crowds: Crowds?
  var sources: [Store.Source]
  /// The longest time between neighbouring events of a session without an id, microseconds.
  var gap: Int64
}

/// From events to a store and measures.
struct ModelBuilder {
  let options: AuditOptions
  let loaded: LoadedMap
  let tables: LogTables
  var progress: FoldingProgress?

  private var map: AppMap { loaded.map }
  private var budget: MemoryBudget { options.budget }

  /// Takes the logs into a store and measures the people of these logs.
  /// - Parameter measures: whether they are measured; not where the store is all that is wanted.
  /// - Returns: nil where every source is in the store already.
  func ingest(_ intake: LogIntake.Result, into store: Store, measures: Bool = true) async throws -> SessionFold.Result? {
    try store.begin()
    do {
      let result = try await fill(store, with: intake, measures: measures)
      try store.commit()
      return result
    } catch {
      store.rollback()
      throw error
    }
  }

  private func fill(_ store: Store, with intake: LogIntake.Result, measures: Bool) async throws -> SessionFold.Result? {
    if loaded.isStored, try store.meta(.appMap) != loaded.text {
      throw AuditError("\(store.path): another run has given the store another app map; run the command again")
    }
    let users = tables.users.takeEntries()
    let key = try pseudonymKey(store, users)
    var digests = Set(try store.sources().map(\.digest))
    var isNew: [Bool] = []
    for source in intake.log.sources {
      let isFirst = digests.insert(source.summary.digest).inserted
      isNew.append(isFirst)
      if isFirst { try store.add(Store.Source(source)) }
    }
    guard isNew.contains(true) else { return nil }
    let isGrown = try store.hasPeople()
    // With another map or gap, all that is in the store is worked out again.
    let isChanged = try isGrown && !hasSettings(of: store)
    let gap = try gap(store)
    if isChanged { _ = try await replay(store, writes: true, measures: false) }
    try store.setMeta(.tool, Audit.tool)
    if let text = loaded.text { try store.setMeta(.appMap, text) }
    try store.setMeta(.gap, String(gap))
    try store.setMeta(.infersStructure, String(options.infersStructure))

    let (blocks, file) = intake.spool.takeBlocks(where: { isNew[$0] })
    let parts = try await EventParts(
      blocks, in: file, users: UserDirectory(users: users, key: key), budget: budget, workers: options.workers, folder: intake.spillFolder)
    let history = isGrown ? try SessionHistory(store, names: tables.names, segments: tables.segments, gap: gap) : nil
    func people(of part: Int) async throws -> PeopleOfLog { try await PeopleOfLog(parts.load(part), chunkEvents: budget.chunkEvents) }
    // A guess looks at everybody: what was in the store is worked out again with it.
    let structure = isGrown ? nil : try await structure(gap: gap, sources: parts.count, people)
    var fold = try fold(gap: gap, structure: structure, writeTo: store)
    fold.history = history
    fold.measures = measures
    fold.revealed = options.revealsUsers ? users : nil
    let result = try await fold.run(sources: parts.count, people)
    if isGrown && guesses { _ = try await replay(store, writes: true, measures: false) }
    return result
  }

  /// Whether the store was made with the map and the gap of this run, so that what is in it can stay as it is. What the map says of rules is not in it.
  func hasSettings(of store: Store) throws -> Bool {
    let isSameMap = loaded.text == nil || (try? LoadedMap(file: nil, logs: [], store: store)).map(loaded.makesSessions) ?? false
    let isSameStructure = try String(options.infersStructure) == store.meta(.infersStructure) ?? "false"
    return try isSameMap && isSameStructure && String(gap(store)) == store.meta(.gap)
  }

  /// Works everything out again from what a store holds, or takes the measures that were kept in it.
  /// - Parameter writes: whether the sessions in the store are replaced. Then the store is inside a transaction.
  func replay(_ store: Store, writes: Bool = false, measures: Bool = true) async throws -> SessionFold.Result {
    if !writes, measures, let kept = try keptMeasures(in: store) { return SessionFold.Result(measures: kept) }
    func people(_: Int) throws -> StoredPeople {
      try StoredPeople(store, names: tables.names, segments: tables.segments, chunkEvents: budget.chunkEvents)
    }
    let gap = try gap(store)
    let all = try people(0)
    let structure = try await structure(gap: gap, people)
    var fold = try fold(gap: gap, structure: structure, writeTo: writes ? store : nil)
    fold.replaces = writes
    fold.measures = measures
    return try await fold.run { _ in all }
  }

  /// Whether the structure is guessed where neither the log nor the map tells it.
  var guesses: Bool { options.infersStructure || map.infersStructure }

  private func structure<Source: PeopleSource>(
    gap: Int64, sources: Int = 1, _ source: (Int) async throws -> Source
  ) async throws -> InferredStructure? {
    guard guesses else { return nil }
    return try await StructureGuessing(map: map, tables: tables, gap: gap).structure(sources: sources, source)
  }

  /// - Precondition: all names of the events are in the table.
  private func fold(gap: Int64, structure: InferredStructure?, writeTo store: Store?) throws -> SessionFold {
    let map = structure.map { self.map.completed(by: $0) } ?? self.map
    let navigationMap = NavigationMap(map, names: tables.names)
    var fold = SessionFold(
      map: navigationMap, tasks: DeclaredNames(map, names: tables.names).tasks, gap: gap, segments: tables.segments,
      workers: options.workers, writer: try store.map { try SessionWriter($0, names: tables.names.snapshot()) })
    fold.structure = structure
    fold.progress = progress
    fold.dimensions = options.segmentPaths
    fold.crowds = options.minimumGroup.map { CrowdMeasures(least: $0, map: map, names: tables.names, dimensions: options.segmentPaths) }
    return fold
  }

  /// The gap asked for or else the store's or else the usual one, microseconds.
  private func gap(_ store: Store) throws -> Int64 {
    if let gap = options.gap { return Int64(gap) * 1_000_000 }
    return try store.meta(.gap).flatMap(Int64.init) ?? Int64(AuditOptions.usualGap) * 1_000_000
  }

  /// The key asked for or else the store's or else that of the users.
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
    var map = result.structure.map { self.map.completed(by: $0) } ?? self.map
    if let least = options.minimumGroup {
      guard result.measures.totals.users >= least else { throw AuditError.tooFewUsers(least: least) }
      map.raiseUserThresholds(to: least)
    }
    let declared = DeclaredNames(map, names: tables.names)
    result.measures.tabSets.internTabs(tables.names)
    // The files still count the events of people who were removed.
    let forgotten = try store.meta(.forgottenEvents).flatMap(Int.init) ?? 0
    let accepted = sources.reduce(0) { $0 + $1.events } - forgotten
    let intake = Intake(
      lines: accepted + sources.reduce(0) { $0 + $1.rejections.values.reduce(0, +) },
      rejected: sources.reduce(0) { $0 + $1.rejections.values.reduce(0, +) },
      duplicates: accepted - result.measures.totals.events,
      withoutZone: sources.reduce(0) { $0 + $1.withoutZone })
    let scope = MeasureScope(
      measures: result.measures, names: tables.names.snapshot(), map: map, declared: declared, intake: intake)
    let crowds = result.crowds?.crowds(structureKnown: scope.structureKnown)
    return NavigationFigures(
      measures: result.measures, scope: scope, segments: try options.figures(result.segments, in: scope, crowds), crowds: crowds, sources: sources,
      gap: try gap(store))
  }
}

extension Store.Source {
  init(_ source: EventLog.Source) {
    self.init(
      name: source.shownName, digest: source.summary.digest, format: source.format, bytes: source.summary.decompressedBytes,
      lines: source.summary.lines, events: source.tally.events, withoutZone: source.tally.withoutZone,
      rejections: Dictionary(uniqueKeysWithValues: source.tally.rejected.map { ($0.key.rawValue, $0.value) }))
  }
}
