import Measures
import NavigationModel

// Shared by `tabs.more-outranks` and `menu.promote`: a hidden item that reaches more people than a visible tab.

/// A hidden item with how often it was chosen.
typealias HiddenItem = (subject: Discovery.Subject, choices: Int)

extension RuleContext {
  func hiddenItem(_ item: Discovery.Subject, _ sum: CountWithExamples, in section: String) -> Subject<HiddenItem> {
    Subject(text(item.name), in: section, sum, eligible: scope.users, of: (item, sum.count))
  }

  /// The findings that an item in the More list or a menu reaches more people than a tab.
  /// - Parameters:
  ///   - items: hidden items; those with the name of a tab are not compared with one.
  ///   - origins: the choices by item and screen.
  func swapFindings(
    _ items: [Subject<HiddenItem>], hiddenIn container: (String) -> Text, _ origins: SumsByKey<NamePair, Frequency>
  ) -> [Finding] {
    let tabs = visibleTabs
    guard let tab = tabs.leastUsed else { return [] }
    let bar = Set(texts: tabs.all.map(\.name))
    let named = items.filter {
      $0.item.subject.name != .unnamed && !bar.contains($0.name) && !isAction($0.item.subject)
    }.map { item in
      let eligible = scope.eligibleUsers(of: item.item.subject)
      let share = Share.users(min(item.users ?? 0, eligible), of: eligible)
      return Subject(
        item.name, in: item.section, users: item.users, sessions: item.sessions, examples: item.examples, share: share,
        of: item.item)
    }
    let origins = Dictionary(grouping: origins.pairs, by: \.0.first)
    let verdicts = above(reachOf: (users: tab.users, eligible: tab.eligibleUsers), named) {
      isRival($0.item.subject, of: tab)
    }
    return verdicts.map { found in
      swapFinding(
        found, tab, container(found.subject.section ?? ""),
        self.origins(of: found.subject.item.subject.name, origins[found.subject.item.subject.name] ?? []).words)
    }
  }

  /// Whether a hidden item reaches more people than a tab in each half of the log.
  private func isRival(_ item: Discovery.Subject, of tab: VisibleTab) -> Bool {
    let halves = measures.halfReaches
    guard halves.isKnown else { return true }
    let none = (first: 0, second: 0)
    let own = halves.sums[item]?.users ?? none
    let other = scope.names.name(tab.name).flatMap { halves.sums[.init(.tab, $0)]?.users } ?? none
    let eligible = scope.eligibleUsers(of: item)
    // A half in which the app did not have the item yet tells nothing.
    let isNew = own.first == 0 && !scope.eligibility.outBuilds(of: item).isEmpty
    return (isNew || own.first * tab.eligibleUsers > other.first * eligible)
      && own.second * tab.eligibleUsers > other.second * eligible
  }

  /// Whether choosing an item does something on the screens that people are on: it would be no tab.
  func isAction(_ item: Discovery.Subject) -> Bool {
    let measures = whole ?? measures
    let moves = measures.moves
    let entry = Entry(item.name, in: item.kind == .moreItem ? .more : .menu(item.container))
    return measures.isAction(entry, moves.number(of: entry).flatMap { moves.whole.entries[$0] } ?? EntrySums())
  }

  /// The same where the plan moves the item on some platforms only: what people do there with it and with the tab that
  /// makes room. Nil if it does not reach more people there than that tab.
  private func swap(
    _ all: Verdict<HiddenItem>, on move: RecommendedMoves.Promotion
  ) -> (found: Verdict<HiddenItem>, tab: VisibleTab)? {
    guard whole == nil, !move.platforms.isEmpty, let demoted = move.demoted else { return nil }
    let (item, tab) = (move.entryUse, move.tabUse)
    let users = min(item.users, item.eligibleUsers)
    let subject = Subject(
      all.subject.name, in: all.subject.section, users: users, sessions: all.subject.sessions,
      examples: all.subject.examples, share: .users(users, of: item.eligibleUsers),
      of: (subject: all.subject.item.subject, choices: item.choices))
    return above(reachOf: (users: tab.users, eligible: tab.eligibleUsers), [subject]).first { $0.isBeyond }.map {
      let visible = VisibleTab(
        name: demoted, users: tab.users, isByLinks: false, eligibleUsers: tab.eligibleUsers, selects: tab.choices)
      return ($0, visible)
    }
  }

