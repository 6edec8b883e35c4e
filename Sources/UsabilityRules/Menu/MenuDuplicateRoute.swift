import Measures
import NavigationModel
import Statistics

extension Rule {
  static let menuDuplicateRoute = Rule(
    id: "menu.duplicate-route",
    title: "Menu item that duplicates another route",
    claim: "Hardly anyone takes the menu to a screen that people reach in other ways.",
    rationale:
      """
      A second route that nobody takes helps nobody, and makes the menu longer for people who look for something else.
      """,
    severities: [.info],
    subject: .item,
    table: "menu_items",
    sources: [.heuristic("the share of 2% of at least 200 arrivals")],
    thresholds: [
      Threshold("share", 0.02, .share, "share of the arrivals at the screen that came through a menu"),
      Threshold("arrivals", 200, .arrivals, "fewer arrivals at the screen say nothing"),
    ],
    advice:
      """
      Drop the item and give its slot to what has no other route. If it is there for people who cannot take the \
      other route, exempt it.
      """,
    needs: [.menuChoices],
    examples: [
      .fires(subject: "Search", .info, "tab:Home ( tab:Search tab:Home ) x 4 * 100\ntab:Home menu:Search * 2"),
      .fires(subject: "Basket", .info, "Home ( > Cart < ) x 8 * 50\nHome menu/side:Basket=Cart * 1"),
      .silent("tab:Home tab:Search tab:Home * 180\ntab:Home menu:Search * 10", because: "5% came through the menu"),
      .silent(
        "tab:Home ( tab:Search tab:Home ) x 2 * 98\ntab:Home menu:Search * 2",
        because: "1% of 198 may be 2%: too few arrivals"),
      .silent(
        "Home > A < * 300\nHome > A menu:Home * 3",
        because: "that a session begins at Home is no other way to it, and going back is none either"),
    ],
    judging: Judging { context in
      let destinations = context.measures.arrivals.screensOfItems
      // The items that led to a named screen, each with the one that it leads to most often, and the arrivals there;
      // session starts are left out.
      return context.menuItems.compactMap { item, sum -> Subject<(screen: String, choices: Int)>? in
        let screens = (destinations[item] ?? []).filter { $0.screen != .unnamed }
        guard let screen = screens.most(1, by: \.visits, named: { context.text($0.screen) }).first?.screen else {
          return nil
        }
        return Subject(
          context.text(item.item), in: context.text(item.menu), sum,
          share: .rows(context.measures.arrivals.sums[screen]?.byMenu ?? RatioSums()),
          of: (screen: context.text(screen), choices: sum.count))
      }
    } findings: { context, items in
      context.below("share", items.filter { $0.share?.rows ?? 0 >= context.count("arrivals") }).map { found in
        let item = found.subject
        return context.finding(
          found, .info, metric: "menu_arrivals",
          message: """
            \(found.few("arrivals at \(item.item.screen)")) came through a menu: \(item.name) in \
            \(Wording.menu(item.section ?? "")) was chosen \
            \(Wording.count(item.item.choices, "time")), by \(item.people)
            """)
      }
    })
}
