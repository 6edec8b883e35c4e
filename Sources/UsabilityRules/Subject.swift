import Measures
import NavigationModel
import Statistics

/// Something that a rule looks at, as the log shows it: the app, a tab, a screen. A finding may be about it.
package struct Subject<Item: Sendable>: Sendable {
  package let name: String
  /// The two names of a pair.
  package let pair: [String]
  /// The menu or container that it is in.
  package let section: String?
  /// The affected users and sessions, with examples of these.
  package let users: Int?
  package let sessions: Int?
  package let examples: Examples
  /// What is judged; nil for a fact.
  package private(set) var share: Share?
  package let eligibleUsers: Int?
  /// What is judged with the user who is left out, if one is.
  private(set) var shareOfAll: Share?
  /// What orders subjects of one name.
  let ties: [String]
  /// What the rule wants to know of it beside.
  package let item: Item

  /// - Parameter eligible: by default those of the share.
  init(
    _ name: String, pair: [String] = [], in section: String? = nil, users: Int? = nil, sessions: Int? = nil,
    examples: Examples = Examples(), share: Share? = nil, eligible: Int? = nil, ties: [String] = [], of item: Item = ()
  ) {
    self.name = name
    self.pair = pair
    self.section = section
    self.users = users
    self.sessions = sessions
    self.examples = examples
    self.share = share
    eligibleUsers = eligible ?? share?.eligibleUsers
    self.ties = ties
    self.item = item
  }

  /// A subject whose affected users are those for whom something happened.
  init(
    _ name: String, in section: String? = nil, _ seen: CountWithExamples, share: Share? = nil, eligible: Int? = nil,
    ties: [String] = [], of item: Item = ()
  ) {
    self.init(
      name, in: section, users: seen.users, sessions: seen.sessions, examples: seen.examples, share: share,
      eligible: eligible, ties: ties, of: item)
  }

  /// A subject with a share of rows.
  init(_ name: String, _ sum: ShareWithExamples, of item: Item = ()) {
    self.init(
      name, users: sum.users, sessions: sum.sessions, examples: sum.examples, share: .rows(sum.share), of: item)
  }

  /// The same, judged by the share of its users among those who could have used it.
  func judged(of eligible: Int) -> Subject {
    let users = min(users ?? 0, eligible)
    return Subject(
      name, in: section, users: users, sessions: sessions, examples: examples, share: .users(users, of: eligible),
      of: item)
  }

  /// The same, judged without a user whose rows are so many that they say nothing of the others.
  var withoutHeavyUser: Subject {
    guard let rest = share?.withoutHeavyUser else { return self }
    var subject = self
    subject.share = rest
    subject.shareOfAll = share
    return subject
  }

  /// Who is left out, and the figure with them.
  fileprivate var leftOut: [Text] {
    guard case .rows(let sums)? = shareOfAll, let estimate = shareOfAll?.estimate else { return [] }
    let user = sums.lead.user == 0 ? "one user" : "the user \(Pseudonym(rawValue: sums.lead.user))"
    let part = Wording.wholePercent(Double(sums.lead.n) / Double(max(sums.sumN, 1)))
    let all = Wording.percent(estimate.value)
    return ["This share leaves out \(user), who has \(part) of the rows; with that user, it is \(all)."]
  }

  /// The users or rows that count, of all in its share.
  var counted: Int { share?.parts?.part ?? 0 }

  /// `1 user`, `1,234 users`: the affected ones.
  var people: String { Wording.count(users ?? 0, "user") }

  /// `12 of 1,234 users`: the affected and the eligible ones.
  var peopleOfAll: Text { "\(users ?? 0) of \(number: Wording.count(eligibleUsers ?? 0, "user"))" }
}

/// What a rule looks at, and what it says of it.
package struct Judging: Sendable {
  /// The rows, in any order: of the subjects that were judged, those that fire are findings.
  package let findings: @Sendable (RuleContext) -> [Finding]
  /// Whether enough users did something that the rule looks at, even if it leaves all of it out.
  let hasUsers: @Sendable (RuleContext) -> Bool
  /// Why it could judge nothing, where it has no row; nil if what it judged makes none. Without this, ``hasUsers`` and
  /// the rows that few people made tell.
  private(set) var reasonForNothing: (@Sendable (RuleContext) -> Text?)?

  init(_ findings: @escaping @Sendable (RuleContext) -> [Finding]) {
    self.findings = findings
    hasUsers = { _ in false }
  }

  /// - Parameters:
  ///   - subjects: all that the log holds, in text order. What should not be judged is left out by `findings`.
  ///   - findings: judges the subjects, and words what it found.
  init<Item>(
    _ subjects: @escaping @Sendable (RuleContext) -> [Subject<Item>],
    findings: @escaping @Sendable (RuleContext, [Subject<Item>]) -> [Finding]
  ) {
    self.findings = { context in findings(context, subjects(context)) }
    hasUsers = { context in
      subjects(context).contains {
        $0.name != "?" && $0.share?.effectiveUsers ?? $0.eligibleUsers ?? $0.users ?? 0 >= Evidence.leastUsers
      }
    }
  }

  /// The same with a reason of its own where it has no row, since rows are not all that it judges: facts make none
  /// where all is fine, and some figures are known of a part of the people only.
  func unless(_ reason: @escaping @Sendable (RuleContext) -> Text?) -> Judging {
    var judging = self
    judging.reasonForNothing = reason
    return judging
  }

  /// Judges all subjects by their shares: each makes a row, which fires above a threshold.
  init<Item>(
    above threshold: String, _ subjects: @escaping @Sendable (RuleContext) -> [Subject<Item>],
    finding: @escaping @Sendable (RuleContext, Verdict<Item>) -> Finding
  ) {
    self.init(subjects) { context, subjects in context.above(threshold, subjects).map { finding(context, $0) } }
  }

  /// The same for shares below a threshold.
  init<Item>(
    below threshold: String, _ subjects: @escaping @Sendable (RuleContext) -> [Subject<Item>],
    finding: @escaping @Sendable (RuleContext, Verdict<Item>) -> Finding
  ) {
    self.init(subjects) { context, subjects in context.below(threshold, subjects).map { finding(context, $0) } }
  }
}

