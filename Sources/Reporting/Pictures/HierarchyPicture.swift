import Measures

extension PictureKind {
  /// The screens by level, each beside the one from which people come down to it, with reach and limit: an icicle that lies on its side.
  static let hierarchy = PictureKind(name: "hierarchy") { contents throws(NoPicture) in
    let reason: Document.Text = "The hierarchy of screens: the levels of the app are not known."
    guard contents.scope.structureKnown else { throw NoPicture(reason) }
    let tree = ScreenTree(screens: try contents.rows(of: "screens", orElse: reason), contents: contents)
    guard !tree.shown.isEmpty else { throw NoPicture(reason) }
    return HierarchyPicture(tree: tree).picture
  }
}

/// The screens as a tree: each below the parent that the app map names, else below the screen one level up from which people came most often.
struct ScreenTree {
  struct Screen {
    let name: String
    let users: Int
    let reach: Double
    /// The median level of its visits.
    let level: Int
    var parent: Int?
    var children: [Int] = []
  }

  /// Rows of the drawing, and levels.
  static let leaves = 20
  static let levels = 10
  /// So many places are kept for the most used screens below the limit.
  static let deepLeaves = 5

  private(set) var screens: [Screen] = []
  /// The roots that are shown, the most used first; children are those shown, in the same order.
  private(set) var shown: [Int] = []
  private(set) var shownCount = 0

  init(screens rows: TableRows, contents: AuditContents) {
    let users = max(contents.scope.users, 1)
    screens = rows.ordered(by: "users", "visits").compactMap { row in
      let count = rows.integer(row, "users")
      let level = rows.integer(row, "depth_p50")
      guard count > 0, level > 0 else { return nil }
      return Screen(name: rows.text(row, "screen"), users: count, reach: Double(count) / Double(users), level: level)
    }
    findParents(contents)
    choose()
  }

  private mutating func findParents(_ contents: AuditContents) {
    var places: [String: Int] = [:]
    for (place, screen) in screens.enumerated() { places[screen.name] = place }
    var best: [Int: (parent: Int, closeness: Int, count: Int)] = [:]
    if let table = contents.table("transitions") {
      let rows = TableRows(table)
      for row in rows.indices {
        guard let from = places[rows.text(row, "from")], let to = places[rows.text(row, "to")], screens[from].level < screens[to].level
        else { continue }
        let candidate = (parent: from, closeness: screens[from].level, count: rows.integer(row, "count"))
        if let known = best[to], (known.closeness, known.count) >= (candidate.closeness, candidate.count) { continue }
        best[to] = candidate
      }
    }
    for declared in contents.scope.map.screens {
      guard let name = declared.parent, let parent = places[name], let place = places[declared.name],
        screens[parent].level < screens[place].level
      else { continue }
      best[place] = (parent, 0, 0)
    }
    for (place, choice) in best { screens[place].parent = choice.parent }
  }

  /// Takes in screen after screen, with those above it, until there are as many rows as fit.
  private mutating func choose() {
    let deep = screens.indices.filter { screens[$0].level > 6 }.prefix(Self.deepLeaves)
    var isShown = Set<Int>()
    var hasChild = Set<Int>()
    for place in Array(deep) + Array(screens.indices) where screens[place].level <= Self.levels && !isShown.contains(place) {
      var path = [place]
      while let parent = screens[path[path.count - 1]].parent, !isShown.contains(parent) { path.append(parent) }
      // A screen that had none below it so far gives its row to its first child.
      let above = screens[path[path.count - 1]].parent
      let isNewRow = above.map { hasChild.contains($0) } ?? true
      if isNewRow && isShown.count - hasChild.count >= Self.leaves { continue }
      isShown.formUnion(path)
      for step in path { if let parent = screens[step].parent { hasChild.insert(parent) } }
    }
    for place in screens.indices where isShown.contains(place) {
      if let parent = screens[place].parent { screens[parent].children.append(place) } else { shown.append(place) }
    }
    shownCount = isShown.count
  }
}

