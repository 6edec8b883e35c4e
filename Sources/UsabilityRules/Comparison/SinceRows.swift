import Measures
import NavigationModel
import Statistics

/// What surely changed since an earlier report: the rows of the time since it beside the rows of as much time before
/// its end. Two totals would share most of their sessions.
package struct SinceRows: Sendable {
  /// A finding that is sure to be new, worse, better or gone.
  package struct Change: Sendable {
    package enum Kind: String, Sendable, CaseIterable { case new, worse, better, gone }

    package let kind: Kind
    /// In the time since; of one that is gone, in the time before.
    package let finding: Finding
    /// Its figure before and since; nil for a fact.
    package let figures: (before: Double, since: Double)?
  }

  /// By kind, then in the order of findings.
  package var changes: [Change] = []
  /// Measures that are surely better or worse, tabs and the like that only one of the times has, and how often people
  /// go back, the surest first.
  package var figures: [ComparedFigure] = []
  /// Entries that moved, with what was predicted beside what came; not those that say nothing yet.
  package var moved: [MovedEntry] = []
  /// What vanished or began.
  package var events: [EventChange] = []
  package let usersBefore: Int
  package let usersSince: Int

  /// Without the number of looks, a report is looked at every week for half a year. `H`
  package static let usualLooks = 26

  package var isEmpty: Bool { changes.isEmpty && figures.isEmpty && moved.isEmpty && events.isEmpty }

  /// - Parameters:
  ///   - whole: the measures of the whole log, whose events may have vanished.
  ///   - end: the day on which the earlier report ends.
  ///   - settings: their ``ComparisonSettings/looks`` count for all that is claimed together.
  ///   - isComparable: whether nothing but the app may explain a difference between the times.
  package init(
    _ sides: ComparedSides, whole: Measures, end: Int, _ settings: ComparisonSettings, selection: RuleSelection,
    isComparable: Bool
  ) {
    usersBefore = sides.before.totals.users
    usersSince = sides.after.totals.users
    let names = sides.afterScope.names
    let looks = if case .planned(let number) = settings.looks { number } else { Self.usualLooks }
    let known = EventChange.all(whole, names, until: end, looks: Self.kinds * looks)
    events = EventChange.all(whole, names, looks: Self.kinds * looks).filter { event in
      !known.contains { $0.isSame(as: event) }
    }
    guard isComparable, min(usersBefore, usersSince) >= Evidence.fewUsers else { return }
    var settings = settings
    settings.looks = .planned(Self.kinds * looks)
    // What is logged on one side alone differs for no other reason.
    let doubtful = (known + events).reduce(into: Set<RuleFamily>()) { $0.formUnion($1.doubtful(sides)) }
    let all = ComparedFigure.all(sides, settings).filter { figure in
      !(RuleFamily(rawValue: figure.family.rawValue).map(doubtful.contains) ?? false)
    }
    let losesWaysBack = all.contains { figure in
      figure.metric == Self.waysBack && figure.surelyDiffers && figure.change.map { $0.value < 0 } ?? false
    }
    let reaches = Double(all.count { $0.isReachOfSubject })
    figures = all.filter { figure in
      let rests = losesWaysBack && [.path, .screen].contains(figure.family)
      let isBetterOrWorse = figure.isFirm && (figure.verdict == .better && !rests || figure.verdict == .worse)
      return isBetterOrWorse || figure.isOnOneSide && (figure.p ?? 1) * reaches <= Looks.alpha
        || figure.metric == Self.waysBack && figure.surelyDiffers
    }.sorted { ($0.pAdjusted ?? 1, $0.metric, $0.subject) < ($1.pAdjusted ?? 1, $1.metric, $1.subject) }
    changes = Self.changes(sides, settings.looks, selection).filter { change in
      guard let family = Rule.rule(change.finding.rule)?.family, !doubtful.contains(family) else { return false }
      let isGood = change.kind == .better || change.kind == .gone
      return !(losesWaysBack && isGood && (family == .path || family == .screen))
    }
    if sides.structureKnown, !doubtful.contains(.tabs) {
      moved = MovedEntry.all(before: sides.before, after: sides.after, sides.sums, names).filter { entry in
        entry.verdict.map { $0 != .inconclusive } ?? false
      }
    }
  }

  /// Where ways back are lost, or no longer logged, what rests on them looks better for no other reason, and this is
  /// what is sure.
  private static let waysBack = "back_share"

  /// Figures, findings and events share the chance of a false claim.
  private static let kinds = 3

  private static func changes(_ sides: ComparedSides, _ looks: Looks, _ selection: RuleSelection) -> [Change] {
    let before = Rule.judge(sides.before, sides.beforeScope, selection: selection)
    let since = Rule.judge(sides.after, sides.afterScope, selection: selection)
    let earlier = FigureIndex(before.shares)
    let later = FigureIndex(since.shares)
    let exposureDiffers = sides.exposureDiffers
    let isDoubtful = sides.structureDoubt != nil
    var candidates: [(change: Change, p: Double)] = []
    for change in FindingChange.byThresholds(before: before, after: since) {
      guard change.kind != .notJudged, let finding = change.finding, !finding.isOfMap,
        let rule = Rule.rule(finding.rule)
      else { continue }
      if isDoubtful && rule.family.needsStructure || exposureDiffers && finding.isReach { continue }
      let others = change.after == nil ? later : earlier
      if let p = finding.chance(ofItsFigureIn: others, looks), let value = finding.value,
        let other = others.figure(of: finding)?.value
      {
        let values = change.after == nil ? (before: value, since: other) : (before: other, since: value)
        guard let kind = Change.Kind(change.kind, of: finding, values) else { continue }
        candidates.append((Change(kind: kind, finding: finding, figures: values), p))
      } else if change.kind != .stays {
        // A fact, or a screen that is on one side only.
        let measures = change.after == nil ? sides.after : sides.before
        let scope = change.after == nil ? sides.afterScope : sides.beforeScope
        var most: Double? = finding.isUnseen(in: measures, scope) ? 0 : nil
        if finding.interval == nil {
          let least = rule.traits.contains(.ofSeveralConditions) ? nil : rule.fewestUsers(among: Double(scope.users))
          most = least.map { min($0.rounded(.up) - 1, Double(scope.users)) }
        }
        guard let most, let p = finding.chance(thatAtMost: most, didAmong: scope.users, looks) else { continue }
        candidates.append((Change(kind: change.kind == .new ? .new : .gone, finding: finding, figures: nil), p))
      }
    }
    let adjusted = benjaminiHochberg(candidates.map(\.p))
    let sure = zip(candidates, adjusted).filter { $1 <= Looks.alpha }.map(\.0.change)
    return Change.Kind.allCases.flatMap { kind in sure.filter { $0.kind == kind } }
  }
}

