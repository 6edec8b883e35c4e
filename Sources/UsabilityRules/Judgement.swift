import Foundation
import Measures
import NavigationModel
import Statistics

/// The results of the rules on a log.
package struct RuleResults: Sendable {
  /// In the order of reports: by group, then by gain, then by rule and subject.
  package internal(set) var findings: [Finding] = []
  /// Findings about subjects that the app map exempts, with the reason that it gives, in the same order.
  package internal(set) var exempted: [(finding: Finding, reason: String?)] = []
  /// The rules that ran, in the order of ``Rule/all``.
  package internal(set) var ran: [Rule] = []
  /// Those of them that have no finding and no exempted one, or only findings that are over, in the same order, with
  /// why they could not judge; nil if they are clear (TheRules.md, *Not judged is not clear*).
  package internal(set) var withoutFinding: [(rule: Rule, reason: Text?)] = []
  /// The rules that did not run, and why, in the order of ``Rule/all``.
  package internal(set) var notRun: [RuleNotRun] = []
  /// The shares that the rules judged, whether they fire or not.
  package internal(set) var shares: [Finding] = []

  /// The ones among them that had nothing to check.
  package var withoutEvidence: [RuleNotRun] { notRun.filter { !$0.missing.isEmpty } }
}

extension Rule {
  /// Runs the rules on the measures of a log.
  ///
  /// The map's settings apply: disabled rules, thresholds, exemptions. A rule runs if everything in ``Rule/needs`` is
  /// there; the families that ``RuleFamily/needsStructure`` names also need known structure.
  /// - Parameters:
  ///   - recent: distinguishes old findings from new ones; without it, all are current.
  ///   - plan: the basis for recommendations of `tabs.more-outranks` and `menu.promote`; without it they are never
  ///     above info.
  package static func judge(
    _ measures: Measures, _ scope: MeasureScope, recent: RecentPart? = nil, plan: RecommendedMoves? = nil,
    selection: RuleSelection = .all,
    rules: [Rule] = Rule.all
  ) -> RuleResults {
    var results = RuleResults()
    let doubts = LogReliability(measures, scope)
    let people = measures.byPeople()
    let recent = recent.map {
      RecentPart(measures: $0.measures.byPeople(like: measures), scope: $0.scope, start: $0.start)
    }
    for rule in rules {
      var context = RuleContext(rule, people, scope, plan: plan)
      context.recent = context.days >= Rule.fewestDaysToEnd ? recent?.measures : nil
      if let reason = context.reasonNotToRun(selection) {
        results.notRun.append(RuleNotRun(rule: rule, reason: reason))
        continue
      }
      results.ran.append(rule)
      let rows = rule.rows(context)
      results.shares += rows.filter { $0.interval != nil }
      let found = rule.findings(rows, context, recent)
      if found.allSatisfy({ $0.state == .over }) {
        let reason = rule.reasonNotJudged(rows, context, doubts)
        // A finding that is over is told as such: the rule could judge.
        if found.isEmpty || reason == nil { results.withoutFinding.append((rule, reason)) }
      }
      for finding in found {
        let finding = finding.held(by: doubts.doubt(about: rule))
        if let exemption = context.exemption(of: finding) {
          results.exempted.append((finding, exemption.reason))
        } else {
          results.findings.append(finding)
        }
      }
    }
    // A rule yields to others on the same subject.
    let valid = Set(results.findings.filter { $0.state != .over }.map(\.key))
    results.findings.removeAll { finding in
      let stronger = Rule.rule(finding.rule)?.yieldsTo ?? []
      return stronger.contains {
        valid.contains(FindingKey(rule: $0, subject: finding.subject, section: finding.section))
      }
    }
    let courses = Courses(measures, scope, recent: recent?.measures)
    let gains = Gains(
      all: CountedTime(measures),
      recent: recent.map { CountedTime($0.measures, in: measures.period?.lastThird) }, plan: plan)
    results.findings = results.findings.countingTapsOnce(of: measures.totals.taps).map {
      courses.told(of: gains.gained(by: $0))
    }.sorted { $0.precedes($1) }
    results.exempted.sort { $0.finding.precedes($1.finding) }
    return results
  }

  /// What the rule judges, once for each set of measures; `?` stands for many things, and is never judged.
  func rows(_ context: RuleContext) -> [Finding] { judging.findings(context).filter { !$0.names.contains("?") } }

