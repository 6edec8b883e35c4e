import Foundation
import NavigationModel

/// The structure of an app, inferred from the screens that people saw, each part with its reason and confidence.
public struct InferredStructure: Sendable, Equatable {
  /// A screen with an inferred role.
  public struct Guess: Sendable, Equatable {
    public let screen: String
    /// The reason, in half a sentence with numbers.
    public let reason: String
    /// From 0 to 1.
    public let confidence: Double
    /// The screen through which it is reached; nil for other roles.
    public var parent: String?
  }

  /// Whether people moved as on an app with tabs; otherwise nothing is inferred.
  public internal(set) var isSeen = false
  /// The roots of tabs; the one on which sessions start first, then by number of users.
  public internal(set) var tabs: [Guess] = []
  /// The More list, and the screens behind it.
  public internal(set) var more: Guess?
  public internal(set) var moreItems: [String] = []
  /// Screens that open from anywhere, as from a hidden menu.
  public internal(set) var menuItems: [Guess] = []
  /// Screens that come up over another one and lead only back.
  public internal(set) var modals: [Guess] = []
  /// Screens that are reached through one other.
  public internal(set) var children: [Guess] = []
  /// The usual ways down.
  public internal(set) var ways: [StructureGuess.Way] = []
  /// The number of users and of screen views behind it.
  public internal(set) var users = 0
  public internal(set) var views = 0

  init() {}

  /// - Parameter map: what is known; its roots are kept.
  /// - Complexity: some hundred passes over the paths.
  package init(_ paths: ScreenPaths, map: AppMap, names: NameTable) {
    users = Set(paths.users).count
    views = paths.screens.count
    guard !paths.names.isEmpty else { return }
    let texts = paths.names.map { names.text($0) }
    let declared = Self.declaredRoots(map, texts)
    let pairs = ScreenPairs(paths)
    var search = RootSearch(paths, pairs, declared: declared.screens, isComplete: declared.areAll)
    let found = search.best()
    let uses = SectionUse.all(&search, roots: found.roots, bits: found.bits)
    let kinds = SectionKinds(
      uses, names: texts, fixed: Set(search.fixed), areAll: declared.areAll, moreScreen: declared.more)
    // What the map declares, and a screen called More, need no other sign.
    let isMoreNamed = kinds.more.map { SectionNames.isMore(texts[Int($0.screen)]) } ?? false
    isSeen =
      !declared.screens.isEmpty || isMoreNamed
      || PathReplay(paths, pairs, .init(roots: found.roots)).showsTabs(paths, pairs, fixed: search.fixed)
    guard isSeen else { return }
    tabs = kinds.tabs.map { $0.guess(texts, what: .tab, isDeclared: declared.screens.contains($0.screen)) }
    more = kinds.more.map { $0.guess(texts, what: .more, isDeclared: $0.screen == declared.more) }
    menuItems = kinds.menuItems.map { $0.guess(texts, what: .menuItem, isDeclared: false) }
    let roots = kinds.tabs.map(\.screen) + (kinds.more.map { [$0.screen] } ?? [])
    let levels = Levels(paths, pairs, .init(roots: roots, menuItems: kinds.menuItems.map(\.screen)))
    modals = levels.modals.map { screen, visits in
      Guess(
        screen: texts[Int(screen)], reason: "left \(visits.of("time")), always back to the screen before it",
        confidence: min(0.95, (100 - 300 / Double(visits + 3)).rounded() / 100))
    }
    children = levels.children(but: Set(levels.modals.map(\.screen))).map { screen, parent, arrivals, fromParent in
      Guess(
        screen: texts[Int(screen)],
        reason: "\((Double(fromParent) / Double(arrivals)).percent) of \(arrivals.of("arrival")) from there",
        confidence: (min(0.99, Double(fromParent) / Double(arrivals + 2)) * 100).rounded() / 100,
        parent: texts[Int(parent)])
    }
    moreItems = children.filter { $0.parent == more?.screen }.map(\.screen)
    ways = levels.ways.map { .init(from: texts[Int($0.from)], to: texts[Int($0.to)]) }
  }

