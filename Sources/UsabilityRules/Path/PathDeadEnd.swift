import Measures
import NavigationModel

extension Rule {
  static let pathDeadEnd = Rule(
    id: "path.dead-end",
    title: "Dead end",
    claim: "Most visits of the screen end the session, more than of other screens at the same depth.",
    rationale: """
      People who leave an app from deep inside have either got what they came for or given up. A screen where most \
      visits end offers nothing to \
      go on with.
      """,
    severities: [.warning, .info],
    subject: .screen,
    table: "screens",
    sources: [
      .heuristic(
        """
        half of the visits at level two or deeper, and more than at the other screens of that depth; goals of tasks \
        are left out; people who stay for ten seconds or end a task are done
        """
      )
    ],
    thresholds: [
      Threshold(
        "share", 0.5, .share,
        "share of the visits at level two or deeper that are the last step of a session or of a part of it")
    ],
    advice:
      "Offer a next step on the screen: what goes with it, what comes after it, or a way back to where people started.",
    action: RuleAction("Offer a next step on "),
    needs: [],
    restsOn: [.order, .sessions],
    examples: [
      .fires(
        subject: "Story", .warning,
        "tab:Home > News > Story +4s background * 80\ntab:Home > News > Story < * 20"),
      .fires(
        subject: "Story", .info, "tab:Home > News > Story +11s background * 80\ntab:Home > News > Story < * 20"),
      .fires(subject: "Ticket", .info, "tab:Home > Trip > Ticket * 100"),
      .fires(subject: "Story", .info, "tab:Home > Story * 15\ntab:Home > Story < * 2"),
      .fires(subject: "Story", .warning, "( tab:Home > Story +2s background cold ) x 3 tab:Home * 100"),
      .fires(subject: "Ticket", .info, "tab:Home > Trip > Ticket event:task_end{target=buy} * 100"),
      .fires(subject: "Thanks", .info, "( tab:Home > Cart > Thanks & tab:Home ) x 3 * 100"),
      .fires(subject: "Score", .info, "tab:Home > Quiz > Question > Review > Score +4s background * 100"),
      .silent("tab:Home > Story * 55\ntab:Home > Story < * 45", because: "55% of 100 visits may be less than half"),
      .silent(
        "tab:Home > Story * 100\ntab:Home > News * 100\ntab:Home > Chat * 100",
        because: "all screens at that depth end sessions as often"),
      .silent("tab:Home tab:Orders * 100", because: "roots are no dead ends"),
      .silent("tab:Home > Story * 9", because: "fewer than ten users"),
      .silent(
        "tab:Home > Track * 100", because: "the goal of a task is where people are done",
        map: AppMap(tasks: [.init(name: "track an order", start: "Home", goal: "Track")])),
    ],
    judging: Judging { context in
      context.named(context.measures.deadEnds.sums).map { screen, sum in Subject(context.text(screen), sum, of: screen)
      }
    } findings: { context, screens in
      let goals = Set(texts: context.scope.map.tasks.map(\.goal))
      let markers = context.markers
      // After finishing a wizard or sending a message, people may leave.
      let all = screens.filter { screen in
        !context.isScreen(screen.item, of: [.wizard, .compose]) && !context.isFirstRun(screen.item)
          && !markers.contains(screen.item)
      }
      let usual = UsualEnds(
        all.map { (screen: $0.item, depth: context.depth(of: $0.item), share: $0.share) }, rate: context.endRate)
      let verdicts = context.above("share", all) { screen in
        guard !goals.contains(screen.name), screen.endsMostly else { return false }
        return screen.endsMore(than: usual.expected(of: screen.item, context.depths(of: screen.item)))
      }
      lazy var ways = Dictionary(grouping: context.transitions.filter(\.to.isKnown), by: \.from)
      return verdicts.map { found in
        let screen = found.subject
        let name = found.subject.item
        let end = context.end(of: name)
        return context.finding(
          found, end == .deadEnd ? .warning : .info, metric: "exit_share",
          fact: "In \(found.share("visits")) of \(screen.name), people left the app" + end.words,
          recommendation: end.advice, action: end.action, isQuestion: end == .unknown,
          details: context.most(1, of: ways[name, default: []].map { ($0.to, $0.count) }, by: \.self).map {
            next, count in
            "Those who go on mostly go to \(next) (\(Wording.count(count, "time")))."
          })
      }
    })
}

