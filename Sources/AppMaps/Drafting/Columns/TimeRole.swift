import EventLogs
import NavigationModel

/// Which column holds the times, and how these are written.
extension ColumnRoles {
  mutating func findTime() {
    if let given = part("time") {
      time = table.columns.first { $0.key == given.key }
      return
    }
    if let found = best(Weight.question, timeScore) {
      // The time of a recording, beside one that counts from its start.
      if found.column.distinct * 2 < rows, let start = elapsed,
        start.outer.contains(where: { table.lies($0, within: found.column) })
      {
        return take(start)
      }
      time = found.column
      take("time", found.column, found.score, "its values are times")
      if table.areHours(found.column) { self.found.problem = .noEventLog(of: "hour") }
    } else {
      let days = dated(\.days)
      let clocks = dated(\.clocks)
      if let days, let clocks {
        time = days
        take("time", days, Weight.clear, "a date and a time of day")
        add(clocks)
      } else {
        if holdsTrials {
          found.problem = .noEventLog(of: "trial")
        } else if let elapsed {
          take(elapsed)
        } else {
          found.problem = noTime(days, clocks)
        }
        return
      }
    }
    if let zone = free.first(where: \.holdsZones) { add(zone) }
  }

  private mutating func take(_ start: Start) {
    self.start = start
    let names = start.outer.map { "`\($0.shownKey)`" }.joined(separator: " and ")
    take("time", start.time, Weight.clear, "it counts from the start of each \(names)")
    let user = start.outer.first { $0.has(.user) }
    if let user { take("user", user, Weight.clear, "its name") }
    if let part = start.outer.first(where: { $0.key != user?.key }) {
      take("session", part, 0.85, "times count from the start of each")
      if let user { add(user) }
    }
  }

  private func timeScore(_ column: SampledTable.Column) -> Double {
    guard isMoment(column) else { return 0 }
    let isNamed = column.has(.time)
    let areEpochs = column.epochs * 10 >= column.count * 9
    if column.isNumber, !isNamed, !areEpochs || column.distinct * 20 < rows { return 0 }
    // Nothing else counts like times, and few rows have the same.
    let isOnly =
      areEpochs && column.distinct * 2 > rows && rows > 20
      && table.columns.count { $0.moments * 10 > $0.count * 9 } == 1
    var score = (column.isNumber || column.isSpreadsheetTime) && !isNamed && !isOnly ? Weight.numbers : Weight.dates
    if isNamed { score += Weight.timeName }
    score += Weight.differentTimes * Double(column.distinct) / Double(rows)
    // The time at which it happened comes before those at which it was sent or stored.
    if !column.words.isDisjoint(with: ["event", "client", "occurred", "timestamp"]) { score += Weight.ownTime }
    if !column.words.isDisjoint(with: Self.otherTimes), free.count(where: isMoment) > 1 { score -= Weight.otherTime }
    // Of two, people left at the second.
    if isLater(column) { score -= Weight.laterTime }
    return score
  }

  /// Whether another column with as many times is never later, and mostly earlier by as long as somebody stays: not by
  /// what a network takes.
  private func isLater(_ column: SampledTable.Column) -> Bool {
    free.contains { other in
      guard other.key != column.key, isMoment(other), other.distinct * 10 >= column.distinct * 9 else { return false }
      let pairs = zip(table.times(other), table.times(column)).compactMap { a, b in a.flatMap { a in b.map { (a, $0) } }
      }
      return pairs.count { $0.0 <= $0.1 } * 50 > pairs.count * 49
        && pairs.count { $0.1 - $0.0 > Self.shortestStay } * 2 > pairs.count
    }
  }

  private func isMoment(_ column: SampledTable.Column) -> Bool {
    column.moments * 10 > column.count * 9 && column.count * 10 >= rows * 9 && (column.distinct > 1 || rows < 3)
  }

  /// The column that holds only days, or only times of day.
  private func dated(_ count: KeyPath<SampledTable.Column, Int>) -> SampledTable.Column? {
    best(Weight.question) { column in
      column[keyPath: count] * 10 > column.count * 9 && column.count * 10 >= rows * 9
        ? 0.6 + (column.has(.time) ? 0.3 : 0) : 0
    }?.column
  }

