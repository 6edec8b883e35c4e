import Measures
import NavigationModel
import UsabilityRules

extension PictureKind {
  /// Session depth: a column for each level, with a band for the levels at the limit (``DepthLimits``).
  static let depth = PictureKind(name: "depth") { contents in
    contents.rows(of: "depth").map { DepthPicture(rows: $0, limits: DepthLimits(contents.scope.map)).picture }
  }
}

private struct DepthPicture {
  /// The minimum and maximum number of levels with a column of their own; deeper ones share one.
  static let levels = 14...24

  let limits: DepthLimits
  let counts: [Int]
  let deepest: Int
  /// Deeper levels share a column.
  let last: Int

  init(rows: TableRows, limits: DepthLimits) {
    self.limits = limits
    deepest = rows.indices.map { rows.count($0, .depth) }.max() ?? 1
    last = min(max(limits.error + 2, Self.levels.lowerBound), Self.levels.upperBound)
    var counts = Array(repeating: 0, count: max(min(deepest, last + 1), min(limits.error + 1, last)))
    for row in rows.indices {
      counts[min(max(rows.count(row, .depth), 1), counts.count) - 1] += rows.count(row, .sessions)
    }
    self.counts = counts
  }

  private var isCut: Bool { deepest > last + 1 }
  private var sessions: Int { max(counts.reduce(0, +), 1) }
  private func share(_ count: Int) -> Double { Double(count) / Double(sessions) }

  private func name(_ level: Int) -> String { isCut && level == counts.count ? "\(level)–\(deepest)" : "\(level)" }

  private func says(_ level: Int) -> String {
    let count = counts[level - 1]
    return "Level \(name(level)): \(count.of("session")), \(share(count).percent)"
  }

  private func percent(_ level: Int) -> String {
    let count = counts[level - 1]
    return count == 0 ? "0" : share(count).percent.replacing("under ", with: "<")
  }

  /// How many go deeper than the limits; one limit is enough where both have the same share.
  private func deeper(_ deep: Double, _ tooDeep: Double) -> String {
    if deep == 0 { return "none goes deeper than level \(limits.warning)" }
    if deep == tooDeep { return "\(deep.percent) go deeper than level \(limits.error)" }
    let rest = tooDeep == 0 ? "none" : tooDeep.percent
    return "\(deep.percent) go deeper than level \(limits.warning) and \(rest) deeper than level \(limits.error)"
  }

  var picture: Document.Picture {
    let most = counts.indices.max { (counts[$0], -$0) < (counts[$1], -$1) } ?? 0
    let deep = share(counts.dropFirst(limits.warning).reduce(0, +))
    let tooDeep = share(counts.dropFirst(limits.error).reduce(0, +))
    return Document.Picture(
      name: "depth", title: "How deep sessions go",
      shows: """
        The largest part of the sessions, \(share(counts[most]).percent), goes down to level \(most + 1); \
        \(tooDeep == 0 ? "none" : tooDeep.percent) go\(tooDeep == 0 ? "es" : "") deeper than level \(limits.error).
        """,
      alternative: """
        Bars: sessions by the deepest level they reach. \(share(counts[most]).percent) go down to level \
        \(most + 1); \
        \(deeper(deep, tooDeep)). The deepest level is \(deepest).
        """,
      caption: """
        Share of \(sessions.of("session")) by the deepest level they reached; the root of a tab is level 1.\
        \(deepest > limits.error ? " Hatched bars are deeper than level \(limits.error)." : "")
        """ + .numbers(in: "depth")
    ) { $0 == .broad ? columns : rows }
  }

