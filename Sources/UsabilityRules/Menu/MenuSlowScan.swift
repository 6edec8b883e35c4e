import Measures
import NavigationModel

extension Rule {
  static let menuSlowScan = Rule(
    id: "menu.slow-scan",
    title: "Menu slow to scan",
    claim: "Choosing from the menu takes long, or the menu is long.",
    rationale: """
      People who do not know a menu by heart read it from the top, item by item, so every item costs everyone time. If \
      a quarter of all choices take \
      more than five seconds, people search rather than choose.
      """,
    severities: [.info],
    subject: .menu,
    table: "menus",
    sources: [
      .published("Cockburn, Gutwin & Greenberg 2007: people new to a menu read it in time that grows with its items"),
      .heuristic("the five seconds at the third quartile, and the ten items"),
    ],
    thresholds: [
      Threshold("seconds", 5, .seconds, "a choice that takes longer is slow"),
      Threshold(
        "share", 0.25, .share, "share of slow choices; above it, a quarter of all choices are slow"),
      Threshold("items", 10, .items, "a menu with more items is long"),
      Threshold("users", 3, .users, "an item that the map does not declare counts when so many users chose it"),
    ],
    advice: "Shorten the menu, put the most used items first, and group the rest under words that people use.",
    action: RuleAction("Shorten ", after: ", and put the most used items first"),
    needs: [.menus],
    restsOn: [.times],
    examples: [
      .fires(subject: "menu", .info, "Home menu +7s menu:Settings * 40"),
      .fires(subject: "side", .info, "Home menu/side +2s menu/side:A menu/side +6s menu/side:B * 100"),
      .fires(
        subject: "menu", .info, "Home menu +2s menu:A * 20",
        map: AppMap(menus: ["menu": ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"]])),
      .silent(
        "Home ( menu +2s menu:A ) x 3 menu +7s menu:B * 40",
        because: "one slow choice in four: three quarters take five seconds at most"),
      .silent("Home menu +5s menu:A * 40", because: "five seconds are not more than five seconds"),
      .silent("Home menu +7s menu:A * 9", because: "fewer than ten users"),
      .silent("Home menu:A * 40", because: "the log does not say when the menu was opened"),
      .silent(
        "Home menu +2s menu:A * 20", because: "ten items are not too many",
        map: AppMap(menus: ["menu": ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"]])),
    ],
    judging: Judging(\.scannedMenus) { context, menus in
      let slow = context.above("share", menus)
      let slowFindings = slow.map { found in
        let name = Wording.menu(found.subject.name)
        let menu = found.subject.item
        let quartile: [Text] =
          menu.times.seconds(.p75).map {
            ["The slowest quarter took \(number: Wording.oneDecimal($0)) s or more."]
          } ?? []
        return context.finding(
          found, .info, metric: "slow_choices",
          fact:
            """
            People took longer than \(number: context.threshold("seconds").sixDecimals) s for \
            \(found.share("choices")) from \(name)
            """,
          details: quartile
            + (menu.items > 0 ? ["It has \(number: Wording.count(menu.items, "item")) (\(menu.origin))."] : []))
      }
      let limit = context.count("items")
      let slowMenus = Set(texts: slow.filter(\.isBeyond).map(\.subject.name))
      let long = menus.filter { $0.item.items > limit && !slowMenus.contains($0.name) }
      return slowFindings
        + long.map { menu in
          context.finding(
            Subject(menu.name, examples: menu.item.opens), .info, metric: "menu_items", value: Double(menu.item.items),
            threshold: context.threshold("items"),
            fact:
              "There are \(menu.item.items) items in \(Wording.menu(menu.name)), more than \(limit)",
            statistics: "\(menu.item.origin)"
          )
        }
    }.unless { context in
      "fewer than \(Evidence.leastUsers) users have a known time from the opening to the choice"
    })
}

/// The times of choices from a menu, its length and who says so, and sessions that opened it.
private typealias ScannedMenu = (times: ChoiceTimes.Sum, items: Int, origin: String, opens: Examples)

extension RuleContext {
  /// The menus that the map or the log names, in text order.
  fileprivate var scannedMenus: [Subject<ScannedMenu>] {
    let least = count("users")
    let seconds = threshold("seconds")
    var chosen: [Name: Int] = [:]
    for (item, sum) in measures.menus.items.pairs where sum.users >= least { chosen[item.menu, default: 0] += 1 }
    let declared = Dictionary(grouping: Set(scope.declared.menuItems), by: \.menu).mapValues(\.count)
    let menus = Set(measures.menus.menus.keys).union(measures.menus.items.keys.map(\.menu)).union(declared.keys)
    let choiceTimes = measures.choiceTimes.byMenu
    return scope.names.ordered(menus).map { name in
      let times = choiceTimes[name] ?? ChoiceTimes.Sum()
      let seen = chosen[name] ?? 0
      return Subject(
        text(name), users: times.users(longerThan: seconds), examples: times.examples,
        share: .rows(times.longer(than: seconds)),
        of: (
          times, declared[name] ?? seen, declared[name] == nil ? "chosen by people" : "declared in the app map",
          measures.menus.menus[name]?.opens.examples ?? Examples()
        ))
    }
  }
}
