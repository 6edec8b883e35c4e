import Measures
import NavigationModel
import Statistics
import UsabilityRules

extension FigureTable {
  /// The tables of the report, in order. To add one, add an entry here.
  static func all(_ calendar: CalendarDays) -> [FigureTable] {
    [tasks, tabs, switches, more, menus, menuItems, screens, transitions, gestures, daily(calendar)]
  }

  private static let tasks = FigureTable(
    "tasks", "Tasks",
    """
    Every visit of the start screen begins a try, whatever the user came for, so a low success rate is normal. The other figures cover \
    completed tries. Lostness is 0 on the shortest way; above \(lostnessLimit.sixDecimals) people are lost.
    """,
    row: "task", highest: [.completed, .tries], .first("done most often"), limit: 30,
    [
      .name(.task, "Task"), .count(.users, "Users", isMinor: true), .count(.tries, "Tries", isMinor: true),
      .count(.completed, "Completed", isMinor: true),
      .share(.success, "Success"), .number(.lostnessMedian, "Lostness, median", isMinor: true),
      .share(.lostShare, "Lost"), .share(.firstChoiceShare, "First choice right", isMinor: true),
      .share(.directShare, "Without going back", isMinor: true), .count(.extraTaps, "Extra taps"),
      .count(.shortest, "Screens of the shortest way", isMinor: true),
    ])

  private static let tabs = FigureTable(
    "tabs", "Tabs",
    "\(strong: "Reach") is the share of users who ever used something, of those who could have (eligible users), with its 95% interval in brackets.",
    row: "tab", highest: [.users, .selects], .first("used by most people"), limit: 30,
    [
      .name(.tab, "Tab"), .share(.reach, "Reach"), .count(.users, "Users", isMinor: true),
      .count(.selects, "Switched to"), .count(.reselects, "Tapped again", isMinor: true), .count(.blocked, "Refused"),
      .count(.inferred, "Inferred", isMinor: true), .count(.keptStateReturns, "Returns with kept state", isMinor: true), .count(.stateLost, "State lost"),
    ])

  private static let switches = FigureTable(
    "tab_switches", "Section changes",
    "A section is a tab, the More list, an item of a menu, or what a link from outside opened.",
    row: "pair", highest: [.count, .users], .first("most frequent"), limit: 15,
    [
      .section(.from, "From"), .section(.to, "To"), .count(.count, "Times"), .count(.users, "Users", isMinor: true),
      .count(.tabSteps, "By the tab bar", isMinor: true),
    ])

  private static let more = FigureTable(
    "more", "The More list",
    "What does not fit into the tab bar. Every choice costs one tap more than a visible tab would.",
    row: "item", highest: [.users, .selects], .first("used by most people"), limit: 30,
    [
      .name(.item, "Item"), .share(.reach, "Reach"), .count(.users, "Users", isMinor: true),
      .count(.selects, "Chosen"), .count(.extraTaps, "Extra taps"),
    ])

  private static let menus = FigureTable(
    "menus", "Hidden menus", "A menu is abandoned if it is opened and closed without a choice.",
    row: "menu", highest: [.users, .opens], .first("used by most people"), limit: 20,
    [
      .name(.menu, "Menu"), .share(.reach, "Reach"), .count(.users, "Users", isMinor: true),
      .count(.opens, "Opened"), .count(.abandoned, "Abandoned", isMinor: true), .share(.abandonment, "Share abandoned"),
    ])

  private static let menuItems = FigureTable(
    "menu_items", "Menu items",
    "Click-through is how often an item was chosen for each time its menu was opened.",
    row: "item", highest: [.users, .selects], .first("used by most people"), limit: 40,
    [
      .name(.menu, "Menu"), .name(.item, "Item"), .share(.reach, "Reach"),
      .count(.users, "Users", isMinor: true), .count(.selects, "Chosen"), .share(.clickThrough, "Click-through", isMinor: true),
      .seconds(.timeToChoose, "Time to choose, median"),
    ])

  private static let screens = FigureTable(
    "screens", "Screens",
    """
    A visit is an arrival on the way forward. Quick backs are visits left again by going back within five seconds. First and last: how \
    often a session, or a new start of the app in it, begins and ends there.
    """,
    row: "screen", highest: [.users, .visits], .first("seen by most people"), limit: 20,
    [
      .name(.screen, "Screen"), .count(.users, "Users"), .count(.visits, "Visits"), .count(.depthMedian, "Level, median"),
      .count(.depthMax, "Deepest", isMinor: true), .count(.returns, "Came back", isMinor: true), .count(.entries, "First", isMinor: true),
      .count(.exits, "Last", isMinor: true),
      .count(.quickBacks, like: "quick_back_rate", isMinor: true), .seconds(.dwellMedian, "Stay, median"),
    ])

  private static let transitions = FigureTable(
    "transitions", "Screen transitions",
    """
    Which screen followed which. (start) and (end) stand for the beginning and the end of a session, or of the use since a new start \
    of the app.
    """,
    row: "pair", highest: [.count, .users], .first("most frequent"), limit: 20,
    [.name(.from, "From"), .name(.to, "To"), .count(.count, "Times"), .count(.users, "Users", isMinor: true)])

  private static let gestures = FigureTable(
    "gestures", "Gestures", nil,
    row: "gesture", highest: [.users, .uses], .first("used by most people"), limit: 30,
    [
      .name(.gesture, "Gesture"), .share(.reach, "Reach"), .count(.users, "Users", isMinor: true),
      .count(.uses, "Made"), .count(.failed, "Failed"),
    ])