  /// An error if the plan moves the item, otherwise an info.
  private func swapFinding(
    _ all: Verdict<HiddenItem>, _ leastUsed: VisibleTab, _ container: Text, _ origins: Text
  ) -> Finding {
    let item = all.subject.name
    let move = plan?.promotion(of: item, in: all.subject.section ?? "")
    let there = all.isBeyond ? move.flatMap { swap(all, on: $0) } : nil
    let found = there?.found ?? all
    let tab = there?.tab ?? leastUsed
    let part = there == nil ? PlatformPart.all : move?.part ?? .all
    let ofTab = Share.users(tab.users, of: tab.eligibleUsers).estimate
    let slot = move.map { move -> Text in
      (move.demoted.map { "the slot of the tab \($0)" } ?? "the free slot in the tab bar") + move.onPlatforms
        + (move.isRareTab ? Plan.Move.unlessVital : "")
    }
    let advice: Text
    let action: RuleAction
    if let slot {
      advice = "Give \(item) \(slot)."
      action = RuleAction("Give ", named: " \(slot)", movesTab: true)
    } else if plan != nil {
      advice = "No swap with a tab is certain to save taps. Link to \(item) from \(origins)."
      action = RuleAction("Link to ", named: " from \(origins)")
    } else {
      advice = rule.advice
      action = rule.action
    }
    let ways: Text = tab.isByLinks ? " or came to it by a link" : ""
    let saving: [Text] =
      move.map { ["In the plan, this move saves \(Wording.count($0.tapsSaved, "tap")), net."] } ?? []
    let choices = Wording.count(found.subject.item.choices, "time")
    var finding = finding(
      found, move == nil ? .info : .error, metric: "reach", extraTaps: move?.tapsSaved,
      fact:
        """
        \(found.share("users"))\(part.words) used \(item) in \(container), more than the \(tab.users) who selected the tab \
        \(tab.name)\(ways)
        """,
      statistics: ofTab.map {
        "\(found.statistics), against \(number: Wording.percent($0))"
          + (part == move?.part ?? part ? "" : "; all platforms")
      },
      recommendation: advice, action: action,
      details: saving + [
        """
        \(item) was chosen \(choices), \(tab.name) was selected from another section \
        \(Wording.count(tab.selects, "time")).
        """
      ])
    finding.tapsAreOfPlan = move != nil
    finding.platforms = part
    if part != .all {
      let shown = finding.shown.filter { part.includes($0.platform) }
      finding.sessions = shown.isEmpty ? nil : shown.reduce(0) { $0 + $1.sessions }
    }
    finding.otherUsers = tab.users
    finding.thresholdName = "upper bound of \(tab.name)"
    return finding
  }

  /// Where a link to an item would help: `Product and Home, where people most often set out for it`, and how many
  /// choices started there; nil if not known.
  /// - Parameter origins: choices by item and screen, those of the item among them. A screen of few users is not named,
  ///   nor the item itself.
  func origins(of item: Name, _ origins: some Sequence<(NamePair, Frequency)>) -> (words: Text, choices: Int?) {
    let screens = origins.filter {
      $0.0.first == item && $0.0.second != item && $0.0.second.isKnown && $0.0.second != .unnamed
        && $0.1.users >= plan?.leastUsers ?? .max
    }
    let most = screens.sorted {
      ($1.1.count, scope.names.rank($0.0.second)) < ($0.1.count, scope.names.rank($1.0.second))
    }.prefix(2)
    guard !most.isEmpty else { return ("a screen where people need it", nil) }
    return (
      "\(Text.names(most.map { text($0.0.second) })), where people most often set out for it",
      most.reduce(0) { $0 + $1.1.count }
    )
  }
}
