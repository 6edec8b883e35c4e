import Measures
import NavigationModel

extension PictureKind {
  /// The trails from the start, screen after screen: a Sankey diagram.
  static let flows = PictureKind(name: "flows", leads: .screensAlone) { contents in
    let trails = MainTrails(contents)
    return trails.columns.count > 1 ? trails.picture : nil
  }
}

/// The screens of the first steps: in each step, those with most visits by name, the others combined.
private struct MainTrails {
  /// A link from a column to the next; without a goal, the end.
  private typealias Move = (column: Int, from: NameText, to: NameText?, count: Int)

  /// The minimum and maximum number of named screens in a column: enough that the others combined have no more visits
  /// than the first.
  static let named = 7...14
  /// A link taken by a smaller share of all is not drawn.
  static let least = 0.01

  enum Kind: Hashable {
    case screen(NameText)
    case others, end
  }

  struct Stop {
    let kind: Kind
    var count = 0
    var screens = 0

    var name: String {
      switch kind {
      case .screen(let name): name.text
      case .others: screens.of("other")
      case .end: "end"
      }
    }
  }

  private(set) var columns: [[Stop]] = []
  /// From a column to the next, with the indices of the stops in them.
  private(set) var links: [(column: Int, from: Int, to: Int, count: Int)] = []
  private(set) var parts = 0

  init(_ contents: ReportContents) {
    let names = contents.scope.names
    let least = contents.hidden?.least ?? 0
    let moves = contents.measures.trails.sums.pairs.filter { $0.1.users >= least }.map { link, sum -> Move in
      (link.step - 1, NameText(names[link.from]), link.to.isKnown ? NameText(names[link.to]) : nil, sum.count)
    }
    var counts = Array(repeating: [NameText: Int](), count: Trails.length)
    var ends = Array(repeating: 0, count: Trails.length)
    for move in moves {
      if move.column == 0 { counts[0][move.from, default: 0] += move.count }
      if let to = move.to {
        counts[move.column + 1][to, default: 0] += move.count
      } else {
        ends[move.column + 1] += move.count
      }
    }
    columns = zip(counts, ends).map { Self.column($0, ends: $1) }
    while columns.last?.isEmpty == true { columns.removeLast() }
    parts = counts[0].values.reduce(0, +)
    connect(moves)
  }

  private static func column(_ counts: [NameText: Int], ends: Int) -> [Stop] {
    let ordered = counts.orderedByCount
    var named = min(Self.named.lowerBound, ordered.count)
    var left = ordered.dropFirst(named).reduce(0) { $0 + $1.value }
    while named < min(Self.named.upperBound, ordered.count), left > ordered[0].value {
      left -= ordered[named].value
      named += 1
    }
    var stops = ordered.prefix(named).map { Stop(kind: .screen($0.key), count: $0.value) }
    let others = ordered.dropFirst(named)
    if !others.isEmpty {
      stops.append(Stop(kind: .others, count: others.reduce(0) { $0 + $1.value }, screens: others.count))
    }
    if ends > 0 { stops.append(Stop(kind: .end, count: ends)) }
    return stops
  }

  private mutating func connect(_ moves: [Move]) {
    let indices = columns.map { column in
      Dictionary(column.enumerated().map { ($0.element.kind, $0.offset) }) { first, _ in first }
    }
    var counts: [[Int]: Int] = [:]
    for move in moves where move.column + 1 < columns.count {
      let next = indices[move.column + 1]
      guard let start = indices[move.column][.screen(move.from)] ?? indices[move.column][.others],
        let end = move.to.map({ next[.screen($0)] ?? next[.others] }) ?? next[.end]
      else { continue }
      counts[[move.column, start, end], default: 0] += move.count
    }
    links = counts.map { (column: $0.key[0], from: $0.key[1], to: $0.key[2], count: $0.value) }
      .sorted { ($0.column, $0.from, $0.to) < ($1.column, $1.from, $1.to) }
  }

  var picture: Document.Picture {
    // Ties keep the order of the drawing.
    let named = links.filter {
      columns[$0.column][$0.from].kind != .others && columns[$0.column + 1][$0.to].kind != .others
    }
    let widest = named.enumerated().sorted { a, b in
      a.element.count == b.element.count ? a.offset < b.offset : a.element.count > b.element.count
    }
    let words = widest.prefix(5).map { _, link in
      let from = columns[link.column][link.from].name
      let to = columns[link.column + 1][link.to].name
      return "\(from) to \(to), \(link.count.grouped) times"
    }
    return Document.Picture(
      name: "flows", title: "The main trails", shows: shows,
      alternative:
        """
        Bands from each of the first \(columns.count) screens of a session to the next. The widest: \
        \(words.joined(separator: "; ")).
        """,
      caption: """
        The first \(columns.count.grouped) screens after each of \(parts.of("start")) of the app. The wider a band, \
        the more often people went that way; bands of fewer than \(Self.least.roundPercent) are left out.
        """
    ) { FlowsDrawing(trails: self, form: $0).drawing }
  }
}

extension MainTrails {
  /// The commonest way on from the first screen.
  private var shows: Document.Text {
    let starts = links.filter { $0.column == 0 }
    guard let most = starts.max(by: { ($0.count, -$0.from, -$0.to) < ($1.count, -$1.from, -$1.to) }) else { return "" }
    let from = columns[0][most.from].name.madeVisible(limit: 60)
    let goal = columns[1][most.to]
    let first: Document.Text = "After \(most.count) of \(parts.of("start")) of the app people"
    switch goal.kind {
    case .end: return first + " see \(emphasis: from) and leave."
    case .others: return first + " go from \(emphasis: from) to one of \(goal.screens.of("rarer screen"))."
    case .screen(let to): return first + " go from \(emphasis: from) to \(emphasis: to.text.madeVisible(limit: 60))."
    }
  }
}

