import NavigationModel
import UsabilityRules

/// Today's tab bar above the proposed one, or beside it if there is room.
struct BarsPicture {
  /// The most platforms with a picture.
  static let most = 9

  /// The picture name of a platform, by its number from 1.
  static func name(_ platform: Int) -> String { "plan-\(platform)" }
  private static let barHeight = 58.0

  let name: String
  let plan: Plan
  let layout: Layout
  let platform: String
  let map: AppMap

  /// A tab; where it comes from or goes to, empty if it stays: `from the menu`, `to More`; and whether it comes.
  private typealias Cell = (name: String, way: String, isNew: Bool)

  var picture: Document.Picture {
    let title = "The tab bar today and as proposed\(platform.isEmpty ? "" : " on \(platform)")"
    return Document.Picture(
      name: name, title: Document.Text(title), shows: Document.Text("Proposed: \(names(proposed))."),
      alternative: "Today: \(names(today)). Proposed: \(names(proposed)).",
      caption:
        """
        The tab bar\(platform.isEmpty ? "" : " on \(platform)"). New: filled. Leaving: dashed \
        (\(link: "plans.csv", to: .file("plans.csv"))).
        """
    ) { drawing($0) }
  }

  private func drawing(_ form: Drawing.Form) -> Drawing {
    let isBroad = form == .broad
    let top = 22.0
    let second = isBroad ? top : top + Self.barHeight + 30
    var drawing = Drawing(name, form, height: second + Self.barHeight + 4)
    let width = isBroad ? (drawing.width - 30) / 2 : drawing.width
    draw("Today", today, x: 0, y: top, width: width, in: &drawing)
    if isBroad {
      drawing.text("→", x: drawing.width / 2, y: top + Self.barHeight / 2 + 5, .middle, strong: true, color: .muted)
    }
    draw("Proposed", proposed, x: isBroad ? width + 30 : 0, y: second, width: width, in: &drawing)
    return drawing
  }

  private func names(_ cells: [Cell]) -> String {
    cells.map { $0.name + ($0.way.isEmpty ? "" : " (\($0.way))") }.joined(separator: ", ")
  }

  /// In the order of the map, otherwise by name; the More tab comes last.
  private var tabs: [PlacedEntry] {
    let tabs = layout.tabs.map { layout.entries[$0] }
    let declared = map.tabs.compactMap { name in tabs.first { $0.name.isSame(as: name) } }
    return declared + tabs.filter { tab in !declared.contains { $0.name.isSame(as: tab.name) } }
  }

  private var moreTab: [Cell] { layout.hasMoreList ? [(map.more?.tab ?? "More", "", false)] : [] }

  private var today: [Cell] {
    let leaving = Dictionary(plan.demotions.map { ($0.entry.name, $0.destination) }) { first, _ in first }
    let more: [Cell] = plan.keepsMoreList(of: layout) ? moreTab : moreTab.map { ($0.name, "goes", false) }
    let cells: [Cell] = tabs.map { tab in (tab.name, leaving[tab.name].map { "to \(place($0))" } ?? "", false) }
    return cells + more
  }

  private var proposed: [Cell] {
    let leaving = plan.demotions.map(\.entry.name)
    let staying: [Cell] = tabs.filter { !leaving.contains($0.name) }.map { ($0.name, "", false) }
    let coming: [Cell] = plan.promotions.map { ($0.entry.name, "from \(place($0.entry.container))", true) }
    return staying + coming + (plan.keepsMoreList(of: layout) ? moreTab : [])
  }

  private func place(_ container: String) -> String {
    switch container {
    case "More", "menu": container
    default: "menu \(container)"
    }
  }

  private func draw(
    _ heading: String, _ cells: [Cell], x start: Double, y: Double, width: Double, in drawing: inout Drawing
  ) {
    drawing.text(heading, x: start + 2, y: y - 6, strong: true)
    let step = (width - 4) / Double(max(cells.count, 1))
    drawing.box(x: start + 1, y: y, width: width - 2, height: Self.barHeight, fill: .pale, radius: 10)
    for (index, cell) in cells.enumerated() {
      let x = start + 2 + Double(index) * step
      if cell.isNew {
        drawing.box(
          x: x + 2, y: y + 4, width: step - 4, height: Self.barHeight - 8, fill: .green, radius: 8,
          says: "\(cell.name): new, \(cell.way)")
      } else if !cell.way.isEmpty {
        drawing.path(
          """
          M\((x + 3).coordinate) \
          \((y + 5).coordinate)h\((step - 6).coordinate)v\((Self.barHeight - 10).coordinate)h-\((step - 6).coordinate)z
          """,
          "thin dash s-muted", says: "\(cell.name): leaves the bar, \(cell.way)")
      }
      let color: Palette = cell.isNew ? .onHeat : .ink
      let lines = cell.name.madeVisible(limit: 80).inTwoLines(of: step - 8, size: Drawing.Size.small.rawValue)
      let rows = lines + (cell.way.isEmpty ? [] : [cell.way])
      for (number, row) in rows.enumerated() {
        let baseline = y + Self.barHeight / 2 + 4 + (Double(number) - Double(rows.count - 1) / 2) * 15
        drawing.text(
          row, x: x + step / 2, y: baseline, .middle, size: .small, strong: number < lines.count, color: color,
          fit: step - 6)
      }
    }
  }
}

extension String {
  /// One line if it fits, otherwise two, broken at a space or, in a long word, anywhere; what does not fit then is cut
  /// in the middle.
  fileprivate func inTwoLines(of width: Double, size: Double) -> [String] {
    func fits(_ text: some StringProtocol) -> Bool { String(text).width(size: size * 1.06) <= width }
    if fits(self) { return [self] }
    let spaces = indices.filter { self[$0] == " " }
    if let space = spaces.last(where: { fits(self[..<$0]) }), fits(self[index(after: space)...]) {
      return [String(self[..<space]), String(self[index(after: space)...])]
    }
    var limit = count
    while limit > 4 {
      let text = cutInTheMiddle(to: limit)
      let middle = text.indices.last { fits(text[..<$0]) } ?? text.startIndex
      if fits(text[middle...]) { return [String(text[..<middle]), String(text[middle...])] }
      limit -= 1
    }
    return [cutInTheMiddle(to: 4)]
  }
}

extension Plan {
  /// Whether anything is left behind More.
  fileprivate func keepsMoreList(of layout: Layout) -> Bool {
    guard layout.hasMoreList else { return false }
    let promoted = Set(texts: promotions.filter { $0.entry.entry.container == .more }.map(\.entry.name))
    return !demotions.isEmpty || layout.moreItems.contains { !promoted.contains(layout.entries[$0].name) }
  }
}
