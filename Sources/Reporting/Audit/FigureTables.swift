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
    table: "tasks", heading: "Tasks",
    explanation: """
      Every visit of the start screen begins a try, so a low success rate is normal. The other figures cover completed \
      tries. Lostness is 0 on the shortest way; above \(lostnessLimit.sixDecimals) people are lost.
      """,
    row: "task", highest: [.completed, .tries], order: "that people did most often", limit: 30,
    columns: [
      .name(.task, "Task"), .count(.users, "Users", isMinor: true), .count(.tries, "Tries", isMinor: true),
      .count(.completed, "Completed", isMinor: true),
      .share(.success, "Success"), .number(.lostnessMedian, "Lostness, median", isMinor: true),
      .share(.lostShare, "Lost"),
      .share(.firstChoiceShare, "First choice right", isMinor: true),
      .share(.directShare, "Without going back", isMinor: true),
      .count(.extraTaps, "Extra taps"), .count(.shortest, "Screens of the shortest way", isMinor: true),
    ])

  private static let tabs = FigureTable(
    table: "tabs", heading: "Tabs",
    explanation:
      """
      \(strong: "Reach") is the share of users who ever used something among those who could have (eligible users). \
      Its 95% interval is in brackets.
      """,
    row: "tab", highest: [.users, .selects], order: "that most people used", limit: 30,
    columns: [
      .name(.tab, "Tab"), .share(.reach, "Reach"), .count(.users, "Users", isMinor: true),
      .count(.selects, "Switched to"),
      .count(.reselects, "Tapped again", isMinor: true), .count(.blocked, "Refused"),
      .count(.inferred, "Inferred", isMinor: true),
      .count(.keptStateReturns, "Returns to kept state", isMinor: true), .count(.stateLost, "Of these, lost"),
    ], leavesOutOpeners: true)

  private static let switches = FigureTable(
    table: "tab_switches", heading: "Section changes",
    explanation: "A section is a tab, the More list, an item of a menu, or what a link from outside opened.",
    row: "pair", highest: [.count, .users], order: "that are most frequent", limit: 15,
    columns: [
      .name(.from, "From") { $1[$0] }, .name(.to, "To") { $1[$0] }, .count(.count, "Times"),
      .count(.users, "Users", isMinor: true),
      .count(.tabSteps, "By the tab bar", isMinor: true),
    ])

  private static let more = FigureTable(
    table: "more", heading: "The More list",
    explanation: "What does not fit into the tab bar. Every choice costs one tap more than a visible tab would.",
    row: "item", highest: [.users, .selects], order: "that most people used", limit: 30,
    columns: [
      .name(.item, "Item"), .share(.reach, "Reach"), .count(.users, "Users", isMinor: true), .count(.selects, "Chosen"),
      .count(.extraTaps, "Extra taps"),
    ])

  private static let menus = FigureTable(
    table: "menus", heading: "Hidden menus",
    explanation: "A menu is abandoned if it is opened and closed without a choice.",
    row: "menu", highest: [.users, .opens], order: "that most people used", limit: 20,
    columns: [
      .name(.menu, "Menu"), .share(.reach, "Reach"), .count(.users, "Users", isMinor: true), .count(.opens, "Opened"),
      .count(.abandoned, "Abandoned", isMinor: true), .share(.abandonment, "Share abandoned"),
    ])

  private static let menuItems = FigureTable(
    table: "menu_items", heading: "Menu items",
    explanation: "Click-through is how often an item was chosen for each time its menu was opened.",
    row: "item", highest: [.users, .selects], order: "that most people used", limit: 40,
    columns: [
      .name(.menu, "Menu"), .name(.item, "Item"), .share(.reach, "Reach"), .count(.users, "Users", isMinor: true),
      .count(.selects, "Chosen"),
      .share(.clickThrough, "Click-through", isMinor: true), .seconds(.timeToChoose, "Time to choose, median"),
    ])

  private static let screens = FigureTable(
    table: "screens", heading: "Screens",
    explanation: """
      A visit is an arrival on the way forward. A quick back is a visit after which people go back within five \
      seconds. First and last say how often a session, or a new start of the app in it, begins and ends there.
      """,
    row: "screen", highest: [.users, .visits], order: "that most people saw", limit: 20,
    columns: [
      .name(.screen, "Screen"), .count(.users, "Users"), .count(.visits, "Visits"),
      .count(.depthMedian, "Level, median"),
      .count(.depthMax, "Deepest", isMinor: true), .count(.returns, "Came back", isMinor: true),
      .count(.entries, "First", isMinor: true),
      .count(.exits, "Last", isMinor: true), .count(.quickBacks, like: "quick_back_rate", isMinor: true),
      .seconds(.dwellMedian, "Stay, median"),
    ])

  private static let transitions = FigureTable(
    table: "transitions", heading: "Screen transitions",
    explanation: """
      How often one screen followed another. (start) and (end) stand for the beginning and the end of a session, or \
      of the use since a new start of the app.
      """,
    row: "pair", highest: [.count, .users], order: "that are most frequent", limit: 20,
    columns: [.name(.from, "From"), .name(.to, "To"), .count(.count, "Times"), .count(.users, "Users", isMinor: true)])

  private static let gestures = FigureTable(
    table: "gestures", heading: "Gestures", row: "gesture", highest: [.users, .uses], order: "that most people used",
    limit: 30,
    columns: [
      .name(.gesture, "Gesture"), .share(.reach, "Reach"), .count(.users, "Users", isMinor: true),
      .count(.uses, "Made"), .count(.failed, "Failed"),
    ])

  private static func daily(_ calendar: CalendarDays) -> FigureTable {
    FigureTable(
      table: "daily", heading: "Day by day",
      explanation: "Sessions count on the day (\(calendar.zone)) on which they began.", row: "row",
      order: "that are the latest", limit: 31, columns: dailyColumns)
  }

  private static let dailyColumns: [FigureColumn] = [
    FigureColumn(heading: .init("Day", name: "date")) { row, rows, _ in rows[row, .date]?.description },
    .name(.platform, "Platform") { name, _ in Wording.platform(name) }, .name(.appVersion, "Version"),
    .count(.users, like: "users", isMinor: true),
    .count(.sessions, like: "sessions"), .count(Quantity.visits.column, like: "visits", isMinor: true),
    .count(Quantity.tabSwitches.column, like: "tab_switches", isMinor: true),
    .number(Figure.depthMean.column, "\(Figure.depthMean.title)"),
    .count(Quantity.sessions(deeperThan: 5).column, "Deeper than level 5", isMinor: true),
    .count(Quantity.moreItems.column, like: "more_extra_taps"),
    .count(Quantity.menuOpens.column, like: "menu_opens", isMinor: true),
    .count(Quantity.menusAbandoned.column, like: "menu_abandonment", isMinor: true),
    .count(.quickBacks, like: "quick_back_rate", isMinor: true),
  ]
}

