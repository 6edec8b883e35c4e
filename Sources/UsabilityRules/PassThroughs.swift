import Measures
import NavigationModel

// Shared by `depth.pass-through` and `screen.pass-through`: a screen that only forwards.

/// A screen, the next one of most of its visits, and the median stay on it, seconds.
typealias Way = (screen: Name, next: Name, stay: Double?)

extension RuleContext {
  /// The screens from which people go on, in text order, with the visits that went on to the same next screen over all
  /// visits.
  func ways(_ screens: NextScreens) -> [Subject<Way>] {
    screens.mostTaken(scope.names).filter { $0.screen != .unnamed }.map { screen, next, users, share in
      let sum = measures.screens.sums[screen]
      let stay = sum?.dwell.seconds(.median)
      return Subject(
        text(screen), users: users, sessions: sum?.sessions(structureKnown: scope.structureKnown),
        examples: screens.sums[screen]?.examples ?? Examples(), share: .rows(share),
        of: (screen, next, stay))
    }
  }

  /// The ways with enough visits that people pass quickly: not the app, not to choose from a list, and not just once.
  func passedQuickly(_ ways: [Subject<Way>]) -> [Subject<Way>] {
    let lines = lines
    let clocks = clocks
    return ways.filter { way in
      let (screen, next, stay) = way.item
      guard let stay, next != .unnamed, next != screen, !lines.transparent.contains(screen), !clocks.contains(screen),
        !scope.isFolded(next), !measures.passThroughs.isList(screen, of: next), !isFirstRun(screen)
      else { return false }
      return stay < threshold("seconds") && (isCounting || Double(way.share?.rows ?? 0) >= threshold("visits"))
    }
  }

  /// Why no way was judged: nobody went on, or too seldom. Nil if some were, and all are left out by their kind.
  func reasonNotPassed(_ ways: [Subject<Way>], _ deed: Text) -> Text? {
    let known = ways.filter { $0.share?.effectiveUsers ?? 0 >= Evidence.leastUsers }
    let visits = threshold("visits")
    if known.isEmpty { return "fewer than \(Evidence.leastUsers) users \(deed)" }
    return known.contains { Double($0.share?.rows ?? 0) >= visits }
      ? nil : "no screen from which people go on has \(number: Wording.count(Int(visits), "visit"))"
  }

  /// The finding on a screen that only forwards.
  func finding(_ found: Verdict<Way>, level: Text) -> Finding {
    let way = found.subject
    let next = text(found.subject.item.next)
    return finding(
      found, .info, metric: "forwarded", extraTaps: way.counted,
      fact:
        """
        In \(found.share("visits")) of \(way.name), people went on to \(next), half of them within \
        \(number: Wording.oneDecimal(way.item.stay ?? 0)) s
        """,
      details: ["Without this \(level), \(next) would be a tap closer (\(Wording.count(way.counted, "tap")) in all)."])
  }
}