  /// The rule's findings on the entire log, with their state in its recent part, and its findings in the recent part
  /// only.
  /// - Parameter all: what it judges in the entire log.
  private func findings(_ all: [Finding], _ whole: RuleContext, _ recent: RecentPart?) -> [Finding] {
    let found = all.filter(\.fires)
    guard let recent, !traits.contains(.ofWholeLog) else { return found }
    let now = RuleContext(self, recent.measures, recent.scope, plan: whole.plan, whole: whole.measures)
    let isJudged = now.reasonNotToRun(.all) == nil
    let rows = isJudged ? self.rows(now) : []
    let present = rows.filter(\.fires)
    let known = FigureIndex(found)
    let current = FigureIndex(present)
    let cleared = FigureIndex(rows.filter(\.isCleared))
    let recently = FigureIndex(rows)
    let isStale = isJudged && found.contains { $0.evidence == .structural && !current.contains($0) }
    let shown = FigureIndex(isStale ? self.rows(now.withoutQuorum).filter(\.fires) : [])
    let hasUsers = now.usersWithSteps >= Evidence.leastUsers
    let canBeOver = whole.days >= Self.fewestDaysToEnd
    // Clocks that are years off stretch the time between the first and the last session: then its last third is not
    // that of the log.
    let isStretched = whole.measures.period.map { !$0.contains(recent.start) } ?? false
    func isOver(_ finding: Finding) -> Bool {
      if isStretched { return finding.hasEnded(in: whole.measures) }
      if isWithdrawn(finding, whole) { return true }
      if current.contains(finding) { return false }
      return finding.evidence == .structural
        ? hasUsers && !finding.isOfMap && !shown.contains(finding)
        : cleared.contains(finding)
          || (recently.figure(of: finding).map(finding.isPast) ?? finding.hasNobody(in: recent))
    }
    lazy var before = FigureIndex(all)
    return found.map { $0.with(canBeOver && isOver($0) ? .over : .current, recently.figure(of: $0)) }
      + present.filter { !known.contains($0) && differs($0, before.figure(of: $0), whole) }.map { $0.with(.new) }
  }

  /// In a shorter log the last third is too short to claim that a problem has ended.
  fileprivate static let fewestDaysToEnd = 7

  /// Whether a figure of the recent part differs from that of the entire log, which holds it too: chance may move a
  /// figure over its threshold. Facts do.
  private func differs(_ finding: Finding, _ before: Finding?, _ whole: RuleContext) -> Bool {
    guard let interval = finding.interval else { return true }
    if thresholds.contains(where: { $0.name == "sessions" }), let subject = used(finding, whole) {
      // Over a whole log people reach more than in a third of it: thirds are compared.
      let middle = whole.measures.middleReaches.reach(of: subject, withSessions: whole.fewestSessions)
      guard middle.of >= Evidence.leastUsers, let before = Share.users(middle.users, of: middle.of).estimate else {
        return false
      }
      return before.interval.high >= finding.threshold ?? 0 && interval.high < before.interval.low
    }
    guard let other = before?.interval else { return true }
    return interval.low > other.high || interval.high < other.low
  }

  /// Whether a finding is about a menu or an item that people do not have any more.
  private func isWithdrawn(_ finding: Finding, _ context: RuleContext) -> Bool {
    guard family == .menu || subject == .item, let subject = used(finding, context) else { return false }
    return context.measures.isWithdrawn(subject, context.scope.eligibility)
  }

  /// What people use that a finding is about, such as a tab or an item; nil for other findings.
  private func used(_ finding: Finding, _ context: RuleContext) -> Discovery.Subject? {
    guard let name = context.scope.names.name(finding.subject) else { return nil }
    switch subject {
    case .tab: return .init(.tab, name)
    case .menu: return .init(.menu, name)
    case .gesture: return .init(.gesture, name)
    case .item:
      return .init(.menuItem, name, container: finding.section.flatMap { context.scope.names.name($0) } ?? .unknown)
    default: return nil
    }
  }
}

extension Finding {
  private static let slimChance = 0.01

  /// - Parameter recent: the row on the same figure in the recent part.
  fileprivate func with(_ state: FindingState, _ recent: Finding? = nil) -> Finding {
    var finding = self
    finding.state = state
    if let value = recent?.value, let interval = recent?.interval {
      finding.recently = Estimate(value: value, interval: interval)
    }
    return finding
  }

