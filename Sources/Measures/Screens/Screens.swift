import NavigationModel
import Statistics

/// What happens on each screen: visits, returns, dwell times, starts and ends of parts.
package struct Screens: Measure, Summed {
  /// Only of screens at which somebody arrived: rules take one without a sum for never seen.
  package private(set) var sums = SumsByName<Sum>()
  private var clocked = Once<Set<Name>>()

  package struct Sum: Summed {
    package internal(set) var visits = 0
    /// Steps of any kind that arrive: these count as visits if structure is not known.
    package internal(set) var arrivals = 0
    package internal(set) var returns = 0
    package internal(set) var entries = 0
    package internal(set) var exits = 0
    package internal(set) var quickBacks = 0
    package internal(set) var depths = Histogram()
    var visitors = UsersAndSessions()
    var arriving = UsersAndSessions()
    /// Stays, whatever step began them.
    package internal(set) var dwell = Durations()

    @inline(__always)
    mutating func add(_ step: Step, _ session: Session, isFirst: Bool, isLast: Bool, isQuickBack: Bool) {
      arrivals += 1
      arriving.add(session)
      if isFirst { entries += 1 }
      if isLast { exits += 1 }
      if step.dwell >= 0 { dwell.add(step.dwell) }
      if step.kind.isForward {
        visits += 1
        visitors.add(session)
        depths.count(Int(step.depth))
        if isQuickBack { quickBacks += 1 }
      } else {
        returns += 1
      }
    }

    static let fields =
      Fields<Self>(counts: \.visits, \.arrivals, \.returns, \.entries, \.exits, \.quickBacks)
      + Fields<Self>(\.depths, \.visitors, \.arriving, \.dwell)

    package func users(structureKnown: Bool) -> Int { structureKnown ? visitors.users : arriving.users }
    package func sessions(structureKnown: Bool) -> Int { structureKnown ? visitors.sessions : arriving.sessions }
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices {
      let step = steps[index]
      let isLast = index + 1 == steps.count || steps[index + 1].part != step.part
      let isFirst = index == 0 || steps[index - 1].part != step.part
      let isQuickBack = !isLast && step.isQuickBack(next: steps[index + 1])
      sums[adding: step.screen].add(step, session, isFirst: isFirst, isLast: isLast, isQuickBack: isQuickBack)
    }
  }

  mutating func dropSurplus() { clocked = Once() }

  static let fields = Fields<Self>(\.sums)

  /// The screens that the app leaves by a clock, found once. Those whose names differ by an id are one.
  /// - Parameter clock: the step of the times, microseconds.
  func leftByClock(_ clock: Int64, _ names: Names) -> Set<Name> {
    clocked.value {
      var found: Set<Name> = []
      var folded: [String: (members: [Name], dwell: Durations)] = [:]
      for (name, sum) in sums.pairs {
        if sum.dwell.isOfClock(clock) {
          found.insert(name)
        } else if sum.dwell.count < Durations.fewestOfClock, let text = NamesWithIDs.surelyFolded(names[name]) {
          folded[text, default: ([], Durations())].members.append(name)
          folded[text]?.dwell.merge(sum.dwell)
        }
      }
      return folded.values.filter { $0.dwell.isOfClock(clock) }.reduce(into: found) { $0.formUnion($1.members) }
    }
  }

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    let known = scope.structureKnown
    typealias Row = (name: Name, sum: Sum, depths: [(value: Int, count: Int)])
    return TableDefinition<Row>(
      "screens", "One row for each screen.", isOfParts: true,
      [
        .key(.screen, "The screen.") { scope.names[$0.name] },
        .count(.visits, "Forward steps that arrive at it (every step, where no structure is known).") {
          known ? $0.sum.visits : $0.sum.arrivals
        },
        .users(.users, "Users with a visit.") { $0.sum.users(structureKnown: known) },
        .sessions(.sessions, "Sessions with a visit.") { $0.sum.sessions(structureKnown: known) },
        .quantile(.depthMin, "Smallest depth of a visit.", in: .levels) { known ? $0.depths.first?.value : nil },
        .quantile(.depthMedian, "Median depth of the visits.", in: .levels) {
          known ? nearestRank(.median, ofHistogram: $0.depths) : nil
        },
        .quantile(.depthMax, "Largest depth of a visit.", in: .levels) { known ? $0.depths.last?.value : nil },
        .count(.returns, "Return steps that come back to it.") { known ? $0.sum.returns : nil },
        .count(.entries, "Parts of sessions that begin with it.") { $0.sum.entries },
        .count(.exits, "Parts of sessions that end with it.") { $0.sum.exits },
        .count(.quickBacks, "Visits left by a back step within five seconds.") { known ? $0.sum.quickBacks : nil },
        .measure(.dwellMedian, "Median stay, whatever step began it, seconds.", in: .seconds) {
          $0.sum.dwell.seconds(.median)
        },
      ]
    ).table(sums.rows(scope.names, with: scope.declared.screens).map { ($0.name, $0.sum, $0.sum.depths.bins) })
  }
}

