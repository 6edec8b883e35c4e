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
    row: "task", highest: ["completed", "tries"], .first("done most often"), limit: 30,
    [
      .init("task", "Task", .name), .init("users", "Users", isMinor: true), .init("tries", "Tries", isMinor: true),
      .init("completed", "Completed", isMinor: true),
      .init("success", "Success", .shareWithInterval), .init("lostness_p50", "Lostness, median", .number, isMinor: true),
      .init("lost_share", "Lost", .shareWithInterval), .init("first_choice_share", "First choice right", .shareWithInterval, isMinor: true),
      .init("direct_share", "Without going back", .shareWithInterval, isMinor: true), .init("extra_taps", "Extra taps"),
      .init("shortest", "Screens of the shortest way", isMinor: true),
    ])

  private static let tabs = FigureTable(
    "tabs", "Tabs",
    "\(strong: "Reach") is the share of users who ever used something, of those who could have (eligible users), with its 95% interval in brackets.",
    row: "tab", highest: ["users", "selects"], .first("used by most people"), limit: 30,
    [
      .init("tab", "Tab", .name), .init("reach", "Reach", .shareWithInterval), .init("users", "Users", isMinor: true),
      .init("selects", "Switched to"), .init("reselects", "Tapped again", isMinor: true), .init("blocked", "Refused"),
      .init("inferred", "Inferred", isMinor: true), .init("kept_state_returns", "Returns with kept state", isMinor: true), .init("state_lost", "State lost"),
    ])

  private static let switches = FigureTable(
    "tab_switches", "Section changes",
    "A section is a tab, the More list, an item of a menu, or what a link from outside opened.",
    row: "pair", highest: ["count", "users"], .first("most frequent"), limit: 15,
    [
      .init("from", "From", .section), .init("to", "To", .section), .init("count", "Times"), .init("users", "Users", isMinor: true),
      .init("tab_steps", "By the tab bar", isMinor: true),
    ])

  private static let more = FigureTable(
    "more", "The More list",
    "What does not fit into the tab bar. Every choice costs one tap more than a visible tab would.",
    row: "item", highest: ["users", "selects"], .first("used by most people"), limit: 30,
    [
      .init("item", "Item", .name), .init("reach", "Reach", .shareWithInterval), .init("users", "Users", isMinor: true),
      .init("selects", "Chosen"), .init("extra_taps", "Extra taps"),
    ])

  private static let menus = FigureTable(
    "menus", "Hidden menus", "A menu is abandoned if it is opened and closed without a choice.",
    row: "menu", highest: ["users", "opens"], .first("used by most people"), limit: 20,
    [
      .init("menu", "Menu", .name), .init("reach", "Reach", .shareWithInterval), .init("users", "Users", isMinor: true),
      .init("opens", "Opened"), .init("abandoned", "Abandoned", isMinor: true), .init("abandonment", "Share abandoned", .shareWithInterval),
    ])

  private static let menuItems = FigureTable(
    "menu_items", "Menu items",
    "Click-through is how often an item was chosen for each time its menu was opened.",
    row: "item", highest: ["users", "selects"], .first("used by most people"), limit: 40,
    [
      .init("menu", "Menu", .name), .init("item", "Item", .name), .init("reach", "Reach", .shareWithInterval),
      .init("users", "Users", isMinor: true), .init("selects", "Chosen"), .init("click_through", "Click-through", .share, isMinor: true),
      .init("choose_p50_s", "Time to choose, median", .seconds),
    ])

  private static let screens = FigureTable(
    "screens", "Screens",
    """
    A visit is an arrival on the way forward. Quick backs are visits left again by going back within five seconds. First and last: how \
    often a session, or a new start of the app in it, begins and ends there.
    """,
    row: "screen", highest: ["users", "visits"], .first("seen by most people"), limit: 20,
    [
      .init("screen", "Screen", .name), .init("users", "Users"), .init("visits", "Visits"), .init("depth_p50", "Level, median"),
      .init("depth_max", "Deepest", isMinor: true), .init("returns", "Came back", isMinor: true), .init("entries", "First", isMinor: true),
      .init("exits", "Last", isMinor: true),
      .titled(like: "quick_back_rate", "quick_backs", isMinor: true), .init("dwell_p50_s", "Stay, median", .seconds),
    ])

  private static let transitions = FigureTable(
    "transitions", "Screen transitions",
    """
    Which screen followed which. (start) and (end) stand for the beginning and the end of a session, or of the use since a new start \
    of the app.
    """,
    row: "pair", highest: ["count", "users"], .first("most frequent"), limit: 20,
    [.init("from", "From", .name), .init("to", "To", .name), .init("count", "Times"), .init("users", "Users", isMinor: true)])

  private static let gestures = FigureTable(
    "gestures", "Gestures", nil,
    row: "gesture", highest: ["users", "uses"], .first("used by most people"), limit: 30,
    [
      .init("gesture", "Gesture", .name), .init("reach", "Reach", .shareWithInterval), .init("users", "Users", isMinor: true),
      .init("uses", "Made"), .init("failed", "Failed"),
    ])

  private static func daily(_ calendar: CalendarDays) -> FigureTable {
    FigureTable(
      "daily", "Day by day", "Sessions count on the day (\(calendar.zone)) on which they began.",
      row: "row", .last("latest rows"), limit: 31, dailyColumns)
  }

  private static let dailyColumns: [FigureColumn] =
    [
      .init("date", "Day", .date), .init("platform", "Platform", .platform), .init("app_version", "Version", .name),
      .titled(like: "users", isMinor: true), .titled(like: "sessions"), .titled(like: "visits", isMinor: true),
      .titled(like: "tab_switches", isMinor: true), .titled(like: "depth_mean", nil, .number),
      .init("sessions_deeper_than_5", "Deeper than level 5", isMinor: true), .titled(like: "more_extra_taps"),
      .titled(like: "menu_opens", isMinor: true), .titled(like: "menu_abandonment", "menu_abandoned", isMinor: true),
      .titled(like: "quick_back_rate", "quick_backs", isMinor: true),
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
  let highest: [String]
  let order: Document.Grid.Extent.Order
  /// The number of rows in a short report.
  let limit: Int
  let columns: [FigureColumn]

  init(
    _ table: String, _ heading: Document.Text, _ explanation: Document.Text? = nil, row: String, highest: [String] = [],
    _ order: Document.Grid.Extent.Order, limit: Int, _ columns: [FigureColumn]
  ) {
    self.table = table
    self.heading = heading
    self.explanation = explanation
    self.row = row
    self.highest = highest
    self.order = order
    self.limit = limit
    self.columns = columns
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
  enum Content: Sendable {
    /// A name from the log.
    case name
    /// A platform, by its name in logs.
    case platform
    /// A section, by its name in tables.
    case section
    case count
    case share
    /// A share, with its bounds in the columns `…_low` and `…_high`.
    case shareWithInterval
    case seconds
    case number
    case date
  }

  let source: String
  let heading: Document.Grid.Column
  let content: Content

  init(_ source: String, _ heading: Document.Text, _ content: Content = .count, isMinor: Bool = false) {
    self.source = source
    self.content = content
    switch content {
    case .name, .platform, .section, .date: self.heading = .init(heading, isMinor: isMinor, name: source)
    default: self.heading = .init(heading, .trailing, isMinor: isMinor, name: source)
    }
  }

  /// A column with the title of a figure of the app.
  /// - Parameters:
  ///   - figure: its name.
  ///   - source: the column, if its name is another one.
  static func titled(like figure: String, _ source: String? = nil, _ content: Content = .count, isMinor: Bool = false) -> FigureColumn {
    guard let named = Figure.named(figure) else { preconditionFailure("\(figure) is no figure") }
    return FigureColumn(source ?? figure, "\(named.title)", content, isMinor: isMinor)
  }

  /// Whether any of these rows has a value in it.
  func says(anything shown: [Int], of rows: TableRows) -> Bool { shown.contains { !rows.text($0, source).isEmpty } }

  func cell(_ row: Int, of rows: TableRows, _ labels: SectionLabels) -> Document.Grid.Cell {
    switch (rows.cell(row, source), content) {
    case (.unknown, _): return .text("–")
    case (.text(""), _): return .text("–")
    case (.text(let name), .section): return .text("\(labels[name].madeVisible(limit: 120))")
    case (.text(let name), .platform): return .text("\(Wording.platform(name).madeVisible(limit: 120))")
    case (.text(let name), _): return .text("\(name.madeVisible(limit: 120))")
    case (.integer(let count), _): return .text("\(count.grouped)")
    case (.number(let share), .share): return .text("\(share.percent)")
    case (.number(let share), .shareWithInterval):
      guard let low = rows.number(row, source + "_low"), let high = rows.number(row, source + "_high") else { return .text("\(share.percent)") }
      return .text("\(share.percent) (\(low.percentNumber)–\(high.percentNumber))")
    case (.number(let seconds), .seconds): return .text("\(seconds.rounded(decimals: 1)) s")
    case (.number(let number), _): return .text("\(number.rounded(decimals: 2))")
    case (.list, _), (.date, _), (.time, _): return .text("\(rows.text(row, source))")
    }
  }
}