private struct HierarchyPicture {
  private static let (left, top, row) = (12.0, 56.0, 38.0)

  let tree: ScreenTree

  private var levels: Int { max(tree.screens.filter { $0.parent != nil || $0.level == 1 }.map(\.level).filter { $0 <= ScreenTree.levels }.max() ?? 1, 6) }
  private var column: Double { levels > 6 ? 114 : (Drawing.width - 2 * Self.left) / 6 }
  private func x(_ level: Int) -> Double { Self.left + Double(level - 1) * column }

  var picture: Document.Picture {
    let deep = tree.screens.filter { $0.level > 6 }.prefix(5)
    let roots = tree.shown.prefix(6).map { "\(tree.screens[$0].name) \(tree.screens[$0].reach.percent)" }.joined(separator: ", ")
    return Document.Picture(
      name: "hierarchy", title: "The hierarchy and its reach",
      alternative:
        "Screens in columns by level, from level 1 at the left to level \(levels). The most used of level 1: \(roots). "
        + (deep.isEmpty
          ? "None lies below level 6." : "Below level 6: \(deep.map { "\($0.name) (level \($0.level)) \($0.reach.percent)" }.joined(separator: ", "))."),
      caption: """
        Each screen stands at the median level of its visits, beside the screen above it: the one that the app map names, else the one from \
        which people came most often. The bar is its reach: the share of users who ever saw it. Modal screens begin at level 1 anew.
        """ + .numbers(in: "screens", "transitions", showing: tree.shownCount, of: tree.screens.count, "screen"), drawing: drawing)
  }

  private var drawing: Drawing {
    var rows = 0
    func countRows(_ place: Int) -> Int {
      let children = tree.screens[place].children
      return children.isEmpty ? 1 : children.reduce(0) { $0 + countRows($1) }
    }
    for root in tree.shown { rows += countRows(root) }
    var drawing = Drawing(
      "hierarchy", width: 2 * Self.left + Double(levels) * column, height: Self.top + Double(rows) * Self.row + 14)
    drawing.box(x: x(5), y: 8, width: 2 * column, height: drawing.height - 16, fill: .band)
    drawing.text("limit", x: x(6), y: 24, .middle, size: .small, strong: true)
    if levels > 6 {
      drawing.box(x: x(7), y: 8, width: Double(levels - 6) * column, height: drawing.height - 16, fill: .beyond)
      drawing.text("too deep", x: (x(7) + x(levels + 1)) / 2, y: 24, .middle, size: .small, strong: true)
    }
    for level in 1...levels {
      drawing.text("Level \(level)", x: x(level) + 6, y: 44, size: .small, colour: level > 4 ? .ink : .muted)
    }
    var y = Self.top
    for root in tree.shown { y = draw(root, at: y, in: &drawing) }
    return drawing
  }

  /// Draws a screen and those below it; returns where the next one begins.
  private func draw(_ place: Int, at top: Double, in drawing: inout Drawing) -> Double {
    let screen = tree.screens[place]
    var bottom = top
    for child in screen.children { bottom = draw(child, at: bottom, in: &drawing) }
    bottom = max(bottom, top + Self.row)
    let (x, width) = (x(screen.level), column)
    drawing.box(
      x: x + 1, y: top + 1, width: width - 2, height: bottom - top - 2, fill: .heat1, radius: 3,
      says: "\(screen.name), level \(screen.level): \(screen.users.of("user")), \(screen.reach.percent) of all")
    drawing.text(screen.name, x: x + 8, y: top + 16, size: .small, strong: true, fit: width - 14)
    drawing.text(screen.reach.percent, x: x + 8, y: top + 29, size: .small)
    let isDeep = screen.level > 6
    drawing.box(x: x + 58, y: top + 22, width: width - 66, height: 7, fill: .card, radius: 1)
    drawing.box(
      x: x + 58, y: top + 22, width: max((width - 66) * screen.reach, 1.5), height: 7, fill: isDeep ? .orange : .blue, hatched: isDeep,
      radius: 1)
    return bottom
  }
}
