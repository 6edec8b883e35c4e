import Foundation
import NavigationModel

/// How many people come, and how often the same ones come again: what more time says of a measure depends on both.
package struct Returns: Measure, Summed {
  static var isForRules: Bool { false }

  /// Pairs of sessions that are further apart are not counted, weeks.
  private static let mostWeeks = 52

  /// The users whose first session was on each day.
  private(set) var newUsers: [Int: Int] = [:]
  private(set) var sessions = 0
  /// Pairs of two sessions of one user, by the weeks of the calendar from the one to the other. Both orders of a pair
  /// within a week count.
  private(set) var pairs: [Int] = []
  /// The sessions of the current user, by week.
  private var weeks: [(week: Int, sessions: Int)] = []
  static let fields = Fields<Self>(\.newUsers, \.sessions, \.pairs)

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if weeks.isEmpty { newUsers[session.day, default: 0] += 1 }
    sessions += 1
    if weeks.last?.week == session.week {
      weeks[weeks.count - 1].sessions += 1
    } else {
      weeks.append((session.week, 1))
    }
  }

  mutating func finishUser() {
    for (index, later) in weeks.enumerated() {
      pairs.count(at: 0, later.sessions * (later.sessions - 1))
      for earlier in weeks[..<index].reversed() {
        let apart = later.week - earlier.week
        guard 1...Self.mostWeeks ~= apart else { break }
        pairs.count(at: apart, earlier.sessions * later.sessions)
      }
    }
    weeks.removeAll(keepingCapacity: true)
  }
}

extension Measures {
  /// The users whose first session was in some weeks (``Session/week``): of the first weeks of a log, all users.
  package func users(firstSeenIn weeks: some Collection<Int>) -> Int {
    returns.newUsers.reduce(0) { $0 + (weeks.contains(CalendarDate.week(ofDay: $1.key)) ? $1.value : 0) }
  }

  /// The days of the log: the first, and how many. Nil without users.
  fileprivate var span: (first: Int, count: Int)? {
    let known = returns.newUsers.keys.filter { logQuality.plausibleDays?.contains($0) ?? true }
    guard let first = known.min(), let period else { return nil }
    return (first, max(1, Int((period.upperBound - period.lowerBound) / 86_400_000_000) + 1))
  }

  /// The length of the log in weeks. Nil without users.
  package var weeks: Double? { span.map { Double($0.count) / 7 } }

  /// How many different users a time of some weeks has: the log's own curve, and beyond it as many new ones each week
  /// as in its last week. Nil without users.
  package func users(inWeeks weeks: Double) -> Double? {
    guard let (first, count) = span else { return nil }
    let length = Double(count)
    let within = weeks * 7
    func users(_ from: Double, _ to: Double) -> Double {
      returns.newUsers.reduce(0) { sum, day in
        let number = Double(day.key - first)
        return number >= from && number < to ? sum + Double(day.value) : sum
      }
    }
    let known = users(0, min(within.rounded(), length))
    if within <= length { return known }
    let lastWeek = users(length - 7, length) * 7 / min(7, length)
    return known + lastWeek * (within - length) / 7
  }
}

/// How often the same people come again, by the weeks between: so how much more alike the sessions of a time are than
/// those of as many different people.
///
/// In the log it is counted. Beyond it, the same share of people is lost each week as within the log (the line through
/// the logarithms of the counts, by least squares, which does not rise).
package struct ReturnCurve {
  /// In a week.
  private let sessions: Double
  /// In a week: pairs within it, both orders.
  private let pairs: Double
  /// The logarithm of the pairs of a week with another, by the weeks between: at 0, and its change for each.
  private let line: (start: Double, slope: Double)?

  /// Of logs of one app, such as the sides of a comparison. Nil without sessions.
  package init?(_ measures: [Measures]) {
    self.init(of: measures.compactMap { log in log.span.map { (log.returns, $0.first, $0.count) } })
  }

  init?(of logs: [(returns: Returns, first: Int, days: Int)]) {
    var sessions = 0.0
    var weeks = 0.0
    var pairs: [Double] = []
    var weight: [Double] = []
    func add(_ amount: Double, at index: Int, to sums: inout [Double]) {
      if index >= sums.count { sums += repeatElement(0, count: index + 1 - sums.count) }
      sums[index] += amount
    }
    for (returns, first, count) in logs {
      sessions += Double(returns.sessions)
      weeks += Double(count) / 7
      for (apart, number) in returns.pairs.enumerated() { add(Double(number), at: apart, to: &pairs) }
      // The part of each week of the calendar that the log has.
      var parts: [Double] = []
      for day in first..<first + count {
        add(1 / 7, at: CalendarDate.week(ofDay: day) - CalendarDate.week(ofDay: first), to: &parts)
      }
      for apart in 0..<min(parts.count, returns.pairs.count) {
        add(zip(parts, parts.dropFirst(apart)).reduce(0) { $0 + $1.0 * $1.1 }, at: apart, to: &weight)
      }
    }
    guard sessions > 0, weeks > 0 else { return nil }
    self.sessions = sessions / weeks
    self.pairs = (pairs.first ?? 0) / max(weight.first ?? 1, 1 / 49)
    let points = zip(pairs, weight).enumerated().dropFirst().compactMap { apart, point in
      point.0 > 0 && point.1 > 0 ? (x: Double(apart), y: log(point.0 / point.1), weight: point.1) : nil
    }
    let all = points.reduce(0) { $0 + $1.weight }
    if all > 0 {
      let x = points.reduce(0) { $0 + $1.weight * $1.x } / all
      let y = points.reduce(0) { $0 + $1.weight * $1.y } / all
      let spread = points.reduce(0) { $0 + $1.weight * ($1.x - x) * ($1.x - x) }
      let rise = points.reduce(0) { $0 + $1.weight * ($1.x - x) * ($1.y - y) }
      let slope = spread > 0 ? min(0, rise / spread) : 0
      line = (y - slope * x, slope)
    } else {
      line = self.pairs > 0 ? (log(self.pairs), 0) : nil
    }
  }

  /// Σ over the weeks between of the pairs of a week with another, each times its weight.
  private func pairs(_ apart: ClosedRange<Int>, _ weight: (Double) -> Double) -> Double {
    guard let line else { return 0 }
    var pairs = exp(line.start + line.slope * Double(apart.lowerBound))
    let factor = exp(line.slope)
    return apart.reduce(0.0) { sum, weeks in
      let own = pairs
      pairs *= factor
      return sum + max(0, weight(Double(weeks))) * own
    }
  }

  /// Σn²/(Σn)² over the people of a time of some weeks: 1 for each of as many people as would say as much.
  package func concentration(_ weeks: Double) -> Double {
    let all = sessions * weeks
    let apart = self.pairs(1...max(1, Int(weeks))) { weeks - $0 }
    return (all + weeks * pairs + 2 * apart) / (all * all)
  }

  /// Σnn′/(Σn·Σn′) over the people of a time and of a later one.
  /// - Parameter gap: the weeks between them.
  package func shared(_ before: Double, gap: Double, _ after: Double) -> Double {
    let sum = pairs(1...max(1, Int(before + gap + after))) { apart in
      min(apart - gap, before, after, before + gap + after - apart)
    }
    return sum / (sessions * before * sessions * after)
  }
}
