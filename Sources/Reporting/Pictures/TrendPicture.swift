import Measures
import NavigationModel

extension PictureKind {
  /// Usage and problems by day and by release.
  static let trend = PictureKind(name: "trend") { contents in
    guard let trend = contents.rows(of: "daily").map(Trend.init), trend.days.count > 1 else { return nil }
    return trend.picture(zone: contents.calendar.zone)
  }
}

/// Counts by day and by release. Only counts that can be added up: users cannot.
struct Trend {
  /// Figures of the summary that are made of columns of `daily.csv`.
  static let rates: [Figure] = [.quickBackRate, .deeperThan5, .moreExtraTapsPerSession, .menuAbandonment]
  private static let columns = rates.compactMap(\.parts).flatMap { [$0.numerator.column, $0.denominator.column] }

  /// The number of days shown, the latest ones.
  static let limit = 180
  static let releases = 5

  let allDays: Int
  /// Days since 1970-01-01 that have sessions, in order.
  let days: [Int]
  /// For each day, its sessions and the sums of ``columns``.
  private(set) var byDay: [Int: [Int]] = [:]
  /// The releases with most sessions, ordered by the day on which they appear, then by number.
  private(set) var releases: [String] = []
  private(set) var hiddenReleases = 0
  /// The same for each release.
  private(set) var byRelease: [String: [Int]] = [:]
  /// Sessions by release and day.
  private(set) var sessions: [String: [Int: Int]] = [:]

  init(_ rows: TableRows) {
    func day(_ row: Int) -> Int { rows[row, .date]?.day ?? 0 }
    let all = Set(rows.indices.map(day)).sorted()
    allDays = all.count
    days = Array(all.suffix(Self.limit))
    let first = days.first ?? 0
    var appearances: [String: Int] = [:]
    for row in rows.indices where day(row) >= first {
      let release = rows[row, .appVersion]
      let counts = ([.sessions] + Self.columns).map { rows.count(row, $0) }
      byDay[day(row)] = zip(byDay[day(row)] ?? counts.map { _ in 0 }, counts).map(+)
      appearances[release] = min(appearances[release] ?? .max, day(row))
      byRelease[release] = zip(byRelease[release] ?? counts.map { _ in 0 }, counts).map(+)
      sessions[release, default: [:]][day(row), default: 0] += counts[0]
    }
    let named = appearances.filter { !$0.key.isEmpty }.sorted {
      $0.value == $1.value ? $0.key.precedesAsVersion($1.key) : $0.value < $1.value
    }.map(\.key)
    let sizes = named.map { byRelease[$0]?[0] ?? 0 }
    let most = named.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }.prefix(Self.releases).sorted()
    releases = most.map { named[$0] }
    hiddenReleases = named.count - most.count
  }

  func rate(_ index: Int, _ counts: [Int]?) -> Double? {
    guard let counts, counts[2 * index + 2] > 0 else { return nil }
    return Double(counts[2 * index + 1]) / Double(counts[2 * index + 2])
  }

  /// The rates that are not always zero.
  var shownRates: [Int] { Self.rates.indices.filter { index in byDay.values.contains { rate(index, $0) ?? 0 > 0 } } }
}

extension Trend {
  /// - Parameter zone: the time zone of the days.
  fileprivate func picture(zone: String) -> Document.Picture {
    let sessions = days.map { byDay[$0]?[0] ?? 0 }
    var words = """
      From \(CalendarDate(day: days.first ?? 0)) to \(CalendarDate(day: days.last ?? 0)), sessions a day: between \
      \((sessions.min() ?? 0).grouped) \
      and \((sessions.max() ?? 0).grouped).
      """
    for index in shownRates {
      let values = releases.compactMap { release in
        rate(index, byRelease[release]).map { "\(release) \(Self.rates[index].text($0))" }
      }
      if !values.isEmpty { words += " \(Self.rates[index].title), by release: \(values.joined(separator: ", "))." }
    }
    var caption: Document.Text = """
      Sessions by the day (\(zone)) on which they began, and each release's part in them. Below, a dot for each day, \
      and a line for each release.
      """
    if hiddenReleases > 0 {
      let verb = hiddenReleases == 1 ? "is" : "are"
      caption = caption + " \(hiddenReleases.of("release")) with fewer sessions \(verb) not named."
    }
    if allDays > days.count { caption = caption + " The last \(days.count.grouped) of \(allDays.of("day"))." }
    return Document.Picture(
      name: "trend", title: "Day by day, and by release", shows: shows, alternative: words,
      caption: caption + .numbers(in: "daily")
    ) { TrendDrawing(trend: self, form: $0).drawing }
  }
}