private struct FlowsDrawing {
  private static let (top, gap) = (40.0, 7.0)

  let trails: MainTrails
  let form: Drawing.Form

  // A narrow drawing writes counts below names.
  private var isNarrow: Bool { form == .narrow }
  private var left: Double { isNarrow ? 1 : 12 }
  private var bar: Double { isNarrow ? 8 : 11 }
  /// The smallest height of a name.
  private var room: Double { isNarrow ? 28 : 16 }
  /// The maximum width of a name in the last column.
  private var lastFit: Double { isNarrow ? 68 : 116 }
  private var step: Double { (form.width - 2 * left - bar - lastFit - 6) / Double(max(trails.columns.count - 1, 1)) }
  private func x(_ column: Int) -> Double { left + Double(column) * step }

  var drawing: Drawing {
    var drawing = Drawing("flows", form)
    func scale(_ column: [MainTrails.Stop]) -> Double {
      let gaps = Double(column.count) * (Self.gap + room * 0.4)
      let sum = column.reduce(0) { $0 + $1.count }
      return max((isNarrow ? 380 : 420) - gaps, 80) / Double(max(sum, 1))
    }
    let scale = trails.columns.map(scale).min() ?? 1
    func height(_ stop: MainTrails.Stop) -> Double { max(Double(stop.count) * scale, 1.5) }
    var tops: [[Double]] = []
    for (index, column) in trails.columns.enumerated() {
      drawing.text(
        index == 0 ? "1st screen" : "\(index + 1)", x: x(index), y: 20, size: .small, strong: true, color: .muted)
      var y = Self.top
      tops.append(
        column.map { stop in
          // The bar is centered in the space that its name needs.
          let room = max(height(stop), room)
          defer { y += room + Self.gap }
          return y + (room - height(stop)) / 2
        })
      drawing.height = max(drawing.height, y + 6)
    }
    drawLinks(tops, scale, in: &drawing)
    let names = trails.columns.joined().map { $0.name.madeVisible(limit: 200) }
    for (index, column) in trails.columns.enumerated() {
      for (stop, top) in zip(column, tops[index]) {
        let isNamed = if case .screen = stop.kind { true } else { false }
        drawing.box(
          x: x(index), y: top, width: bar, height: height(stop), fill: isNamed ? .ink : .muted, hatched: !isNamed,
          radius: 1,
          says: "\(stop.name): \(stop.count.of("time"))")
        let fit = index == trails.columns.count - 1 ? lastFit : step - bar - 10
        let textX = x(index) + bar + 5
        let middle = top + height(stop) / 2
        if isNarrow {
          drawing.label(stop.name, nil, x: textX, y: middle - 2, fit: fit, among: names)
          drawing.label(nil, stop.count.grouped, x: textX, y: middle + 11, fit: fit, among: [])
        } else {
          drawing.label(stop.name, stop.count.grouped, x: textX, y: middle + 4, fit: fit, among: names)
        }
      }
    }
    return drawing
  }

  /// Bands leave and enter a bar in the order of the stops at their other ends.
  private func drawLinks(_ tops: [[Double]], _ scale: Double, in drawing: inout Drawing) {
    var out = tops
    var into = tops
    for link in trails.links {
      let width = Double(link.count) * scale
      let y1 = out[link.column][link.from]
      let y2 = into[link.column + 1][link.to]
      out[link.column][link.from] += width
      into[link.column + 1][link.to] += width
      guard Double(link.count) >= MainTrails.least * Double(trails.parts) else { continue }
      let from = trails.columns[link.column][link.from]
      let to = trails.columns[link.column + 1][link.to]
      let x1 = x(link.column) + bar
      let x2 = x(link.column + 1)
      let middle = ((x1 + x2) / 2).coordinate
      let there = "C\(middle) \(y1.coordinate) \(middle) \(y2.coordinate) \(x2.coordinate) \(y2.coordinate)"
      let bottom1 = (y1 + width).coordinate
      let bottom2 = (y2 + width).coordinate
      let back = "C\(middle) \(bottom2) \(middle) \(bottom1) \(x1.coordinate) \(bottom1)"
      drawing.path(
        "M\(x1.coordinate) \(y1.coordinate)\(there)V\(bottom2)\(back)Z",
        "flow \(to.kind == .end || to.kind == .others ? "f-muted" : "f-blue")",
        says: "\(from.name) to \(to.name): \(link.count.of("time"))")
    }
  }
}

extension Drawing {
  /// A name, a number or both on what is drawn below them.
  /// - Parameter names: those of the whole drawing, from which the shown one must differ.
  fileprivate mutating func label(
    _ name: String?, _ number: String?, x: Double, y: Double, fit: Double, among names: [String]
  ) {
    let size = Size.small.rawValue
    let room = fit - (number.map { " \($0)".width(size: size) + 3 } ?? 0)
    let shown = name.map {
      $0.madeVisible(limit: 200).fitted(to: max(room, 30), size: size * 1.06, among: names)
    }
    add(
      element("text", .init("x", x), .init("y", y), .class("t small halo s-card f-ink")) {
        if let shown { element("tspan", .class("own strong")) { shown } }
        if let number { element("tspan", .class("own"), name == nil ? nil : .init("dx", 4)) { number } }
        if let name, shown != name { Self.tooltip(name) }
      })
  }
}
