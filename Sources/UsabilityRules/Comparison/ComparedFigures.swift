import Measures
import NavigationModel
import Statistics

/// One measure on both sides of a comparison, with the difference and the verdict.
public struct ComparedFigure: Sendable, Equatable {
  /// A measure on one side.
  public struct Value: Sendable, Equatable {
    public var value: Double?
    public var interval: Interval?
    /// The denominator of a share or mean.
    public var n: Int?
    /// The users with rows.
    public var users: Int?
    /// At least this many of them make it greater than 0; nil if unknown.
    public var usersBehind: Int?
    /// Of a share or mean: the variance of the value, and how many users with equally many rows would say as much.
    package var variance: Double?
    package var effectiveUsers: Double?
    /// Of a share of rows: the part of the variance that comes from how much people differ.
    package var partOfPeople: Double?
  }

  public var metric: String
  /// The title for people.
  public var title: String
  public var family: ComparedFamily
  public var unit: Figure.Unit
  /// The unit of the rows of a share or mean.
  public var rows: String
  public var better: Figure.Better
  /// `app`, or the kind of the subject.
  public var subjectKind = "app"
  public var subject = "app"
  /// The menu or list that the subject is in.
  public var section: String?
  public var before: Value
  public var after: Value
  /// After − before, with its 95% interval.
  public var change: Estimate?
  public var p: Double?
  /// Adjusted for the number of measures.
  public var pAdjusted: Double?
  /// The smallest change worth having.
  public var smallest: Double?
  /// Nil if it is not judged.
  public var verdict: ChangeVerdict?

  package init(
    metric: String, title: String, family: ComparedFamily, unit: Figure.Unit, rows: String, better: Figure.Better,
    before: Value, after: Value
  ) {
    self.metric = metric
    self.title = title
    self.family = family
    self.unit = unit
    self.rows = rows
    self.better = better
    self.before = before
    self.after = after
    // A difference of values without an interval is shown, but not judged.
    differenceOfValues = before.value.flatMap { one in after.value.map { $0 - one } }
  }

  /// Whether only the first sessions of each user count.
  package var isOfFirstSessions = false

  /// The covariance of the two sides, over the users of both.
  package private(set) var covariance: Double?

  private var differenceOfValues: Double?

  /// After − before.
  public var difference: Double? { change?.value ?? differenceOfValues }

  /// The number of users on the smaller side.
  public var users: Int { min(before.users ?? 0, after.users ?? 0) }

  /// The evidence of the difference; nil if it is not judged.
  public var evidence: Evidence? { verdict == nil ? nil : Evidence(eligibleUsers: users) }

  /// Whether the verdict can be acted upon: it is based on ``Evidence/fewUsers`` or more.
  public var isFirm: Bool { verdict != nil && users >= Evidence.fewUsers }
}

/// The verdict on a difference between two sides.
public enum ChangeVerdict: String, Sendable, CaseIterable {
  case better, worse
  /// A difference in a measure without a better direction.
  case changed
  /// If there is a difference at all, it is smaller than the smallest change worth having.
  case same
  /// The data is compatible both with no difference and with one worth having.
  case unsure
  /// One side does not have the control at all.
  case notApplicable = "not_applicable"

  /// The verdict in words.
  public var words: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .changed: "changed"
    case .same: "no difference detected"
    case .unsure: "inconclusive"
    case .notApplicable: "not applicable"
    }
  }

  /// The highest adjusted p-value of a difference: the false discovery rate over all judged rows (Method.md).
  public static let falseDiscoveryRate = 0.05

  /// The verdict on a change, after − before.
  ///
  /// The smallest change worth having decides first: if the interval lies within it on both sides, the verdict is
  /// *same*, however small the p-value (Schuirmann 1987, with a 95% interval where 90% would do). Otherwise, if the
  /// interval excludes 0 and the adjusted p-value meets the false discovery rate, it is a difference. Everything else
  /// is *unsure*, and so are sides of fewer than ten users.
  package init(_ change: Estimate?, pAdjusted: Double?, smallest: Double, better: Figure.Better, users: Int) {
    guard let change, let pAdjusted, users >= Evidence.leastUsers else {
      self = .unsure
      return
    }
    let interval = change.interval
    if -smallest < interval.low, interval.high < smallest {
      self = .same
    } else if interval.contains(0) || pAdjusted > Self.falseDiscoveryRate {
      self = .unsure
    } else {
      switch better {
      case .neither: self = .changed
      case .lower: self = change.value < 0 ? .better : .worse
      case .higher: self = change.value > 0 ? .better : .worse
      }
    }
  }
}

/// The smallest change worth having, and the primary measures.
public struct ComparisonSettings: Sendable, Equatable {
  /// The smallest change worth having: percentage points for shares, a fraction of the baseline for means. `H`
  public var smallest = 0.02
  /// The measures named in advance: their p-values are not adjusted.
  public var primary: [String] = []
  /// How often the same comparison is made on growing data.
  public var looks = Looks.one

  public init() {}

