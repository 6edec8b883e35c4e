import Measures
import NavigationModel
import Statistics

/// Whether a problem became more or less frequent from the first third of a log to the last.
public enum FindingTrend: String, Sendable, Codable, CaseIterable {
  case falling, steady, rising
}

/// Sessions of a week, a platform and a version of the app.
package struct SessionCount: Sendable, Equatable {
  /// ``Session/week``
  package let week: Int
  /// Empty if it is not known.
  package let platform: String
  package let version: String
  package let sessions: Int
}

/// The platforms that a finding is about.
package enum PlatformPart: Sendable, Equatable {
  case all, ios, android, exceptAndroid
  /// Those of a plan.
  case only([String])

  package func includes(_ platform: String) -> Bool {
    switch self {
    case .all: true
    case .ios: platform.lowercased() == "ios"
    case .android: platform.lowercased() == "android"
    case .exceptAndroid: platform.lowercased() != "android"
    case .only(let platforms): platforms.contains { $0.isSame(as: platform) }
    }
  }

  /// ` on Android`
  var words: Text {
    switch self {
    case .exceptAndroid: " outside Android"
    case .android: " on Android"
    case .all, .ios: ""
    case .only(let platforms): " on \(Text.names(platforms.map { Wording.platform($0) }))"
    }
  }
}

/// How a finding fared over a log.
package struct Course: Sendable, Equatable {
  /// The newest version of a platform that enough users have.
  package struct Version: Sendable, Equatable {
    package let platform: String
    package let name: String
    /// Whether it has the finding.
    package let hasIt: Bool
  }

  package var trend: FindingTrend?
  package var inNewestVersion: Bool?
  /// The weeks of the first third, as many as of the last; nil if the trend is not known.
  package var weeks: Int?
  /// The share of the sessions of the first third that show it, or for a rule on too little use, that do not use its
  /// subject.
  package var first = 0.0
  /// The same of the last third.
  package var last = 0.0
  package var countsLack = false
  /// Whether these shares are as good as the same: within a tenth, or a percentage point (H).
  package var isLevel: Bool { Self.isLevel(first, last) }
  static func isLevel(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= max(0.01, 0.1 * max(one, other)) }
  /// Those in which there is something to tell: none if the log has one version.
  package var newest: [Version] = []
}

/// Whether findings grew or shrank, and whether the newest version has them (HowToReadTheReport.md, *Terms*).
///
/// What is compared are the shares of sessions that show a finding. The sessions of one person are alike, so each
/// interval is as wide as if there were one session a person. Where fewer sessions show it only because fewer come to
/// what the rule judges, its own figure in the recent part says otherwise: then there is no trend.
struct Courses {
  /// A shorter log is not told of, in weeks.
  static let fewestWeeks = 4

  /// All sessions.
  private let sessions: [SessionCount]
  private let weeks: [Int]
  private let isLong: Bool
  /// Users per session of the first and of the last third.
  private let firstUsers: Double
  private let lastUsers: Double
  /// The newest version of each platform that enough users have, in text order of the platforms; and whether it is the
  /// only one.
  private let newest: [(platform: String, version: String, users: Int)]
  private let hasOneVersion: Bool

  init(_ measures: Measures, _ scope: MeasureScope, recent: Measures?) {
    let names = scope.names
    func named(_ name: Name) -> String { name.isKnown ? names[name] : "" }
    sessions = measures.daily.sums.pairs.map { key, sum in
      SessionCount(
        week: CalendarDate.week(ofDay: key.day), platform: named(key.platform), version: named(key.appVersion),
        sessions: sum.sessions)
    }
    weeks =
      measures.period.map { period in
        let days = [period.lowerBound, period.upperBound].map {
          scope.declared.calendar.day(of: $0)
        }
        return Array(CalendarDate.week(ofDay: days[0])...CalendarDate.week(ofDay: days[1]))
      } ?? []
    // Four weeks of a log end some hours before the first one's hour.
    isLong = weeks.count >= Self.fewestWeeks && measures.days >= 7 * (Self.fewestWeeks - 1) + 4
    let first = weeks.prefix(weeks.count / 3)
    let begun = sessions.filter { first.contains($0.week) }.reduce(0) { $0 + $1.sessions }
    firstUsers = min(1, Double(measures.users(firstSeenIn: first)) / Double(max(1, begun)))
    let last = recent ?? measures
    lastUsers = min(1, Double(last.totals.users) / Double(max(1, last.totals.sessions)))
    let builds = scope.eligibility.builds.filter { $0.appVersion.isKnown }
    let byPlatform = Dictionary(grouping: builds, by: \.platform)
    newest = names.ordered(byPlatform.keys).compactMap { platform in
      let versions = Dictionary(grouping: byPlatform[platform] ?? [], by: \.appVersion)
      let users = versions.mapValues { scope.eligibility.users(in: Set($0)) }.filter { $0.value >= Evidence.fewUsers }
      let last = users.max { names[$0.key].precedesAsVersion(names[$1.key]) }
      return last.map { (named(platform), names[$0.key], $0.value) }
    }
    hasOneVersion = Set(builds.map(\.appVersion)).count < 2
  }