/// How a measure's table is shown in reports: its columns, rows and headings.
struct FigureTable: Sendable {
  let table: String
  let heading: Document.Text
  var explanation: Document.Text?
  /// The unit of a row.
  let row: String
  /// The columns in which the rows that are shown have the highest figures; empty if the last rows are shown.
  var highest: [TypedColumn<Int>] = []
  /// Which rows are shown first: `that most people saw`.
  let order: String
  /// The number of rows in a short report.
  let limit: Int
  let columns: [FigureColumn]
  /// Whether rows of tabs that only open the More list or a menu are left out: nobody selects them.
  var leavesOutOpeners = false

  /// The most important rows, at most `limit`, in display order.
  func choose(from rows: TableRows, atMost limit: Int) -> [Int] {
    // Ties keep the order of the file, which is by name.
    highest.isEmpty ? Array(rows.indices.suffix(limit)) : Array(rows.ordered(by: highest).prefix(limit))
  }
}

struct FigureColumn: Sendable {
  let heading: Document.Grid.Column
  /// The value of a row in words; nil if there is none.
  let words: @Sendable (_ row: Int, TableRows, SectionLabels) -> String?

  static func name(
    _ column: TypedColumn<String>, _ heading: Document.Text,
    words: @escaping @Sendable (String, SectionLabels) -> String = { name, _ in name }
  ) -> FigureColumn {
    FigureColumn(heading: .init(heading, name: column.name)) { row, rows, labels in
      let name = rows[row, column]
      return name.isEmpty ? nil : words(name, labels).madeVisible(limit: 120)
    }
  }

  static func count(_ column: TypedColumn<Int>, _ heading: Document.Text, isMinor: Bool = false) -> FigureColumn {
    FigureColumn(heading: .init(heading, .trailing, isMinor: isMinor, name: column.name)) { row, rows, _ in
      rows[row, column]?.grouped
    }
  }

  /// A count with the title of a figure of the app.
  static func count(_ column: TypedColumn<Int>, like figure: String, isMinor: Bool = false) -> FigureColumn {
    guard let named = Figure.named(figure) else { preconditionFailure("\(figure) is no figure") }
    return count(column, "\(named.title)", isMinor: isMinor)
  }

  static func number(
    _ column: TypedColumn<Double>, _ heading: Document.Text, isMinor: Bool = false,
    words: @escaping @Sendable (Double) -> String = { $0.rounded(decimals: 2) }
  ) -> FigureColumn {
    FigureColumn(heading: .init(heading, .trailing, isMinor: isMinor, name: column.name)) { row, rows, _ in
      rows[row, column].map(words)
    }
  }

  static func seconds(_ column: TypedColumn<Double>, _ heading: Document.Text) -> FigureColumn {
    number(column, heading) { "\($0.rounded(decimals: 1)) s" }
  }

  /// A share, with its interval if the table has its bounds.
  static func share(_ column: TypedColumn<Double>, _ heading: Document.Text, isMinor: Bool = false) -> FigureColumn {
    FigureColumn(heading: .init(heading, .trailing, isMinor: isMinor, name: column.name)) { row, rows, _ in
      guard let low = rows[row, column.low], let high = rows[row, column.high] else {
        return rows[row, column]?.percent
      }
      return rows[row, column].map { "\($0.percent) (\(low.percentNumber)–\(high.percentNumber))" }
    }
  }
}
