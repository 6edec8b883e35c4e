import NavigationModel

/// A figure, or a family of figures, that is folded from sessions and can be merged.
///
/// Sessions are observed user by user, each user's in order, and merged values have no user in common: so users can be
/// counted without storing them.
protocol Measure: Mergeable, BinaryCodable {
  /// Takes what the app map declares, and the time from the first to the last session start if it is known, before the
  /// first session.
  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?)
  /// Whether rules read it of the recent part of a log. If not, it is left out there.
  static var isForRules: Bool { get }
  /// Whether it says something of a log whose structure is known. If not, it is for logs of screens alone.
  static var isForStructure: Bool { get }
  /// Adds a session.
  /// - Parameter counts: what is counted once for all measures.
  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts)
  /// Call it when all sessions of a user were observed.
  mutating func finishUser()
  /// Its tables.
  /// - Parameter measures: all measures, this one among them.
  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table]
}

extension Measure {
  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {}
  static var isForRules: Bool { true }
  static var isForStructure: Bool { true }
  /// Adds a session to this measure alone.
  mutating func observe(_ session: Session, _ path: Reconstruction) { observe(session, path, SessionCounts(path)) }
  mutating func finishUser() {}
  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [] }
}

package struct Measures: Sendable {
  /// To add a measure, add a file and name it here. The tables come in this order.
  static let all: [any Measure.Type] = [
    Totals.self, Depths.self, Screens.self, Tabs.self, SectionChanges.self, MoreList.self, Menus.self, Gestures.self,
    Discovery.self, Transitions.self,
    Daily.self, Tasks.self,
    // Without a table.
    Trails.self, SectionDepths.self, AppFigures.self, AppMade.self, Revisits.self, LostStates.self, TabSets.self,
    Sightings.self,
    OwnTabs.self,
    BarUsers.self, TabOrigins.self, LastSessions.self, ShownSessions.self,
    TabHabits.self, ModalTabs.self, NestedBars.self, TabModals.self, HiddenBar.self, TabHunts.self, Badges.self,
    TabSetChanges.self, TabEdits.self,
    Rotations.self, TabOpenings.self, Moves.self, ChoiceDays.self, OtherSavings.self, EntrySets.self, ChoiceTimes.self,
    MenuPlatforms.self, Arrivals.self,
    Taps.self, HalfReaches.self, MiddleReaches.self, DeepVisits.self, PassThroughs.self, DeadEnds.self, BackChains.self,
    PingPongs.self, PogoSticking.self,
    Appearances.self, ScreenReturns.self, PlatformMoves.self, HeavyUsers.self, LogQuality.self, OtherEvents.self,
    EventDays.self, Returns.self,
  ]

  private static let indices = Dictionary(uniqueKeysWithValues: all.enumerated().map { (ObjectIdentifier($1), $0) })

  /// What measures are for: not all of them are folded everywhere.
  package enum Use: Int, CaseIterable, Sendable { case report, rules }

  /// Which measures each use needs, by its number: of any log, and of one whose structure is known.
  private static let areNeeded = [false, true].map { isStructured in
    Use.allCases.map { use in
      all.map { (use == .report || $0.isForRules) && (!isStructured || $0.isForStructure) }
    }
  }

  /// One for each of ``all``.
  private var boxes: Boxes
  private var user: UInt32?
  /// What ``period`` shows if small groups are hidden.
  private var shownPeriod: ClosedRange<Int64>??

  /// - Parameters:
  ///   - span: the time from the first to the last session start, if known.
  ///   - isStructured: whether the app's structure is known: then what only logs of screens alone need is not counted.
  package init(_ declared: DeclaredNames? = nil, span: SessionSpan? = nil, isStructured: Bool = false) {
    func box<M: Measure>(_: M.Type) -> MeasureBox {
      var measure = M()
      measure.prepare(declared, span: span)
      return Box(measure)
    }
    boxes = Boxes(Self.all.map { box($0) }, areNeeded: Self.areNeeded[isStructured ? 1 : 0])
  }

  subscript<M: Measure>(_: M.Type) -> M {
    guard let index = Self.indices[ObjectIdentifier(M.self)], let box = boxes.all[index] as? Box<M> else {
      preconditionFailure("\(M.self) is missing in the list of all measures")
    }
    return box.measure
  }

  var measures: [any Measure] { boxes.all.map(\.anyMeasure) }

  /// The measures, to be changed: copies, if they are shared.
  private mutating func own() -> Boxes {
    if !isKnownUniquelyReferenced(&boxes) { boxes = boxes.copy() }
    return boxes
  }

  mutating func change<M: Measure>(_: M.Type, _ change: (inout M) -> Void) {
    guard let index = Self.indices[ObjectIdentifier(M.self)], let box = own().all[index] as? Box<M> else { return }
    change(&box.measure)
  }

  /// Adds a session. Sessions come user by user, each user's in the order of their numbers.
  package mutating func observe(
    _ session: Session, _ path: Reconstruction, _ counts: SessionCounts, for use: Use = .report
  ) {
    if session.user != user {
      finishUser()
      user = session.user
    }
    own().forEach(for: use) { $0.observe(session, path, counts) }
  }

  /// Adds a session that is measured once.
  package mutating func observe(_ session: Session, _ path: Reconstruction, for use: Use = .report) {
    observe(session, path, SessionCounts(path), for: use)
  }

  private mutating func finishUser() {
    if user == nil { return }
    own().forEach(for: .report) { $0.finishUser() }
    user = nil
  }

  /// Call it when all sessions were observed.
  package mutating func finish() {
    finishUser()
    for box in own().all { box.finish() }
  }

  /// Merges the measures of other users. Both must be finished.
  package mutating func merge(_ other: Measures) {
    for (box, other) in zip(own().all, other.boxes.all) { box.merge(other) }
  }

  package func tables(_ scope: MeasureScope) -> [Table] {
    measures.flatMap { $0.tables(self, scope) } + [reach(scope)]
  }

  package static let tableNames = Measures().tables(.empty).map(\.name)
}

