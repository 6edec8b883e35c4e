import Measures
import NavigationModel
import Testing
import UsabilityRules

@testable import Reporting

@Suite struct SinceWhenTests {
  /// Three weeks from Monday, 5 January 2026: twelve sessions in each, in the last one with another version.
  private static let log =
    """
    @platform=ios @app_version=1.9 A B +168h A B +168h @app_version=1.10 A B * 8\n@platform=web @app_version=1.9 A B \
    +168h A B +168h @app_version=1.10 A B * 4
    """

  /// A report with a finding that shows in so many sessions of each week.
  private func report(_ sessions: [Int], state: FindingState = .current, log: String = log) throws -> ReportContents {
    var contents = try contents(log)
    var finding = depthFinding
    finding.state = state
    let week = CalendarDate.week(ofDay: CalendarDate("2026-01-05")?.day ?? 0)
    for (number, count) in sessions.enumerated() {
      finding.sessionsByWeek[week + number] = count
      finding.sessionsByPlatform["ios", default: 0] += count
      finding.sessionsByVersion[number < 2 ? "1.9" : "1.10", default: 0] += count
    }
    contents.findings = [finding]
    return contents
  }

  private func words(_ contents: ReportContents) -> String? { SinceWhen(contents).words(contents.findings[0])?.plain }

  @Test func `sessions are counted by week and by version`() throws {
    let table = try report([0, 3, 6]).findingSessionsTable
    #expect(
      table.rows.map { row in row.map(\.text).joined(separator: " ") } == [
        "depth.over-limit Orders  2026-01-05 (all) (all) 0 12 0",
        "depth.over-limit Orders  2026-01-12 (all) (all) 3 12 0.25",
        "depth.over-limit Orders  2026-01-19 (all) (all) 6 12 0.5",
        "depth.over-limit Orders  (all) ios (all) 9 24 0.375",
        "depth.over-limit Orders  (all) web (all) 0 12 0",
        "depth.over-limit Orders  (all) (all) 1.9 3 24 0.125", "depth.over-limit Orders  (all) (all) 1.10 6 12 0.5",
      ])
  }

  @Test(arguments: [
    (
      [0, 3, 6],
      """
      Since the week from 12 January: in none of the sessions of the week from 5 January, 25.0% (12 January), 50.0% \
      (19 January). Version 1.9: 12.5%; 1.10: 50.0%.
      """
    ),
    (
      [3, 3, 0],
      """
      From the beginning of the log until the week from 12 January: in 25.0% of the sessions of the week from 5 \
      January, 25.0% (12 January), none (19 January). Version 1.9: 25.0%; 1.10: none.
      """
    ),
    (
      [12, 3, 6],
      """
      From the beginning of the log to its end: in 100% of the sessions of the week from 5 January, 25.0% (12 \
      January), 50.0% (19 January). Version 1.9: 62.5%; 1.10: 50.0%.
      """
    ),
    (
      [0, 3, 0],
      """
      Since the week from 12 January: in none of the sessions of the week from 5 January, 25.0% (12 January), none \
      (19 January). Version 1.9: 12.5%; 1.10: none.
      """
    ),
  ])
  func `a card says since when`(sessions: [Int], words: String) throws {
    let contents = try report(sessions)
    #expect(self.words(contents) == words)
    #expect(markdown(contents).contains("**Since when:** " + words))
    let total = sessions.reduce(0, +)
    #expect(
      SinceWhen(contents).platforms(contents.findings[0])?.plain
        == "In \((Double(total) / 24).percent) of the sessions on iOS, in none on web.")
  }

  @Test func `of one week and one version, there is nothing to say`() throws {
    let contents = try report([3], log: "@app_version=1.9 A B * 12")
    #expect(words(contents) == nil && contents.findingSessionsTable.rows.isEmpty)
  }

  @Test func `findings of the recent part, of nobody, and with small groups hidden have no curve`() throws {
    #expect(words(try report([0, 3, 6], state: .new)) == nil)
    #expect(words(try report([])) == nil)
    var hidden = try report([0, 3, 6])
    hidden.findings = hidden.findings.compactMap { $0.withoutPersons(least: 5) }
    #expect(hidden.findings.count == 1 && words(hidden) == nil && hidden.findingSessionsTable.rows.isEmpty)
  }

  @Test func `a long log has at most twelve spans of weeks`() throws {
    let log = (0..<30).map { _ in "A B" }.joined(separator: " +168h ") + " * 10"
    let contents = try contents(log)
    let spans = contents.measures.weekSpans(contents.calendar)
    #expect(spans.count == 10 && spans.allSatisfy { $0.count == 3 })
    var finding = depthFinding
    for span in spans { finding.sessionsByWeek[span.lowerBound] = 1 }
    let words = try #require(SinceWhen(contents).words(finding)?.plain)
    #expect(
      words.hasPrefix(
        """
        From the beginning of the log to its end: in 3.3% of the sessions of the 3 weeks from 5 January, 3.3% (26 \
        January), 
        """
      ))
  }
}