  /// The roots that the app map declares, that of the More list, and whether they are the root of every tab.
  private static func declaredRoots(_ map: AppMap, _ texts: [String]) -> (screens: [Int32], more: Int32?, areAll: Bool)
  {
    let numbers = Dictionary(texts.enumerated().map { ($1, Int32($0)) }) { first, _ in first }
    var roots = Dictionary(map.roots.map { ($0.tab, $0.screen) }) { first, _ in first }
    // The root of a tab without a declared one is the screen with the tab's name, if there is one.
    for tab in map.tabs where roots[tab] == nil && numbers[tab] != nil { roots[tab] = tab }
    let more = map.more.flatMap { roots[$0.tab ?? "More"] }.flatMap { numbers[$0] }
    return (
      Set(roots.values.compactMap { numbers[$0] }).sorted(), more,
      !map.roots.isEmpty && map.tabs.allSatisfy { roots[$0] != nil }
    )
  }

  /// The name of the inferred More list as a tab: `More`, unless another tab has that name.
  public var moreTab: String? {
    guard let more else { return nil }
    return tabs.contains { $0.screen == "More" } ? more.screen : "More"
  }

  /// The inferred tabs, with the More list last.
  public var tabNames: [String] { tabs.map(\.screen) + (moreTab.map { [$0] } ?? []) }
}

extension SectionUse {
  enum What { case tab, more, menuItem }

  func guess(_ texts: [String], what: What, isDeclared: Bool) -> InferredStructure.Guess {
    if isDeclared { return .init(screen: texts[Int(screen)], reason: "the app map says so", confidence: 1) }
    var reasons: [String] = []
    if startShare >= 0.05 { reasons.append("\(startShare.percent) of the sessions start here") }
    if entries > 0 { reasons.append("opened \(entries.of("time")) from \(sources.of("screen")) of other sections") }
    if kept > 0, what == .tab { reasons.append("came back as it was left \(kept.of("time"))") }
    switch what {
    case .tab: break
    case .more: reasons.append("\(downShare.percent) of the ways on lead to one of \(children.count.of("screen"))")
    case .menuItem: reasons.append("used again in only \(repeatShare.percent) of its users' further sessions")
    }
    return .init(screen: texts[Int(screen)], reason: reasons.joined(separator: ", "), confidence: confidence(what))
  }

  /// The confidence that the screen is a root (by the bits that this saves), times the confidence in its kind.
  private func confidence(_ what: What) -> Double {
    let isRoot = bits == .infinity ? 1 : 1 - exp2(-max(0, bits) / 10)
    let isKind =
      switch what {
      case .tab: 1 - menuOdds
      case .more: 0.9
      case .menuItem: menuOdds
      }
    return (min(0.99, isRoot * isKind) * 100).rounded() / 100
  }
}

extension Double {
  var percent: String { "\(Int((self * 100).rounded()))%" }
}

extension Int {
  /// `1 screen`, `1,204 screens`
  func of(_ word: String) -> String { "\(grouped) \(word)\(self == 1 ? "" : "s")" }
}

extension AppMap {
  /// The map, with the inferred structure for what it does not declare.
  package func completed(by structure: InferredStructure) -> AppMap {
    guard structure.isSeen else { return self }
    var map = self
    var guess = StructureGuess()
    let rooted = Set(roots.map(\.screen))
    for tab in structure.tabs where !rooted.contains(tab.screen) {
      map.roots.append(.init(tab: tab.screen, screen: tab.screen))
      guess.tabs.append(tab.screen)
    }
    if let more = structure.more, let tab = structure.moreTab, !rooted.contains(more.screen) {
      map.roots.append(.init(tab: self.more?.tab ?? tab, screen: more.screen))
      if self.more == nil { map.more = .init(tab: tab) }
      guess.tabs.append(tab)
    }
    if tabs.isEmpty { map.tabs = map.roots.map(\.tab) }
    guess.menuItems = structure.menuItems.map(\.screen)
    guess.modals = structure.modals.map(\.screen)
    guess.ways = structure.ways
    map.guess = guess
    return map
  }
}
