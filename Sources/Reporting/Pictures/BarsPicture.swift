import NavigationModel
import UsabilityRules

/// Today's tab bar above the proposed one, or beside it if there is room.
struct BarsPicture {
  /// The most platforms with a picture.
  static let most = 9

  /// The picture name of a platform, by its number from 1.
  static func name(_ platform: Int) -> String { "plan-\(platform)" }
  private static let barHeight = 52.0

  let name: String
  let plan: Plan
  let layout: Layout
  let platform: String
  let map: AppMap

  private struct Cell {
    let name: String
    var isNew = false
    var isLeaving = false
  }

  var picture: Document.Picture {
    let title = "The tab bar today and as proposed\(platform.isEmpty ? "" : " (\(platform))")"
    return Document.Picture(
      name: name, title: Document.Text(title),
      alternative: "Today: \(names(today)). Proposed: \(names(proposed)).",
      caption: "New in the bar: filled, with a plus sign. Leaving it: dashed, with a minus sign. \(link: "plans.csv", to: .file("plans.csv")) has the numbers."
    ) { drawing($0) }
  }

  private func drawing(_ form: Drawing.Form) -> Drawing {
    var drawing = Drawing(name, form)
    let top = 22.0
    switch form {
    case .broad:
      let width = (drawing.width - 40) / 2
      draw("Today", today, x: 0, y: top, width: width, in: &drawing)
      drawing.text("→", x: drawing.width / 2, y: top + Self.barHeight / 2 + 5, .middle, strong: true, colour: .muted)
      draw("Proposed", proposed, x: width + 40, y: top, width: width, in: &drawing)
      drawing.height = top + Self.barHeight + 4
    case .narrow:
      draw("Today", today, x: 0, y: top, width: drawing.width, in: &drawing)
      let second = top + Self.barHeight + 34
      draw("Proposed", proposed, x: 0, y: second, width: drawing.width, in: &drawing)
      drawing.height = second + Self.barHeight + 4
    }
    return drawing
  }

  private func names(_ cells: [Cell]) -> String { cells.map(\.name).joined(separator: ", ") }

  /// In the order of the map, otherwise by name; the More tab comes last.
  private var tabs: [PlacedEntry] {
    let tabs = layout.tabs.map { layout.entries[$0] }
    let declared = map.tabs.compactMap { name in tabs.first { $0.name == name } }
    return declared + tabs.filter { tab in !declared.contains { $0.name == tab.name } }
  }

  private var moreTab: [Cell] { layout.hasMoreList ? [Cell(name: map.more?.tab ?? "More")] : [] }

  private var today: [Cell] {
    let leaving = plan.demotions.map(\.entry.name)
    var more = moreTab
    if !plan.keepsMoreList(of: layout) { more = more.map { Cell(name: $0.name, isLeaving: true) } }
    return tabs.map { Cell(name: $0.name, isLeaving: leaving.contains($0.name)) } + more
  }

  private var proposed: [Cell] {
    let leaving = plan.demotions.map(\.entry.name)
    let staying = tabs.filter { !leaving.contains($0.name) }.map { Cell(name: $0.name) }
    return staying + plan.promotions.map { Cell(name: $0.entry.name, isNew: true) } + (plan.keepsMoreList(of: layout) ? moreTab : [])
  }

  private func draw(_ heading: String, _ cells: [Cell], x start: Double, y: Double, width: Double, in drawing: inout Drawing) {
    drawing.text(heading, x: start + 2, y: y - 6, strong: true)
    let step = (width - 4) / Double(max(cells.count, 1))
    drawing.box(x: start + 1, y: y, width: width - 2, height: Self.barHeight, fill: .pale, radius: 10)
    for (index, cell) in cells.enumerated() {
      let x = start + 2 + Double(index) * step
      if cell.isNew { drawing.box(x: x + 3, y: y + 4, width: step - 6, height: Self.barHeight - 8, fill: .green, radius: 8, says: "\(cell.name): new") }
      if cell.isLeaving {
        drawing.path(
          "M\((x + 5).coordinate) \((y + 5).coordinate)h\((step - 10).coordinate)v\((Self.barHeight - 10).coordinate)h-\((step - 10).coordinate)z",
          "thin dash s-muted", says: "\(cell.name): leaves the bar")
      }
      let colour: Palette = cell.isNew ? .onHeat : cell.isLeaving ? .muted : .ink
      drawing.text(cell.isNew ? "+" : cell.isLeaving ? "−" : "●", x: x + step / 2, y: y + 22, .middle, strong: true, colour: colour)
      drawing.text(cell.name, x: x + step / 2, y: y + 40, .middle, size: .small, colour: colour, fit: step - 4)
    }
  }
}

extension Plan {
  /// Whether anything is left behind More.
  fileprivate func keepsMoreList(of layout: Layout) -> Bool {
    guard layout.hasMoreList else { return false }
    let promoted = Set(promotions.filter { $0.entry.entry.container == .more }.map(\.entry.name))
    return !demotions.isEmpty || layout.moreItems.contains { !promoted.contains(layout.entries[$0].name) }
  }
}