  private var columns: Drawing {
    var drawing = Drawing("depth", height: 320)
    let left = 16.0
    let right = drawing.width - 16
    let top = 58.0
    let bottom = 262.0
    let step = (right - left) / Double(counts.count)
    func x(_ level: Int) -> Double { left + Double(level - 1) * step }
    if counts.count >= limits.warning {
      let width = Double(min(limits.error, counts.count) - limits.warning + 1) * step
      drawing.box(x: x(limits.warning), y: 18, width: width, height: bottom - 18, fill: .band)
      drawing.text(
        "\(limits.words): the limit", x: x(limits.warning) + width / 2, y: 35, .middle, size: .small, strong: true,
        fit: width + 40)
    }
    if counts.count > limits.error {
      let start = x(limits.error + 1)
      drawing.box(x: start, y: 18, width: right - start, height: bottom - 18, fill: .beyond)
      drawing.text("too deep", x: (start + right) / 2, y: 35, .middle, size: .small, strong: true)
    }
    let most = Double(counts.max() ?? 1)
    for (index, count) in counts.enumerated() {
      let level = index + 1
      let height = count == 0 ? 0 : max(2, (bottom - top - 8) * Double(count) / max(most, 1))
      drawing.box(
        x: x(level) + step * 0.14, y: bottom - height, width: step * 0.72, height: height,
        fill: level > limits.error ? .orange : .blue,
        hatched: level > limits.error, says: says(level))
      drawing.text(
        percent(level), x: x(level) + step / 2, y: bottom - height - 6, .middle, size: .small, strong: count > 0,
        color: count > 0 ? .ink : .muted)
      drawing.text(name(level), x: x(level) + step / 2, y: bottom + 20, .middle)
    }
    drawing.line(x1: left, y1: bottom, x2: right, y2: bottom, "thin s-muted")
    drawing.text(
      "Deepest level of the session", x: drawing.width / 2, y: bottom + 44, .middle, size: .small, color: .muted)
    return drawing
  }

  /// The same as rows: a phone has room for all levels.
  private var rows: Drawing {
    let top = 26.0
    let row = 26.0
    let left = 58.0
    var drawing = Drawing("depth", .narrow, height: top + Double(counts.count) * row + 6)
    let right = drawing.width - 112
    drawing.text("Deepest level of the session", x: 2, y: 14, size: .small, color: .muted)
    let most = Double(counts.max() ?? 1)
    for (index, count) in counts.enumerated() {
      let level = index + 1
      let y = top + Double(index) * row
      if let ground = limits.ground(level) { drawing.box(x: 0, y: y, width: drawing.width, height: row, fill: ground) }
      if let words = limits.words(startingAt: level) {
        drawing.text(words, x: drawing.width - 4, y: y + 17, .end, size: .small, strong: true)
      }
      drawing.text(name(level), x: left - 8, y: y + 17, .end)
      let width = count == 0 ? 0 : max(2, (right - left) * Double(count) / max(most, 1))
      drawing.box(
        x: left, y: y + 5, width: width, height: row - 10, fill: level > limits.error ? .orange : .blue,
        hatched: level > limits.error, radius: 2,
        says: says(level))
      drawing.text(
        percent(level), x: left + width + 6, y: y + 17, size: .small, strong: count > 0,
        color: count > 0 ? .ink : .muted)
    }
    return drawing
  }
}

/// The levels beyond which a section is too deep: the thresholds of `depth.over-limit` with the map's settings.
struct DepthLimits {
  /// Deeper than this is a warning.
  let warning: Int
  /// Deeper than this is an error; at least ``warning``.
  let error: Int

  init(_ map: AppMap) {
    func level(_ threshold: Threshold) -> Int { max(1, Int(threshold.value(in: map, of: Threshold.depthRule))) }
    warning = level(.depthWarning)
    error = max(warning, level(.depthError))
  }

  /// `levels 5–6`, where a warning is possible.
  var words: String { warning == error ? "level \(warning)" : "levels \(warning)–\(error)" }

  /// A level's label in a table.
  func label(_ level: Int) -> String {
    level > error ? "\(level.grouped), too deep" : level > warning ? "\(level.grouped), the limit" : level.grouped
  }

  /// A level's background in a picture; nil for levels within the limits.
  func ground(_ level: Int) -> Palette? { level > error ? .beyond : level >= warning ? .band : nil }

  /// The label at the first level of a background.
  func words(startingAt level: Int) -> String? {
    level == error + 1 ? "too deep" : level == warning ? "\(words): the limit" : nil
  }
}