  private static let otherTimes = WordLists.set("otherTimes")

  /// Whether each row is a trial of a study: what was shown to somebody, and how they answered.
  private var holdsTrials: Bool {
    func has(_ words: Set<String>) -> Bool { table.columns.contains { !$0.words.isDisjoint(with: words) } }
    guard let user = table.columns.first(where: { $0.has(.user) && !$0.isMeasure }) else { return false }
    let lasts = table.columns.contains { $0.words.contains("trial") && table.changing($0, within: user) < 0.5 }
    return has(["trial", "block", "stimulus", "condition"]) && has(["rt", "response", "correct", "reaction", "trial"])
      && !lasts
  }

  /// What the rows are, where none has a time.
  private func noTime(_ day: SampledTable.Column?, _ clock: SampledTable.Column?) -> ColumnReading.Problem {
    let day = day ?? table.columns.first(where: \.isSpreadsheetDay)
    let measures = table.columns.count {
      $0.isNumber && ($0.isMeasure || $0.distinct * 2 > rows) && $0.key != day?.key
    }
    func once(_ concept: Concept) -> Bool {
      table.columns.contains { $0.has(concept) && !$0.isMeasure && $0.distinct == $0.count && $0.count > 3 }
    }
    // Sums for each of one thing.
    if measures > 2, table.columns.count(where: { !$0.isNumber }) == 1,
      table.columns.contains(where: { $0.has(.screen) })
    {
      return .noEventLog(of: "screen")
    }
    if day == nil, let clock { return .clocksOnly(clock.key) }
    if once(.user), measures > 0 { return .noEventLog(of: "user") }
    if once(.session), measures > 1 { return .noEventLog(of: "session") }
    if day != nil, measures > 1 { return .noEventLog(of: "day") }
    if measures > 1, table.columns.contains(where: { $0.has(.screen) && $0.distinct == $0.count }) {
      return .noEventLog(of: "screen")
    }
    return day.map { .daysOnly($0.key) } ?? .noTime
  }

  /// Numbers or times of day that count from where each person, session or case starts, or each of somebody's tasks.
  private var elapsed: Start? {
    let outers = table.columns.filter { $0.count * 10 > rows * 9 && $0.distinct > 1 && $0.distinct * 2 < rows + 2 }
      .filter { !$0.isMeasure }
    let many = outers.filter { $0.distinct > 2 }
    let people = many.filter { $0.has(.user) }
    let alone =
      many.filter { $0.has(.session) && !$0.has(.user) } + people
      + many.filter { !$0.has(.session) && !$0.has(.user) }
    let tasks = people.flatMap { person in outers.filter { !$0.has(.user) && $0.distinct < 40 }.map { [$0, person] } }
    let counters = free.filter { $0.has(.time) || !$0.words.isDisjoint(with: Self.elapsedTimes) }
    // A clock that goes on from task to task before one that begins anew at each.
    for outer in alone.map({ [$0] }) + tasks {
      for column in counters where !outer.contains(where: { $0.key == column.key }) {
        guard let stay = table.stay(column, within: outer) else { continue }
        return (column, outer, TimeNotation(epoch: unit(of: column, stay: stay)))
      }
    }
    return nil
  }

  /// The unit that its name gives, or with which people stay for seconds to minutes.
  private func unit(of column: SampledTable.Column, stay: Double) -> TimeNotation.Epoch {
    if !column.words.isDisjoint(with: ["ms", "msec", "millis", "milliseconds"]) { return .startMilliseconds }
    if !column.words.isDisjoint(with: ["us", "μs", "µs", "usec", "micros", "microseconds"]) {
      return .startMicroseconds
    }
    guard column.isNumber, stay > Self.longestStay else { return .start }
    return stay > 1000 * Self.longestStay ? .startMicroseconds : .startMilliseconds
  }

  private static let shortestStay: Int64 = 3_000_000
  /// A longer stay at a screen, in the median, is counted in milliseconds, not in seconds.
  private static let longestStay = 600.0
  private static let elapsedTimes = WordLists.set("elapsed")
}
