import Measures
import NavigationModel
import UsabilityRules

extension PictureKind {
  /// Tabs, and what is behind More and menus, by reach on one scale.
  static let reach = PictureKind(name: "reach") { contents in
    let bar = contents.bar
    let groups = [bar, contents.moreItems].compactMap(\.self) + contents.menuGroups
    guard !groups.isEmpty else { return nil }
    let least = bar == nil ? nil : contents.leastUsedTab
    let rows = groups.flatMap(\.rows)
    let hatched: Document.Text =
      least == nil ? "" : " Hatched: surely used by more people than the least used tab (the dashed line)."
    return Document.Picture(
      name: "reach", title: "What people use", shows: ReachChart.sentence(groups, least, hasBar: bar != nil),
      alternative: """
        Bars: the share of users who ever used each tab or item: \(ReachChart.words(rows.prefix(20))).\
        \(least.map { " The least used tab is \($0.name)." } ?? "")
        """,
      caption: """
        Share of users who ever used each, with its 95% interval; at the right, how often it was chosen.\(hatched)
        """ + .numbers(in: "tabs", "more", "menu_items")
    ) {
      ReachChart(name: "reach", form: $0, groups: groups, least: least, groupOfLeast: bar == nil ? nil : 0).drawing
    }
  }
}

extension ReportContents {
  /// The least used tab, the same as for rules, with the reach that its table shows.
  fileprivate var leastUsedTab: ReachChart.LeastUsed? {
    guard let rows = table("tabs").map(TableRows.init), let tab = VisibleTabs(measures, scope).leastUsed,
      let row = rows.first(.tab, tab.name),
      let reach = rows[row, .reach], let high = rows[row, .reach.high]
    else { return nil }
    return (tab.name, reach, high)
  }

  /// The order of the map's tab bar, otherwise that of use; without tabs that only open the More list or a menu.
  fileprivate func barOrder(of tabs: TableRows) -> [Int] {
    let places = Dictionary(tabs.indices.map { (NameText(tabs[$0, .tab]), $0) }) { first, _ in first }
    let known = scope.map.tabs.compactMap { places[NameText($0)] }
    let isKnown = Set(known)
    let others = tabs.ordered(by: [.users, .selects]).filter { !isKnown.contains($0) }
    // Items of the More list are below, those of menus in a picture of their own.
    return (known + others).filter { !openers.contains(tabs[$0, .tab]) || tabs.count($0, .users) > 0 }
  }

  /// The tab bar; nil if it was inferred, not logged.
  fileprivate var bar: ReachChart.Group? {
    guard scope.map.guess?.tabs.isEmpty != false, let tabs = rows(of: "tabs") else { return nil }
    let order = barOrder(of: tabs)
    let most = 12
    let rows = order.prefix(most).compactMap { row in
      tabs.reach(row, name: tabs[row, .tab], note: tabs.count(row, .selects).grouped)
    }
    guard !rows.isEmpty else { return nil }
    return .init(
      heading: "Tab bar", noteHeading: "choices", rows: rows, left: max(order.count - most, 0), file: "tabs.csv")
  }

  /// The most used items of the More list; nil if none could be used.
  fileprivate var moreItems: ReachChart.Group? {
    guard let more = table("more").map(TableRows.init) else { return nil }
    let most = ReachChart.hidden
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

}

extension ReportContents {
  /// The most used items of the two menus with the most choices, in groups.
  fileprivate var menuGroups: [ReachChart.Group] {
    guard let items = rows(of: "menu_items") else { return [] }
    let choices = items.indices.grouped { items[$0, .menu] }.map {
      (menu: $0, count: $1.reduce(0) { $0 + items.count($1, .selects) })
    }
    let menus = choices.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.prefix(2)
    return menus.map(\.element.menu).compactMap { menu in
      let own = items.ordered(by: [.users, .selects]).filter { items[$0, .menu] == menu }
      let rows = own.prefix(ReachChart.hidden).compactMap { row in
        items.reach(row, name: items[row, .item], note: items.count(row, .selects).grouped)
      }
      if rows.isEmpty { return nil }
      return .init(
        heading: menu == "menu" ? "In the menu" : "In the menu \(menu)", noteHeading: "choices", rows: rows,
        left: own.count - rows.count, file: "menu_items.csv")
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
  /// The least used tab, with its reach and the high bound of that.
  typealias LeastUsed = (name: String, reach: Double, high: Double)

  let least: LeastUsed?
  /// The group of the least used tab; nil if it is in none.
  let groupOfLeast: Int?

  // The name is beside the bar or, with less room, above it.
  private var isBroad: Bool { form == .broad }
  private var left: Double { isBroad ? 170 : 4 }
  private var right: Double { isBroad ? 560 : form.width - 10 }
  private func x(_ share: Double) -> Double { left + min(max(share, 0), 1) * (right - left) }

  /// The most items of a More list or a menu.
  static let hidden = 8

  private static let dashes = "whisker dash s-ink"

  /// What hides although more people use it than a tab; else what is used most.
  static func sentence(_ groups: [Group], _ least: LeastUsed?, hasBar: Bool) -> Document.Text {
    func words(_ row: Row) -> Document.Text { "\(emphasis: row.name.madeVisible(limit: 60)) (\(row.reach.percent))" }
    let hidden = groups.dropFirst(hasBar ? 1 : 0).flatMap(\.rows)
    guard let least else {
      let most = (groups.flatMap(\.rows).max { $0.reach < $1.reach }).map(words) ?? ""
      return "Most people use " + most + "."
    }
    let tab: Document.Text = "the tab \(emphasis: least.name.madeVisible(limit: 60)) (\(least.reach.percent))"
    if hidden.isEmpty { return "The least used tab is " + tab + "." }
    let outranking = hidden.filter { $0.low > least.high }.sorted { $0.reach > $1.reach }
    if outranking.isEmpty {
      return "No item behind More or in a menu is certain to be used by more people than " + tab + "."
    }
    let others = outranking.count - 3
    let names = outranking.prefix(3).map(words) + (others > 0 ? ["\(others.of("other"))"] : [])
    return "More people use " + names.joinedAsList() + ", behind More or in a menu, than " + tab + "."
  }

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
        let outranks = index != groupOfLeast && least.map { row.low > $0.high } ?? false
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
      var anchor = Drawing.Anchor.middle
      if !isBroad, percent == 0 { anchor = .start }
      if !isBroad, percent == 100 { anchor = .end }
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
    let low = x(row.low).coordinate
    let high = x(row.high).coordinate
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
