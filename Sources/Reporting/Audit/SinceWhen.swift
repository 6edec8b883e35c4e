import Measures
import NavigationModel
import UsabilityRules

/// In which sessions a finding shows: week by week, by platform and release by release.
///
/// Findings of the recent part of the log only have none, nor has any if small groups are hidden.
struct SinceWhen {
  /// Sessions of some weeks, of a platform, or of a version of the app.
  struct Row: Equatable {
    var weeks: Range<Int>?
    var platform: String?
    var version: String?
    /// The sessions that show the finding.
    let sessions: Int
    let of: Int

    var share: Double { Double(sessions) / Double(of) }
    var words: String { sessions == 0 ? "none" : share.percent }
    var monday: CalendarDate? { weeks.map { CalendarDate.monday(ofWeek: $0.lowerBound) } }
  }

  /// The most platforms and versions: those with the most sessions.
  private static let most = 6

  /// All sessions, in the order of time.
  private let weeks: [(weeks: Range<Int>, sessions: Int)]
  /// In the order of names.
  private let platforms: [(platform: String, sessions: Int)]
  /// In the order of versions.
  private let versions: [(version: String, sessions: Int)]

  init(_ contents: ReportContents) {
    let days = contents.measures.daily.sums.pairs
    weeks = contents.measures.weekSpans(contents.calendar).map { span in
      (span, days.reduce(0) { span.contains(CalendarDate.week(ofDay: $1.0.day)) ? $0 + $1.1.sessions : $0 })
    }
    let names = contents.scope.names
    func most(_ dimension: KeyPath<Daily.Key, Name>, by precedes: (String, String) -> Bool) -> [(String, Int)] {
      let sessions = days.filter { $0.0[keyPath: dimension].isKnown }.reduce(into: [:]) {
        $0[NameText(names[$1.0[keyPath: dimension]]), default: 0] += $1.1.sessions
      }
      return sessions.orderedByCount.prefix(Self.most).map { ($0.key.text, $0.value) }.sorted { precedes($0.0, $1.0) }
    }
    platforms = most(\.platform) { $0.precedesByScalars($1) }
    versions = most(\.appVersion) { $0.precedesAsVersion($1) }
  }

  /// Weeks, platforms and versions, in this order; a kind with a single row is left out.
  func rows(of finding: Finding) -> [Row] {
    guard finding.state != .new, !finding.sessionsByWeek.isEmpty else { return [] }
    let byWeek = weeks.map { weeks, all in
      Row(
        weeks: weeks, sessions: finding.sessionsByWeek.reduce(0) { weeks.contains($1.key) ? $0 + $1.value : $0 },
        of: all)
    }
    let byPlatform = platforms.map {
      Row(platform: $0, sessions: finding.sessionsByPlatform[NameText($0)] ?? 0, of: $1)
    }
    let byVersion = versions.map { Row(version: $0, sessions: finding.sessionsByVersion[NameText($0)] ?? 0, of: $1) }
    return [byWeek, byPlatform, byVersion].flatMap { $0.count > 1 ? $0 : [] }.filter { $0.of > 0 }
  }

  /// `From the beginning of the log to its end: in 41.2% of the sessions of the week from 2 March, 40.0% (9 March).
  /// Version 2.3.0: 40.0%; 2.4.0: 43.0%.`
  func words(_ finding: Finding) -> Document.Text? {
    let rows = rows(of: finding)
    let weeks = rows.filter { $0.weeks != nil }
    var sentences: [String] = []
    if let first = weeks.firstIndex(where: { $0.sessions > 0 }), let last = weeks.lastIndex(where: { $0.sessions > 0 })
    {
      let shares = weeks.enumerated().map { number, row in
        number == 0 ? "in \(row.words) of the sessions of \(period(row))" : "\(row.words) (\(day(row)))"
      }
      let begin = first > 0 ? "Since \(period(weeks[first]))" : "From the beginning of the log"
      let end = last == weeks.count - 1 ? " to its end" : last == first ? "" : " until \(period(weeks[last]))"
      sentences.append(
        begin + (first > 0 && last == weeks.count - 1 ? "" : end) + ": " + shares.joined(separator: ", ") + ".")
    }
    let versions = rows.compactMap { row in row.version.map { "\($0.madeVisible()): \(row.words)" } }
    if !versions.isEmpty { sentences.append("Version " + versions.joined(separator: "; ") + ".") }
    return sentences.isEmpty ? nil : Document.Text(sentences.joined(separator: " "))
  }

