import Measures
import UsabilityRules

extension PictureKind {
  /// The tabs by reach, and the items behind More on the same scale.
  static let tabBar = PictureKind(name: "tab-bar", isLeading: true) { contents throws(NoPicture) in
    let rows = try contents.rows(of: "tabs", orElse: "The tab bar as people use it: no tabs are known.")
    if contents.scope.map.guess?.tabs.isEmpty == false { throw NoPicture(reason: "The tab bar as people use it: the tabs are inferred, not logged.") }
    return try TabBarPicture(contents: contents, tabs: rows).picture()
  }
}

/// The least used tab, the same as for rules, with the reach that its table shows.
struct LeastUsedTab {
  let name: String
  let reach: Double

  init?(_ contents: ReportContents) {
    guard let rows = contents.table("tabs").map(TableRows.init), let tab = VisibleTabs(contents.measures, contents.scope).leastUsed,
      let row = rows.first(.tab, tab.name), let reach = rows[row, .reach]
    else { return nil }
    name = tab.name
    self.reach = reach
  }

  /// - Parameter group: the group of the drawing that it comes from; nil if that is not in the drawing.
  func reference(in group: Int? = nil) -> ReachChart.Reference { (reach, "least used tab: \(name.madeVisible(limit: 24)), \(reach.percent)", group) }
}

private struct TabBarPicture {
  static let tabs = 12
  static let items = 20

  let contents: ReportContents
  let tabs: TableRows

  func picture() throws(NoPicture) -> Document.Picture {
    let order = ordered
    let taps = tabs.indices.reduce(0) { $0 + tabs.count($1, .selects) }
    let rows = order.prefix(Self.tabs).compactMap { row in
      let share = taps > 0 ? (Double(tabs.count(row, .selects)) / Double(taps)).percent : "–"
      return tabs.reach(row, name: tabs[row, .tab], note: share)
    }
    guard !rows.isEmpty else { throw NoPicture(reason: "The tab bar as people use it: no tab was used.") }
    var groups = [
      ReachChart.Group(
        heading: "Tab bar", noteHeading: "of all switches", rows: rows, left: max(order.count - Self.tabs, 0), file: "tabs.csv")
    ]
    let items = moreItems
    if !items.rows.isEmpty { groups.append(items) }
    let least = items.rows.isEmpty ? nil : LeastUsedTab(contents)
    let chart = ReachChart(name: "tab-bar", groups: groups, reference: least?.reference(in: 0))
    return Document.Picture(
      name: "tab-bar", title: "The tab bar as people use it", alternative: alternative(rows, items.rows, least), caption: caption(least)
    ) { chart.drawing($0) }
  }

  /// In the order of the map's tab bar, otherwise by use; the tab of the More list comes last, if it has choices of its own.
  private var ordered: [Int] {
    let declared = contents.scope.map.tabs
    let moreTab = contents.scope.map.more?.tab ?? "More"
    let known = declared.compactMap { name in tabs.first(.tab, name) }
    let others = tabs.ordered(by: [.users, .selects]).filter { !known.contains($0) }
    // The More tab is not selected: it opens the list, whose items are below. So does a tab that opens a menu.
    let openers = Set([moreTab] + contents.texts(.menu, of: "menus"))
    return (known + others).filter { !openers.contains(tabs[$0, .tab]) || tabs.count($0, .users) > 0 }
  }

  private var moreItems: ReachChart.Group {
    guard let table = contents.table("more") else { return .init(heading: "", noteHeading: "", rows: []) }
    let more = TableRows(table)
    let rows = more.ordered(by: [.users, .selects]).prefix(Self.items).compactMap { row in
      more.reach(row, name: more[row, .item], note: more.count(row, .selects).grouped)
    }
    return .init(
      heading: "Behind More, one tap further", noteHeading: "choices", rows: rows, left: max(more.count - Self.items, 0), file: "more.csv")
  }

