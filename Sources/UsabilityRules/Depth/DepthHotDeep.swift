import Measures
import NavigationModel
import Statistics

extension Rule {
  static let depthHotDeep = Rule(
    id: "depth.hot-deep",
    title: "Popular screen far down",
    claim: "Many people visit the screen, and most of its visits are at level four or deeper.",
    rationale:
      """
      Every level above a screen costs a tap and a decision each time. Popular screens should not be deeper than \
      unpopular ones.
      """,
    severities: [.warning],
    subject: .screen,
    table: "screens",
    sources: [
      .heuristic(
        """
        the reach of 20% and the median depth of 4; the last step of a flow is deep for a reason; a screen that \
        people open again in a tenth of the visits of the screen above is one of many
        """)
    ],
    thresholds: [
      Threshold("share", 0.2, .share, "share of all users who visit the screen"),
      Threshold(.deep, "a screen is deep if half of its visits are at this level or deeper"),
    ],
    advice:
      """
      Give the screen a shortcut near the root: a place on the home screen, a list of recent items, a tab, or a \
      widget.
      """,
    action: RuleAction("Give ", after: " a shortcut near the root"),
    needs: [.foldedNames],
    taps: [.push],
    traits: [.ofSeveralConditions],
    examples: [
      .fires(
        subject: "Statement", .warning, "tab:Profile > Account > Payments > Statement < * 60\ntab:Home * 60"),
      .fires(subject: "D", .warning, "tab:T > B > C > D < * 40\ntab:T > B > C * 80"),
      .fires(subject: "D", .info, "tab:T > B > C > D < * 12"),
      .fires(subject: "E", .warning, "tab:T > B > C > D > E < * 60"),
      .fires(subject: "A", .warning, "tab:T > B > C > M > N > A < < * 60"),
      .silent("tab:T > B > C > D * 60", because: "people leave there"),
      .silent(
        "tab:Search > Results > Hotel > Map < < > Hotel > Map < * 60", because: "each hotel has its own map"),
      .silent("tab:T > B > C > D < * 30\ntab:Home * 90", because: "25% of 120 users may be less than 20%"),
      .silent("tab:T > B > C * 100", because: "three levels are not deep"),
      .silent("tab:T > B > C > D * 40\ntab:T > D * 41", because: "most visits are at the second level"),
      .silent("tab:T > B > C > D < * 9", because: "fewer than ten users"),
      .silent(
        "tab:Files ( > Folder ) x 5 > Document * 60",
        because: "folders in folders are one screen: the document is at the third level"),
      .fires(subject: "Document", .warning, "tab:Files > Drive > Team ( > Folder ) x 4 > Document < * 60"),
    ],
    judging: Judging { context in
      let lines = context.lines
      return context.named(context.measures.screens.sums).compactMap { name, sum -> Subject<VisitedScreen>? in
        guard !lines.transparent.contains(name), let depth = context.depth(of: name, lines) else { return nil }
        let deep = context.measures.deepVisits.sums[name]
        let users = sum.users(structureKnown: true)
        let directVisits = deep?.directVisits ?? 0
        let extraTaps = deep?.sparedTaps ?? 0
        return Subject(
          context.text(name), users: users, sessions: sum.sessions(structureKnown: true),
          examples: deep?.examples ?? Examples(),
          share: .users(users, of: context.scope.users),
          of: (name, depth, sum.visits, directVisits, extraTaps))
      }
    } findings: { context, screens in
      let least = context.count("depth")
      let levels = context.levels
      let lines = context.lines
      let measures = context.whole ?? context.measures
      let parents = measures.passThroughs.usualParents
      let usual = context.threshold("share") * Double(context.scope.users)
      let deep = screens.filter {
        $0.item.depth >= least && levels($0.item) >= least && !lines.isInFlow($0.item.name)
          && !lines.isCompleted($0.item.name)
          && !context.isScreen($0.item.name, of: ScreenKinds.Kinds.deep) && !context.isFirstRun($0.item.name)
          && (Double($0.users ?? 0) <= usual || !context.scope.isOfItem($0.item.name, measures, parents))
      }
      let verdicts = context.above("share", deep)
      // A chain of screens is one finding, and as many figures.
      let found = Set(verdicts.filter(\.isBeyond).map(\.subject.item.name))
      let ways = Dictionary(grouping: context.transitions.filter { found.contains($0.to) }, by: \.to)
      let passed = Set(
        verdicts.filter(\.isBeyond).compactMap {
          context.screenAbove($0.subject.item, in: found, ways: ways[$0.subject.item.name] ?? [], lines)
        })
      return verdicts.map { verdict in
        let screen = verdict.subject.item
        var verdict = verdict
        verdict.isBeyond = verdict.isBeyond && !passed.contains(screen.name)
        return context.finding(
          verdict, .warning, metric: "reach", extraTaps: screen.extraTaps,
          fact:
            "\(verdict.share("users")) visited \(verdict.subject.name), half of the time at level \(levels(screen)) or deeper",
          details: screen.directVisits > 0
            ? [
              """
              In \(Wording.count(screen.directVisits)) of its \(Wording.count(screen.visits, "visit")), people came \
              straight down from the root. A shortcut there would have saved \
              \(Wording.count(screen.extraTaps, "tap")).
              """
            ] : [])
      }
    })
}