extension Trend {
  /// The figure in which the first and the last release differ most.
  private var shows: Document.Text {
    let changes = shownRates.compactMap { index -> (index: Int, first: Double, last: Double)? in
      guard releases.count > 1, let first = rate(index, byRelease[releases[0]]),
        let last = rate(index, byRelease[releases[releases.count - 1]])
      else { return nil }
      return (index, first, last)
    }
    let most = changes.max { one, other in
      abs(one.last - one.first) / max(one.last, one.first, 1e-9)
        < abs(other.last - other.first) / max(other.last, other.first, 1e-9)
    }
    guard let most else {
      let sessions = days.map { byDay[$0]?[0] ?? 0 }
      return "Between \(sessions.min() ?? 0) and \((sessions.max() ?? 0).of("session")) a day."
    }
    let first = releases[0].madeVisible(limit: 40)
    let last = releases[releases.count - 1].madeVisible(limit: 40)
    let figure = Self.rates[most.index]
    let isBetter = (most.last < most.first) == (figure.better == .lower)
    return """
      From release \(first) to \(last), “\(figure.title)” changed most, for the \(isBetter ? "better" : "worse"): from \
      \(figure.text(most.first)) to \(figure.text(most.last)).
      """
  }
}

/// The panels, one below the other. Release figures are beside them or, in a narrow drawing, between them.
private struct TrendDrawing {
  let trend: Trend
  let form: Drawing.Form

  private static let panel = 84.0

  private var isNarrow: Bool { form == .narrow }
  private var left: Double { isNarrow ? 44 : 56 }
  private var right: Double { isNarrow ? form.width - 4 : 556 }
  /// The x coordinate of headings.
  private var margin: Double { isNarrow ? 2 : 12 }

  private var first: Int { trend.days.first ?? 0 }
  private var step: Double { (right - left) / Double(max((trend.days.last ?? 0) - first + 1, 1)) }
  private func x(_ day: Int) -> Double { left + (Double(day - first) + 0.5) * step }

  var drawing: Drawing {
    var drawing = Drawing("trend", form)
    var y = drawSessions(at: 12, in: &drawing)
    for release in trend.releases { y = draw(release, at: y, in: &drawing) }
    if !trend.releases.isEmpty { y += 12 }
    for index in trend.shownRates { y = drawRate(index, at: y, in: &drawing) }
    drawing.text(CalendarDate(day: first).description, x: left, y: y + 6, size: .small, color: .muted)
    drawing.text(
      CalendarDate(day: trend.days.last ?? first).description, x: right, y: y + 6, .end, size: .small, color: .muted)
    drawing.height = y + 18
    return drawing
  }

  /// The heading of a panel and its scale, from 0 to the maximum.
  private func frame(_ heading: String, most: String, top: Double, bottom: Double, in drawing: inout Drawing) {
    drawing.text(heading, x: margin, y: top - 12, strong: true)
    drawing.text(most, x: left - 6, y: top + 5, .end, size: .small, color: .muted)
    drawing.text("0", x: left - 6, y: bottom + 4, .end, size: .small, color: .muted)
    drawing.line(x1: left, y1: top, x2: right, y2: top, "thin s-line")
    drawing.line(x1: left, y1: bottom, x2: right, y2: bottom, "thin s-muted")
  }