  /// Whether a recent figure shows that this is over: a share of rows that is on the good side of the threshold, and
  /// surely differs from that of the time before, whose interval is taken to be that of the whole, wider for fewer
  /// rows.
  fileprivate func isPast(_ recent: Finding) -> Bool {
    guard let value, let interval, let threshold, let rows, let now = recent.value, let range = recent.interval,
      let later = recent.rows, later < rows,
      (value > threshold) == (now < threshold)
    else { return false }
    let part = Double(later) / Double(rows)
    // Of so many people, some would have met it again if it had gone on, each with the chance that a row of theirs is
    // recent.
    if now == 0, let users, pow(1 - part, Double(users)) < Self.slimChance { return true }
    let before = min(1, max(0, (value - part * now) / (1 - part)))
    let wider = (1 / (1 - part) * max(before, value) / max(value, 1e-9)).squareRoot()
    let earlier = Estimate(
      value: before,
      interval: Interval(
        low: max(0, before - wider * (value - interval.low)), high: min(1, before + wider * (interval.high - value))))
    return !difference(of: earlier, minus: Estimate(value: now, interval: range)).interval.contains(0)
  }

  /// Whether the finding is that many people come to a screen, and in the recent part nobody does.
  fileprivate func hasNobody(in recent: RecentPart) -> Bool {
    guard subjectKind == SubjectKind.screen.rawValue, rows == nil, let value, let threshold, value > threshold,
      let none = Share.users(0, of: recent.scope.users).estimate
    else { return false }
    let isSeen = recent.scope.names.name(subject).map { recent.measures.screens.sums[$0] != nil } ?? false
    return !isSeen && none.interval.high < threshold
  }

  /// Whether no session in the full weeks of the last third of the log's period shows it, although some would have if
  /// it had gone on.
  fileprivate func hasEnded(in measures: Measures) -> Bool {
    guard severity > .info, let period = measures.period, let users, value ?? 0 >= threshold ?? 0 else { return false }
    func week(_ time: Int64) -> Int { CalendarDate.week(ofDay: Int(time.flooredDivision(by: 86_400_000_000).0)) }
    let weeks = week(period.lowerBound)...week(period.upperBound)
    let last = week(period.upperBound - (period.upperBound - period.lowerBound) / 3) + 1
    let shown = self.shown.filter { weeks.contains($0.week) }
    let sessions = measures.discovery.sessionsByDay.map { (week: CalendarDate.week(ofDay: $0.key), count: $0.value) }
      .filter { weeks.contains($0.week) }
    let late = sessions.reduce(0) { $0 + ($1.week >= last ? $1.count : 0) }
    let part = Double(late) / Double(max(1, sessions.reduce(0) { $0 + $1.count }))
    return !shown.isEmpty && shown.allSatisfy { $0.week < last } && pow(1 - part, Double(users)) < Self.slimChance
  }

  /// The finding with its evidence limited by the log's quality, and its severity by its evidence.
  fileprivate func held(by doubt: Text?) -> Finding {
    var finding = self
    if let doubt, !isOfMap {
      finding.evidence = .exploratory
      finding.doubt = doubt
    }
    finding.severity = min(finding.severity, finding.evidence.highestSeverity)
    return finding
  }
}

/// Findings, found by the figure that they are about. All facts on a subject count as one figure of its rule; what is
/// judged on Android alone is another one.
struct FigureIndex {
  private var findings: [[String?]: Finding] = [:]

  /// - Parameter findings: of several on one figure the first is found.
  init(_ findings: [Finding]) {
    for finding in findings.reversed() {
      self.findings[Self.key(finding, finding.metric)] = finding
      if finding.evidence == .structural { self.findings[Self.key(finding, nil)] = finding }
    }
  }

  /// - Parameter metric: nil for a fact.
  private static func key(_ finding: Finding, _ metric: String?) -> [String?] {
    [
      finding.rule, finding.subject, finding.section, finding.subjectKind, metric,
      finding.platforms == .android ? "android" : nil,
    ]
  }

  /// The finding on the same figure.
  func figure(of finding: Finding) -> Finding? {
    findings[Self.key(finding, finding.metric)]
      ?? (finding.evidence == .structural ? findings[Self.key(finding, nil)] : nil)
  }

  func contains(_ finding: Finding) -> Bool { figure(of: finding) != nil }
}

