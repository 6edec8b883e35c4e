import Measures

extension PictureKind {
  /// Menu items by reach, compared with the least used tab.
  static let menuItems = PictureKind(name: "menu-items") { contents throws(NoPicture) in
    let rows = try contents.rows(of: "menu_items", orElse: "Menu items: the log and the map know of no hidden menu with items.")
    let picture = MenuItemsPicture(contents: contents, items: rows)
    guard !picture.groups.isEmpty else { throw NoPicture("Menu items: nobody could have used any.") }
    return picture.picture
  }
}

private struct MenuItemsPicture {
  static let menus = 4
  static let items = 30

  let contents: AuditContents
  let items: TableRows

  var picture: Document.Picture {
    let groups = groups
    let shown = groups.reduce(0) { $0 + $1.rows.count }
    let least = LeastUsedTab(contents)
    let words = groups.flatMap(\.rows).prefix(12).map { "\($0.name) \($0.reach.percent)" }.joined(separator: ", ")
    var caption: Document.Text = "Share of users who ever chose each item, with its 95% interval; at the right, how often it was chosen."
    if least != nil {
      caption = caption + " Hatched: items that more people use than the least used tab (the dashed line)."
    }
    return Document.Picture(
      name: "menu-items", title: "Menu items, by reach",
      alternative: "Bars: the share of users who ever chose each menu item: \(words)."
        + (least.map { " The least used tab, \($0.name), has \($0.reach.percent)." } ?? ""),
      caption: caption + .numbers(in: "menu_items", showing: shown, of: items.count, "item")
    ) { ReachChart(name: "menu-items", groups: groups, reference: least?.reference).drawing($0) }
  }

  /// The menus with the most choices first.
  fileprivate var groups: [ReachChart.Group] {
    var choices: [(menu: String, count: Int)] = []
    for row in items.indices {
      let menu = items.text(row, "menu")
      if choices.last?.menu != menu { choices.append((menu, 0)) }
      choices[choices.count - 1].count += items.integer(row, "selects")
    }
    let menus = choices.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element.menu)
    let shown = menus.prefix(Self.menus)
    let each = max(Self.items / max(shown.count, 1), 5)
    return shown.compactMap { menu in
      let own = items.ordered(by: ["users", "selects"]).filter { items.text($0, "menu") == menu }
      let rows = own.prefix(each).compactMap { row in
        items.reach(row, name: items.text(row, "item"), note: items.integer(row, "selects").grouped)
      }
      guard !rows.isEmpty else { return nil }
      return .init(
        heading: menu == "menu" ? "In the menu" : "In the menu \(menu)", noteHeading: "choices", rows: rows, left: own.count - rows.count,
        file: "menu_items.csv")
    }
  }
}
