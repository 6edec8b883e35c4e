import Measures
import NavigationModel
import Statistics

/// One measure on both sides of a comparison, with the difference and what it says.
public struct ComparedFigure: Sendable, Equatable {
  /// What the value is.
  public enum Unit: String, Sendable {
    /// Counts depend on how much there is of a side: they have no verdict.
    case count
    case share, mean
    /// A quantile or a maximum, without interval.
    case quantile
  }

  /// A measure on one side.
  public struct Value: Sendable, Equatable {
    public var value: Double?
    public var interval: Interval?
    /// The denominator of a share or mean.
    public var n: Int?
    /// The users with rows.
    public var users: Int?
    /// At least so many of them make it more than 0; nil where that is not known.
    public var usersBehind: Int?

    public init(value: Double? = nil, interval: Interval? = nil, n: Int? = nil, users: Int? = nil, usersBehind: Int? = nil) {
      self.value = value
      self.interval = interval
      self.n = n
      self.users = users
      self.usersBehind = usersBehind
    }
  }

  public var metric: String
  public var family: ComparedFamily
  public var unit: Unit
  /// What the rows of a share or mean are.
  public var rows: String
  public var better: ComparedMeasure.Better
  /// `app`, or what the subject is.
  public var subjectKind = "app"
  public var subject = "app"
  /// The menu or list that the subject is in.
  public var section: String?
  public var before: Value
  public var after: Value
  /// After − before, with its 95 % interval.
  public var change: Estimate?
  public var p: Double?
  /// Adjusted for how many measures of the family were looked at.
  public var pAdjusted: Double?
  /// The smallest change worth having.
  public var smallest: Double?
  /// Nil where nothing is judged.
  public var verdict: ChangeVerdict?

  public init(metric: String, family: ComparedFamily, unit: Unit, rows: String, better: ComparedMeasure.Better, before: Value, after: Value) {
    self.metric = metric
    self.family = family
    self.unit = unit
    self.rows = rows
    self.better = better
    self.before = before
    self.after = after
    // A difference of values without an interval is shown, but not judged.
    differenceOfValues = before.value.flatMap { one in after.value.map { $0 - one } }
  }

  private var differenceOfValues: Double?

  /// After − before.
  public var difference: Double? { change?.value ?? differenceOfValues }

  /// The users of the side that has fewer.
  public var users: Int { min(before.users ?? 0, after.users ?? 0) }

  /// How much the difference rests on; nil where nothing is judged.
  public var evidence: Evidence? { verdict == nil ? nil : Evidence(eligibleUsers: users) }

  /// A verdict that may be acted upon: it does not rest on fewer than 30 users.
  public var isFirm: Bool { verdict != nil && users >= 30 }
}

/// What a comparison counts as worth having, and which measure is looked at alone.
public struct ComparisonSettings: Sendable, Equatable {
  /// The smallest change worth having: of a share, in share points; of a mean, as a part of its value before. `H`
  public var smallest = 0.02
  /// The one measure that was named before looking: it is not adjusted for the others.
  public var primary: String?

  public init() {}
}

/// Both sides of a comparison, folded.
public struct ComparedSides: Sendable {
  public let before: Measures
  public let after: Measures
  public let beforeScope: MeasureScope
  public let afterScope: MeasureScope
  public let sums: ComparisonSums

  public init(before: Measures, after: Measures, beforeScope: MeasureScope, afterScope: MeasureScope, sums: ComparisonSums) {
    self.before = before
    self.after = after
    self.beforeScope = beforeScope
    self.afterScope = afterScope
    self.sums = sums
  }

  var structureKnown: Bool { beforeScope.structureKnown && afterScope.structureKnown }
}

extension ComparedFigure {
  /// Every measure of both sides: those of `summary.csv` in its order, then further ones of the whole app, then tabs, items, menus, gestures,
  /// tasks and screens.
  public static func all(_ sides: ComparedSides, _ settings: ComparisonSettings = ComparisonSettings()) -> [ComparedFigure] {
    var figures = app(sides) + sides.sums.orderedSubjects(sides.afterScope.names).compactMap { subject($0, sides) } + tasks(sides)
    if sides.sums.overlapIsSmall {
      figures += discoveries(sides)
    } else {
      // People who have found a thing need not look for it again: the later side has less of it by itself, whatever was changed.
      for index in figures.indices where discovered.contains(figures[index].metric) { figures[index].better = .neither }
    }
    judge(&figures, settings)
    return figures
  }

  /// Measures of whether people find what is hidden.
  private static let discovered: Set<String> = Set(
    [ComparedSubject.Figure.moreItemReach, .menuReach, .menuItemReach, .gestureReach].map(\.rawValue))

  /// The metrics that may be named as the primary one.
  public static var metrics: [String] {
    ComparedMeasure.all.map(\.metric) + ComparedSubject.Figure.allCases.map(\.rawValue) + ["task_lost", "task_first_choice", "task_direct", discovery]
  }