  private func alternative(_ rows: [ReachChart.Row], _ items: [ReachChart.Row], _ least: LeastUsedTab?) -> String {
    let tabs = rows.map { "\($0.name) \($0.reach.percent)" }.joined(separator: ", ")
    var text = "Bars: the share of users who ever used each tab: \(tabs)."
    if !items.isEmpty { text += " Behind More: " + items.map { "\($0.name) \($0.reach.percent)" }.joined(separator: ", ") + "." }
    if let least { text += " The least used tab is \(least.name)." }
    return text
  }

  private func caption(_ least: LeastUsedTab?) -> Document.Text {
    var text: Document.Text = "Share of users who ever used each, with its 95% interval; at the right, the tab's part in all switches to a tab."
    if least != nil {
      text = text + " Hatched: items behind More that more people use than the least used tab (the dashed line)."
    }
    return text + .numbers(in: "tabs", "more")
  }
}

extension PictureKind {
  /// Menu items by reach, compared with the least used tab.
  static let menuItems = PictureKind(name: "menu-items") { contents throws(NoPicture) in
    let rows = try contents.rows(of: "menu_items", orElse: "Menu items: the log and the map know of no hidden menu with items.")
    let picture = MenuItemsPicture(contents: contents, items: rows)
    guard !picture.groups.isEmpty else { throw NoPicture(reason: "Menu items: nobody could have used any.") }
    return picture.picture
  }
}

private struct MenuItemsPicture {
  static let menus = 4
  static let items = 30

  let contents: ReportContents
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
    ) { ReachChart(name: "menu-items", groups: groups, reference: least?.reference()).drawing($0) }
  }

  /// The menus with the most choices first.
  fileprivate var groups: [ReachChart.Group] {
    var choices: [(menu: String, count: Int)] = []
    for row in items.indices {
      let menu = items[row, .menu]
      if choices.last?.menu != menu { choices.append((menu, 0)) }
      choices[choices.count - 1].count += items.count(row, .selects)
    }
    let menus = choices.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element.menu)
    let shown = menus.prefix(Self.menus)
    let each = max(Self.items / max(shown.count, 1), 5)
    return shown.compactMap { menu in
      let own = items.ordered(by: [.users, .selects]).filter { items[$0, .menu] == menu }
      let rows = own.prefix(each).compactMap { row in
        items.reach(row, name: items[row, .item], note: items.count(row, .selects).grouped)
      }
      guard !rows.isEmpty else { return nil }
      return .init(
        heading: menu == "menu" ? "In the menu" : "In the menu \(menu)", noteHeading: "choices", rows: rows, left: own.count - rows.count,
        file: "menu_items.csv")
    }
  }
}

/// Rows of shares with their intervals, in groups, on one scale; the shares of a group may be compared with a reference line.
struct ReachChart {
  /// A share with its bounds, and the text at the end of the row.
  typealias Row = (name: String, reach: Double, low: Double, high: Double, note: String)

  struct Group {
    let heading: String
    /// The heading of its rows' notes.
    let noteHeading: String
    let rows: [Row]
    /// The number of rows left out.
    var left = 0
    /// The file with the rows left out.
    var file = ""
  }

  /// A share to compare the rows of later groups with.
  typealias Reference = (reach: Double, words: String, group: Int?)

  let name: String
  let groups: [Group]
  let reference: Reference?

  /// The layout: the name beside the bar or, with less room, above it.
  private struct Frame {
    let rowHeight: Double
    let left: Double
    let right: Double
    /// Of a bar within its row.
    let barTop: Double

    init(_ form: Drawing.Form) {
      (rowHeight, left, right, barTop) = form == .broad ? (28, 170, 560, 4) : (46, 4, form.width - 10, 22)
    }

    func x(_ share: Double) -> Double { left + min(max(share, 0), 1) * (right - left) }
  }

  private static let dashes = "whisker dash s-ink"