/// The objects that hold the measures. They are changed only while nothing else refers to them (``Measures/own()``).
private final class Boxes: @unchecked Sendable {
  let all: [MeasureBox]
  /// For each use, by its number, which of them it needs.
  private let areNeeded: [[Bool]]
  /// For each use, by its number, those that it needs.
  private let needed: [[Unmanaged<MeasureBox>]]

  init(_ all: [MeasureBox], areNeeded: [[Bool]]) {
    self.all = all
    self.areNeeded = areNeeded
    needed = areNeeded.map { zip(all, $0).filter(\.1).map { .passUnretained($0.0) } }
  }

  func copy() -> Boxes { Boxes(all.map { $0.copy() }, areNeeded: areNeeded) }

  /// Calls what ``all`` keeps alive, without counting references.
  @inline(__always)
  func forEach(for use: Measures.Use, _ body: (MeasureBox) -> Void) {
    for box in needed[use.rawValue] { box._withUnsafeGuaranteedRef(body) }
  }
}

/// A measure in an object that knows its type: calls for each session are compiled for it, and nothing is checked or
/// copied on the way.
private class MeasureBox {
  var anyMeasure: any Measure { preconditionFailure("a box has a measure") }
  func copy() -> MeasureBox { preconditionFailure("a box has a measure") }
  func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {}
  func finishUser() {}
  func finish() {}
  func merge(_ other: MeasureBox) {}
}

private final class Box<M: Measure>: MeasureBox {
  @exclusivity(unchecked) fileprivate(set) var measure: M

  init(_ measure: M) { self.measure = measure }

  override var anyMeasure: any Measure { measure }
  override func copy() -> MeasureBox { Box(measure) }
  override func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    measure.observe(session, path, counts)
  }
  override func finishUser() { measure.finishUser() }
  override func finish() { measure.finish() }
  override func merge(_ other: MeasureBox) { if let other = other as? Box<M> { measure.merge(other.measure) } }
}

extension Measures: BinaryCodable {
  /// The version of their form. Measures of another version are not read. A test fails if the form changes and this
  /// does not.
  package static let schema = 31

  package init(from decoder: BinaryDecoder) throws {
    func box<M: Measure>(_: M.Type) throws -> MeasureBox { Box(try M(from: decoder)) }
    boxes = Boxes(try Self.all.map { try box($0) }, areNeeded: Self.areNeeded[0])
  }

  package func encode(to encoder: BinaryEncoder) throws { for measure in measures { try measure.encode(to: encoder) } }
}