  /// What the app map says of comparisons.
  package init(_ map: AppMap) {
    primary = map.compare.primary
    smallest = map.smallestChange
    looks = map.looks
  }
}

extension ComparedFigure {
  /// Every measure of both sides: those of `summary.csv` in its order, then further app-level figures, then tabs,
  /// items, menus, gestures, tasks and screens.
  package static func all(_ sides: ComparedSides, _ settings: ComparisonSettings = ComparisonSettings())
    -> [ComparedFigure]
  {
    let sessions = sides.firstSessions
    var figures = Figure.all.map { ComparedFigure($0, sides, withinFirst: sessions) }
    figures +=
      sides.sums.orderedSubjects(sides.afterScope.names).compactMap { subject($0, sides, withinFirst: sessions) }
      + tasks(sides)
    if sides.sums.overlapIsSmall {
      figures += discoveries(sides, withinFirst: sessions)
    } else {
      // Users who have found something need not search for it again: the later side has less discovery, whatever was
      // changed.
      for index in figures.indices where figures[index].isOfUsers && figures[index].better == .higher {
        figures[index].better = .neither
      }
    }
    for index in figures.indices { figures[index].take(settings.looks) }
    judge(&figures, settings)
    // A difference may come from what the sides cannot be trusted with.
    let exposureDiffers = sides.exposureDiffers
    let isDoubtful = sides.structureDoubt != nil
    let opensWithChoice = sides.opensWithChoice
    let ofBoth = sides.ofBoth.map { both in
      Dictionary(all(both, settings).map { ($0.key, $0.verdict) }) { first, _ in first }
    }
    for index in figures.indices where [.better, .worse, .changed].contains(figures[index].verdict) {
      let figure = figures[index]
      let isStructural = [.depth, .path, .tabs].contains(figure.family) || figure.metric == Figure.quickBackRate.name
      // Who comes more often knows the menus better, and leaves them less.
      let growsWithUse = figure.isOfUsers || figure.family == .menu
      if exposureDiffers && growsWithUse && !figure.isOfFirstSessions || isDoubtful && isStructural
        || opensWithChoice && figure.isOfOpens || ofBoth.map { $0[figure.key] != figure.verdict } ?? false
      {
        figures[index].verdict = .unsure
      }
    }
    return figures
  }

  /// The metrics that can be the primary one, each once. One that the app has as a whole is that of the app.
  public static var metrics: [String] {
    let ofApp = metricsOfApp
    let ofSubjects = ComparedSubject.Kind.allCases.map(\.metric).filter { !ofApp.contains($0) }
    return ofApp + ofSubjects + ["task_lost", "task_first_choice", "task_direct", discovery]
  }

  private static var metricsOfApp: [String] { Figure.all.filter { $0.unit == .share || $0.unit == .mean }.map(\.name) }

  /// The interval and the p-value over all looks.
  private mutating func take(_ looks: Looks) {
    guard looks != .one, let change, let p else { return }
    let users = max(1, (before.effectiveUsers ?? 0) + (after.effectiveUsers ?? 0))
    self.p = looks.pValue(p, of: change, users: users)
    let estimate = looks.interval(of: change, users: users)
    self.change =
      unit == .share
      ? Estimate(value: estimate.value, interval: estimate.interval.cut(to: -1...1)) : estimate
  }

  private func isPrimary(_ settings: ComparisonSettings) -> Bool {
    settings.primary.contains(metric) && (subjectKind == "app" || !Self.metricsOfApp.contains(metric))
  }

  private var isOfUsers: Bool { rows == "user" }

  /// Whether it counts openings of menus.
  private var isOfOpens: Bool {
    [Figure.menuAbandonment.name, "menu_reach"].contains(metric) || metric.hasPrefix("menu_opens")
  }

  private var key: [String?] { [metric, subjectKind, subject, section] }

  private init(_ figure: Figure, _ sides: ComparedSides, withinFirst sessions: Int?) {
    self.init(
      metric: figure.name, title: figure.title, family: figure.family, unit: figure.unit, rows: figure.rows,
      better: figure.better,
      before: Value(figure.value(sides.before, sides.beforeScope)),
      after: Value(figure.value(sides.after, sides.afterScope)))
    guard !figure.needsStructure || sides.structureKnown else { return }
    switch figure.unit {
    case .count, .quantile: break
    case .share:
      let ofMenus = [ComparedSubject.anyMenu, .anyMenuLeft].first { $0.figure.metric == metric }
      if let sessions, let ofMenus {
        take(sides.sums.sums(of: ofMenus, withinFirst: sessions), isOfUsers: ofMenus.figure.isOfUsers)
        isOf(firstSessions: sessions)
      } else {
        take(sides.sums.share(figure), isOfUsers: figure.isOfUsers)
      }
    case .mean:
      let sums = sides.sums.mean(figure)
      before.take(sums.second, scale: figure.scale)
      after.take(sums.first, scale: figure.scale)
      change = sums.change().map { $0.divided(by: figure.scale) }
      p = sums.changePValue
      covariance = sums.covariance.map { $0 / (figure.scale * figure.scale) }
    }
  }

