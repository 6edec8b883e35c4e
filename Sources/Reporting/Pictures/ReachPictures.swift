import Measures
import UsabilityRules

extension PictureKind {
  /// The tabs by reach, and the items behind More on the same scale.
  static let tabBar = PictureKind(name: "tab-bar", isLeading: true) { contents throws(NoPicture) in
    let tabs = try contents.rows(of: "tabs", orElse: "The tab bar as people use it: no tabs are known.")
    if contents.scope.map.guess?.tabs.isEmpty == false {
      throw NoPicture(reason: "The tab bar as people use it: the tabs are inferred, not logged.")
    }
    let (order, most) = (contents.barOrder(of: tabs), 12)
    let taps = tabs.indices.reduce(0) { $0 + tabs.count($1, .selects) }
    let rows = order.prefix(most).compactMap { row in
      tabs.reach(
        row, name: tabs[row, .tab], note: taps > 0 ? (Double(tabs.count(row, .selects)) / Double(taps)).percent : "–")
    }
    guard !rows.isEmpty else { throw NoPicture(reason: "The tab bar as people use it: no tab was used.") }
    let bar = ReachChart.Group(
      heading: "Tab bar", noteHeading: "of all switches", rows: rows, left: max(order.count - most, 0), file: "tabs.csv"
    )
    let items = contents.moreItems
    let least = items == nil ? nil : contents.leastUsedTab
    var words = "Bars: the share of users who ever used each tab: \(ReachChart.words(rows))."
    if let items { words += " Behind More: \(ReachChart.words(items.rows))." }
    if let least { words += " The least used tab is \(least.name)." }
    let hatched: Document.Text =
      least == nil ? "" : " Hatched: items behind More that more people use than the least used tab (the dashed line)."
    return Document.Picture(
      name: "tab-bar", title: "The tab bar as people use it", alternative: words,
      caption:
        """
        Share of users who ever used each, with its 95% interval; at the right, the tab's part in all switches to a \
        tab.
        """
          + hatched
          + .numbers(in: "tabs", "more")
    ) {
      ReachChart(name: "tab-bar", form: $0, groups: [bar] + [items].compactMap(\.self), least: least, groupOfLeast: 0)
        .drawing
    }
  }

  /// Menu items by reach, compared with the least used tab.
  static let menuItems = PictureKind(name: "menu-items") { contents throws(NoPicture) in
    let items = try contents.rows(
      of: "menu_items", orElse: "Menu items: the log and the map know of no hidden menu with items.")
    let groups = items.menuGroups
    guard !groups.isEmpty else { throw NoPicture(reason: "Menu items: nobody could have used any.") }
    let least = contents.leastUsedTab
    let hatched: Document.Text =
      least == nil ? "" : " Hatched: items that more people use than the least used tab (the dashed line)."
    return Document.Picture(
      name: "menu-items", title: "Menu items, by reach",
      alternative:
        """
        Bars: the share of users who ever chose each menu item: \
        \(ReachChart.words(groups.flatMap(\.rows).prefix(12))).
        """
          + (least.map { " The least used tab, \($0.name), has \($0.reach.percent)." } ?? ""),
      caption: "Share of users who ever chose each item, with its 95% interval; at the right, how often it was chosen."
        + hatched
        + .numbers(in: "menu_items", showing: groups.reduce(0) { $0 + $1.rows.count }, of: items.count, "item")
    ) { ReachChart(name: "menu-items", form: $0, groups: groups, least: least, groupOfLeast: nil).drawing }
  }
}

extension ReportContents {
  /// The least used tab, the same as for rules, with the reach that its table shows.
  fileprivate var leastUsedTab: (name: String, reach: Double)? {
    guard let rows = table("tabs").map(TableRows.init), let tab = VisibleTabs(measures, scope).leastUsed,
      let row = rows.first(.tab, tab.name),
      let reach = rows[row, .reach]
    else { return nil }
    return (tab.name, reach)
  }

  /// The order of the map's tab bar, otherwise that of use; without tabs that only open the More list or a menu.
  fileprivate func barOrder(of tabs: TableRows) -> [Int] {
    let known = scope.map.tabs.compactMap { name in tabs.first(.tab, name) }
    let others = tabs.ordered(by: [.users, .selects]).filter { !known.contains($0) }
    // The More tab is not selected: it opens the list, whose items are below. So does a tab that opens a menu.
    let openers = Set([scope.map.more?.tab ?? "More"] + texts(.menu, of: "menus"))
    return (known + others).filter { !openers.contains(tabs[$0, .tab]) || tabs.count($0, .users) > 0 }
  }

  /// The items of the More list; nil if none could be used.
  fileprivate var moreItems: ReachChart.Group? {
    guard let more = table("more").map(TableRows.init) else { return nil }
    let most = 20
    let rows = more.ordered(by: [.users, .selects]).prefix(most).compactMap { row in
      more.reach(row, name: more[row, .item], note: more.count(row, .selects).grouped)
    }
    if rows.isEmpty { return nil }
    return .init(
      heading: "Behind More, one tap further", noteHeading: "choices", rows: rows, left: max(more.count - most, 0),
      file: "more.csv")
  }
}

extension TableRows {
  /// A row of a table with a reach; nil if it is unknown, or has no name.
  fileprivate func reach(_ row: Int, name: String, note: String) -> ReachChart.Row? {
    guard name.contains(where: { !$0.isWhitespace }), let reach = self[row, .reach], let low = self[row, .reach.low],
      let high = self[row, .reach.high]
    else { return nil }
    return (name, reach, low, high, note)
  }

