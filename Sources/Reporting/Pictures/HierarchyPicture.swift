import Measures
import NavigationModel

extension PictureKind {
  /// The screens as an outline, each below the screen that leads down to it, with its reach and the depth limit.
  static let hierarchy = PictureKind(name: "hierarchy", leads: .structured) { contents in
    guard contents.scope.structureKnown, let rows = contents.rows(of: "screens") else { return nil }
    let tree = ScreenTree(screens: rows, contents: contents)
    return tree.shown.isEmpty ? nil : tree.picture
  }
}

/// The screens as a tree: each below the parent in the app map, otherwise below the screen one level up from which most
/// visits came.
struct ScreenTree {
  struct Screen {
    let name: String
    let users: Int
    let reach: Double
    /// The median level of its visits.
    let level: Int
    /// Whether it begins a modal flow.
    let isModal: Bool
    var parent: Int?
    var children: [Int] = []
  }

  /// Rows of the drawing, and levels.
  static let leaves = 20
  static let levels = 10
  /// The number of rows reserved for the most used screens below the limit.
  static let deepLeaves = 5

  let limits: DepthLimits
  private(set) var screens: [Screen] = []
  /// The shown roots, the most used first; children are the shown ones, in the same order.
  private(set) var shown: [Int] = []
  private(set) var shownCount = 0

  init(screens rows: TableRows, contents: ReportContents) {
    limits = DepthLimits(contents.scope.map)
    let users = max(contents.scope.users, 1)
    let names = contents.scope.names
    let modals = Set(
      texts: contents.measures.sectionDepths.sums.pairs.map(\.0).filter(\.isModal).map { names[$0.modal] })
    screens = rows.ordered(by: [.users, .visits]).compactMap { row in
      let count = rows.count(row, .users)
      let level = rows.count(row, .depthMedian)
      guard count > 0, level > 0 else { return nil }
      let name = rows[row, .screen]
      return Screen(
        name: name, users: count, reach: Double(count) / Double(users), level: level,
        isModal: level == 1 && modals.contains(name))
    }
    findParents(contents)
    choose()
  }

  private mutating func findParents(_ contents: ReportContents) {
    var indices: [NameText: Int] = [:]
    for (index, screen) in screens.enumerated() { indices[NameText(screen.name)] = index }
    var best: [Int: (parent: Int, closeness: Int, count: Int)] = [:]
    if let table = contents.table("transitions") {
      let rows = TableRows(table)
      for row in rows.indices {
        guard let from = indices[NameText(rows[row, .from])], let to = indices[NameText(rows[row, .to])],
          screens[from].level < screens[to].level
        else { continue }
        let candidate = (parent: from, closeness: screens[from].level, count: rows.count(row, .count))
        if let known = best[to], (known.closeness, known.count) >= (candidate.closeness, candidate.count) { continue }
        best[to] = candidate
      }
    }
    for declared in contents.scope.map.screens {
      guard let name = declared.parent, let parent = indices[NameText(name)],
        let child = indices[NameText(declared.name)],
        screens[parent].level < screens[child].level
      else { continue }
      best[child] = (parent, 0, 0)
    }
    for (child, choice) in best { screens[child].parent = choice.parent }
  }

  /// Adds screens, with those above them, until the rows are full.
  private mutating func choose() {
    let deep = screens.indices.filter { screens[$0].level > limits.error }.prefix(Self.deepLeaves)
    var isShown = Set<Int>()
    var hasChild = Set<Int>()
    for index in Array(deep) + Array(screens.indices)
    where screens[index].level <= Self.levels && !isShown.contains(index) {
      var path = [index]
      while let parent = screens[path[path.count - 1]].parent, !isShown.contains(parent) { path.append(parent) }
      // A screen without children so far gives its row to its first child.
      let above = screens[path[path.count - 1]].parent
      let isNewRow = above.map { hasChild.contains($0) } ?? true
      if isNewRow && isShown.count - hasChild.count >= Self.leaves { continue }
      isShown.formUnion(path)
      for step in path { if let parent = screens[step].parent { hasChild.insert(parent) } }
    }
    for index in screens.indices where isShown.contains(index) {
      if let parent = screens[index].parent { screens[parent].children.append(index) } else { shown.append(index) }
    }
    shownCount = isShown.count
  }
}

extension ScreenTree {
  private static let (row, indent, bar) = (24.0, 14.0, 72.0)

  /// The roots of sections, and those of modal flows.
  private var roots: (sections: [Int], modals: [Int]) {
    (shown.filter { !screens[$0].isModal }, shown.filter { screens[$0].isModal })
  }

