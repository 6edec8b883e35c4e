import Measures
import NavigationModel

extension Rule {
  static let tabsHunting = Rule(
    id: "tabs.hunting",
    title: "Hunting from tab to tab",
    claim: "People try one tab after another before they find what they are looking for.",
    rationale:
      """
      People who select a tab and leave it at once expected something else. Three tabs in a row mean that labels and \
      icons do not say what is where.
      """,
    severities: [.warning],
    subject: .app,
    table: "tabs",
    sources: [
      .convention(
        """
        the five-second rule: an icon does not work if people need more than five seconds to name it; icons need \
        labels
        """
      ),
      .heuristic(
        """
        three different tabs, each but the last kept less than five seconds, and the share of 3%; a first look round \
        counts too
        """
      ),
    ],
    thresholds: [
      Threshold(
        "share", 0.03, .share,
        "share of the sessions with three different tabs in a row, each but the last kept less than five seconds")
    ],
    advice:
      """
      Label the icons, test the labels with a tree test, show on the first screen of each tab what is there, and \
      offer search.
      """,
    action: RuleAction(app: "Label the tabs’ icons, and test the labels"),
    needs: [.tabSelections, .wholeRuns, .huntsOfPeople],
    restsOn: [.times, .order],
    taps: [.tab],
    examples: [
      .fires(
        subject: "app", .warning,
        "tab:Home +10s tab:Search +2s tab:Orders +3s tab:Profile * 20\ntab:Home tab:Search * 80"),
      .fires(subject: "app", .warning, "tab:Home tab:Search +1s > Result +1s tab:Orders +4s tab:Profile * 40"),
      .fires(subject: "app", .info, "tab:Home tab:Search +2s tab:Orders +3s tab:Profile * 15"),
      .silent("tab:Home tab:Search +2s tab:Orders +3s tab:Profile * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home tab:Search +2s tab:Orders +3s tab:Profile * 6\ntab:Home tab:Search * 94",
        because: "6 of 100 sessions may be less than 3%"),
      .silent(
        "tab:Home +100ms tab:Search +100ms tab:Orders +100ms tab:Profile * 100",
        because: "a pager passes the tabs between"),
      .silent(
        "tabs:Home|Search|Orders|Profile tab:Home tab:Search +2s tab:Orders +3s tab:Profile * 100",
        because: "a pager or a focus walks along the bar"),
      .silent(
        "tabs:Home|Search|Orders|Profile tab:Search tab:Orders +2s tab:Profile +3s tab:Home * 100",
        because: "a focus goes on from the last one to the first"),
      .silent(
        "@platform=tvos tab:Home tab:Search +2s tab:Orders +3s tab:Profile * 100",
        because: "the focus of a television passes the tabs"),
      .silent(
        "tab:Home tab:Search +5s tab:Orders +3s tab:Profile * 100", because: "five seconds are enough to look around"),
      .silent(
        "tab:Home tab:Search +2s tab:Orders +2s tab:Search +2s tab:Orders * 100",
        because: "two tabs in turn are to and fro"),
      .silent(
        "tab:Home tab:Search +2s more +2s tab:Orders +2s tab:Profile * 100", because: "the More list lies between"),
    ],
    judging: Judging(above: "share") { context in
      let hunts = context.hunts
      return [Subject("app", hunts.taps, share: .rows(hunts.sessions))]
    } finding: { context, found in
      let hunts = context.hunts
      return context.finding(
        found, .warning, metric: "hunting_sessions", extraTaps: hunts.taps.count,
        fact: "In \(found.share("sessions")), people went through three different tabs within seconds",
        details: context.most(hunts.passed.pairs, "Left again at once")
          + context.most(hunts.ends.pairs, "Where the hunt ended"))
    })
}

extension RuleContext {
  fileprivate var hunts: TabHunts.Sum {
    measures.tabHunts.judged(without: clocks, strips: measures.tabOrigins.stripNames)
  }

  /// `Left again at once: Search (12 times), Orders (9 times).`
  fileprivate func most(_ tabs: some Sequence<(Name, Int)>, _ what: Text) -> [Text] {
    let most = most(5, of: tabs, by: \.self).map {
      "\($0) (\(Wording.count($1, "time")))" as Text
    }
    return most.isEmpty ? [] : ["\(what): \(most.joined(by: ", "))."]
  }
}