  private static func app(_ sides: ComparedSides) -> [ComparedFigure] {
    let before = sides.before.summary(sides.beforeScope)
    let after = sides.after.summary(sides.afterScope)
    var figures: [ComparedFigure] = []
    var left = Array(ComparedMeasure.all.indices)
    for (row, other) in zip(before.rows, after.rows) {
      let metric = row[0].text
      if let place = left.first(where: { ComparedMeasure.all[$0].metric == metric }) {
        figures.append(measure(place, sides))
        left.removeAll { $0 == place }
      } else {
        let isCount = row[4] == .unknown && other[4] == .unknown
        figures.append(
          ComparedFigure(
            metric: metric, family: .log, unit: isCount ? .count : .quantile, rows: "", better: .neither, before: Value(row), after: Value(other)))
      }
    }
    return figures + left.map { measure($0, sides) }
  }

  private static func measure(_ place: Int, _ sides: ComparedSides) -> ComparedFigure {
    let measure = ComparedMeasure.all[place]
    var figure = ComparedFigure(
      metric: measure.metric, family: measure.family, unit: measure.kind == .mean ? .mean : .share, rows: measure.unit, better: measure.better,
      before: Value(), after: Value())
    if measure.needsStructure && !sides.structureKnown { return figure }
    if measure.kind == .mean {
      let sums = sides.sums.mean(place)
      figure.before = Value(sums.second, scale: measure.scale)
      figure.after = Value(sums.first, scale: measure.scale)
      figure.change = sums.change().map { $0.divided(by: measure.scale) }
      figure.p = figure.change?.pValueOfNone
      figure.differenceOfValues = figure.before.value.flatMap { one in figure.after.value.map { $0 - one } }
    } else {
      figure.take(sides.sums.share(place), isOfUsers: measure.kind == .users)
    }
    return figure
  }

  private static func subject(_ subject: ComparedSubject, _ sides: ComparedSides) -> ComparedFigure? {
    let kind = subject.figure
    if kind.needsStructure && !sides.structureKnown { return nil }
    let names = sides.afterScope.names
    var figure = ComparedFigure(
      metric: kind.rawValue, family: kind.family, unit: .share, rows: kind.unit, better: kind.better, before: Value(), after: Value())
    figure.subjectKind = kind.subjectKind
    figure.subject = names[subject.name]
    figure.section = subject.container.isKnown ? names[subject.container] : nil
    figure.take(sides.sums.sums(of: subject), isOfUsers: kind.kind == .users)
    return figure
  }

  private mutating func take(_ sums: PairedRatioSums, isOfUsers: Bool) {
    before = Value(sums.second, isOfUsers: isOfUsers)
    after = Value(sums.first, isOfUsers: isOfUsers)
    change = isOfUsers ? sums.userChange() : sums.change()
    p = isOfUsers ? sums.userPValue : change?.pValueOfNone
  }

  /// Adjusts the p-values of each family and gives the verdicts.
  private static func judge(_ figures: inout [ComparedFigure], _ settings: ComparisonSettings) {
    for index in figures.indices where figures[index].unit == .share || figures[index].unit == .mean {
      let base = figures[index].unit == .mean ? abs(figures[index].before.value ?? 0) : 1
      figures[index].smallest = settings.smallest * base
    }
    for family in ComparedFamily.allCases {
      let judged = figures.indices.filter {
        figures[$0].family == family && figures[$0].p != nil && figures[$0].users >= Evidence.leastUsers && figures[$0].metric != settings.primary
      }
      for (index, adjusted) in zip(judged, benjaminiHochberg(judged.map { figures[$0].p ?? 1 })) { figures[index].pAdjusted = adjusted }
    }
    for index in figures.indices where figures[index].smallest != nil {
      if figures[index].metric == settings.primary { figures[index].pAdjusted = figures[index].p }
      // A side without any row (no More list in the app) is no side to compare with.
      guard figures[index].before.value != nil, figures[index].after.value != nil else { continue }
      figures[index].verdict = ChangeVerdict(
        figures[index].change, pAdjusted: figures[index].pAdjusted, smallest: figures[index].smallest ?? 0, better: figures[index].better,
        users: figures[index].users)
    }
  }
}

extension ComparedFigure.Value {
  /// A row of `summary.csv`.
  init(_ row: [Table.Cell]) {
    switch row[1] {
    case .integer(let count): value = Double(count)
    case .number(let number): value = number
    default: value = nil
    }
    if case .integer(let count) = row[4] { n = count }
  }

  init(_ side: PairedMeanSums.Side, scale: Double) {
    value = side.mean.map { $0 / scale }
    interval = side.interval().map { Interval(low: $0.low / scale, high: $0.high / scale) }
    n = Int(clamping: side.sumN)
    users = side.users
    usersBehind = side.leastUsersWithY
  }

  init(_ sums: RatioSums, isOfUsers: Bool) {
    value = sums.share
    interval = isOfUsers ? sums.share.flatMap { wilson(share: $0, of: sums.sumN) } : sums.interval()
    n = sums.sumN
    users = sums.users
    usersBehind = sums.leastUsersWithY
  }
}

extension Estimate {
  fileprivate func divided(by scale: Double) -> Estimate {
    Estimate(value: value / scale, interval: Interval(low: interval.low / scale, high: interval.high / scale))
  }
}

extension ComparisonSums {
  /// A person discovers a thing once: discovery is compared only where hardly anybody (one in twenty, `H`) is on both sides.
  public var overlapIsSmall: Bool { usersOnBoth * 20 <= min(usersBefore, usersAfter) }
}
