import Measures
import NavigationModel
import Statistics

/// When to act on a finding: the groups in which reports show findings, and their only ladder besides the severity.
public enum FindingGroup: String, Sendable, Codable, CaseIterable, Comparable {
  /// Errors, warnings whose gain is at least a tap in 100 sessions, and what the plan changes: never a note.
  case fixNow = "fix-now"
  /// Other warnings.
  case consider
  /// Notes, and what is over.
  case note

  package var title: String {
    switch self {
    case .fixNow: "Fix now"
    case .consider: "Consider"
    case .note: "Good to know"
    }
  }

  public static func < (a: FindingGroup, b: FindingGroup) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .fixNow: 0
    case .consider: 1
    case .note: 2
    }
  }
}

/// What the change that a finding advises would gain (HowToReadTheReport.md, *From top to bottom*).
package struct Gain: Sendable, Equatable {
  /// Net extra taps for 1,000 users in a week, times how sure they are.
  package var taps = 0.0
  /// The low bound of the taps that the change would have saved over the log.
  package var sureTaps = 0.0
  /// The low bound of the share of all users whom it touches: it orders what saves no taps.
  package var people = 0.0
  /// Whether its low bound is a tap in 100 sessions or more, which is also what a plan has to save at least (`H`).
  package var isLarge = false
  /// Whether the plan makes the change.
  package var isOfPlan = false

  package init() {}
}

/// The time in which taps are counted: a log, or its last third.
package struct CountedTime: Sendable {
  let users: Int
  let sessions: Int
  /// The length in weeks.
  package let weeks: Double

  private static let week = 7 * 86_400_000_000.0

  /// - Parameter period: by default that of the measures.
  package init(_ measures: Measures, in period: ClosedRange<Int64>? = nil) {
    let span = period ?? measures.period
    self.init(
      users: measures.totals.users, sessions: measures.totals.sessions,
      weeks: span.map { Double($0.upperBound - $0.lowerBound) / Self.week } ?? 0)
  }

  init(users: Int, sessions: Int, weeks: Double) {
    self.users = users
    self.sessions = sessions
    self.weeks = weeks
  }

  /// Taps for 1,000 users in a week. A log of less than a day counts as one.
  package func per1000UsersAWeek(_ taps: Double) -> Double {
    taps * 1000 / Double(max(1, users)) / max(weeks, 1.0 / 7)
  }
}

/// Says of findings what their changes would gain.
struct Gains {
  let all: CountedTime
  /// The last third; nil if it is not known.
  var recent: CountedTime?
  var plan: RecommendedMoves?

  func gained(by finding: Finding) -> Finding {
    let time = finding.tapsAreRecent ? recent ?? all : all
    let taps = Double(finding.tapsSaved ?? 0)
    let least = finding.evidence.certainty * taps * finding.leastPart
    var gain = Gain()
    gain.taps = finding.evidence.certainty * time.per1000UsersAWeek(taps)
    gain.sureTaps = least
    gain.people =
      wilson(successes: min(finding.usersTouched, all.users), of: all.users).map(\.low) ?? 0
    gain.isLarge = taps > 0 && least * 100 >= Double(time.sessions)
    gain.isOfPlan = plan?.moves.settle(finding) == true
    var finding = finding
    finding.gain = gain
    finding.tapsSavedPer1000UsersAWeek =
      finding.tapsSaved != nil && time.weeks >= 1 ? time.per1000UsersAWeek(taps) : nil
    return finding
  }
}

extension Evidence {
  /// What a gain of this evidence counts (our own convention).
  fileprivate var certainty: Double {
    switch self {
    case .structural, .strong: 1
    case .moderate: 2.0 / 3
    case .exploratory: 1.0 / 3
    }
  }
}

extension Finding {
  public var group: FindingGroup {
    if state == .over { return .note }
    if severity == .info { return isQuestion ? .consider : .note }
    return severity == .error || gain.isLarge || gain.isOfPlan ? .fixNow : .consider
  }

  /// The order of findings in every report: by group, then by gain, then by rule and subject. It is total.
  package func precedes(_ other: Finding) -> Bool {
    if group != other.group { return group < other.group }
    if gain.taps != other.gain.taps { return gain.taps > other.gain.taps }
    if gain.people != other.gain.people { return gain.people > other.gain.people }
    return [rule, subject, section ?? "", message.plain].precedesByScalars([
      other.rule, other.subject, other.section ?? "", other.message.plain,
    ])
  }

  /// The taps that its action would save; nil if it saves none, or they are counted in another finding.
  package var tapsSaved: Int? {
    guard let taps = tapsOfAdvice ?? extraTaps, taps > 0, partOf == nil, state != .over else { return nil }
    return taps
  }

  /// Whether the extra taps are those of the last third of the period.
  package var tapsAreRecent: Bool { state == .new && !tapsAreOfPlan }

  /// Whom it touches: for a rule on too little use, those who do without it.
  fileprivate var usersTouched: Int {
    let users = self.users ?? 0
    return Rule.rule(rule)?.counts == .use ? max(0, (eligibleUsers ?? users) - users) : users
  }

  /// The part of its taps that is there surely: they move like the share that is judged.
  fileprivate var leastPart: Double {
    guard let value, let interval, let threshold else { return 1 }
    if value > threshold, value > 0 { return min(1, max(0, interval.low / value)) }
    // Of a share that is too small, the taps are those of the rest.
    return value < 1 && threshold <= 1 ? min(1, max(0, (1 - interval.high) / (1 - value))) : 1
  }
}

extension [Plan.Move] {
  /// Whether moves do what a finding is about.
  package func settle(_ finding: Finding) -> Bool {
    guard let kind = Rule.rule(finding.rule)?.move else { return false }
    return contains { move in
      move.kind == kind && move.entry.name.isSame(as: finding.subject)
        && (kind == .demote || move.entry.container.isSame(as: finding.section))
    }
  }
}

extension ClosedRange<Int64> {
  /// The last third of a period: figures of new findings are about it.
  package var lastThird: Self { SessionSpan(first: lowerBound, last: upperBound).recent...upperBound }
}