/// What the end of most visits of a screen is.
enum ScreenEnd {
  case goal, deadEnd
  /// Nothing in the log tells.
  case unknown

  var words: Text {
    switch self {
    case .goal: ", most after a stay of ten seconds or the end of a task"
    case .deadEnd: ", most within ten seconds"
    case .unknown: "; it may be a goal or a dead end"
    }
  }

  var advice: Text? {
    switch self {
    case .goal:
      "If people are done here, as with a ticket or a receipt, leave it as it is; otherwise offer a next step."
    case .deadEnd: nil
    case .unknown:
      """
      If people are done here, leave it as it is; otherwise offer a next step. Log \(code: "app_background") or \
      \(code: "task_end"), and the next report can tell.
      """
    }
  }

  var action: RuleAction? {
    switch self {
    case .goal: RuleAction("Leave ", after: " as it is, if people are done there")
    case .deadEnd: nil
    case .unknown: RuleAction("Look at ", after: " and see whether it is a goal or a dead end")
    }
  }
}

extension RuleContext {
  func end(of screen: Name) -> ScreenEnd {
    switch measures.screenReturns.sums[screen]?.isGoal {
    case true?: .goal
    // The steps of a task end with what it was for.
    case false?: lines.isLast(screen) ? .unknown : .deadEnd
    case nil: .unknown
    }
  }

  /// The parts over the visits of the app.
  var endRate: Double {
    let sums = measures.screens.sums.values
    let visits = sums.reduce(0) { $0 + (scope.structureKnown ? $1.visits : $1.arrivals) }
    return Double(sums.reduce(0) { $0 + $1.exits }) / Double(max(1, visits))
  }

  /// The median depth of a screen's visits, at least two: a root leads nowhere yet.
  fileprivate func depth(of screen: Name) -> Int {
    max(measures.screens.sums[screen]?.depths.median ?? 0, DeadEnds.leastDepth)
  }

  fileprivate func depths(of screen: Name) -> [(value: Int, count: Int)] {
    measures.screens.sums[screen]?.depths.bins.filter { $0.value >= DeadEnds.leastDepth } ?? []
  }
}

/// How many ends the visits of a screen would give if it were as other screens.
struct UsualEnds {
  /// By depth, ascending.
  private var shares: [Int: [Double]] = [:]
  private let rate: Double
  private var own: [Name: (depth: Int, share: Double)] = [:]

  /// - Parameter rate: the ends of all visits of the app.
  init(_ screens: [(screen: Name, depth: Int, share: Share?)], rate: Double) {
    self.rate = rate
    for (screen, depth, share) in screens {
      guard let (ends, visits) = share?.parts, visits > 0 else { continue }
      let value = Double(ends) / Double(visits)
      own[screen] = (depth, value)
      shares[depth, default: []].append(value)
    }
    shares = shares.mapValues { $0.sorted() }
  }

  /// The median share of the other screens at a depth; without any, that of the app.
  private func usual(at depth: Int, without screen: Name) -> Double {
    var others = shares[depth] ?? []
    if let own = own[screen], own.depth == depth, let index = others.firstIndex(of: own.share) {
      others.remove(at: index)
    }
    return others.isEmpty ? rate : others[(others.count - 1) / 2]
  }

  /// - Parameter visits: of the screen, by depth.
  func expected(of screen: Name, _ visits: [(value: Int, count: Int)]) -> Double {
    visits.reduce(0) { $0 + Double($1.count) * usual(at: $1.value, without: screen) }
  }
}

extension Subject<Name> {
  fileprivate var endsMostly: Bool { share?.parts.map { $0.part * 2 > $0.whole } ?? false }

  /// Whether more visits end than other screens would let expect: z > 1.96, with the standard error by users.
  func endsMore(than expected: Double) -> Bool {
    guard case .rows(let sums)? = share, let variance = sums.spread?.variance else { return false }
    let excess = Double(sums.sumY) - expected
    return excess > 0 && excess > 1.96 * Double(sums.sumN) * variance.squareRoot()
  }
}
