import Measures
import NavigationModel

extension PictureKind {
  /// Changes between sections, as a matrix.
  static let switches = PictureKind(name: "switches") { contents in
    guard let rows = contents.rows(of: "tab_switches") else { return nil }
    let labels = SectionLabels(contents)
    return SwitchesPicture(rows: rows) { labels[$0] }.picture
  }
}

private struct SwitchesPicture {
  static let sections = 10

  /// The number of changes in the list of a narrow drawing.
  static let listed = 12

  let total: Int
  let frequent: [(from: String, to: String, count: Int)]
  let pairs: Int
  /// The sections with the most changes, by where they begin and end.
  let names: [String]
  let allNames: Int
  let counts: [[Int]]

  init(rows: TableRows, label: (String) -> String) {
    var changes: [NameText: Int] = [:]
    for row in rows.indices {
      for section in [rows[row, .from], rows[row, .to]] {
        changes[NameText(section), default: 0] += rows.count(row, .count)
      }
    }
    let ordered = changes.orderedByCount
    // Those of the most frequent changes: each has a change with another one that is shown.
    var busiest = Set<NameText>()
    for row in rows.ordered(by: [.count]) where !rows[row, .from].isSame(as: rows[row, .to]) {
      let both = busiest.union([NameText(rows[row, .from]), NameText(rows[row, .to])])
      if both.count <= Self.sections { busiest = both }
    }
    let names = ordered.map(\.key).filter { busiest.contains($0) }
    var counts = Array(repeating: Array(repeating: 0, count: names.count), count: names.count)
    for row in rows.indices {
      if let from = names.firstIndex(of: NameText(rows[row, .from])),
        let to = names.firstIndex(of: NameText(rows[row, .to]))
      {
        counts[from][to] = rows.count(row, .count)
      }
    }
    self.names = names.map { label($0.text) }
    pairs = rows.count
    frequent = rows.ordered(by: [.count]).prefix(Self.listed).map {
      (label(rows[$0, .from]), label(rows[$0, .to]), rows.count($0, .count))
    }
    self.counts = counts
    allNames = ordered.count
    total = rows.indices.reduce(0) { $0 + rows.count($1, .count) }
  }

  private var shown: Int { counts.reduce(0) { $0 + $1.reduce(0, +) } }

  private var largest: [(from: Int, to: Int, count: Int)] {
    names.indices.flatMap { from in names.indices.map { (from, $0, counts[from][$0]) } }.filter { $0.2 > 0 }
      .sorted { ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1) }
  }

  var picture: Document.Picture {
    let words = largest.prefix(3).map { "\(names[$0.from]) to \(names[$0.to]), \($0.count.grouped) times" }.joined(
      separator: "; ")
    var caption: Document.Text = """
      How often people went from one section to another. A section is a tab, the More list, an item \
      of a menu (its menu in brackets), or what a link from outside opened.
      """
    if allNames > names.count {
      caption =
        caption
        + " \(names.count.grouped) of \(allNames.of("section")) are shown, with \(shown.grouped) of \(total.of("change"))."
    }
    return Document.Picture(
      name: "switches", title: "Section changes", shows: shows,
      alternative: "A matrix of changes between \(names.count.of("section")). The most frequent: \(words).",
      caption: caption + .numbers(in: "tab_switches")
    ) { $0 == .broad ? matrix : list }
  }

  private var shows: Document.Text {
    guard let first = frequent.first else { return "" }
    return """
      The most frequent change of section is from \(emphasis: first.from.madeVisible(limit: 60)) to \
      \(emphasis: first.to.madeVisible(limit: 60)): \(first.count) of \(total.of("change")).
      """
  }

  /// The most frequent changes, for phones.
  private var list: Drawing {
    let shown = frequent
    let row = 38.0
    var drawing = Drawing("switches", .narrow, height: 30 + Double(shown.count) * row)
    drawing.text(
      "The \(shown.count.grouped) most frequent of \(pairs.grouped)", x: 2, y: 16, size: .small, color: .muted)
    let most = Double(shown.first?.count ?? 1)
    for (index, change) in shown.enumerated() {
      let y = 26 + Double(index) * row
      let from = change.from
      let to = change.to
      drawing.text("\(from) → \(to)", x: 2, y: y + 14, fit: drawing.width - 70)
      drawing.text(change.count.grouped, x: drawing.width - 2, y: y + 14, .end, strong: true)
      drawing.box(
        x: 2, y: y + 20, width: max((drawing.width - 4) * Double(change.count) / most, 1.5), height: 8, fill: .blue,
        radius: 2,
        says: "\(from) to \(to): \(change.count.of("time"))")
    }
    return drawing
  }

  private var matrix: Drawing {
    let left = 150.0
    // The room that the longest name needs when rotated.
    let longest = names.map { min($0.width(size: 13), 110) }.max() ?? 0
    let top = 26 + longest * 0.62
    let cell = min((Drawing.Form.broad.width - left - 70) / Double(names.count), 62)
    let height = min(cell, 38)
    var drawing = Drawing("switches", height: top + height * Double(names.count) + 16)
    drawing.text("from ↓   to →", x: left - 12, y: top - 10, .end, size: .small, color: .muted)
    let most = Double(largest.first?.count ?? 1)
    for (column, name) in names.enumerated() {
      drawing.text(name, x: left + (Double(column) + 0.5) * cell, y: top - 10, fit: 110, turned: -38)
    }
    for (row, name) in names.enumerated() {
      let y = top + Double(row) * height
      drawing.text(name, x: left - 12, y: y + height / 2 + 4.5, .end, fit: left - 24)
      for column in names.indices {
        let count = counts[row][column]
        let heat = Self.heat(Double(count) / most)
        let x = left + Double(column) * cell
        if row == column {
          drawing.line(x1: x + 8, y1: y + height - 8, x2: x + cell - 8, y2: y + 8, "thin s-line")
          continue
        }
        drawing.box(
          x: x + 1, y: y + 1, width: cell - 2, height: height - 2, fill: count == 0 ? .card : heat.fill, radius: 3,
          says: "\(names[row]) to \(names[column]): \(count.of("time"))")
        drawing.text(
          count == 0 ? "·" : count.grouped, x: x + cell / 2, y: y + height / 2 + 4, .middle, size: .small,
          strong: heat.isStrong,
          color: count == 0 ? .muted : heat.text, fit: cell - 4)
      }
    }
    return drawing
  }

  /// The colors of a cell of the matrix.
  /// - Parameter share: of the largest count.
  private static func heat(_ share: Double) -> (fill: Palette, text: Palette, isStrong: Bool) {
    switch share {
    case 0.6...: (.heat4, .onHeat, true)
    case 0.3...: (.heat3, .onHeat, true)
    case 0.1...: (.heat2, .ink, false)
    default: (.heat1, .ink, false)
    }
  }
}