/// The median depth of a screen's visits, and those that went straight down from the root, with the levels that a
/// shortcut there would have saved.
private typealias VisitedScreen = (name: Name, depth: Int, visits: Int, directVisits: Int, extraTaps: Int)

extension [Name: Name] {
  /// Of a hierarchy, by the screen above each screen: how many steps of a kind lie on the way up from each. Where that
  /// goes in a circle, it ends at the screen that comes again.
  /// - Parameter isCounted: whether the step from the first screen down to the second one counts.
  /// - Complexity: O(screens).
  func stepsUp(where isCounted: (Name, Name) -> Bool) -> [Name: Int] {
    func step(to screen: Name) -> Int { self[screen].map { isCounted($0, screen) } == true ? 1 : 0 }
    var counts: [Name: Int] = [:]
    for start in keys where counts[start] == nil {
      var way: [Name] = []
      var places: [Name: Int] = [:]
      var next: Name? = start
      while let screen = next, counts[screen] == nil, places[screen] == nil {
        places[screen] = way.count
        way.append(screen)
        next = self[screen]
      }
      if let first = next.flatMap({ places[$0] }) {
        let circle = way[first...]
        let all = circle.reduce(0) { $0 + step(to: $1) }
        for (screen, below) in zip(circle, circle.suffix(1) + circle.dropLast()) {
          counts[screen] = all - step(to: below)
        }
        way.removeSubrange(first...)
      }
      for screen in way.reversed() {
        counts[screen] = step(to: screen) + (self[screen].flatMap { counts[$0] } ?? 0)
      }
    }
    return counts
  }
}

extension RuleContext {
  /// The median depth of a screen's visits, as people see it: what the app shows for a moment is no level, and a filter
  /// is none of its own.
  fileprivate func depth(of screen: Name, _ lines: StraightLines) -> Int? {
    let all = measures.screens.sums[screen]?.depths
    guard let deep = measures.deepVisits.sums[screen] else { return all?.median }
    let least = count("depth")
    let below = (lines.transparent.isEmpty ? deep.depths : deep.seenDepths).bins
    let bins = (all?.bins ?? []).filter { $0.value < least } + below
    return nearestRank(.median, ofHistogram: bins.sorted { $0.value < $1.value })
  }

  /// The median depth of a screen's visits. Where screens repeat on the way down, different ones are counted on the
  /// deepest ways, which are known.
  fileprivate var levels: (VisitedScreen) -> Int {
    let lines = lines
    let inTasks = measures.passThroughs.usualParents.stepsUp { lines.leads(from: $0, to: $1) }
    let trails = measures.sectionDepths.trails.pairs.filter { measures.sectionDepths.sums[$0.0]?.isRecursive == true }
      .map(\.1)
    let isOverfull = trails.contains(where: \.isOverfull)
    let ways = Dictionary(grouping: trails.flatMap(\.sums.pairs)) { $0.0.last }
    return { screen in
      // Too many ways are not kept: then those that led below the limit may all be repetitions.
      if isOverfull, measures.screens.sums[screen.name]?.depths.bins.last?.value ?? 0 > scope.declared.levels.limit {
        return 0
      }
      let levels = (ways[screen.name] ?? []).map { (value: Set($0.0).count, count: $0.1.count) }.sorted {
        $0.value < $1.value
      }
      // On the usual way down, the steps of a task are one level.
      let depth = screen.depth - (inTasks[screen.name] ?? 0)
      return min(depth, nearestRank(.median, ofHistogram: levels) ?? screen.depth)
    }
  }

  /// The screen higher up from which most people come down to a screen, if it is one of the screens: the two form a
  /// chain.
  /// - Parameter ways: the transitions to the screen.
  fileprivate func screenAbove(
    _ screen: VisitedScreen, in screens: Set<Name>, ways: [RuleContext.Transition], _ lines: StraightLines
  ) -> Name? {
    let ways = ways.filter { way in way.from.isKnown && depth(of: way.from, lines) ?? .max < screen.depth }
    let above = ways.most(1, by: \.count) { text($0.from) }.first?.from
    return above.flatMap { screens.contains($0) ? $0 : nil }
  }
}