extension RuleContext {
  func reasonNotToRun(_ selection: RuleSelection) -> RuleNotRun.Reason? {
    if !selection.includes(rule) { return .notSelected }
    // Where the structure is known, the rules on depth, paths and tabs judge it.
    if rule.family == .screen, scope.structureKnown { return .notSelected }
    if scope.map.settings(of: rule.id)?.isOff == true { return .switchedOff }
    let needs =
      (rule.family.needsStructure ? [Requirement.structure] : []) + (rule.family == .depth ? [.namedScreens] : [])
      + rule.needs
    let missing = needs.filter { !$0.isMet(self) }
    return missing.isEmpty ? nil : .missing(missing.map { $0.asked(of: self) })
  }

  /// The map's exemption of the subject: by its name, or with its section (`menu:Logout`).
  func exemption(of finding: Finding) -> AppMap.Exemption? {
    scope.map.settings(of: rule.id)?.exemptions.first { exemption in
      exemption.subject.isSame(as: finding.subject)
        || exemption.subject.isSame(as: finding.section.map { "\($0):\(finding.subject)" })
    }
  }
}

/// A rule that did not run.
package struct RuleNotRun: Sendable {
  package enum Reason: Sendable {
    /// Left out by `--select` or `--ignore`, or meant for logs of another kind.
    case notSelected
    case switchedOff
    /// The log and the map lack these.
    case missing([Requirement])
  }

  package let rule: Rule
  package let reason: Reason

  package init(rule: Rule, reason: Reason) { (self.rule, self.reason) = (rule, reason) }

  private var needs: [Requirement] { if case .missing(let needs) = reason { needs } else { [] } }

  /// What the log and the map lack, and what would provide it; empty if nothing is missing.
  package var missing: Text { needs.map(\.what).joined(by: "; ") }
  package var remedy: Text { needs.map(\.remedy).joined(by: "; ") }

  /// `there is no choice from the More list in the log: log `more_select``
  package var explanation: Text {
    switch reason {
    case .notSelected: "it was not selected"
    case .switchedOff: "the app map switches it off"
    case .missing(let needs): needs.map { "missing: \($0.what); \($0.remedy)" as Text }.joined(by: "; ")
    }
  }
}

extension Rule {
  /// Why the rule, which has no finding, could not judge its subjects; nil if it did, and all of them are wholly on the
  /// good side.
  fileprivate func reasonNotJudged(_ rows: [Finding], _ context: RuleContext, _ doubts: LogReliability) -> Text? {
    if let doubt = doubts.doubt(about: self) { return "the log is doubtful: \(doubt)" }
    if thresholds.contains(where: { $0.name == "days" }), !context.isLong {
      return "the log is shorter than \(context.count("days")) days"
    }
    if thresholds.contains(where: { $0.name == "sessions" }), context.regularUsers < Evidence.leastUsers {
      return "fewer than \(Evidence.leastUsers) " + context.regularUsersWords
    }
    if context.scope.users < Evidence.leastUsers { return "fewer than \(Evidence.leastUsers) users" }
    if rows.isEmpty {
      if let reason = judging.reasonForNothing { return reason(context) }
      let rows = self.rows(context.counting)
      // What people did is of kinds that are no problem, or nobody went to and fro between two things.
      if rows.isEmpty, subject == .pair || judging.hasUsers(context) { return nil }
      let isOfMany = rows.filter { $0.users ?? 0 >= Evidence.leastUsers }
      if isOfMany.contains(where: { $0.effectiveUsers ?? 0 >= Evidence.leastUsers }) { return "it was seldom done" }
      return isOfMany.isEmpty
        ? "fewer than \(Evidence.leastUsers) users did this" : "a few users did most of it"
    }
    let clear = FigureIndex(rows.filter(\.isCleared))
    let isSure = rows.allSatisfy { finding in
      // A fact, or a figure without an interval.
      guard let interval = finding.interval, let threshold = finding.threshold else { return true }
      return clear.contains(finding) && !(interval.low <= threshold && threshold <= interval.high)
    }
    return isSure ? nil : "too few users to be sure"
  }
}

/// The recent part of a log: the sessions that start in the last third of the time between the first and the last
/// session start.
package struct RecentPart: Sendable {
  package let measures: Measures
  package let scope: MeasureScope
  /// Sessions from this time on belong to it, microseconds since 1970.
  package let start: Int64

  package init(measures: Measures, scope: MeasureScope, start: Int64) {
    self.measures = measures
    self.scope = scope
    self.start = start
  }
}