// Each measure, for those who read it.
extension Measures {
  package var totals: Totals { self[Totals.self] }
  package var depths: Depths { self[Depths.self] }
  package var screens: Screens { self[Screens.self] }
  package var tabs: Tabs { self[Tabs.self] }
  package var moreList: MoreList { self[MoreList.self] }
  package var menus: Menus { self[Menus.self] }
  package var gestures: Gestures { self[Gestures.self] }
  package var discovery: Discovery { self[Discovery.self] }
  package var transitions: Transitions { self[Transitions.self] }
  package var daily: Daily { self[Daily.self] }
  package var tasks: Tasks { self[Tasks.self] }
  package var trails: Trails { self[Trails.self] }
  package var sectionDepths: SectionDepths { self[SectionDepths.self] }
  package var figures: AppFigures { self[AppFigures.self] }
  package var appMade: AppMade { self[AppMade.self] }
  package var sectionChanges: SectionChanges { self[SectionChanges.self] }
  package var revisits: Revisits { self[Revisits.self] }
  package var lostStates: LostStates { self[LostStates.self] }
  package var tabSets: TabSets { self[TabSets.self] }
  package var sightings: Sightings { self[Sightings.self] }
  package var ownTabs: OwnTabs { self[OwnTabs.self] }
  package var barUsers: BarUsers { self[BarUsers.self] }
  package var tabOrigins: TabOrigins { self[TabOrigins.self] }
  package var lastSessions: LastSessions { self[LastSessions.self] }
  package var shownSessions: ShownSessions { self[ShownSessions.self] }
  package var tabHabits: TabHabits { self[TabHabits.self] }
  package var modalTabs: ModalTabs { self[ModalTabs.self] }
  package var nestedBars: NestedBars { self[NestedBars.self] }
  package var tabModals: TabModals { self[TabModals.self] }
  package var hiddenBar: HiddenBar { self[HiddenBar.self] }
  package var tabHunts: TabHunts { self[TabHunts.self] }
  package var badges: Badges { self[Badges.self] }
  package var tabSetChanges: TabSetChanges { self[TabSetChanges.self] }
  package var tabEdits: TabEdits { self[TabEdits.self] }
  package var rotations: Rotations { self[Rotations.self] }
  package var tabOpenings: TabOpenings { self[TabOpenings.self] }
  package var moves: Moves { self[Moves.self] }
  package var choiceDays: ChoiceDays { self[ChoiceDays.self] }
  package var otherSavings: OtherSavings { self[OtherSavings.self] }
  package var entrySets: EntrySets { self[EntrySets.self] }
  package var choiceTimes: ChoiceTimes { self[ChoiceTimes.self] }
  package var menuPlatforms: MenuPlatforms { self[MenuPlatforms.self] }
  package var arrivals: Arrivals { self[Arrivals.self] }
  package var taps: Taps { self[Taps.self] }
  package var halfReaches: HalfReaches { self[HalfReaches.self] }
  package var middleReaches: MiddleReaches { self[MiddleReaches.self] }
  package var deepVisits: DeepVisits { self[DeepVisits.self] }
  package var passThroughs: PassThroughs { self[PassThroughs.self] }
  package var deadEnds: DeadEnds { self[DeadEnds.self] }
  package var backChains: BackChains { self[BackChains.self] }
  package var pingPongs: PingPongs { self[PingPongs.self] }
  package var pogoSticking: PogoSticking { self[PogoSticking.self] }
  package var appearances: Appearances { self[Appearances.self] }
  package var screenReturns: ScreenReturns { self[ScreenReturns.self] }
  package var platformMoves: PlatformMoves { self[PlatformMoves.self] }
  package var heavyUsers: HeavyUsers { self[HeavyUsers.self] }
  package var logQuality: LogQuality { self[LogQuality.self] }
  package var otherEvents: OtherEvents { self[OtherEvents.self] }
  package var eventDays: EventDays { self[EventDays.self] }
  var returns: Returns { self[Returns.self] }
}

extension Measures {
  /// The period of the log: the times of the first and the last event, microseconds since 1970, without sessions more
  /// than a year from the median event, whose clocks were off (``LogQuality/plausibleDays``). Nil without events.
  package var period: ClosedRange<Int64>? {
    if let shownPeriod { return shownPeriod }
    return logQuality.period
  }

  /// Lets ``period`` begin and end with a day on which at least so many people used one platform and version: the times
  /// of the first and the last event, and days of few, are those of single users. Nil if there is no such day.
  package mutating func showDays(ofAtLeast users: Int, _ calendar: CalendarDays) {
    let days = daily.sums.pairs.filter { $0.1.users >= users }.map(\.0.day)
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
  fileprivate static var empty: MeasureScope {
    let names = NameTable()
    return MeasureScope(
      measures: Measures(), names: names.snapshot(), map: AppMap(), declared: DeclaredNames(AppMap(), names: names),
      lineCounts: LineCounts())
  }
}