  func drawing(_ form: Drawing.Form) -> Drawing {
    var drawing = Drawing(name, form)
    let frame = Frame(form)
    let margin = form == .broad ? 12.0 : 4
    var y = reference == nil ? 14.0 : 34.0
    let top = y
    for (index, group) in groups.enumerated() {
      drawing.text(group.heading, x: margin, y: y + 18, strong: true, fit: drawing.width * 0.56)
      drawing.text(group.noteHeading, x: drawing.width - margin, y: y + 18, .end, size: .small, color: .muted)
      y += 30
      for row in group.rows {
        draw(row, at: y, isBelow(row, in: index), frame, in: &drawing)
        y += frame.rowHeight
      }
      if group.left > 0 {
        drawing.text("and \(group.left.grouped) more in \(group.file)", x: frame.left, y: y + 17, size: .small, color: .muted)
        y += 28
      }
      y += 12
    }
    for percent in [0, 25, 50, 75, 100] {
      let anchor: Drawing.Anchor = form == .broad ? .middle : percent == 0 ? .start : percent == 100 ? .end : .middle
      drawing.text("\(percent)%", x: frame.x(Double(percent) / 100), y: y + 10, anchor, size: .small, color: .muted)
    }
    if let reference {
      let x = frame.x(reference.reach)
      if form == .broad { drawing.line(x1: x, y1: top - 8, x2: x, y2: y - 8, Self.dashes) }
      let isRight = reference.reach > 0.5
      drawing.text(
        reference.words, x: x + (isRight ? 4 : -4), y: top - 14, isRight ? .end : .start, size: .small, strong: true,
        fit: isRight ? x - 2 : drawing.width - x)
    }
    drawing.height = y + 24
    return drawing
  }

  /// Whether the row is significantly more used than the reference.
  private func isBelow(_ row: Row, in group: Int) -> Bool {
    guard let reference, reference.group != group else { return false }
    return row.low > reference.reach
  }

  private func draw(_ row: Row, at y: Double, _ outranks: Bool, _ frame: Frame, in drawing: inout Drawing) {
    let says = "\(row.name): \(row.reach.percent) of users (95% interval \(row.low.percentNumber)–\(row.high.percentNumber)%), \(row.note)"
    if drawing.form == .broad {
      drawing.text(row.name, x: frame.left - 12, y: y + 16, .end, strong: outranks, fit: frame.left - 24)
      drawing.text(row.reach.percent, x: frame.right + 62, y: y + 16, .end, strong: true)
      drawing.text(row.note, x: drawing.width - 12, y: y + 16, .end, color: .muted)
    } else {
      drawing.text(row.name, x: frame.left, y: y + 15, strong: outranks, fit: 180)
      drawing.text(row.reach.percent, x: drawing.width - 76, y: y + 15, .end, strong: true)
      drawing.text(row.note, x: drawing.width - 4, y: y + 15, .end, color: .muted)
    }
    let top = y + frame.barTop
    drawing.box(x: frame.left, y: top, width: frame.right - frame.left, height: 16, fill: .heat1, radius: 2)
    drawing.box(
      x: frame.left, y: top, width: row.reach > 0 ? max(frame.x(row.reach) - frame.left, 1.5) : 0, height: 16, fill: outranks ? .orange : .blue,
      hatched: outranks, radius: 2, says: says)
    let (low, high) = (frame.x(row.low).coordinate, frame.x(row.high).coordinate)
    let whisker = "M\(low) \((top + 8).coordinate)H\(high)M\(low) \((top + 4).coordinate)v8M\(high) \((top + 4).coordinate)v8"
    drawing.path(whisker, "rim s-card")
    drawing.path(whisker, "whisker s-ink")
    // Between bars are the names and figures of a narrow drawing.
    if let reference, drawing.form == .narrow {
      let x = frame.x(reference.reach)
      drawing.line(x1: x, y1: top - 3, x2: x, y2: top + 19, Self.dashes)
    }
  }
}

extension TableRows {
  /// A row of a table with a reach; nil if it is unknown, or has no name.
  func reach(_ row: Int, name: String, note: String) -> ReachChart.Row? {
    guard name.contains(where: { !$0.isWhitespace }), let reach = self[row, .reach], let low = self[row, .reach.low], let high = self[row, .reach.high]
    else { return nil }
    return (name, reach, low, high, note)
  }
}