extension Durations {
  fileprivate static let fewestOfClock = 100

  /// Whether a clock ends these stays, as that of a carousel does: of 100 or more, half are within 5% of the median
  /// (`H`). Times must be finer than a tenth of that to tell.
  /// - Parameter clock: the step of the times, microseconds.
  fileprivate func isOfClock(_ clock: Int64) -> Bool {
    guard count >= Self.fewestOfClock, let median = seconds(.median), Double(clock) < median * 1e5,
      let low = seconds(.percent(25)), let high = seconds(.p75)
    else { return false }
    return high - low < 0.05 * median
  }
}

/// Transitions between screens: neighboring steps of a part, with the part's start and end.
package struct Transitions: Measure, Summed {
  /// By the screen left and the one arrived at; an unknown name stands for the start of a part (the first) or its end
  /// (the second).
  package private(set) var sums = SumsByKey<NamePair, Sum>()

  package struct Sum: Summed {
    private var all = Frequency()
    /// In sessions of the recent part of the log.
    package private(set) var recent = 0

    package var count: Int { all.count }
    package var users: Int { all.users }

    @inline(__always)
    fileprivate mutating func add(_ session: Session, isRecent: Bool) {
      all.add(session)
      if isRecent { recent += 1 }
    }

    static let fields = Fields<Self>(\.all, \.recent)
    static let isPlain = true
  }

  static var isForRules: Bool { false }

  private var span: SessionSpan?

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) { self.span = span }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let isRecent = span.map { session.start >= $0.recent } ?? false
    var part = UInt32.max
    var previous = Name.unknown
    func add(_ pair: NamePair) { sums[adding: pair].add(session, isRecent: isRecent) }
    for step in path.steps {
      if step.part != part {
        if previous.isKnown { add(NamePair(previous, .unknown)) }
        part = step.part
        previous = .unknown
      }
      add(NamePair(previous, step.screen))
      previous = step.screen
    }
    if previous.isKnown { add(NamePair(previous, .unknown)) }
  }

  static let fields = Fields<Self>(\.sums)

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] {
    let names = scope.names
    // A screen may also be called (start) or (end).
    let rows = sums.pairs.map { (rank: $0.rank(in: names), pair: $0, sum: $1) }.sorted { $0.rank < $1.rank }
    let table = TableDefinition<(pair: NamePair, sum: Sum)>(
      "transitions", "One row for each pair of neighboring screens.",
      [
        .key(.from, "The screen left; (start) for the beginning of a part of a session.") {
          $0.pair.first.isKnown ? names[$0.pair.first] : "(start)"
        },
        .key(.to, "The screen arrived at; (end) for the end of a part of a session.") {
          $0.pair.second.isKnown ? names[$0.pair.second] : "(end)"
        },
        .count(.count, "How often; all rows add up to the steps and the parts with steps.") { $0.sum.count },
        .users(.users, "By how many users.") { $0.sum.users },
      ]
    ).table(rows.map { ($0.pair, $0.sum) })
    return [table]
  }
}
