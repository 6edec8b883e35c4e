import Measures
import NavigationModel

extension Rule {
  static let menuPromote = Rule(
    id: "menu.promote",
    title: "Menu item that deserves a tab",
    claim: "More people use the item of the hidden menu than the least used tab, although the tab is in plain sight.",
    rationale: """
      A hidden item has to be known and costs an extra tap. When it reaches more people than a tab that everyone sees, \
      people want it more \
      than the tab.
      """,
    severities: [.error, .info],
    subject: .item,
    table: "menu_items",
    sources: [
      .published(
        """
        NN/g 2016 (179 people, 6 sites): on phones hidden navigation is used in 57% of cases, partly visible \
        navigation in 86%
        """
      ),
      .published("Wilson 1927; Agresti & Coull 1998: the two 95% intervals must not overlap"),
    ],
    advice: "Check whether the item should have a tab.",
    action: RuleAction("Check whether ", after: " should have a tab", movesTab: true),
    needs: [.menuChoices, .tabSelections],
    restsOn: [.oneBar],
    taps: [.menuChoice],
    yieldsTo: ["menu.item-undiscovered"],
    move: .promote,
    examples: [
      .fires(
        subject: "Wishlist", .info, "tab:Home tab:Search menu:Wishlist * 80\ntab:Home tab:Search tab:Profile * 30"),
      .fires(
        subject: "Wishlist", .info, "tab:Home tab:Search menu:Wishlist * 40",
        map: AppMap(tabs: ["Home", "Search", "Profile"])),
      .silent("tab:Home tab:Search menu:Home * 80\ntab:Search tab:Profile * 30", because: "the item is a tab already"),
      .silent(
        "tab:Home tab:Search menu:Wishlist * 50\ntab:Home tab:Search tab:Profile * 50",
        because: "both reach half of the users"),
      .silent(
        "tab:Home tab:Search menu:Wishlist * 9", because: "fewer than ten users",
        map: AppMap(tabs: ["Home", "Search", "Profile"])),
      .silent(
        "Home menu:Wishlist * 90", because: "no tab is ever selected, so the log may lack them",
        map: AppMap(tabs: ["A", "B"])),
    ],
    judging: Judging { context in
      context.menuItems.map { item, sum in
        context.hiddenItem(item.discovered, sum, in: context.text(item.menu))
      }
    } findings: { context, items in
      context.swapFindings(items, hiddenIn: { "\(Wording.menu($0))" }, context.measures.menus.origins)
    })
}
