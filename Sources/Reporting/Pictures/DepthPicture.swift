import Measures

extension PictureKind {
  /// How deep sessions go: a column for each level, with the band of levels five and six.
  static let depth = PictureKind(name: "depth") { contents throws(NoPicture) in
    let rows = try contents.rows(of: "depth", orElse: "How deep sessions go: the levels of the app are not known.")
    return DepthPicture(rows: rows).picture
  }
}

private struct DepthPicture {
  /// Levels below this one stand in one column.
  static let levels = 14

  let counts: [Int]
  let deepest: Int

  init(rows: TableRows) {
    deepest = rows.indices.map { rows.integer($0, "depth") }.max() ?? 1
    var counts = Array(repeating: 0, count: max(min(deepest, Self.levels + 1), 7))
    for row in rows.indices {
      counts[min(max(rows.integer(row, "depth"), 1), counts.count) - 1] += rows.integer(row, "sessions")
    }
    self.counts = counts
  }

  var isCut: Bool { deepest > Self.levels + 1 }
  var sessions: Int { max(counts.reduce(0, +), 1) }
  func share(_ count: Int) -> Double { Double(count) / Double(sessions) }

  var picture: Document.Picture {
    let most = counts.indices.max { (counts[$0], -$0) < (counts[$1], -$1) } ?? 0
    let deep = share(counts.dropFirst(5).reduce(0, +))
    let tooDeep = share(counts.dropFirst(6).reduce(0, +))
    return Document.Picture(
      name: "depth", title: "How deep sessions go",
      alternative: """
        Columns: sessions by the deepest level they reach. Most, \(share(counts[most]).percent), go down to level \(most + 1); \
        \(deep.percent) go below level 5 and \(tooDeep.percent) below level 6. The deepest level is \(deepest).
        """,
      caption: """
        Share of \(sessions.of("session")) by the deepest level that was reached, the root of a tab being level 1. People can follow \
        five to six levels; hatched columns lie below.
        """ + .numbers(in: "depth"), drawing: drawing)
  }

  var drawing: Drawing {
    var drawing = Drawing("depth", height: 320)
    let (left, right, top, bottom) = (16.0, Drawing.width - 16, 58.0, 262.0)
    let step = (right - left) / Double(counts.count)
    func x(_ level: Int) -> Double { left + Double(level - 1) * step }
    drawing.box(x: x(5), y: 18, width: 2 * step, height: bottom - 18, fill: .band)
    drawing.text("levels 5–6: the limit", x: x(6), y: 35, .middle, size: .small, strong: true, fit: 2 * step + 40)
    if counts.count > 6 {
      drawing.box(x: x(7), y: 18, width: right - x(7), height: bottom - 18, fill: .beyond)
      drawing.text("too deep", x: (x(7) + right) / 2, y: 35, .middle, size: .small, strong: true)
    }
    let most = Double(counts.max() ?? 1)
    for (index, count) in counts.enumerated() {
      let level = index + 1
      let height = count == 0 ? 0 : max(2, (bottom - top - 8) * Double(count) / max(most, 1))
      let name = isCut && level == counts.count ? "\(level)–\(deepest)" : "\(level)"
      drawing.box(
        x: x(level) + step * 0.14, y: bottom - height, width: step * 0.72, height: height, fill: level > 6 ? .orange : .blue,
        hatched: level > 6, says: "Level \(name): \(count.of("session")), \(share(count).percent)")
      drawing.text(
        count == 0 ? "0" : share(count).percent.replacing("under ", with: "<"), x: x(level) + step / 2, y: bottom - height - 6, .middle,
        size: .small, strong: count > 0, colour: count > 0 ? .ink : .muted)
      drawing.text(name, x: x(level) + step / 2, y: bottom + 20, .middle)
    }
    drawing.line(x1: left, y1: bottom, x2: right, y2: bottom, "thin s-muted")
    drawing.text("Deepest level of the session", x: Drawing.width / 2, y: bottom + 44, .middle, size: .small, colour: .muted)
    return drawing
  }
}