  func told(of finding: Finding) -> Finding {
    let counted = Rule.rule(finding.rule)?.counts ?? .trouble
    guard !finding.shown.isEmpty, finding.state != .new, counted != .neither else { return finding }
    let all = sessions.filter { finding.platforms.includes($0.platform) }
    let shown = finding.shown.filter { finding.platforms.includes($0.platform) }
    var course = Course(countsLack: counted == .use)
    if isLong {
      let third = weeks.count / 3
      func share(in some: ArraySlice<Int>, users: Double) -> Estimate? {
        self.share(shown.filter { some.contains($0.week) }, of: all.filter { some.contains($0.week) }, users: users)
      }
      if let first = share(in: weeks.prefix(third), users: firstUsers),
        let last = share(in: weeks.suffix(third), users: lastUsers)
      {
        let isLess = last.interval.high < first.interval.low
        let isMore = last.interval.low > first.interval.high
        var trend = FindingTrend.steady
        if isLess != isMore { trend = isLess == course.countsLack ? .rising : .falling }
        if agrees(finding, trend) {
          course.trend = trend
          course.weeks = third
          course.first = course.countsLack ? 1 - first.value : first.value
          course.last = course.countsLack ? 1 - last.value : last.value
        }
      }
    }
    let versions = newest.filter { finding.platforms.includes($0.platform) }.compactMap { newest in
      hasIt(finding, shown, all, newest, countsUse: course.countsLack).map {
        Course.Version(platform: newest.platform, name: newest.version, hasIt: $0)
      }
    }.filter { !$0.hasIt || finding.state != .over }
    if !versions.isEmpty { course.inNewestVersion = versions.contains(where: \.hasIt) }
    course.newest = hasOneVersion ? [] : versions
    var told = finding
    told.course = course
    return told
  }

  /// - Parameter users: users per session.
  private func share(_ part: [SessionCount], of whole: [SessionCount], users: Double) -> Estimate? {
    let count = whole.reduce(0) { $0 + $1.sessions }
    guard count > 0 else { return nil }
    let value = min(1, Double(part.reduce(0) { $0 + $1.sessions }) / Double(count))
    return wilson(share: value, of: max(1, Double(count) * users)).map { Estimate(value: value, interval: $0) }
  }

  /// Whether the rule's own figure, if it is a share of rows, moved from the entire log to its recent part as the trend
  /// says.
  private func agrees(_ finding: Finding, _ trend: FindingTrend) -> Bool {
    guard finding.rows != nil, let recently = finding.recently, let value = finding.value,
      let threshold = finding.threshold
    else { return true }
    let worsening = value < threshold ? value - recently.value : recently.value - value
    switch trend {
    case .falling: return worsening < 0
    case .rising: return worsening > 0
    case .steady: return recently.interval.contains(value) || Course.isLevel(value, recently.value)
    }
  }

  /// Whether a version has a finding: unless the figure, which moves like the share of sessions that show it, is surely
  /// on the good side of the threshold; and where people of the recent part have hardly any other version, the rule's
  /// own figure there. Nil without sessions.
  private func hasIt(
    _ finding: Finding, _ shown: [SessionCount], _ all: [SessionCount],
    _ newest: (platform: String, version: String, users: Int), countsUse: Bool
  ) -> Bool? {
    func own(_ count: SessionCount) -> Bool { count.platform == newest.platform && count.version == newest.version }
    let part = shown.filter(own)
    let sessions = all.filter(own)
    let count = sessions.reduce(0) { $0 + $1.sessions }
    let users = min(1, Double(newest.users) / Double(max(1, count)))
    guard let here = share(part, of: sessions, users: users),
      let everywhere = share(shown, of: all, users: users), everywhere.value > 0
    else { return nil }
    guard finding.interval != nil, let value = finding.value, let threshold = finding.threshold else {
      return !part.isEmpty
    }
    let isLow = value < threshold
    if finding.rows != nil, let recently = finding.recently,
      isLow ? recently.interval.low <= threshold : recently.interval.high >= threshold
    {
      let recent = all.filter { weeks.suffix(weeks.count / 3).contains($0.week) }
      let ownRecent = recent.filter(own).reduce(0) { $0 + $1.sessions }
      if Double(ownRecent) > Self.nearlyAll * Double(recent.reduce(0) { $0 + $1.sessions }) { return true }
    }
    // A figure of what is right is low where the share of sessions that show the trouble is high.
    let isOfRight = isLow && !countsUse
    let figure = isOfRight ? 1 - value : value
    let limit = isOfRight ? 1 - threshold : threshold
    return isLow && countsUse
      ? figure * here.interval.low / everywhere.value <= limit : figure * here.interval.high / everywhere.value >= limit
  }

  private static let nearlyAll = 0.9
}