  /// - Parameter sessions: how many first sessions of each user count for reaches; nil: all.
  private static func subject(_ subject: ComparedSubject, _ sides: ComparedSides, withinFirst sessions: Int?)
    -> ComparedFigure?
  {
    let kind = subject.figure
    if kind.needsStructure && !sides.structureKnown { return nil }
    let names = sides.afterScope.names
    var figure = ComparedFigure(
      metric: kind.metric, title: kind.title, family: kind.family, unit: .share, rows: kind.unit, better: kind.better,
      before: Value(), after: Value())
    figure.subjectKind = kind.subjectKind
    figure.subject = names[subject.name]
    figure.section = subject.container.isKnown ? names[subject.container] : nil
    if let sessions, kind.isOfUsers || kind == .menuAbandonment {
      figure.isOf(firstSessions: sessions)
      figure.take(sides.sums.sums(of: subject, withinFirst: sessions), isOfUsers: kind.isOfUsers)
    } else {
      figure.take(sides.sums.sums(of: subject), isOfUsers: kind.isOfUsers)
    }
    return figure
  }

  private mutating func isOf(firstSessions sessions: Int) {
    isOfFirstSessions = true
    title += sessions == 1 ? ", in their first session" : ", in their first \(sessions) sessions"
  }

  private mutating func take(_ sums: PairedRatioSums, isOfUsers: Bool) {
    before = Value(sums.second, isOfUsers: isOfUsers)
    after = Value(sums.first, isOfUsers: isOfUsers)
    change = isOfUsers ? sums.userChange() : sums.change()
    p = isOfUsers ? sums.userPValue : sums.changePValue
    covariance = sums.covariance
  }

  /// Figures that are 0 if the app has no More list, or no menu.
  private static let ofControls: Set<String> = [Figure.moreToll.name, Figure.moreExtraTapsPerSession.name]

  /// Whether nobody on one side used the control, but somebody on the other did: it most likely does not exist there.
  private var lacksControl: Bool {
    let isOfControl = isOfUsers && metric != Self.discovery || Self.ofControls.contains(metric)
    return isOfControl && (before.value == 0) != (after.value == 0)
  }

  /// Adjusts the p-values and sets the verdicts.
  private static func judge(_ figures: inout [ComparedFigure], _ settings: ComparisonSettings) {
    for index in figures.indices where figures[index].unit == .share || figures[index].unit == .mean {
      let base = figures[index].unit == .mean ? abs(figures[index].before.value ?? 0) : 1
      figures[index].smallest = settings.smallest * base
    }
    let judged = figures.indices.filter {
      figures[$0].p != nil && figures[$0].users >= Evidence.leastUsers && !figures[$0].isPrimary(settings)
        && !figures[$0].lacksControl
    }
    for (index, adjusted) in zip(judged, benjaminiHochberg(judged.map { figures[$0].p ?? 1 })) {
      figures[index].pAdjusted = adjusted
    }
    for index in figures.indices where figures[index].smallest != nil {
      if figures[index].isPrimary(settings) { figures[index].pAdjusted = figures[index].p }
      if figures[index].lacksControl {
        figures[index].verdict = .notApplicable
        continue
      }
      // A side without rows cannot be compared.
      guard figures[index].before.value != nil, figures[index].after.value != nil else { continue }
      figures[index].verdict = ChangeVerdict(
        figures[index].change, pAdjusted: figures[index].pAdjusted, smallest: figures[index].smallest ?? 0,
        better: figures[index].better,
        users: figures[index].users)
    }
  }
}

extension ComparedFigure.Value {
  /// The same as in the side's own report.
  fileprivate init(_ value: Figure.Value) { self.init(value: value.value, n: value.n) }

  fileprivate mutating func take(_ side: MeanSums, scale: Double) {
    interval = side.interval().map { Interval(low: $0.low / scale, high: $0.high / scale) }
    users = side.users
    usersBehind = side.leastUsersWithY
    variance = side.variance.map { $0 / (scale * scale) }
    effectiveUsers = side.effectiveUsers
  }

  init(_ sums: RatioSums, isOfUsers: Bool) {
    let interval = isOfUsers ? sums.share.flatMap { wilson(share: $0, of: Double(sums.sumN)) } : sums.interval()
    self.init(value: sums.share, interval: interval, n: sums.sumN, users: sums.users, usersBehind: sums.leastUsersWithY)
    variance = sums.shareVariance
    effectiveUsers = sums.effectiveUsers
    partOfPeople = isOfUsers ? nil : sums.partOfPeople
  }
}

extension Estimate {
  fileprivate func divided(by scale: Double) -> Estimate {
    Estimate(value: value / scale, interval: Interval(low: interval.low / scale, high: interval.high / scale))
  }
}

extension ComparisonSums {
  /// A user discovers something only once: discovery is compared only if hardly anyone (one in twenty, `H`) is on both
  /// sides.
  package var overlapIsSmall: Bool { usersOnBoth * 20 <= min(usersBefore, usersAfter) }
}