/// What was judged of a subject.
package struct Verdict<Item: Sendable>: Sendable {
  package let subject: Subject<Item>
  package let estimate: Estimate
  package var threshold: Double
  package let eligibleUsers: Int
  /// The number of users with equally many rows that would give the same precision: it determines the evidence.
  package let effectiveUsers: Int
  /// The rows of a share of rows; nil for a share of users.
  package var rows: Int?
  /// Whether it is beyond the threshold, also after adjusting for all subjects of the rule: then it is a finding.
  package var isBeyond = true
  /// Whether the entire interval is on the other side of the threshold.
  package var isCleared = false
}

extension Verdict {
  /// The verdict on a figure that is no share.
  init(_ subject: Subject<Item>, _ estimate: Estimate, threshold: Double, users: Int) {
    self.init(subject: subject, estimate: estimate, threshold: threshold, eligibleUsers: users, effectiveUsers: users)
  }

  /// Nil without users.
  init?(_ subject: Subject<Item>, _ share: Share, threshold: Double) {
    guard let estimate = share.estimate else { return nil }
    self.init(
      subject: subject, estimate: estimate, threshold: threshold, eligibleUsers: share.eligibleUsers,
      effectiveUsers: share.effectiveUsers, rows: share.rows)
  }

  /// The same verdict, told of something else.
  func about<Other>(_ other: Subject<Other>) -> Verdict<Other> {
    Verdict<Other>(
      subject: other, estimate: estimate, threshold: threshold, eligibleUsers: eligibleUsers,
      effectiveUsers: effectiveUsers, rows: rows,
      isBeyond: isBeyond, isCleared: isCleared)
  }

  /// `37 of 412 users`
  func share(_ things: Text) -> Text {
    let (part, whole) = subject.share?.parts ?? (0, 0)
    return "\(part) of \(whole) " + things
  }

  /// `Only 3 of 412 users`, or `None of 412 users`
  func few(_ things: Text) -> Text {
    (subject.counted > 0 ? "Only " + share(things) : "None of \(subject.share?.parts?.whole ?? 0) " + things)
  }

  /// `9.0%, 6.6–12.2%; 37 users`: what stands in brackets at the end of a sentence. A share of users has their number
  /// already.
  var statistics: Text {
    let share: Text = "\(number: Wording.percent(estimate))"
    guard rows != nil, let users = subject.users else { return share }
    return share + "; \(number: Wording.count(users, "user"))"
  }
}

extension RuleContext {
  /// A finding on a rate. The eligible users determine its evidence, which limits the severity.
  /// - Parameters:
  ///   - fact: what is wrong, in a sentence without its statistics.
  ///   - statistics: by default those of the rate.
  func finding<Item>(
    _ verdict: Verdict<Item>, _ severity: Severity, metric: String, extraTaps: Int? = nil,
    kind: SubjectKind? = nil, fact: @autoclosure () -> Text, statistics: @autoclosure () -> Text? = nil,
    recommendation: @autoclosure () -> Text? = nil,
    action: @autoclosure () -> RuleAction? = nil, isQuestion: Bool = false, details: @autoclosure () -> [Text] = []
  ) -> Finding {
    let evidence = Evidence(eligibleUsers: verdict.effectiveUsers)
    var finding = finding(
      verdict.isBeyond, verdict.subject, kind ?? rule.subject, min(severity, evidence.highestSeverity), evidence,
      metric, extraTaps,
      fact, { statistics() ?? verdict.statistics }, recommendation, action, details)
    finding.value = verdict.estimate.value
    finding.interval = verdict.estimate.interval
    finding.threshold = verdict.threshold
    finding.eligibleUsers = verdict.eligibleUsers
    finding.effectiveUsers = verdict.effectiveUsers
    finding.rows = verdict.rows
    finding.isCleared = verdict.isCleared
    finding.isQuestion = isQuestion
    return finding
  }

