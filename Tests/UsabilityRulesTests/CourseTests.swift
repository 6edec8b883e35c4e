import Measures
import NavigationModel
import TestSupport
import Testing

@testable import Reporting
@testable import UsabilityRules

/// Whether findings grew or shrank, and whether the newest version has them.
@Suite struct CourseTests {
  /// 60 people with two sessions a week, five days apart; in some of the weeks, taps on Price do nothing.
  private func finding(deadIn weeks: [Bool], versions: [String] = ["1.0", "1.0", "1.0", "1.0"]) throws -> Finding {
    let sessions = zip(weeks, versions).map { isDead, version in
      let tap = isDead ? "tap:Price!dead" : "tap:Price"
      let visit = "tab:Home tap:Buy \(tap) tab:Home"
      return "@app_version=\(version) \(visit) +120h \(visit) +48h"
    }
    let log = try TraceMeasures(sessions.joined(separator: " ") + " * 60")
    return try #require(Rule.judge(log.measures, log.scope).findings.first { $0.rule == "touch.dead" })
  }

  @Test func `a problem of the first week is falling, one of all weeks steady, one of the last rising`() throws {
    let falling = try finding(deadIn: [true, true, false, false])
    #expect(falling.trend == .falling && falling.course?.first == 1 && falling.course?.last == 0)
    #expect(try finding(deadIn: [true, true, true, true]).trend == .steady)
    #expect(try finding(deadIn: [false, false, true, true]).trend == .rising)
  }

  @Test func `of a problem in the midst of a log, nothing grows`() throws {
    #expect(try finding(deadIn: [false, true, true, false]).trend == .steady)
  }

  /// Any shares of the four weeks: the word is that of the figures beside it.
  @Test(arguments: [
    [40, 40, 40, 40], [40, 36, 30, 30], [60, 40, 20, 2], [3, 9, 20, 50], [50, 40, 40, 39], [2, 0, 0, 0],
  ])
  func `the word for a trend agrees with the figures beside it`(people: [Int]) throws {
    let lines = (0..<60).map { person in
      people.map { count in
        let tap = person < count ? "tap:Price!dead" : "tap:Price"
        return "tab:Home tap:Buy \(tap) tab:Home +120h tab:Home tap:Buy \(tap) tab:Home +48h"
      }.joined(separator: " ")
    }
    let log = try TraceMeasures(lines.joined(separator: "\n"))
    let rows = Rule.judge(log.measures, log.scope).findings.filter { $0.course?.weeks != nil }
    for finding in rows {
      let course = try #require(finding.course)
      switch finding.trend {
      case .falling: #expect(course.last < course.first)
      case .rising: #expect(course.last > course.first)
      case .steady: #expect(finding.courseWords?.plain.hasPrefix("Steady") == course.isLevel)
      case nil: Issue.record("weeks without a trend")
      }
    }
    #expect(!rows.isEmpty || people.reduce(0, +) < 60)
  }

  @Test func `of three weeks there is no trend`() throws {
    let finding = try finding(deadIn: [true, true, true], versions: ["1.0", "1.0", "1.0"])
    #expect(finding.trend == nil && finding.course?.weeks == nil && finding.inNewestVersion == true)
  }

  @Test func `the newest version has it, or it has it no longer`() throws {
    let gone = try finding(deadIn: [true, true, false, false], versions: ["1.9", "1.9", "1.10", "1.10"])
    #expect(gone.inNewestVersion == false && gone.course?.newest.map(\.name) == ["1.10"])
    let there = try finding(deadIn: [true, true, false, true], versions: ["1.9", "1.9", "1.10", "1.10"])
    #expect(there.inNewestVersion == true)
  }

  @Test func `a rule on too little use speaks of the lack`() throws {
    // Two of 200 people choose Help, in the first week only: that they do not use it rises, if anything.
    let others = "( tab:Home menu menu:Settings & +72h ) x 10 * 198"
    let few =
      "tab:Home menu menu:Settings menu menu:Help & +72h ( tab:Home menu menu:Settings & +72h ) x 9 * 2"
    let log = try TraceMeasures(others + "\n" + few)
    let finding = try #require(
      Rule.judge(log.measures, log.scope).findings.first { $0.rule == "menu.item-undiscovered" && $0.subject == "Help" }
    )
    let course = try #require(finding.course)
    #expect(course.countsLack && course.weeks == 1)
    #expect(course.first > 0.9 && course.first < 1 && course.last == 1 && finding.trend == .steady)
  }

  @Test func `what an action saves is never more than its finding has, and the limit is kept`() {
    var finding = Finding(
      rule: "tabs.more-toll", severity: .warning, evidence: .strong, subjectKind: "app", subject: "app", metric: "m",
      extraTaps: 50, message: "", recommendation: "", source: "")
    finding.tapsOfAdvice = 40
    var other = finding
    other.rule = "depth.over-limit"
    other.extraTaps = 90
    other.tapsOfAdvice = nil
    let counted = [other, finding].countingTapsOnce(of: 200)
    #expect(counted.map(\.extraTaps) == [90, 10] && counted.map(\.tapsBeforeLimit) == [nil, 50])
    #expect(counted.map(\.tapsSaved) == [90, 10])
    #expect([finding].countingTapsOnce(of: 2).map(\.tapsSaved) == [1])
    #expect([finding].countingTapsOnce(of: 0).map(\.tapsSaved) == [nil])
  }
}