  private func day(_ row: Row) -> String { row.monday.map { TimeSpan.words($0, year: false) } ?? "" }

  /// `the week from 2 March`; of a long log, `the 3 weeks from 2 March`.
  private func period(_ row: Row) -> String {
    let weeks = row.weeks?.count ?? 1
    return (weeks == 1 ? "the week" : "the \(weeks) weeks") + " from " + day(row)
  }

  /// `In 18.1% of the sessions on iOS, in 17.0% on Android.`
  func platforms(_ finding: Finding) -> Document.Text? {
    let parts = rows(of: finding).compactMap { row in
      row.platform.map { (name: Wording.platform($0).madeVisible(), words: row.words) }
    }
    guard !parts.isEmpty else { return nil }
    let words = parts.enumerated().map { number, part in
      "in \(part.words)\(number == 0 ? " of the sessions" : "") on \(part.name)"
    }
    return Document.Text(words.joined(separator: ", ").capitalizedFirst + ".")
  }

  /// The share of the sessions in each span of weeks, as points of a line.
  func curve(_ finding: Finding) -> [Document.FindingCard.Point] {
    rows(of: finding).compactMap { row in row.monday.map { (TimeSpan.words($0), row.share, row.share.percent) } }
  }
}

extension ReportContents {
  /// The table `finding_sessions`: in how many sessions each finding shows, by week, by platform and by version of the
  /// app.
  package var findingSessionsTable: Table {
    typealias Row = (finding: Finding, part: SinceWhen.Row)
    let since = SinceWhen(self)
    return TableDefinition<Row>(
      "finding_sessions",
      "One row for each finding and week, platform, or version of the app: the sessions that show it.", order: .given,
      [
        .key("rule", "Id of the rule.") { $0.finding.rule },
        .key("subject", "What the finding is about.") { $0.finding.subject },
        .key("section", "The section, menu or container that the subject is in; empty where it is in none.") {
          $0.finding.section
        },
        .key(
          "week",
          """
          The Monday of the week in which the sessions began, of the first of several if the log has more than 12; \
          \(SegmentLabel.all): whenever it was.
          """
        ) { $0.part.weeks.map { CalendarDate.monday(ofWeek: $0.lowerBound).description } ?? SegmentLabel.all },
        .key("platform", "The platform of the sessions; \(SegmentLabel.all): whatever it is.") {
          $0.part.platform ?? SegmentLabel.all
        },
        .key("app_version", "The version of the app in the sessions; \(SegmentLabel.all): whatever it is.") {
          $0.part.version ?? SegmentLabel.all
        },
        .sessions("sessions", "The sessions that show it.") { $0.part.sessions },
        .count("of_sessions", "All sessions of the week, platform or version.") { $0.part.of },
        .share("share", "The first over the second.", basis: "of_sessions") { $0.part.share },
      ]
    ).table(findings.sorted { $0.precedes($1) }.flatMap { finding in since.rows(of: finding).map { (finding, $0) } })
  }
}

extension Measures {
  /// The weeks of the log (``Session/week``) in at most 12 spans of the same length: what a curve shows. Empty without
  /// a period.
  package func weekSpans(_ calendar: CalendarDays) -> [Range<Int>] {
    guard let period else { return [] }
    let first = CalendarDate.week(ofDay: calendar.day(of: period.lowerBound))
    let last = CalendarDate.week(ofDay: calendar.day(of: period.upperBound))
    let length = (last - first) / 12 + 1
    return stride(from: first, through: last, by: length).map { $0..<$0 + length }
  }
}
