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
      .fires(
        subject: "swipe", .warning,
        "@platform=android Home > A gesture:swipe! gesture:swipe * 40\n@platform=ios Home > A ( gesture:swipe ) x 4 * 80"
      ),
      .silent(
        "Home > A gesture:swipe! ( gesture:swipe ) x 4 * 100", because: "one in five is not more than one in five"),
      .silent("Home > A gesture:swipe! gesture:swipe * 9", because: "fewer than ten users"),
      .silent(
        "Home > A ( gesture:swipe! ) x 20 * 2\nHome > A gesture:swipe * 48",
        because: "two people account for all of it: the others may have no trouble"),
    ],
    judging: Judging { context in
      context.ordered(context.measures.gestures.sums).map { gesture, sum in
        Subject(context.text(gesture), sum.failures, share: .rows(sum.failed), of: sum.failed.users - sum.users)
      }
    } findings: { context, gestures in
      let all = context.above("share", gestures).map { context.finding($0, on: .all) }
      let found = Set(texts: all.filter(\.fires).map(\.subject))
      // What the system of one platform does, too, fails there alone.
      let alone = [PlatformPart.android, .exceptAndroid].flatMap { part in
        context.above("share", context.gestures(on: part).filter { !found.contains($0.name) }).filter(\.isBeyond).map {
          context.finding($0, on: part)
        }
      }
      let judged = Set(texts: alone.map(\.subject))
      return all.filter { !judged.contains($0.subject) } + alone
    })
}

extension RuleContext {
  /// The gestures that people make on Android and elsewhere, by what they do on one side.
  fileprivate func gestures(on part: PlatformPart) -> [Subject<Int>] {
    let sums = Dictionary(grouping: measures.gestures.byPlatform.pairs, by: \.0.first)
    return scope.names.ordered(sums.keys).compactMap { gesture -> Subject<Int>? in
      let own = (sums[gesture] ?? []).filter { part.includes(text($0.0.second)) }
      if own.isEmpty || own.count == sums[gesture]?.count { return nil }
      return Subject(text(gesture), own.reduce(into: ShareWithExamples()) { $0.merge($1.1) }, of: 0)
    }
  }

  fileprivate func finding(_ found: Verdict<Int>, on part: PlatformPart) -> Finding {
    let never = found.subject.item
    var finding = finding(
      found, .warning, metric: "gesture_failed",
      fact: "The gesture \(found.subject.name) failed \(found.share("times"))\(part.words)",
      details: never > 0 ? ["For \(Wording.count(never)) of these users it never worked."] : [])
    finding.platforms = part
    return finding
  }
}
