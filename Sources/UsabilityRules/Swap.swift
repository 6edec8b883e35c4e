import Measures
import NavigationModel

// Shared by `tabs.more-outranks` and `menu.promote`: a hidden item that reaches more people than a visible tab.

extension RuleContext {
  /// The rows of the used tabs, in the counts of a rule that compares items with tabs.
  var tabCounts: [[Table.Cell]] {
    let tabs = measures.tabs.sums
    return scope.names.ordered(tabs.keys).compactMap { name in
      guard let sum = tabs[name], sum.users > 0 else { return nil }
      return [
        .text(text(name)), .text("tab"), .integer(sum.users), .integer(scope.users), .unknown, .integer(sum.selects),
      ]
    }
  }

  /// The hidden items that may be compared with a tab: each has a name, which no tab of the bar has, and reaches more people than the tab in each half
  /// of the log.
  func rivals<Item>(of tab: VisibleTab, among items: some Sequence<Item>, _ subject: (Item) -> Discovery.Subject) -> [Item] {
    let bar = Set(visibleTabs.all.map(\.name))
    return items.filter {
      let item = subject($0)
      return item.name != .unnamed && !bar.contains(text(item.name)) && outranksInBothHalves(item, tab)
    }
  }

  private func outranksInBothHalves(_ item: Discovery.Subject, _ tab: VisibleTab) -> Bool {
    let halves = measures.halfReaches
    guard halves.isKnown, phase == .firing else { return true }
    let none = (first: 0, second: 0)
    let own = halves.sums[item]?.users ?? none
    let other = scope.names.name(tab.name).flatMap { halves.sums[.init(.tab, $0)]?.users } ?? none
    let eligible = scope.eligibleUsers(of: item)
    return own.first * tab.eligibleUsers > other.first * eligible && own.second * tab.eligibleUsers > other.second * eligible
  }

  /// The finding that an item in the More list or a menu reaches more people than a tab: an error if the plan moves it, otherwise an info.
  func swapFinding<Subject>(
    _ verdict: Verdict<Subject>, item: String, section: String, hiddenIn container: String, users: Int, sessions: Int,
    choices: Int, examples: Examples, origins: String, tab: VisibleTab
  ) -> Finding {
    let people = Wording.share(min(users, verdict.eligibleUsers), of: verdict.eligibleUsers, "users", verdict.estimate)
    let tabPeople =
      Share.users(tab.users, of: tab.eligibleUsers).estimate.map { "\(Wording.count(tab.users)) (\(Wording.percent($0)))" } ?? ""
    let move = plan?.promotion(of: item, in: section)
    let advice =
      switch (move, plan) {
      case (let move?, _): "Give \(item) \(move.demoted.map { "the slot of the tab \($0)" } ?? "the free slot in the tab bar")\(move.onPlatforms)."
      case (nil, .some): "Link to \(item) from \(origins); no swap with a tab is certain to save taps."
      case (nil, nil): rule.advice
      }
    let ways = tab.isByLinks ? " or came to it by a link" : ""
    let saving = move.map { ["The plan that makes this move saves \(Wording.count($0.tapsSaved, "tap")) by it, net."] } ?? []
    var found = finding(
      verdict, move == nil ? .info : .error, subject: item, section: section, metric: "reach", users: users, sessions: sessions,
      extraTaps: move?.tapsSaved,
      message:
        "\(people) used \(item) in \(container), more than the \(tabPeople) who selected the tab \(tab.name)\(ways)",
      recommendation: advice, examples: examples,
      details: saving + [
        "\(item) was chosen \(Wording.count(choices, "time")), \(tab.name) was selected from another section \(Wording.count(tab.selects, "time"))."
      ])
    found.otherUsers = tab.users
    found.thresholdName = "most that \(tab.name) may reach:"
    return found
  }

  /// Where a link to an item would help: `Product and Home, where people most often start for it`, and how many choices started there; nil if not known.
  /// - Parameter origins: the choices by item and screen. A screen of few users is not named, nor the item itself.
  func origins(of item: Name, _ origins: SumsByKey<NamePair, Frequency>) -> (words: String, choices: Int?) {
    let screens = origins.pairs.filter {
      $0.0.first == item && $0.0.second != item && $0.0.second.isKnown && $0.0.second != .unnamed && $0.1.users >= plan?.leastUsers ?? .max
    }
    let most = screens.sorted { ($1.1.count, scope.names.rank($0.0.second)) < ($0.1.count, scope.names.rank($1.0.second)) }.prefix(2)
    guard !most.isEmpty else { return ("a screen where people need it", nil) }
    return ("\(Wording.list(most.map { text($0.0.second) })), where people most often start for it", most.reduce(0) { $0 + $1.1.count })
  }
}
