import NavigationModel

/// The screens below the roots: their parents, and which of them are modal.
struct Levels {
  /// A screen that comes up over another.
  struct Modal {
    let screen: Int32
    let visits: Int

    func guess(_ texts: [String]) -> InferredStructure.Guess {
      .init(
        screen: texts[Int(screen)], reason: "left \(visits.of("time")), always back to the screen before it",
        confidence: min(0.95, (100 - 300 / Double(visits + 3)).rounded() / 100))
    }
  }

  /// A screen and its parent.
  struct Child {
    let screen: Int32
    let parent: Int32
    /// How often it was reached by going down, in total and from the parent.
    let arrivals: Int
    let fromParent: Int

    func child(_ texts: [String]) -> InferredStructure.Child {
      let share = Double(fromParent) / Double(arrivals)
      let guess = InferredStructure.Guess(
        screen: texts[Int(screen)], reason: "\(share.percent) of \(arrivals.of("arrival")) from there",
        confidence: (min(0.99, Double(fromParent) / Double(arrivals + 2)) * 100).rounded() / 100)
      return .init(guess: guess, parent: texts[Int(parent)])
    }
  }

  private(set) var modals: [Modal] = []
  private(set) var ways: [(from: Int32, to: Int32)] = []
  private var all: [Child] = []

  /// A modal screen is left at least this often, and nearly always back to where the user was.
  static let leastModalVisits = 20
  private static let otherLeavings = 0.005
  /// If the probability of never leaving a non-modal screen for another section is below this, it is not chance.
  private static let chance = 0.001

  init(_ paths: ScreenPaths, _ pairs: ScreenPairs, _ hypothesis: PathReplay.Hypothesis) {
    let replay = PathReplay(paths, pairs, hypothesis)
    let roots = Set(hypothesis.screens)
    ways = (0..<pairs.count).filter { pairs.isUsual[$0] }.map { (pairs.from[$0], pairs.to[$0]) }
    findModals(replay, roots, paths.names.count)
    findParents(replay, pairs, roots, paths.names.count)
  }

  private mutating func findModals(_ replay: PathReplay, _ roots: Set<Int32>, _ screens: Int) {
    let kinds = PathReplay.Action.allCases
    func left(_ screen: Int, _ action: PathReplay.Action) -> Double { Double(replay.actions[screen * kinds.count + action.rawValue]) }
    func leavings(_ screen: Int) -> Double { kinds.reduce(0) { $0 + left(screen, $1) } }
    // How often people leave a screen that leads nowhere else directly for another section.
    var away = 0.0
    var all = 0.0
    for screen in 0..<screens where !roots.contains(Int32(screen)) && left(screen, .toSection) > 0 {
      away += left(screen, .toSection)
      all += leavings(screen) - left(screen, .push)
    }
    guard all > 0 else { return }
    let stays = 1 - away / all
    for screen in 0..<screens where !roots.contains(Int32(screen)) {
      let visits = leavings(screen)
      guard visits >= Double(Self.leastModalVisits), visits - left(screen, .back) <= Self.otherLeavings * visits else { continue }
      var chance = 1.0
      for _ in 0..<min(Int(visits), 10_000) where chance >= Self.chance { chance *= stays }
      if chance < Self.chance { modals.append(Modal(screen: Int32(screen), visits: Int(visits))) }
    }
  }

  private mutating func findParents(_ replay: PathReplay, _ pairs: ScreenPairs, _ roots: Set<Int32>, _ screens: Int) {
    var arrivals = [Int](repeating: 0, count: screens)
    var best = [Int](repeating: -1, count: screens)
    for pair in 0..<pairs.count where replay.pushes[pair] > 0 {
      let screen = Int(pairs.to[pair])
      arrivals[screen] += Int(replay.pushes[pair])
      if best[screen] < 0 || replay.pushes[pair] > replay.pushes[best[screen]] { best[screen] = pair }
    }
    for screen in 0..<screens where best[screen] >= 0 && !roots.contains(Int32(screen)) {
      all.append(
        Child(
          screen: Int32(screen), parent: pairs.from[best[screen]], arrivals: arrivals[screen], fromParent: Int(replay.pushes[best[screen]])))
    }
  }

  /// The screens with one dominant parent, level by level from the roots; screens in a cycle of parents are left out.
  func children(but modals: Set<Int32>) -> [Child] {
    let clear = all.filter { !modals.contains($0.screen) && $0.fromParent * 2 > $0.arrivals && $0.fromParent >= 2 }
    let parents = Dictionary(clear.map { ($0.screen, $0.parent) }) { first, _ in first }
    return clear.filter { child in
      var next: Int32? = child.parent
      for _ in 0...clear.count {
        guard let screen = next else { return true }
        next = parents[screen]
      }
      return false
    }
  }
}
