import Measures
import NavigationModel

extension Rule {
  static let screenGlance = Rule(
    id: "screen.glance",
    title: "Looked at and left again",
    claim: "People who come to the screen mostly go straight back to the one they came from.",
    rationale:
      "People who go straight back did not find what they expected. They made two taps and waited for nothing.",
    severities: [.info, .warning],
    subject: .screen,
    table: "screens",
    sources: [
      .published("Microsoft Clarity, Quick backs: a screen that people leave at once is not what they looked for"),
      .heuristic(
        """
        stays of 5 s, 30% of the visits for a note and 50% for a warning, 100 visits; in galleries and news people \
        skim on purpose
        """
      ),
    ],
    thresholds: [
      Threshold("share", 0.3, .share, "share of its visits after which people go back within five seconds"),
      Threshold("warning", 0.5, .share, "the same share, from which on it is a warning"),
      Threshold("visits", 100, .visits, "a screen with fewer visits between two others is not judged"),
    ],
    advice: """
      Check what its links promise. Name the screen for what it holds, or show the decisive part before people open \
      it.
      """,
    action: RuleAction("Check what the links to ", after: " promise"),
    needs: [.screensAlone],
    restsOn: [.times, .order],
    examples: [
      .fires(subject: "B", .warning, "A B +2s A C * 120"),
      .fires(subject: "B", .info, "A B +2s A C & A B C * 120"),
      .silent("A B +6s A C * 120", because: "six seconds are time to read"),
      .silent("A B +2s C * 120", because: "people go on, not back"),
      .silent("A B +2s A C * 99", because: "fewer than 100 visits"),
      .silent("tab:A > B +2s < > C * 120", because: "the log shows the structure: path.pogo judges it"),
    ],
    judging: Judging { context in
      context.screens(\.glances)
    } findings: { context, screens in
      let clocks = context.clocks
      let judged = screens.filter {
        (context.isCounting || Double($0.share?.rows ?? 0) >= context.threshold("visits")) && !clocks.contains($0.item)
      }
      return context.above("share", judged).map { found in
        let screen = found.subject.item
        let ways =
          found.isBeyond
          ? context.transitions.filter { $0.to == screen && $0.from.isKnown && $0.from != screen } : []
        return context.finding(
          found, context.severity(found, warningFrom: "warning"), metric: "glances",
          fact: "In \(found.share("visits")) of \(found.subject.name), people went straight back within five seconds",
          details: context.most(1, of: ways.map { ($0.from, $0.count) }, by: \.self).map {
            "People mostly come from \($0) (\(Wording.count($1, "time")))."
          })
      }
    })
}

extension RuleContext {
  /// The screens with visits of a kind, in text order, without `?`, which stands for many screens.
  /// - Parameter share: the share of these visits.
  func screens(_ share: (Appearances.Sum) -> ShareWithExamples) -> [Subject<Name>] {
    named(measures.appearances.sums).compactMap { screen, sum in
      let visits = share(sum)
      return visits.share.sumN > 0 ? Subject(text(screen), visits, of: screen) : nil
    }
  }

  /// A warning where the interval is above a second threshold, otherwise a note.
  func severity<Item>(_ found: Verdict<Item>, warningFrom name: String) -> Severity {
    found.estimate.interval.low > threshold(name) ? .warning : .info
  }
}
