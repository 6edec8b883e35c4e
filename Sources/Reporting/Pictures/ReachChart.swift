import Measures

/// Rows of shares with their intervals, in groups, on one scale; the shares of a group may be compared with a reference line.
struct ReachChart {
  struct Row {
    let name: String
    let reach: Double
    let low: Double
    let high: Double
    /// The text at the end of the row.
    let note: String
  }

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
  struct Reference {
    let reach: Double
    let words: String
    /// The group that it comes from; nil if that is not in the drawing.
    let group: Int?
  }

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
      drawing.text(group.noteHeading, x: drawing.width - margin, y: y + 18, .end, size: .small, colour: .muted)
      y += 30
      for row in group.rows {
        draw(row, at: y, isBelow(row, in: index), frame, in: &drawing)
        y += frame.rowHeight
      }
      if group.left > 0 {
        drawing.text("and \(group.left.grouped) more in \(group.file)", x: frame.left, y: y + 17, size: .small, colour: .muted)
        y += 28
      }
      y += 12
    }
    for percent in [0, 25, 50, 75, 100] {
      let anchor: Drawing.Anchor = form == .broad ? .middle : percent == 0 ? .start : percent == 100 ? .end : .middle
      drawing.text("\(percent)%", x: frame.x(Double(percent) / 100), y: y + 10, anchor, size: .small, colour: .muted)
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
      drawing.text(row.note, x: drawing.width - 12, y: y + 16, .end, colour: .muted)
    } else {
      drawing.text(row.name, x: frame.left, y: y + 15, strong: outranks, fit: 180)
      drawing.text(row.reach.percent, x: drawing.width - 76, y: y + 15, .end, strong: true)
      drawing.text(row.note, x: drawing.width - 4, y: y + 15, .end, colour: .muted)
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
    guard name.contains(where: { !$0.isWhitespace }), let reach = number(row, "reach"), let low = number(row, "reach_low"), let high = number(row, "reach_high")
    else { return nil }
    return .init(name: name, reach: reach, low: low, high: high, note: note)
  }
}