  fileprivate var picture: Document.Picture {
    let deep = screens.filter { $0.level > limits.error }.prefix(5)
    func words(_ roots: [Int]) -> String {
      roots.prefix(6).map { "\(screens[$0].name) \(screens[$0].reach.percent)" }.joined(separator: ", ")
    }
    let (sections, modals) = roots
    return Document.Picture(
      name: "hierarchy", title: "The hierarchy and its reach",
      shows: """
        Half of the people or more saw \(screens.count { $0.reach >= 0.5 }.grouped) of \
        \(screens.count.of("screen")); fewer than one in ten saw \(screens.count { $0.reach < 0.1 }.grouped).
        """,
      alternative:
        "An outline of the screens with the share of users who saw each. The most used of level 1: \(words(sections)). "
        + (modals.isEmpty ? "" : "Modal flows: \(words(modals)). ")
        + (deep.isEmpty
          ? "None is deeper than level \(limits.error)."
          : """
          Deeper than level \(limits.error): \
          \(deep.map { "\($0.name) (level \($0.level)) \($0.reach.percent)" }.joined(separator: ", ")).
          """),
      caption: """
        Indented by level, below the screen that leads there; the bar is the share of people who ever saw the screen. \
        A darker ground marks the limit (\(limits.words))\(deep.isEmpty ? "" : "; hatched bars are too deep").
        """ + .numbers(in: "screens", "transitions", showing: shownCount, of: screens.count, "screen")
    ) { $0 == .broad ? broad : narrow }
  }

  /// The screens of the outline, line by line; nil for the heading of modal flows.
  private var lines: [Int?] {
    func outline(_ index: Int) -> [Int?] { [index] + screens[index].children.flatMap(outline) }
    let (sections, modals) = roots
    return sections.flatMap(outline) + (modals.isEmpty ? [] : [nil]) + modals.flatMap(outline)
  }

  private var narrow: Drawing {
    var drawing = Drawing("hierarchy", .narrow)
    drawing.height = draw(lines[...], x: 0, width: drawing.width, in: &drawing) + 6
    return drawing
  }

  /// Two columns of about the same height, split at a root if possible.
  private var broad: Drawing {
    var drawing = Drawing("hierarchy")
    let lines = lines
    let width = (drawing.width - 24) / 2
    let middle = lines.count / 2
    let starts = lines.indices.filter { index in
      lines[index].map { screens[$0].level == 1 && (index == 0 || lines[index - 1] != nil) } ?? true
    }
    let near = starts.filter { abs($0 - middle) <= max(lines.count / 6, 2) }.min { abs($0 - middle) < abs($1 - middle) }
    let cut = near ?? (lines.count > 12 ? middle : lines.count)
    let left = draw(lines[..<cut], x: 0, width: width, in: &drawing)
    let right = draw(lines[cut...], x: width + 24, width: width, in: &drawing)
    drawing.height = max(left, right) + 6
    return drawing
  }

  /// - Returns: the y coordinate below the lines.
  private func draw(_ lines: ArraySlice<Int?>, x: Double, width: Double, in drawing: inout Drawing) -> Double {
    var y = 4.0
    for line in lines {
      if let line {
        draw(screens[line], x: x, y: y, width: width, in: &drawing)
      } else {
        drawing.text("Modal flows", x: x + 2, y: y + 17, strong: true, color: .muted)
      }
      y += Self.row
    }
    return y
  }

  private func draw(_ screen: Screen, x: Double, y: Double, width: Double, in drawing: inout Drawing) {
    let isDeep = screen.level > limits.error
    if let ground = limits.ground(screen.level) {
      drawing.box(x: x, y: y, width: width, height: Self.row, fill: ground)
    }
    let start = x + 4 + Double(min(screen.level, Self.levels) - 1) * Self.indent
    if screen.parent != nil { drawing.path("M\((start - 8).coordinate) \((y + 3).coordinate)v9h6", "thin s-muted") }
    let barStart = x + width - Self.bar - 52
    drawing.text(
      screen.name, x: start, y: y + 16, size: screen.level == 1 ? .normal : .small, strong: screen.level == 1,
      fit: barStart - start - 6)
    drawing.box(
      x: barStart, y: y + 8, width: Self.bar, height: 8, fill: limits.ground(screen.level) == nil ? .heat1 : .card,
      radius: 1)
    drawing.box(
      x: barStart, y: y + 8, width: max(Self.bar * screen.reach, 1.5), height: 8, fill: isDeep ? .orange : .blue,
      hatched: isDeep, radius: 1,
      says: "\(screen.name), level \(screen.level): \(screen.users.of("user")), \(screen.reach.percent) of all")
    drawing.text(screen.reach.percent.replacing("under ", with: "<"), x: x + width - 4, y: y + 16, .end, size: .small)
  }
}
