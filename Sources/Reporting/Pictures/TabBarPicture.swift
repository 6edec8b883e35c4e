import Measures
import UsabilityRules

extension PictureKind {
  /// The tabs by reach, and the items behind More on the same scale.
  static let tabBar = PictureKind(name: "tab-bar", isLeading: true) { contents throws(NoPicture) in
    let rows = try contents.rows(of: "tabs", orElse: "The tab bar as people use it: no tabs are known.")
    if contents.scope.map.guess?.tabs.isEmpty == false { throw NoPicture("The tab bar as people use it: the tabs are inferred, not logged.") }
    return try TabBarPicture(contents: contents, tabs: rows).picture()
  }
}

/// The least used tab, the same as for rules, with the reach that its table shows.
struct LeastUsedTab {
  let name: String
  let reach: Double

  init?(_ contents: AuditContents) {
    guard let rows = contents.table("tabs").map(TableRows.init), let tab = VisibleTabs(contents.measures, contents.scope).leastUsed,
      let row = rows.first("tab", tab.name), let reach = rows.number(row, "reach")
    else { return nil }
    name = tab.name
    self.reach = reach
  }

  var reference: ReachChart.Reference {
    .init(reach: reach, words: "least used tab: \(name.madeVisible(limit: 24)), \(reach.percent)", group: nil)
  }
}

private struct TabBarPicture {
  static let tabs = 12
  static let items = 20

  let contents: AuditContents
  let tabs: TableRows

  func picture() throws(NoPicture) -> Document.Picture {
    let order = ordered
    let taps = tabs.indices.reduce(0) { $0 + tabs.integer($1, "selects") }
    let rows = order.prefix(Self.tabs).compactMap { row in
      let share = taps > 0 ? (Double(tabs.integer(row, "selects")) / Double(taps)).percent : "–"
      return tabs.reach(row, name: tabs.text(row, "tab"), note: share)
    }
    guard !rows.isEmpty else { throw NoPicture("The tab bar as people use it: no tab was used.") }
    var groups = [
      ReachChart.Group(
        heading: "Tab bar", noteHeading: "of all switches", rows: rows, left: max(order.count - Self.tabs, 0), file: "tabs.csv")
    ]
    let items = moreItems
    if !items.rows.isEmpty { groups.append(items) }
    let least = items.rows.isEmpty ? nil : LeastUsedTab(contents)
    let reference = least.map { ReachChart.Reference(reach: $0.reach, words: $0.reference.words, group: 0) }
    let chart = ReachChart(name: "tab-bar", groups: groups, reference: reference)
    return Document.Picture(
      name: "tab-bar", title: "The tab bar as people use it", alternative: alternative(rows, items.rows, least), caption: caption(least)
    ) { chart.drawing($0) }
  }

  /// In the order of the map's tab bar, otherwise by use; the tab of the More list comes last, if it has choices of its own.
  private var ordered: [Int] {
    let declared = contents.scope.map.tabs
    let moreTab = contents.scope.map.more?.tab ?? "More"
    let known = declared.compactMap { name in tabs.indices.first { tabs.text($0, "tab") == name } }
    let others = tabs.ordered(by: ["users", "selects"]).filter { !known.contains($0) }
    // The More tab is not selected: it opens the list, whose items are below. So does a tab that opens a menu.
    let openers = Set([moreTab] + (contents.table("menus").map { table in TableRows(table).indices.map { TableRows(table).text($0, "menu") } } ?? []))
    return (known + others).filter { !openers.contains(tabs.text($0, "tab")) || tabs.integer($0, "users") > 0 }
  }

  private var moreItems: ReachChart.Group {
    guard let table = contents.table("more") else { return .init(heading: "", noteHeading: "", rows: []) }
    let more = TableRows(table)
    let rows = more.ordered(by: ["users", "selects"]).prefix(Self.items).compactMap { row in
      more.reach(row, name: more.text(row, "item"), note: more.integer(row, "selects").grouped)
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
