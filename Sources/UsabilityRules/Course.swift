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

  package init(week: Int, platform: String, version: String, sessions: Int) {
    self.week = week
    self.platform = platform
    self.version = version
    self.sessions = sessions
  }
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

  /// The weeks of the first third, as many as of the last; nil if the trend is not known.
  package var weeks: Int?
  /// The share of the sessions of the first third that show it, or for a rule on too little use, that do not use its
  /// subject.
  package var first = 0.0
  /// The same of the last third.
  package var last = 0.0
  package var countsLack = false
  /// Whether these shares are as good as the same: within a tenth, or a percentage point (H).
  package var isLevel: Bool { abs(last - first) <= max(0.01, 0.1 * max(first, last)) }
  /// Those in which there is something to tell: none if the log has one version.
  package var newest: [Version] = []
}

/// Whether findings grew or shrank, and whether the newest version has them (HowToReadTheReport.md, *Terms*).
///
/// What is compared are the shares of sessions that show a finding. The sessions of one person are alike, so each
/// interval is as wide as if there were one session a person.
struct Courses {
  /// A shorter log is not told of, in weeks.
  static let fewestWeeks = 4

  /// All sessions.
  private let sessions: [SessionCount]
  private let weeks: [Int]
  private let isLong: Bool
  private let usersPerSession: Double
  /// The newest version of each platform that enough users have, in text order of the platforms; and whether it is the
  /// only one.
  private let newest: [(platform: String, version: String)]
  private let hasOneVersion: Bool

  init(_ measures: Measures, _ scope: MeasureScope) {
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
    usersPerSession = min(1, Double(measures.totals.users) / Double(max(1, measures.totals.sessions)))
    let builds = scope.eligibility.builds.filter { $0.appVersion.isKnown }
    let byPlatform = Dictionary(grouping: builds, by: \.platform)
    newest = names.ordered(byPlatform.keys).compactMap { platform in
      let versions = Dictionary(grouping: byPlatform[platform] ?? [], by: \.appVersion)
      let enough = versions.filter { scope.eligibility.users(in: Set($0.value)) >= Evidence.fewUsers }.keys
      let last = enough.max { names[$0].precedesAsVersion(names[$1]) }
      return last.map { (named(platform), names[$0]) }
    }
    hasOneVersion = Set(builds.map(\.appVersion)).count < 2
  }

  func told(of finding: Finding) -> Finding {
    let counted = Rule.rule(finding.rule)?.counts ?? .trouble
    guard !finding.shown.isEmpty, finding.state != .new, counted != .neither else { return finding }
    let all = sessions.filter { finding.platforms.includes($0.platform) }
    let shown = finding.shown.filter { finding.platforms.includes($0.platform) }
    var told = finding
    var course = Course(countsLack: counted == .use)
    if isLong {
      let third = weeks.count / 3
      let start = weeks.prefix(third)
      let end = weeks.suffix(third)
      let first = share(shown.filter { start.contains($0.week) }, of: all.filter { start.contains($0.week) })
      let last = share(shown.filter { end.contains($0.week) }, of: all.filter { end.contains($0.week) })
      if let first, let last {
        course.weeks = third
        course.first = course.countsLack ? 1 - first.value : first.value
        course.last = course.countsLack ? 1 - last.value : last.value
        let isLess = last.interval.high < first.interval.low
        let isMore = last.interval.low > first.interval.high
        if isLess != isMore {
          told.trend = isLess == course.countsLack ? .rising : .falling
        } else if course.isLevel {
          told.trend = .steady
        }
      }
    }
    let versions = newest.filter { finding.platforms.includes($0.platform) }.compactMap { platform, version in
      hasIt(finding, shown, all, platform, version).map {
        Course.Version(platform: platform, name: version, hasIt: $0)
      }
    }.filter { !$0.hasIt || finding.state != .over }
    if !versions.isEmpty { told.inNewestVersion = versions.contains(where: \.hasIt) }
    course.newest = hasOneVersion ? [] : versions
    told.course = course
    return told
  }

  private func share(_ part: [SessionCount], of whole: [SessionCount]) -> Estimate? {
    let count = whole.reduce(0) { $0 + $1.sessions }
    guard count > 0 else { return nil }
    let value = min(1, Double(part.reduce(0) { $0 + $1.sessions }) / Double(count))
    return wilson(share: value, of: max(1, Double(count) * usersPerSession)).map {
      Estimate(value: value, interval: $0)
    }
  }

  /// Whether a version has a finding: unless the figure, which moves like the share of sessions that show it, is surely
  /// on the good side of the threshold. Nil without sessions.
  private func hasIt(
    _ finding: Finding, _ shown: [SessionCount], _ all: [SessionCount], _ platform: String, _ version: String
  ) -> Bool? {
    func own(_ count: SessionCount) -> Bool { count.platform == platform && count.version == version }
    let part = shown.filter(own)
    guard let here = share(part, of: all.filter(own)), let everywhere = share(shown, of: all), everywhere.value > 0
    else { return nil }
    guard finding.interval != nil, let value = finding.value, let threshold = finding.threshold else {
      return !part.isEmpty
    }
    let low = value * here.interval.low / everywhere.value
    let high = value * here.interval.high / everywhere.value
    return value >= threshold ? high >= threshold : low <= threshold
  }
}