  private static func daily(_ calendar: CalendarDays) -> FigureTable {
    FigureTable(
      "daily", "Day by day", "Sessions count on the day (\(calendar.zone)) on which they began.",
      row: "row", .last("latest rows"), limit: 31, dailyColumns)
  }

  private static let dailyColumns: [FigureColumn] = [
    .date(.date, "Day"), .platform(.platform, "Platform"), .name(.appVersion, "Version"), .count(.users, like: "users", isMinor: true),
    .count(.sessions, like: "sessions"), .count(Quantity.visits.column, like: "visits", isMinor: true),
    .count(Quantity.tabSwitches.column, like: "tab_switches", isMinor: true), .number(Figure.depthMean.column, "\(Figure.depthMean.title)"),
    .count(Quantity.sessions(deeperThan: 5).column, "Deeper than level 5", isMinor: true), .count(Quantity.moreItems.column, like: "more_extra_taps"),
    .count(Quantity.menuOpens.column, like: "menu_opens", isMinor: true),
    .count(Quantity.menusAbandoned.column, like: "menu_abandonment", isMinor: true), .count(.quickBacks, like: "quick_back_rate", isMinor: true),
  ]
}

/// How a measure's table is shown in reports: its columns, rows and headings.
struct FigureTable: Sendable {
  let table: String
  let heading: Document.Text
  let explanation: Document.Text?
  /// The unit of a row.
  let row: String
  /// The columns in which the rows that are shown have the highest figures; empty if the last rows are shown.
  let highest: [TypedColumn<Int>]
  let order: Document.Grid.Extent.Order
  /// The number of rows in a short report.
  let limit: Int
  let columns: [FigureColumn]

  init(
    _ table: String, _ heading: Document.Text, _ explanation: Document.Text? = nil, row: String, highest: [TypedColumn<Int>] = [],
    _ order: Document.Grid.Extent.Order, limit: Int, _ columns: [FigureColumn]
  ) {
    (self.table, self.heading, self.explanation, self.row) = (table, heading, explanation, row)
    (self.highest, self.order, self.limit, self.columns) = (highest, order, limit, columns)
  }

  /// The most important rows, at most `limit`, in display order.
  func choose(from rows: TableRows, atMost limit: Int) -> [Int] {
    let room = rows.combined == nil ? limit : limit - 1
    // Ties keep the order of the file, which is by name.
    let chosen = highest.isEmpty ? Array(rows.indices.suffix(room)) : Array(rows.ordered(by: highest).prefix(room))
    return chosen + (rows.combined.map { [$0] } ?? [])
  }
}

/// A column of a figure table.
struct FigureColumn: Sendable {
  let heading: Document.Grid.Column
  /// The value of a row in words; nil if there is none.
  let words: @Sendable (_ row: Int, TableRows, SectionLabels) -> String?

  /// - Parameter words: of a value.
  static func name(
    _ column: TypedColumn<String>, _ heading: Document.Text, words: @escaping @Sendable (String, SectionLabels) -> String = { name, _ in name }
  ) -> FigureColumn {
    FigureColumn(heading: .init(heading, name: column.name)) { row, rows, labels in
      let name = rows[row, column]
      return name.isEmpty ? nil : words(name, labels).madeVisible(limit: 120)
    }
  }

  /// A platform, by its name in logs.
  static func platform(_ column: TypedColumn<String>, _ heading: Document.Text) -> FigureColumn {
    name(column, heading) { name, _ in Wording.platform(name) }
  }

  /// A section, by its name in tables.
  static func section(_ column: TypedColumn<String>, _ heading: Document.Text) -> FigureColumn { name(column, heading) { $1[$0] } }

  static func date(_ column: TypedColumn<CalendarDate>, _ heading: Document.Text) -> FigureColumn {
    FigureColumn(heading: .init(heading, name: column.name)) { row, rows, _ in rows[row, column]?.description }
  }

  static func count(_ column: TypedColumn<Int>, _ heading: Document.Text, isMinor: Bool = false) -> FigureColumn {
    FigureColumn(heading: .init(heading, .trailing, isMinor: isMinor, name: column.name)) { row, rows, _ in rows[row, column]?.grouped }
  }

  /// A count with the title of a figure of the app.
  static func count(_ column: TypedColumn<Int>, like figure: String, isMinor: Bool = false) -> FigureColumn {
    guard let named = Figure.named(figure) else { preconditionFailure("\(figure) is no figure") }
    return count(column, "\(named.title)", isMinor: isMinor)
  }

  /// - Parameter words: of a value.
  static func number(
    _ column: TypedColumn<Double>, _ heading: Document.Text, isMinor: Bool = false,
    words: @escaping @Sendable (Double) -> String = { $0.rounded(decimals: 2) }
  ) -> FigureColumn {
    FigureColumn(heading: .init(heading, .trailing, isMinor: isMinor, name: column.name)) { row, rows, _ in rows[row, column].map(words) }
  }

  static func seconds(_ column: TypedColumn<Double>, _ heading: Document.Text) -> FigureColumn {
    number(column, heading) { "\($0.rounded(decimals: 1)) s" }
  }

  /// A share, with its interval if the table has its bounds.
  static func share(_ column: TypedColumn<Double>, _ heading: Document.Text, isMinor: Bool = false) -> FigureColumn {
    FigureColumn(heading: .init(heading, .trailing, isMinor: isMinor, name: column.name)) { row, rows, _ in
      guard let low = rows[row, column.low], let high = rows[row, column.high] else { return rows[row, column]?.percent }
      return rows[row, column].map { "\($0.percent) (\(low.percentNumber)–\(high.percentNumber))" }
    }
  }
}
