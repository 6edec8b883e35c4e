import NavigationModel

/// All measures of a log.
package struct Measures: Sendable {
  /// To add a measure, add a file and name it here. The tables come in this order.
  static let all: [any Measure.Type] = [
    Totals.self, Depths.self, Screens.self, Tabs.self, SectionChanges.self, MoreList.self, Menus.self, Gestures.self, Discovery.self,
    Transitions.self, Daily.self, Tasks.self, Trails.self,
    // Without a table.
    SectionDepths.self, AppFigures.self, Revisits.self, LostStates.self, TabSets.self, Sightings.self, OwnTabs.self, BarUsers.self, TabOrigins.self,
    ModalTabs.self, NestedBars.self,
    TabModals.self, HiddenBar.self, TabHunts.self, Badges.self, TabSetChanges.self, TabEdits.self, Rotations.self, TabOpenings.self, Moves.self,
    ChoiceDays.self,
    Detours.self, EntrySets.self, ChoiceTimes.self, MenuPlatforms.self, Arrivals.self, Taps.self, HalfReaches.self, DeepVisits.self, Forwarding.self,
    DeadEnds.self, BackChains.self, PingPongs.self, Glances.self, Appearances.self, PlatformMoves.self, HeavyUsers.self, LogSigns.self, OtherEvents.self,
  ]

  private static let indices = Dictionary(uniqueKeysWithValues: all.enumerated().map { (ObjectIdentifier($1), $0) })
  private static let areForRules = all.map { $0.isForRules }

  /// One for each of ``all``.
  private(set) var measures: [any Measure]
  private var user: UInt32?
  /// What ``period`` shows if small groups are hidden.
  private var shownPeriod: ClosedRange<Int64>??
  /// Of the last session.
  private var counts = SessionCounts()

  /// - Parameters:
  ///   - declared: what the app map declares: tasks, and what screens are for.
  ///   - span: the time from the first to the last session start, if known.
  package init(_ declared: DeclaredNames? = nil, span: SessionSpan? = nil) {
    measures = Self.all.map { $0.init(declared, span: span) }
  }

  subscript<M: Measure>(_: M.Type) -> M {
    guard let index = Self.indices[ObjectIdentifier(M.self)], let measure = measures[index] as? M else {
      preconditionFailure("\(M.self) is missing in the list of all measures")
    }
    return measure
  }

  /// Adds a session. Sessions come user by user, each user's in the order of their numbers.
  /// - Parameter onlyForRules: whether to skip what no rule reads.
  /// - Returns: the counts of the session.
  @discardableResult
  package mutating func observe(_ session: Session, _ path: Reconstruction, onlyForRules: Bool = false) -> SessionCounts {
    if session.user != user {
      finishUser()
      user = session.user
    }
    counts.count(path)
    let counts = counts
    let areForRules = Self.areForRules
    measures.withUnsafeMutableBufferPointer { measures in
      for index in measures.indices where !onlyForRules || areForRules[index] { measures[index].observe(session, path, counts) }
    }
    return counts
  }

  private mutating func finishUser() {
    if user == nil { return }
    measures.withUnsafeMutableBufferPointer { measures in
      for index in measures.indices { measures[index].finishUser() }
    }
    user = nil
  }

  /// Call it when all sessions were observed.
  package mutating func finish() {
    finishUser()
    for index in measures.indices { measures[index].finish() }
  }

  /// Merges the measures of other users. Both must be finished.
  package mutating func merge(_ other: Measures) {
    func merge<M: Measure>(_ one: inout M, _ other: any Measure) {
      if let other = other as? M { one.merge(other) }
    }
    for index in measures.indices { merge(&measures[index], other.measures[index]) }
  }

  /// All tables.
  package func tables(_ scope: MeasureScope) -> [Table] {
    let tables = measures.flatMap { $0.tables(self, scope) }
    return tables + [ReachTable.table(of: tables)]
  }

  /// The names of ``tables(_:)``.
  package static let tableNames = Measures().tables(.empty).map(\.name)
}

extension Measures: Codable {
  /// The version of their form. Measures of another version are not read. A test fails if the form changes and this does not.
  package static let schema = 9

  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    measures = try Self.all.map { try container.decode($0) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for measure in measures { try container.encode(measure) }
  }
}

extension Measures {
  /// The period of the log: the times of the first and the last event, microseconds since 1970, without sessions more than a year from the median
  /// event, whose clocks were off (``LogSigns/plausibleDays``). Nil without events.
  package var period: ClosedRange<Int64>? {
    if let shownPeriod { return shownPeriod }
    return logSigns.period
  }

  /// Lets ``period`` begin and end with a day on which at least so many people used one platform and version: the times of the first and the last event,
  /// and days of few, are those of single users. Nil if there is no such day.
  package mutating func showDays(ofAtLeast users: Int, _ calendar: CalendarDays) {
    let days = daily.cells.pairs.filter { $0.1.users >= users }.map(\.0.day)
    guard let first = days.min(), let last = days.max() else {
      shownPeriod = .some(nil)
      return
    }
    shownPeriod = calendar.start(of: first)...calendar.start(of: last + 1) - 1
  }

  /// The length of the ``period`` in days, rounded down.
  package var days: Int { period.map { Int(($0.upperBound - $0.lowerBound) / 86_400_000_000) } ?? 0 }
}

extension MeasureScope {
  /// The scope of an empty log.
  fileprivate static var empty: MeasureScope {
    let names = NameTable()
    return MeasureScope(
      measures: Measures(), names: names.snapshot(), map: AppMap(), declared: DeclaredNames(AppMap(), names: names), intake: Intake())
  }
}
