import Measures
import NavigationModel

extension Rule {
  static let tabsUnstableSet = Rule(
    id: "tabs.unstable-set",
    title: "Tabs that come and go",
    claim:
      """
      The app shows the same people different tabs at different times, in the same version and on the same kind of \
      device.
      """,
    rationale: """
      People reach for a tab where they learned it is. If tabs appear, vanish and push the others along, nobody can \
      rely on the bar, and taps land on \
      the wrong tab.
      """,
    severities: [.warning, .info],
    subject: .app,
    table: "tabs",
    sources: [
      .published(
        """
        Apple Human Interface Guidelines, Tab bars: don't hide or remove tabs, an interface whose tabs come and go \
        is unstable and unpredictable
        """
      ),
      .heuristic("the share of 2%; roles, experiments and sign-in count too"),
    ],
    thresholds: [
      Threshold("share", 0.02, .share, "of the users whose tabs were logged, the share who had more than one set")
    ],
    advice:
      "Always show the same tabs. If a section has nothing to show yet, let it say so, and say what would fill it.",
    action: RuleAction(app: "Always show the same tabs"),
    needs: [.tabLists],
    examples: [
      .fires(subject: "app", .warning, "tabs:A|B|C tab:A tabs:A|B tab:B tabs:A|B|C * 10\ntabs:A|B|C tab:A * 90"),
      .fires(subject: "app", .info, "@app_version=2 tabs:A|B|C tab:A & tabs:A|B|C|D tab:A * 50"),
      .fires(subject: "app", .info, "tabs:A|B|C tab:A & tabs:A|B tab:A * 15"),
      .fires(subject: "app", .info, "( tabs:Home|Watch|Games|Me tab:Home & tabs:Watch|Games tab:Watch & ) x 2 * 50"),
      .silent("tabs:A|B|C tab:A tabs:A|B tab:B * 9", because: "fewer than ten users"),
      .silent("tabs:A|B|C tab:A tabs:A|B tab:B * 4\ntabs:A|B|C tab:A * 96", because: "4 of 100 users may be 2%"),
      .silent("tabs:A|B|C tab:A edit:A|C|D tabs:A|C|D tab:C * 100", because: "people ordered the tabs themselves"),
      .silent(
        "@app_version=1 tabs:A|B|C tab:A & @app_version=2 tabs:A|B|D tab:A * 100",
        because: "a new version may have new tabs"),
      .silent(
        "@device=phone tabs:A|B|C tab:A & @device=tablet tabs:A|B|C|D tab:A * 100", because: "a tablet has more room"),
      .silent("tabs:A|B|C tab:A & tabs:B|A|C tab:A * 100", because: "it is the same set in another order"),
    ],
    judging: Judging { context in
      let changes = context.measures.tabSetChanges
      let returning = context.returningHistories
      let ofTimes = (context.whole ?? context.measures).shownSessions.tabsOfTimes(context.scope.names)
      let restless = returning.filter { !$0.isMeant(ofTimes) }
      return [restless, returning, context.unstableHistories].map { histories in
        let users = histories.reduce(0) { $0 + $1.sum.users }
        let examples = histories.reduce(into: Examples()) { $0.merge($1.sum.examples) }
        return Subject(
          "app", users: users, examples: examples, share: .users(users, of: changes.users), of: histories)
      }
    } findings: { context, changes in
      let restless = context.above("share", [changes[0]])
      if restless.contains(where: \.isBeyond) { return restless.map { context.finding($0, .warning, why: Text()) } }
      let meant = context.above("share", [changes[1]])
      return meant.contains(where: \.isBeyond)
        ? meant.map { context.finding($0, .info, why: " (a tab for a time, or two bars that take turns)") }
        : context.above("share", [changes[2]]).map {
          context.finding($0, .info, why: ", but only once each (after signing in, or from one day on?)")
        }
    })
}

/// The sets of tabs that users had in one version on one surface, if more than one.
private struct TabHistory {
  let sets: [Set<Name>]
  let sum: UsersWithExamples

  /// The tabs that are not in all sets.
  var changing: Set<Name> {
    let all = sets.reduce(into: Set<Name>()) { $0.formUnion($1) }
    return all.filter { tab in sets.contains { !$0.contains(tab) } }
  }

  /// Whether it changes as it should: by tabs that are there at times, or between two bars that differ by several tabs,
  /// such as those of two profiles.
  func isMeant(_ ofTimes: Set<Name>) -> Bool {
    Set(sets).count == 2 && changing.count > 1 || changing.isSubset(of: ofTimes)
  }
}

extension RuleContext {
  /// The users with more than one set of tabs in a version on a surface; the same tabs in another order are the same
  /// set.
  fileprivate var unstableHistories: [TabHistory] {
    measures.tabSetChanges.sums.pairs.compactMap { history, sum in
      let sets = history.elements.map { Set($0.elements.map { Set(scope.names.tabs(in: $0)) }) }.filter { $0.count > 1 }
      return sets.isEmpty ? nil : TabHistory(sets: sets.flatMap { $0 }, sum: sum)
    }
  }

  /// Those in which a set came back after another: it changes to and fro, and not once in a life.
  fileprivate var returningHistories: [TabHistory] {
    measures.tabSetChanges.sequences.pairs.compactMap { lists, sum in
      var sets: [Set<Name>] = []
      var comesBack = false
      for set in lists.map({ Set(scope.names.tabs(in: $0)) }) where set != sets.last {
        comesBack = comesBack || sets.contains(set)
        sets.append(set)
      }
      return comesBack ? TabHistory(sets: sets, sum: sum) : nil
    }
  }

  /// - Parameter why: what the sentence ends with.
  fileprivate func finding(_ found: Verdict<[TabHistory]>, _ severity: Severity, why: Text) -> Finding {
    finding(
      found, severity, metric: "unstable_tab_sets",
      fact: "\(found.share("users")) saw tabs come or go within one version and on one kind of device\(why)",
      action: severity == .info ? RuleAction(app: "Keep the other tabs in their places when some come or go") : nil,
      details: comingAndGoing(found.subject.item))
  }

  /// The tabs that are in some of a user's sets but not in others, by users.
  fileprivate func comingAndGoing(_ histories: [TabHistory]) -> [Text] {
    var users: [Name: Int] = [:]
    for history in histories { for tab in history.changing { users[tab, default: 0] += history.sum.users } }
    return users.most(5, by: \.value, named: { text($0.key) }).map {
      "\(text($0.key)) came or went for \(Wording.count($0.value, "user"))."
    }
  }
}
