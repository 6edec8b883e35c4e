import Measures
import NavigationModel
import Statistics

extension Rule {
  static let tabsStateLost = Rule(
    id: "tabs.state-lost",
    title: "Tab that loses the user's place",
    claim: "People who return to the tab too often land on its first screen instead of where they had left off.",
    rationale: """
      People switch tabs to look something up and return to carry on. If the section has started over meanwhile, they \
      have to find their way \
      down again.
      """,
    severities: [.error, .info],
    subject: .tab,
    table: "tabs",
    sources: [
      .published(
        "Apple Human Interface Guidelines, Tab bars: tabs let people move between sections while each keeps its state"),
      .published("Material Design 2, Bottom navigation: on Android, returning to a destination resets its state"),
      .heuristic(
        "the share of 20%; resets on purpose, as after a purchase, and memory that the system reclaimed count too"),
    ],
    thresholds: [
      Threshold(
        "share", 0.2, .share,
        "share of the returns that landed on the root, though people had left the tab below it")
    ],
    advice:
      """
      Keep a navigation stack for each tab, and restore it when the tab is selected again. Selecting the current tab \
      again may go to its root.
      """,
    action: RuleAction("Keep a navigation stack for ", after: ", and restore it when people return"),
    needs: [.keptStateReturns],
    taps: [.push],
    examples: [
      .fires(subject: "Home", .error, "tab:Home=Start > Product < > Product tab:Search tab:Home=Start * 100"),
      .fires(
        subject: "Home", .error,
        """
        tab:Home=Start > Sale < ( > Product tab:Search tab:Home=Start ^ > Offer tab:Search tab:Home=Offer ) x 2 * 100
        """),
      .fires(subject: "Home", .warning, "tab:Home=Start > Product tab:Search tab:Home=Start * 40"),
      .fires(
        subject: "Home", .info,
        """
        @platform=ios tab:Home=Start > Product tab:Search tab:Home=Start & @platform=ipados tab:Home=Start > Product \
        tab:Search tab:Home=Start * 20
        """),
      .fires(
        subject: "Home", .info, "@platform=android tab:Home=Start > Product < > Product tab:Search tab:Home=Start * 100"
      ),
      .silent("tab:Home=Start > Product tab:Search tab:Home=Product * 100", because: "the section kept its place"),
      .silent("tab:Home=Start > Product tab:Search tab:Home=Start * 9", because: "fewer than ten users"),
      .silent(
        """
        tab:Home=Start > Product tab:Search tab:Home=Start * 25\ntab:Home=Start > Product tab:Search \
        tab:Home=Product * 75
        """,
        because: "25 of 100 returns may be less than 20%"),
      .silent(
        "tab:Home=Start > Product tab:Home=Start tab:Search tab:Home=Start * 100",
        because: "people went to the root themselves"),
      .silent(
        "@session=a tab:Home=Start > Product tab:Search +45min tab:Home=Start * 100",
        because: "another visit begins after such a pause, even with the same session id"),
    ],
    judging: Judging { context in
      context.measures.lostStates.sums.pairs.map { tabOnPlatform, sum in
        let platform = context.text(tabOnPlatform.second)
        return Subject(
          context.text(tabOnPlatform.first), sum.losses, share: .rows(sum.lost), ties: [platform],
          of: (isOnAndroid: platform.lowercased() == "android", sum: sum))
      }.inOrder()
    } findings: { context, returns in
      let elsewhere = context.tabs(of: returns.filter { !$0.item.isOnAndroid })
      let onAndroid = context.tabs(of: returns.filter(\.item.isOnAndroid))
      let place = onAndroid.isEmpty ? PlatformPart.all : .exceptAndroid
      let found = context.above("share", elsewhere).map { context.finding(.error, $0, place) }
      let tabs = Set(texts: found.filter(\.fires).map(\.subject))
      let judged = Set(texts: found.map(\.subject))
      let alone = context.above("share", onAndroid.filter { !tabs.contains($0.name) }).filter {
        $0.isBeyond || !judged.contains($0.subject.name)
      }
      return found + alone.map { context.finding(.info, $0, .android) }
    })
}

private typealias Returns = (isOnAndroid: Bool, sum: LostStates.Sum)

extension RuleContext {
  /// The named tabs, each with the returns on one side, in text order.
  fileprivate func tabs(of returns: [Subject<Returns>]) -> [Subject<(resumed: Int, extraTaps: Int)>] {
    Dictionary(grouping: returns.filter { $0.name != "?" }, by: { NameText($0.name) }).sorted { $0.key < $1.key }.map {
      tab, platforms in
      var lost = RatioSums()
      var losses = CountWithExamples()
      for platform in platforms {
        lost.merge(platform.item.sum.lost)
        losses.merge(platform.item.sum.losses)
      }
      let resumed = platforms.reduce(0) { $0 + $1.item.sum.resumed }
      let extraTaps = platforms.reduce(0) { $0 + $1.item.sum.extraTaps }
      return Subject(tab.text, losses, share: .rows(lost), of: (resumed, extraTaps))
    }
  }

  fileprivate func finding(
    _ severity: Severity, _ found: Verdict<(resumed: Int, extraTaps: Int)>, _ platforms: PlatformPart
  )
    -> Finding
  {
    let tab = found.subject
    let (resumed, extraTaps) = tab.item
    var finding = finding(
      found, severity, metric: "state_lost", extraTaps: extraTaps,
      fact:
        """
        In \(found.share("returns")) to the tab \(tab.name)\(platforms.words), people landed on its first screen \
        instead of where they had left off
        """,
      details: resumed > 0
        ? [
          """
          After \(Wording.count(resumed)) of these returns, people went down to that screen again \
          (\(Wording.count(extraTaps, "tap"))).
          """
        ]
        : ["After none of these returns, people went down to that screen again."])
    finding.platforms = platforms
    return finding
  }
}
