import Measures
import NavigationModel

extension Rule {
  static let tabsMoreToll = Rule(
    id: "tabs.more-toll",
    title: "Extra tap through More",
    claim:
      """
      People go through More for too many of their changes of section, with an extra tap each time.
      """,
    rationale: """
      Everything behind More takes one more tap than a tab, and a look through a list. That is fine for what people \
      rarely use, not for what they use again and again.
      """,
    severities: [.warning],
    subject: .app,
    table: "more",
    sources: [
      .published(
        """
        Apple Human Interface Guidelines, Tab bars: avoid overflow tabs, content behind More is harder to reach and \
        easily missed
        """
      ),
      .heuristic("the share of 5%"),
    ],
    thresholds: [
      Threshold("share", 0.05, .share, "choices from the More list, as a share of these and all selections of tabs")
    ],
    advice: "Give the most used More items a tab or a link inside a section, and drop what nobody uses.",
    action: RuleAction(app: "Give the most used More items a tab, or a link inside a section", movesTab: true),
    needs: [.moreChoices],
    restsOn: [.oneBar],
    taps: [.moreOpen],
    examples: [
      .fires(subject: "app", .warning, "tab:Home tab:Search tab:Home more:Coupons tab:Search * 100"),
      .fires(subject: "app", .warning, "tab:Home tab:Search more:Coupons * 30"),
      .fires(subject: "app", .info, "tab:Home tab:Search more:Coupons * 12"),
      .silent("tab:Home tab:Search more:Coupons * 9", because: "fewer than ten users"),
      .silent("tab:Home tab:Search * 92\ntab:Home more:Help * 8", because: "8% of 100 changes may be less than 5%"),
      .silent("tab:Home ( tab:Search tab:Home ) x 20 more:Help * 100", because: "one choice in 41 is below 5%"),
    ],
    judging: Judging(above: "share") { context in
      let list = context.measures.moreList
      return [Subject("app", list.choices, share: .rows(list.toll(withActions: context.actionOfMore == nil)))]
    } finding: { context, found in
      let advice = context.adviceOnMore
      let without: Text = context.actionOfMore.map { " (actions such as \(context.text($0)) left out)" } ?? ""
      var finding = context.finding(
        found, .warning, metric: "more_toll", extraTaps: found.subject.counted,
        fact:
          "For \(found.share("changes of section"))\(without), people went through More, with an extra tap each time",
        recommendation: advice?.words, action: advice?.action,
        details: context.mostChosenItems(5).map { item, sum in
          "\(context.text(item)): \(Wording.count(sum.count, "choice")) by \(Wording.count(sum.users, "user"))."
        })
      finding.tapsOfAdvice = advice?.taps
      return finding
    })
}

extension RuleContext {
  /// What to do with the item that people choose most: what the plan does with it. And how many of the taps that would
  /// save, if not all.
  fileprivate var adviceOnMore: (words: Text, action: RuleAction, taps: Int?)? {
    // What people chose in the last third less than half as often as before may have moved, or its season is over.
    let now = recent?.moreList.items
    let items = mostChosenItems(5).filter { now == nil || (now?[$0.name]?.count ?? 0) * 6 >= $0.sum.count }
    guard let plan, let item = items.first, item.name != .unnamed else { return nil }
    let most = text(item.name)
    if let move = plan.promotion(of: most, in: "More") {
      return (
        "Give \(most) a tab\(move.onPlatforms), as the plan does, and drop from More what nobody uses.",
        RuleAction(app: "Give \(most) a tab\(move.onPlatforms), as the plan does", movesTab: true),
        move.platforms.isEmpty ? item.sum.count : move.entryUse.choices
      )
    }
    let origins = origins(of: item.name, measures.moreList.origins.pairs)
    return (
      """
      No swap with a tab is certain to save taps. Link to \(most) from \(origins.words). Drop from More what nobody \
      uses.
      """,
      RuleAction(app: "Link to \(most) from \(origins.words)"), origins.choices ?? item.sum.count
    )
  }

  fileprivate func isActionOfMore(_ item: Name) -> Bool { isAction(.init(.moreItem, item, container: .more)) }

  /// The most chosen item that changes no section; nil if there is none.
  fileprivate var actionOfMore: Name? {
    ordered(measures.moreList.items).filter { isActionOfMore($0.name) }.most(1, by: \.sum.count) { text($0.name) }
      .first?.name
  }

  /// The items of the More list that were chosen most often, without actions.
  fileprivate func mostChosenItems(_ number: Int) -> [(name: Name, sum: CountWithExamples)] {
    ordered(measures.moreList.items).filter { !isActionOfMore($0.name) }
      .most(number, by: \.sum.count) { text($0.name) }
  }
}
