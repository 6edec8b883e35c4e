import Foundation

/// Classifies the sections found: tabs, the More list, and items of a hidden menu.
///
/// Tabs keep their state and are used again and again; menu items start over and are used now and then. The weights below
/// were fitted (logistic regression) on apps of two simulators that share no code; `Benchmarks/InferenceBenchmark` measures their accuracy.
struct SectionKinds {
  /// A section and the probability that it is a menu item.
  struct Rated {
    let use: SectionUse
    let menuOdds: Double
  }

  private(set) var tabs: [Rated] = []
  private(set) var more: Rated?
  private(set) var menuItems: [Rated] = []

  /// A root that saves fewer bits per opening, and is reused less than half as much as the clear ones, is not a section
  /// but a screen that many others link to (a search, for example).
  static let clearBitsPerEntry = 0.2
  private static let leastRepeats = 0.5
  /// Sections opened less often are not classified.
  private static let leastEntries = 3

  /// - Parameters:
  ///   - names: the screens' names as text.
  ///   - fixed: sections that are known to be tabs or on which sessions start.
  ///   - areAll: whether there are no other tabs.
  ///   - moreScreen: the screen of the More list, if the map declares it.
  init(_ uses: [SectionUse], names: [String], fixed: Set<Int32>, areAll: Bool, moreScreen: Int32?) {
    let uses = uses.filter { fixed.contains($0.screen) || $0.entries >= Self.leastEntries }
    let clear = uses.filter { !fixed.contains($0.screen) && $0.bitsPerEntry >= Self.clearBitsPerEntry }
    let usual = clear.isEmpty ? 0 : Self.reference(clear)
    let found = uses.filter {
      fixed.contains($0.screen) || $0.bitsPerEntry >= Self.clearBitsPerEntry || $0.repeatShare >= Self.leastRepeats * usual
    }
    let more =
      found.first { $0.screen == moreScreen }
      ?? (areAll ? nil : Self.moreList(among: found.filter { !fixed.contains($0.screen) }, of: found, names))
    let open = found.filter { !fixed.contains($0.screen) && $0.screen != more?.screen }
    let reference = Self.reference(open)
    let rated = open.map { Rated(use: $0, menuOdds: Self.menuOdds($0, reference, names[Int($0.screen)])) }
      .sorted { ($1.menuOdds, $0.use.screen) < ($0.menuOdds, $1.use.screen) }
    let count = areAll ? rated.count : Self.menuCount(rated.map(\.menuOdds))
    menuItems = Array(rated.prefix(count))
    tabs = found.filter { fixed.contains($0.screen) && $0.screen != more?.screen }.map { Rated(use: $0, menuOdds: 0) } + rated.dropFirst(count)
    self.more = more.map { Rated(use: $0, menuOdds: 0) }
    // In order of use: the section on which sessions start comes first.
    func precedes(_ a: Rated, _ b: Rated) -> Bool {
      let (a, b) = (a.use, b.use)
      if (a.startShare >= RootSearch.startShare) != (b.startShare >= RootSearch.startShare) { return a.startShare > b.startShare }
      return (b.users, b.entries, a.screen) < (a.users, a.entries, b.screen)
    }
    tabs.sort(by: precedes)
    menuItems.sort(by: precedes)
  }

  // MARK: - Items of a menu

  /// How often tabs of this app are reused: the median over those that are certainly tabs, or the maximum.
  private static func reference(_ uses: [SectionUse]) -> Double {
    let sure = uses.filter { $0.bitsAsMenuItem < 0 }.map(\.repeatShare).sorted()
    if sure.isEmpty { return uses.map(\.repeatShare).max() ?? 0 }
    return sure.count % 2 == 1 ? sure[sure.count / 2] : (sure[sure.count / 2 - 1] + sure[sure.count / 2]) / 2
  }

  /// The probability that a section is a menu item, considered alone.
  static func menuOdds(_ use: SectionUse, _ reference: Double, _ name: String) -> Double {
    let forgetting = min(0.6, max(-0.6, use.bitsAsMenuItemPerEntry))
    let rarity = min(3, max(-1, -log2((use.repeatShare + 0.02) / (reference + 0.02))))
    let score = -3.66 + 3.46 * forgetting + 2.54 * rarity + SectionNames.menuLeaning(name)
    return 1 / (1 + exp(-score))
  }

  /// How many of the sections, the likeliest first, are menu items: most apps have no hidden menu, and a menu has more than one item.
  static func menuCount(_ odds: [Double]) -> Int {
    let priors = [0.7, 0.1, 1.0]
    var best = (count: 0, score: -Double.infinity)
    for count in 0...odds.count {
      var score = log(priors[min(count, priors.count - 1)])
      for (index, chance) in odds.enumerated() { score += log(max(1e-6, index < count ? chance : 1 - chance)) }
      if score > best.score { best = (count, score) }
    }
    return best.count
  }

  // MARK: - The More list

  /// The section that only leads on: named accordingly, or left within moments for one of several screens and never found deeper.
  private static func moreList(among uses: [SectionUse], of all: [SectionUse], _ names: [String]) -> SectionUse? {
    if let named = uses.first(where: { SectionNames.isMore(names[Int($0.screen)]) && !$0.children.isEmpty }) { return named }
    let stays = all.compactMap(\.medianStay).sorted()
    guard stays.count >= 3 else { return nil }
    let usual = Double(stays[stays.count / 2])
    return uses.filter { use in
      guard let stay = use.medianStay, use.children.count >= 2, use.entries >= 20 else { return false }
      return use.downShare >= 0.7 && Double(stay) <= 0.5 * usual && use.kept * 4 <= use.kept + use.lost
    }.max { ($0.downShare, $1.screen) < ($1.downShare, $0.screen) }
  }
}

/// What screen names say about their role in an app: the little that holds for most apps.
enum SectionNames {
  private static let more: Set<String> = ["more", "mehr", "más", "plus", "altro", "mais", "meer", "mer", "overflow", "ещё", "その他", "更多", "더보기"]
  private static let items: Set<String> = [
    "about", "imprint", "legal", "terms", "privacy", "licenses", "logout", "feedback", "faq", "help", "support", "contact", "invite", "settings",
    "language", "wishlist",
  ]
  private static let tabs: Set<String> = ["home", "search", "profile", "account", "feed", "explore", "discover", "inbox", "cart", "library"]

  /// Words that do not distinguish screens.
  private static let fillers: Set<String> = ["screen", "view", "controller", "page", "fragment", "activity", "tab", "list", "menu", "root", "main"]

  /// Whether a screen has the name of a More list: `More`, `MoreViewController`, `more_tab`.
  static func isMore(_ name: String) -> Bool {
    let words = words(of: name)
    return words.count == 1 && more.contains(words[0])
  }

  /// The contribution of a name to the score of a menu item.
  static func menuLeaning(_ name: String) -> Double {
    let words = words(of: name)
    guard words.count == 1 else { return 0 }
    return items.contains(words[0]) ? 1 : tabs.contains(words[0]) ? -1 : 0
  }

  /// The meaningful words of a name, in lower case: `MoreListViewController` has only `more`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty, !fillers.contains(word) { words.append(word) }
      word = ""
    }
    var wasLower = false
    for letter in name {
      if !letter.isLetter {
        end()
      } else {
        if letter.isUppercase && wasLower { end() }
        word += letter.lowercased()
      }
      wasLower = letter.isLowercase
    }
    end()
    return words
  }
}
