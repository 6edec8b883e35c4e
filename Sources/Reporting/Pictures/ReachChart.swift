/// Rows of shares with their intervals, in groups, below each other on one scale; the shares of one group may be held against a line.
struct ReachChart {
  struct Row {
    let name: String
    let reach: Double
    let low: Double
    let high: Double
    /// What stands at the end of the row.
    let note: String
  }

  struct Group {
    let heading: String
    /// What the notes of its rows say.
    let noteHeading: String
    let rows: [Row]
    /// As many rows as are left out.
    var left = 0
    /// Which file has those left out.
    var file = ""
  }

  /// A share that the rows of later groups are compared with.
  struct Reference {
    let reach: Double
    let words: String
    /// The group that it comes from; nil where it is none of the drawing.
    let group: Int?
  }

  let name: String
  let groups: [Group]
  let reference: Reference?

  private static let rowHeight = 28.0
  private static let (nameEnd, left, right) = (158.0, 170.0, 560.0)

  private func x(_ share: Double) -> Double { Self.left + min(max(share, 0), 1) * (Self.right - Self.left) }

  func drawing() -> Drawing {
    var drawing = Drawing(name)
    var y = reference == nil ? 14.0 : 34.0
    let top = y
    for (place, group) in groups.enumerated() {
      drawing.text(group.heading, x: 12, y: y + 18, strong: true, fit: 400)
      drawing.text(group.noteHeading, x: Drawing.width - 12, y: y + 18, .end, size: .small, colour: .muted)
      y += 30
      for row in group.rows {
        draw(row, at: y, isBelowReference: isBelow(row, in: place), in: &drawing)
        y += Self.rowHeight
      }
      if group.left > 0 {
        drawing.text("and \(group.left.grouped) more in \(group.file)", x: Self.left, y: y + 17, size: .small, colour: .muted)
        y += Self.rowHeight
      }
      y += 12
    }
    for percent in [0, 25, 50, 75, 100] {
      drawing.text("\(percent) %", x: x(Double(percent) / 100), y: y + 10, .middle, size: .small, colour: .muted)
    }
    if let reference {
      drawing.line(x1: x(reference.reach), y1: top - 8, x2: x(reference.reach), y2: y - 8, "whisker dash s-ink")
      let isRight = reference.reach > 0.5
      drawing.text(
        reference.words, x: x(reference.reach) + (isRight ? 4 : -4), y: top - 14, isRight ? .end : .start, size: .small, strong: true, fit: 380)
    }
    drawing.height = y + 24
    return drawing
  }

  /// Whether the row is more used than the reference, beyond doubt.
  private func isBelow(_ row: Row, in group: Int) -> Bool {
    guard let reference, reference.group != group else { return false }
    return row.low > reference.reach
  }

  private func draw(_ row: Row, at y: Double, isBelowReference outranks: Bool, in drawing: inout Drawing) {
    let says = "\(row.name): \(row.reach.percent) of users (95 % interval \(row.low.percentNumber)–\(row.high.percentNumber) %), \(row.note)"
    drawing.text(row.name, x: Self.nameEnd, y: y + 16, .end, strong: outranks, fit: Self.nameEnd - 12)
    drawing.box(x: Self.left, y: y + 4, width: Self.right - Self.left, height: 16, fill: .heat1, radius: 2)
    drawing.box(
      x: Self.left, y: y + 4, width: row.reach > 0 ? max(x(row.reach) - Self.left, 1.5) : 0, height: 16, fill: outranks ? .orange : .blue,
      hatched: outranks, radius: 2, says: says)
    let (low, high) = (x(row.low).coordinate, x(row.high).coordinate)
    let whisker = "M\(low) \((y + 12).coordinate)H\(high)M\(low) \((y + 8).coordinate)v8M\(high) \((y + 8).coordinate)v8"
    drawing.path(whisker, "rim s-card")
    drawing.path(whisker, "whisker s-ink")
    drawing.text(row.reach.percent, x: Self.right + 62, y: y + 16, .end, strong: true)
    drawing.text(row.note, x: Drawing.width - 12, y: y + 16, .end, colour: .muted)
  }
}

extension TableRows {
  /// A row of a table with a reach; nil where nothing is known of it.
  func reach(_ row: Int, name: String, note: String) -> ReachChart.Row? {
    guard let reach = number(row, "reach"), let low = number(row, "reach_low"), let high = number(row, "reach_high") else { return nil }
    return .init(name: name, reach: reach, low: low, high: high, note: note)
  }
}