  private func drawSessions(at y: Double, in drawing: inout Drawing) -> Double {
    let most = trend.days.map { trend.byDay[$0]?[0] ?? 0 }.max() ?? 1
    let top = y + 24
    let bottom = y + 24 + Self.panel - 20
    frame("Sessions a day", most: most.grouped, top: top, bottom: bottom, in: &drawing)
    for day in trend.days {
      let count = trend.byDay[day]?[0] ?? 0
      let height = Double(count) / Double(max(most, 1)) * (bottom - top)
      drawing.box(
        x: x(day) - step * 0.4, y: bottom - height, width: max(step * 0.8, 0.5), height: height, fill: .blue,
        says: "\(CalendarDate(day: day)): \(count.of("session"))")
    }
    return bottom + 22
  }

  /// A release's share of the sessions of each day, as bars in a separate row.
  private func draw(_ release: String, at y: Double, in drawing: inout Drawing) -> Double {
    let sessions = (trend.byRelease[release]?[0] ?? 0).of("session")
    let top = isNarrow ? y + 16 : y
    let bottom = top + 18
    if isNarrow {
      drawing.text(release, x: left, y: y + 11, size: .small, strong: true, fit: 140)
      drawing.text(sessions, x: right, y: y + 11, .end, size: .small, color: .muted)
    } else {
      drawing.text(release, x: right + 12, y: bottom - 5, size: .small, strong: true, fit: 84)
      drawing.text(sessions, x: drawing.width - 8, y: bottom - 5, .end, size: .small, color: .muted)
    }
    drawing.box(x: left, y: top, width: right - left, height: 18, fill: .heat1)
    for (day, count) in (trend.sessions[release] ?? [:]).sorted(by: { $0.key < $1.key }) where count > 0 {
      let share = Double(count) / Double(max(trend.byDay[day]?[0] ?? 1, 1))
      drawing.box(
        x: x(day) - step * 0.4, y: bottom - max(18 * share, 1), width: max(step * 0.8, 0.5), height: max(18 * share, 1),
        fill: .green,
        says: "\(CalendarDate(day: day)), \(release): \(share.percent) of the sessions")
    }
    return bottom + (isNarrow ? 6 : 3)
  }

  private func drawRate(_ index: Int, at y: Double, in drawing: inout Drawing) -> Double {
    let rate = Trend.rates[index]
    let values = trend.days.compactMap { day in trend.rate(index, trend.byDay[day]).map { (day, $0) } }
    let most = values.map(\.1).max() ?? 1
    let top = y + 24
    let bottom = y + 24 + Self.panel - 28
    frame(rate.title, most: rate.text(most), top: top, bottom: bottom, in: &drawing)
    func height(_ value: Double) -> Double { bottom - value / max(most, 1e-9) * (bottom - top) }
    var path = ""
    for (day, value) in values { path += "\(path.isEmpty ? "M" : "L")\(x(day).coordinate) \(height(value).coordinate)" }
    drawing.path(path, "thin s-muted")
    for (day, value) in values {
      drawing.dot(
        x: x(day), y: height(value), radius: min(max(step * 0.3, 1), 3.2), fill: .blue,
        says: "\(CalendarDate(day: day)): \(rate.text(value))")
    }
    let ofReleases = trend.releases.suffix(4).compactMap { release in
      trend.rate(index, trend.byRelease[release]).map { (release: release, value: rate.text($0)) }
    }
    if isNarrow {
      guard !ofReleases.isEmpty else { return bottom + 20 }
      drawing.text(
        ofReleases.map { "\($0.release): \($0.value)" }.joined(separator: "   "), x: left, y: bottom + 17, size: .small,
        fit: right - left)
      return bottom + 38
    }
    var line = top + 4
    for one in ofReleases {
      drawing.text(one.release, x: right + 12, y: line, size: .small, strong: true, fit: 84)
      drawing.text(one.value, x: drawing.width - 8, y: line, .end, size: .small)
      line += 16
    }
    return max(bottom, line - 12) + 24
  }
}
