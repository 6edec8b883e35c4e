import NavigationModel

/// A column of a table with the type of its values: what the definition of the table and those who read it share.
///
/// A literal is the column of that name: a definition needs no more for a column that nobody reads.
package struct TypedColumn<Value>: Sendable, ExpressibleByStringInterpolation {
  package let name: String
  /// What the names of the bounds of its interval begin with.
  private let stem: String

  package init(_ name: String, bounds stem: String? = nil) { (self.name, self.stem) = (name, stem ?? name) }
  package init(stringLiteral name: String) { self.init(name) }

  package var low: Self { Self(stem + "_low") }
  package var high: Self { Self(stem + "_high") }
}

/// Reads the rows of a table by the columns that its definition has.
package struct TableRows: Sendable {
  private let rows: [Table.Row]
  /// The names of the columns. They are few and short: comparing them takes less time than a hash.
  private let columns: [String]

  package init(_ table: Table) {
    rows = table.rows
    columns = table.columns.map(\.name)
  }

  package var indices: Range<Int> { rows.indices }
  package var count: Int { indices.count }

  /// Unknown if there is no such column.
  package func cell<Value>(_ row: Int, _ column: TypedColumn<Value>) -> Table.Cell {
    columns.firstIndex(of: column.name).map { rows[row].cells[$0] } ?? .unknown
  }

  /// Empty if unknown.
  package subscript(row: Int, column: TypedColumn<String>) -> String { cell(row, column).text }

  package subscript(row: Int, column: TypedColumn<Int>) -> Int? {
    if case .integer(let number) = cell(row, column) { number } else { nil }
  }

  package subscript(row: Int, column: TypedColumn<Double>) -> Double? {
    switch cell(row, column) {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  package subscript(row: Int, column: TypedColumn<CalendarDate>) -> CalendarDate? {
    if case .date(let day) = cell(row, column) { CalendarDate(day: day) } else { nil }
  }

  package subscript(row: Int, column: TypedColumn<Int64>) -> Int64? {
    if case .time(let time) = cell(row, column) { time } else { nil }
  }

  @available(*, unavailable, message: "a table is read by the columns of its definition")
  package subscript(row: Int, name: String) -> Table.Cell { .unknown }

  /// 0 if unknown.
  package func count(_ row: Int, _ column: TypedColumn<Int>) -> Int { self[row, column] ?? 0 }

  package func first(_ column: TypedColumn<String>, _ text: String) -> Int? {
    indices.first { self[$0, column] == text }
  }

  /// The rows with the highest figures first; ties keep their order.
  package func ordered(by columns: [TypedColumn<Int>]) -> [Int] {
    let figures = columns.map { column in indices.map { self[$0, column] ?? -1 } }
    return indices.sorted { a, b in
      for column in figures where column[a] != column[b] { return column[a] > column[b] }
      return a < b
    }
  }
}

extension TypedColumn where Value == String {
  package static var appVersion: Self { "app_version" }
  package static var container: Self { "container" }
  package static var entry: Self { "entry" }
  package static var from: Self { "from" }
  package static var gesture: Self { "gesture" }
  package static var item: Self { "item" }
  package static var kind: Self { "kind" }
  package static var menu: Self { "menu" }
  package static var metric: Self { "metric" }
  package static var platform: Self { "platform" }
  package static var screen: Self { "screen" }
  package static var tab: Self { "tab" }
  package static var task: Self { "task" }
  package static var to: Self { "to" }
}

extension TypedColumn where Value == Int {
  package static var abandoned: Self { "abandoned" }
  package static var atRisk: Self { "at_risk" }
  package static var blocked: Self { "blocked" }
  package static var completed: Self { "completed" }
  package static var count: Self { "count" }
  package static var depth: Self { "depth" }
  package static var depthMax: Self { "depth_max" }
  package static var depthMedian: Self { "depth_p50" }
  package static var depthMin: Self { "depth_min" }
  package static var eligibleUsers: Self { "eligible_users" }
  package static var entries: Self { "entries" }
  package static var exits: Self { "exits" }
  package static var extraTaps: Self { "extra_taps" }
  package static var failed: Self { "failed" }
  package static var inferred: Self { "inferred" }
  package static var keptStateReturns: Self { "kept_state_returns" }
  package static var n: Self { "n" }
  package static var opens: Self { "opens" }
  package static var quickBacks: Self { "quick_backs" }
  package static var reselects: Self { "reselects" }
  package static var returns: Self { "returns" }
  package static var selects: Self { "selects" }
  package static var sessionNumber: Self { "session_number" }
  package static var sessions: Self { "sessions" }
  package static var shortest: Self { "shortest" }
  package static var stateLost: Self { "state_lost" }
  package static var tabSteps: Self { "tab_steps" }
  package static var tries: Self { "tries" }
  package static var users: Self { "users" }
  package static var uses: Self { "uses" }
  package static var visits: Self { "visits" }
}

extension TypedColumn where Value == Double {
  package static var abandonment: Self { "abandonment" }
  package static var clickThrough: Self { "click_through" }
  package static var directShare: Self { "direct_share" }
  package static var dwellMedian: Self { "dwell_p50_s" }
  package static var firstChoiceShare: Self { "first_choice_share" }
  package static var lostnessMedian: Self { "lostness_p50" }
  package static var lostShare: Self { "lost_share" }
  package static var reach: Self { "reach" }
  package static var share: Self { "share" }
  package static var success: Self { "success" }
  package static var timeToChoose: Self { "choose_p50_s" }
  package static var undiscoveredShare: Self { Self("undiscovered_share", bounds: "undiscovered") }
  /// Of a figure; its interval is that of a share.
  package static var value: Self { Self("value", bounds: "ci") }
}

extension TypedColumn where Value == CalendarDate {
  package static var date: Self { "date" }
}

extension TypedColumn where Value == Int64 {
  package static var start: Self { "start" }
}