  /// The items of the four menus with the most choices, in groups.
  fileprivate var menuGroups: [ReachChart.Group] {
    let choices = indices.grouped { self[$0, .menu] }.map {
      (menu: $0, count: $1.reduce(0) { $0 + count($1, .selects) })
    }
    let menus = choices.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.prefix(4)
      .map(\.element.menu)
    return menus.compactMap { menu in
      let own = ordered(by: [.users, .selects]).filter { self[$0, .menu] == menu }
      let rows = own.prefix(max(30 / menus.count, 5)).compactMap { row in
        reach(row, name: self[row, .item], note: count(row, .selects).grouped)
      }
      if rows.isEmpty { return nil }
      return .init(
        heading: menu == "menu" ? "In the menu" : "In the menu \(menu)", noteHeading: "choices", rows: rows,
        left: own.count - rows.count,
        file: "menu_items.csv")
    }
  }
}

/// Rows of shares with their intervals, in groups, on one scale; the shares of other groups are compared with that of
/// the least used tab.
private struct ReachChart {
  /// A share with its bounds, and the text at the end of the row.
  typealias Row = (name: String, reach: Double, low: Double, high: Double, note: String)

  struct Group {
    let heading: String
    /// The heading of its rows' notes.
    let noteHeading: String
    let rows: [Row]
    /// The number of rows left out, and the file with them.
    let left: Int
    let file: String
  }

  let name: String
  let form: Drawing.Form
  let groups: [Group]
  let least: (name: String, reach: Double)?
  /// The group of the least used tab; nil if it is in none.
  let groupOfLeast: Int?

  // The name is beside the bar or, with less room, above it.
  private var isBroad: Bool { form == .broad }
  private var left: Double { isBroad ? 170 : 4 }
  private var right: Double { isBroad ? 560 : form.width - 10 }
  private func x(_ share: Double) -> Double { left + min(max(share, 0), 1) * (right - left) }

  private static let dashes = "whisker dash s-ink"

  static func words(_ rows: some Collection<Row>) -> String {
    rows.map { "\($0.name) \($0.reach.percent)" }.joined(separator: ", ")
  }

  var drawing: Drawing {
    var drawing = Drawing(name, form)
    let margin = isBroad ? 12.0 : 4
    var y = least == nil ? 14.0 : 34.0
    let top = y
    for (index, group) in groups.enumerated() {
      drawing.text(group.heading, x: margin, y: y + 18, strong: true, fit: drawing.width * 0.56)
      drawing.text(group.noteHeading, x: drawing.width - margin, y: y + 18, .end, size: .small, color: .muted)
      y += 30
      for row in group.rows {
        // Whether it is significantly more used than the tab.
        let outranks = index != groupOfLeast && least.map { row.low > $0.reach } ?? false
        draw(row, at: y, outranks, in: &drawing)
        y += isBroad ? 28 : 46
      }
      if group.left > 0 {
        drawing.text("and \(group.left.grouped) more in \(group.file)", x: left, y: y + 17, size: .small, color: .muted)
        y += 28
      }
      y += 12
    }
    for percent in [0, 25, 50, 75, 100] {
      let anchor: Drawing.Anchor = isBroad ? .middle : percent == 0 ? .start : percent == 100 ? .end : .middle
      drawing.text("\(percent)%", x: x(Double(percent) / 100), y: y + 10, anchor, size: .small, color: .muted)
    }
    if let least {
      let x = x(least.reach)
      if isBroad { drawing.line(x1: x, y1: top - 8, x2: x, y2: y - 8, Self.dashes) }
      let isRight = least.reach > 0.5
      drawing.text(
        "least used tab: \(least.name.madeVisible(limit: 24)), \(least.reach.percent)", x: x + (isRight ? 4 : -4),
        y: top - 14,
        isRight ? .end : .start, size: .small, strong: true, fit: isRight ? x - 2 : drawing.width - x)
    }
    drawing.height = y + 24
    return drawing
  }

  private func draw(_ row: Row, at y: Double, _ outranks: Bool, in drawing: inout Drawing) {
    let says =
      """
      \(row.name): \(row.reach.percent) of users (95% interval \(row.low.percentNumber)–\(row.high.percentNumber)%), \
      \(row.note)
      """
    if isBroad {
      drawing.text(row.name, x: left - 12, y: y + 16, .end, strong: outranks, fit: left - 24)
      drawing.text(row.reach.percent, x: right + 62, y: y + 16, .end, strong: true)
      drawing.text(row.note, x: drawing.width - 12, y: y + 16, .end, color: .muted)
    } else {
      drawing.text(row.name, x: left, y: y + 15, strong: outranks, fit: 180)
      drawing.text(row.reach.percent, x: drawing.width - 76, y: y + 15, .end, strong: true)
      drawing.text(row.note, x: drawing.width - 4, y: y + 15, .end, color: .muted)
    }
    let top = y + (isBroad ? 4 : 22)
    drawing.box(x: left, y: top, width: right - left, height: 16, fill: .heat1, radius: 2)
    drawing.box(
      x: left, y: top, width: row.reach > 0 ? max(x(row.reach) - left, 1.5) : 0, height: 16,
      fill: outranks ? .orange : .blue,
      hatched: outranks, radius: 2, says: says)
    let (low, high) = (x(row.low).coordinate, x(row.high).coordinate)
    let whisker =
      "M\(low) \((top + 8).coordinate)H\(high)M\(low) \((top + 4).coordinate)v8M\(high) \((top + 4).coordinate)v8"
    drawing.path(whisker, "rim s-card")
    drawing.path(whisker, "whisker s-ink")
    // Between bars are the names and figures of a narrow drawing.
    if let least, !isBroad {
      let x = x(least.reach)
      drawing.line(x1: x, y1: top - 3, x2: x, y2: top + 19, Self.dashes)
    }
  }
}
