import Measures
import NavigationModel

extension Rule {
  static let gestureFailing = Rule(
    id: "gesture.failing",
    title: "Gesture that often fails",
    claim: "People make the gesture, and too often it does not work.",
    rationale: """
      A gesture that fails now and then seems broken, and people stop using it. Most often it conflicts with another \
      one: the edge swipe that goes back, \
      scrolling, the gestures of the system.
      """,
    severities: [.warning],
    subject: .gesture,
    table: "gestures",
    sources: [.heuristic("the share of 20%")],
    thresholds: [Threshold("share", 0.2, .share, "share of the uses that failed")],
    advice: """
      Find the gesture that it conflicts with (the system's edge swipe, scrolling), let it start elsewhere or require \
      less, and offer a visible control \
      for the same action.
      """,
    action: RuleAction("Find what ", after: " conflicts with, and offer a visible control too"),
    needs: [.gestures],
    examples: [
      .fires(subject: "swipe", .warning, "Home > A gesture:swipe! gesture:swipe * 100"),
      .fires(subject: "pinch", .info, "Home > A gesture:pinch! gesture:swipe * 20"),
      .silent(
        "Home > A gesture:swipe! ( gesture:swipe ) x 4 * 100", because: "one in five is not more than one in five"),
      .silent("Home > A gesture:swipe! gesture:swipe * 9", because: "fewer than ten users"),
      .silent(
        "Home > A ( gesture:swipe! ) x 20 * 2\nHome > A gesture:swipe * 48",
        because: "two people have all the trouble: of 50 users there might as well be none"),
    ],
    judging: Judging(above: "share") { context in
      context.ordered(context.measures.gestures.sums).map { gesture, sum in
        Subject(context.text(gesture), sum.failures, share: .rows(sum.failed), of: sum.failed.users - sum.users)
      }
    } finding: { context, found in
      let never = found.subject.item
      return context.finding(
        found, .warning, metric: "gesture_failed",
        fact: "The gesture \(found.subject.name) failed \(found.share("times"))",
        details: never > 0 ? ["For \(Wording.count(never)) of these users it never worked."] : [])
    })
}