extension ComparedFigure {
  /// Whether it is the reach of a tab, an item, a menu, a gesture or a screen.
  fileprivate var isReachOfSubject: Bool { rows == "user" && subjectKind != "app" && !isOfFirstSessions && p != nil }

  /// Whether nobody used its subject on one side, and somebody did on the other.
  package var isOnOneSide: Bool { isReachOfSubject && (before.value == 0) != (after.value == 0) }

  fileprivate var surelyDiffers: Bool {
    guard let change, let pAdjusted, let smallest else { return false }
    return pAdjusted <= Looks.alpha && !change.interval.contains(0) && abs(change.value) > smallest
  }
}

extension SinceRows.Change.Kind {
  /// Nil if its figure does not differ.
  fileprivate init?(_ kind: FindingChange.Kind, of finding: Finding, _ values: (before: Double, since: Double)) {
    switch kind {
    case .new: self = .new
    case .gone: self = .gone
    case .notJudged: return nil
    case .stays:
      guard finding.threshold != nil, values.before != values.since else { return nil }
      self = finding.isWorse(values.since, than: values.before) ? .worse : .better
    }
  }
}

extension Finding {
  /// Whether its figure is a share of users who ever did something: in more sessions, people reach more.
  package var isReach: Bool { metric.hasSuffix("reach") }

  /// Whether a later value of its figure is worse than an earlier one: higher, if the later one is above its threshold.
  package func isWorse(_ later: Double, than earlier: Double) -> Bool {
    (later > earlier) == (threshold.map { later >= $0 } ?? true)
  }

  /// Whether nobody on a side saw the screen that it is about.
  fileprivate func isUnseen(in measures: Measures, _ scope: MeasureScope) -> Bool {
    subjectKind == SubjectKind.screen.rawValue
      && scope.names.name(subject).map { measures.screens.sums[$0] == nil } ?? true
  }

  /// The p-value of "on the other side, where at most so many users showed it, it is as common". Nil if it is not about
  /// a number of people.
  fileprivate func chance(thatAtMost most: Double, didAmong others: Int, _ looks: Looks) -> Double? {
    guard let users, let all = eligibleUsers, users <= all, others > 0, most <= Double(others),
      let one = wilson(successes: users, of: all), let two = wilson(share: most / Double(others), of: Double(others))
    else { return nil }
    let change = difference(
      of: Estimate(value: Double(users) / Double(all), interval: one),
      minus: Estimate(value: most / Double(others), interval: two))
    return change.value > 0
      ? looks.pValue(change.pValueOfNone, of: change, users: Double(all + others)) : 1
  }
}

extension Rule {
  /// How many of so many users a fact takes; nil if the rule does not count them.
  package func fewestUsers(among users: Double) -> Double? {
    guard let least = thresholds.first(where: { $0.name == "users" })?.value else { return nil }
    return max(least, (thresholds.first { $0.name == "users_share" }?.value ?? 0) * users)
  }
}

extension EventChange {
  /// Whether it is the same, which the day may be off by.
  func isSame(as other: EventChange) -> Bool {
    name.isSame(as: other.name) && platform == other.platform && hasVanished == other.hasVanished
  }
}
