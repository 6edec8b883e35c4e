import Measures
import NavigationModel

extension Rule {
  static let tabsMoreOutranks = Rule(
    id: "tabs.more-outranks",
    title: "More item used by more people than a tab",
    claim: "More people use the item of the More list than the least used tab.",
    rationale: """
      The tab bar is the best place in an app. When something behind More reaches more people than a tab does, many \
      people make an extra tap so \
      that a few can save one.
      """,
    severities: [.error, .info],
    subject: .item,
    table: "more",
    sources: [
      .published(
        """
        Apple Human Interface Guidelines, Tab bars: avoid overflow tabs, content behind More is harder to reach and \
        easily missed
        """
      ),
      .published("Wilson 1927; Agresti & Coull 1998: the two 95% intervals must not overlap"),
    ],
    advice: "Check whether the two should change places.",
    action: RuleAction("Check whether ", after: " should have a tab", movesTab: true),
    needs: [.moreChoices, .tabSelections],
    restsOn: [.oneBar],
    taps: [.moreOpen],
    move: .promote,
    examples: [
      .fires(
        subject: "Coupons", .info,
        "tab:Home tab:Search more:Coupons tab:Search * 80\ntab:Home tab:Profile tab:Search * 30"),
      .fires(
        subject: "Coupons", .info, "tab:Home tab:Search more:Coupons * 40",
        map: AppMap(tabs: ["Home", "Search", "Profile", "More"], moreTab: "More", moreItems: ["Coupons", "Help"])),
      .silent(
        "tab:Home tab:Search more:Coupons * 60\ntab:Home tab:Search tab:Profile * 50", because: "the intervals overlap"),
      .silent(
        "tab:Home tab:Search more:Coupons * 9", because: "fewer than ten users",
        map: AppMap(tabs: ["Home", "Search", "Profile"])),
      .silent(
        "Home more:Coupons tab:Search > Product < > Product < * 100",
        because: "everybody uses Search, and begins with Home",
        map: AppMap(tabs: ["Home", "Search", "More"], moreTab: "More")),
    ],
    judging: Judging { context in
      context.ordered(context.measures.moreList.items).map { item, sum in
        context.hiddenItem(.init(.moreItem, item, container: .more), sum, in: "More")
      }
    } findings: { context, items in
      context.swapFindings(items, hiddenIn: { _ in "the More list" }, context.measures.moreList.origins)
    })
}