  /// A finding on a fact of the log or the map.
  func finding<Item>(
    _ subject: Subject<Item>, _ severity: Severity, metric: String, value: Double, threshold: Double,
    extraTaps: Int? = nil, kind: SubjectKind? = nil, fact: @autoclosure () -> Text,
    statistics: @autoclosure () -> Text = Text(),
    recommendation: @autoclosure () -> Text? = nil, action: @autoclosure () -> RuleAction? = nil,
    details: @autoclosure () -> [Text] = []
  ) -> Finding {
    var finding = finding(
      true, subject, kind ?? rule.subject, severity, .structural, metric, extraTaps, fact, statistics, recommendation,
      action,
      details)
    finding.value = value
    finding.threshold = threshold
    return finding
  }

  /// A row of the rule, with words and sessions if it is a finding.
  private func finding<Item>(
    _ fires: Bool, _ subject: Subject<Item>, _ kind: SubjectKind, _ severity: Severity, _ evidence: Evidence,
    _ metric: String,
    _ extraTaps: Int?, _ fact: () -> Text, _ statistics: () -> Text, _ recommendation: () -> Text?,
    _ action: () -> RuleAction?, _ details: () -> [Text]
  ) -> Finding {
    let isShown = fires && !isWithoutQuorum
    let fact = isShown ? fact() : ""
    var finding = Finding(
      rule: rule.id, severity: severity, evidence: evidence, subjectKind: kind.rawValue, subject: subject.name,
      section: subject.section,
      metric: metric, users: subject.users, eligibleUsers: subject.eligibleUsers, sessions: subject.sessions,
      extraTaps: extraTaps,
      message: fact, recommendation: isShown ? recommendation() ?? rule.advice : "",
      source: isShown ? rule.sourceLine : "",
      examples: isShown ? subject.examples.examples : [], details: isShown ? subject.leftOut + details() : [])
    finding.pair = subject.pair
    finding.fires = fires
    guard isShown else { return finding }
    finding.fact = fact
    let statistics = statistics()
    if !statistics.isEmpty { finding.message = fact + " (" + statistics + ")" }
    count(subject.examples.sessions, in: &finding)
    let action = action() ?? rule.action
    finding.action = action.sentence(about: finding)
    finding.movesTab = action.movesTab
    return finding
  }

  /// Adds when and where a finding shows, if the examples were drawn from just its sessions: some are drawn from all
  /// that a rule looks at, or merged from subjects that share sessions.
  private func count(_ sessions: SessionBreakdown, in finding: inout Finding) {
    guard finding.sessions == sessions.sums.values.reduce(0, +) else { return }
    func named(_ name: Name) -> String { name.isKnown ? text(name) : "" }
    finding.shown = sessions.sums.pairs.map { key, count in
      SessionCount(
        week: key.first, platform: named(key.second.first), version: named(key.second.second), sessions: count)
    }
  }

  /// The names with the most, the most first; on ties in text order.
  func most<Sum>(_ number: Int, of sums: some Sequence<(Name, Sum)>, by count: (Sum) -> Int) -> [(
    name: String, sum: Sum
  )] {
    sums.most(number, by: { count($0.1) }, named: { text($0.0) }).map { (name: text($0), sum: $1) }
  }

  /// The names and their sums, in text order.
  func ordered<Sum>(_ sums: SumsByName<Sum>) -> [(name: Name, sum: Sum)] {
    sums.pairs.map { (name: $0, sum: $1) }.sorted { scope.names.rank($0.name) < scope.names.rank($1.name) }
  }

  /// The same without `?`, which stands for many things.
  func named<Sum>(_ sums: SumsByName<Sum>) -> [(name: Name, sum: Sum)] { ordered(sums).filter { $0.name != .unnamed } }
}

extension Array {
  /// In text order of the names, then of the other texts.
  func inOrder<Item>() -> [Subject<Item>] where Element == Subject<Item> {
    map { (key: [$0.name] + $0.ties, subject: $0) }.sorted { $0.key.precedesByScalars($1.key) }.map(
      \.subject)
  }
}

extension Sequence {
  /// The elements with the most, the most first; on ties in text order.
  func most(_ number: Int = .max, by count: (Element) -> Int, named text: (Element) -> String) -> [Element] {
    typealias Counted = (element: Element, count: Int)
    func precedes(_ a: Counted, _ b: Counted) -> Bool {
      a.count == b.count ? text(a.element).precedesByScalars(text(b.element)) : a.count > b.count
    }
    let counted = map { (element: $0, count: count($0)) }
    if number > 10 { return counted.sorted(by: precedes).prefix(number).map(\.element) }
    // Few are asked for: the others need not be sorted.
    var most: [Counted] = []
    for element in counted where most.count < number || most.last.map({ precedes(element, $0) }) ?? false {
      most.insert(element, at: most.firstIndex { precedes(element, $0) } ?? most.count)
      if most.count > number { most.removeLast() }
    }
    return most.map(\.element)
  }
}
