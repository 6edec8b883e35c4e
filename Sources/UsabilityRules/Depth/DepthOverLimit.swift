import Measures
import NavigationModel

extension Rule {
  static let depthOverLimit = Rule(
    id: "depth.over-limit",
    title: "Section too deep",
    claim: "People drill down more than five levels in the section or modal flow, or the app map declares more levels.",
    rationale: """
      Five or six levels are enough for an app. Further down, people lose track of where they are, every level costs a \
      tap down and a tap \
      back, and few ever see what lies there.
      """,
    severities: [.warning, .error],
    subject: .section,
    table: "depth",
    sources: [
      .convention("hierarchies no deeper than 5–6 levels; no primary source found"),
      .published("Parush & Yuviler-Gavish 2004: broad structures are faster and more successful on phones"),
      .published(
        """
        Geven, Sefelin & Tscheligi 2006: on mobile devices narrow structures of up to six levels did better than \
        very broad ones
        """
      ),
    ],
    thresholds: [
      .depthWarning, .depthError,
      Threshold("users", 3, .users, "a depth counts when at least this many users reached it"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with a step in the section"),
    ],
    advice: """
      Flatten the section: merge levels that list only a few things, link across instead of further down, offer \
      search, and give deep screens a way \
      home.
      """,
    action: RuleAction("Merge levels in ", after: ", or link across them"),
    needs: [],
    taps: [.push],
    examples: [
      .fires(subject: "Orders", .error, "tab:Orders > B > C > D > E > F > G tab:Home * 3"),
      .fires(
        subject: "Orders", .warning,
        "tab:Orders > B > C > D > E > F tab:Home * 3\ntab:Orders > B > C > D > E > F > G tab:Home * 2"),
      .fires(subject: "D", .error, "tab:Orders > B > C modal:D > E > F > G > H > I > J < * 50"),
      .fires(
        subject: "Home", .warning, "tab:Home > A",
        map: AppMap(roots: ["Home": "Start"], parents: ["A": "Start", "B": "A", "C": "B", "D": "C", "E": "D"])),
      .silent(
        "tab:Cart > Address > Delivery > Payment > Review > Terms > Confirmation ^ tab:Home * 50",
        because: "a straight line to its end is one task"),
      .silent(
        "tab:Home +1003ms ( > Redirect +400ms > Page ) x 5 tab:Search * 50", because: "nobody sees the redirect"),
      .silent(
        "tab:List > \"List?a\" > \"List?a&b\" > \"List?a&b&c\" > \"List#d\" > \"List#e\" tab:Home * 50",
        because: "filters make no other screen"),
      .silent("tab:Files > Folder ( > Folder ) x 8 * 50", because: "folders in folders are one screen"),
      .silent(
        "tab:Home > Story/1041 > Story/2387 > Story/9914 > Story/5526 > Story/7013 > Story/6620 tab:Me * 50",
        because: "stories are one screen: their names differ by ids"),
      .silent(
        "tab:Cart > Address > Delivery > Payment > Terms < > Review > Voucher > Done ^ tab:Home * 50",
        because: "people come back from the terms into the task"),
      .silent(
        """
        tab:Learn modal:Lesson > Listen > Speak > Match > Speak > Fill > Match > Result modal! tab:Me * 25
        tab:Learn modal:Lesson > Speak > Match > Listen > Fill > Match > Speak > Result modal! tab:Me * 25
        """, because: "people go through the modal screen to its end, in any order"),
      .silent("tab:Home ( > Profile > Post ) x 4 * 50", because: "profiles and their posts lead to each other"),
      .silent("tab:Orders > B > C > D > E * 50", because: "five levels are within the limit"),
      .silent("tab:Orders > B > C > D > E > F > G * 2\ntab:Home", because: "two users are too few"),
      .silent(
        "first Hi > B > C > D > E > F > G tab:Home > H & tab:Home > H & tab:Home > H * 50",
        because: "people see it once, when they are new"),
      .silent(
        "@app_version=2-beta tab:Orders > B > C > D > E > F > G * 4\n@app_version=1 tab:Orders > B * 60",
        because: "an unreleased version has testers"),
      .silent("A B C D E F G H * 50", because: "without structure it is unknown which screen is a level down"),
      .silent("tab:Orders > B > C modal:D > E > F > G * 50", because: "depth starts again at a modal screen"),
      .silent("tab:Orders > B > C > D > E > F * 4\ntab:Orders > B * 496", because: "4 of 500 users are fewer than 1%"),
    ],
    judging: Judging(\.flows) { context, flows in
      let declared = context.scope.map.deepestTrails()
      let sections = Set(texts: flows.filter { !$0.item.isModal }.map(\.name))
      let unseen = declared.filter { !sections.contains($0.section) }.map {
        Subject($0.section, users: 0, sessions: 0, eligible: 0, of: DeepFlow())
      }
      return (flows.filter { !context.isFirstRun($0.item) && !context.isTask($0.item) } + unseen).compactMap { flow in
        context.finding(
          of: flow, declared: flow.item.isModal ? [] : declared.first { $0.section.isSame(as: flow.name) }?.trail ?? [])
      }
    }.unless { context in
      context.fewer(
        than: context.quorum(of: context.usersWithSteps), context.usersWithSteps, "went from screen to screen")
    })
}

/// How deep people go in a section or a modal flow.
private struct DeepFlow {
  var flow: SectionDepths.Flow?
  /// The users who went past the limit, without testers, and the pushes that led past it, one tap each.
  var users = 0
  var extraTaps = 0
  /// The largest depth that enough of them reached; nil if too few were there at all.
  var depth: Int?
  var deepest = 0
  /// Whether most deep steps repeat a screen that stands in their stack: then levels are different screens.
  var isRecursive = false

  var isModal: Bool { flow?.isModal ?? false }
}

extension RuleContext {
  /// All sections and modal flows with steps, in text order.
  fileprivate var flows: [Subject<DeepFlow>] {
    let limit = count("warning")
    return measures.sectionDepths.sums.pairs.map { flow, sum in
      let deep = sum.users.dropFirst(limit + 1).reduce(0, +)
      let eligible = sum.users.reduce(0, +)
      let enough = quorum(of: eligible)
      let item = deepFlow(flow, sum, enough: enough)
      return Subject(
        flow.label(scope.names), users: deep, sessions: sum.sessions.dropFirst(limit + 1).reduce(0, +),
        examples: sum.examples, eligible: eligible,
        ties: [flow.isModal ? "modal" : flow.section.kind.word], of: item)
    }.inOrder()
  }

  private func depth(_ users: [Int], _ enough: Int) -> Int? {
    var reached = 0
    return users.indices.reversed().first { depth in
      reached += users[depth]
      return reached >= enough
    }
  }

  /// What counts of a flow: testers do not, and where screens repeat, different ones are levels.
  private func deepFlow(_ flow: SectionDepths.Flow, _ sum: SectionDepths.Sum, enough: Int) -> DeepFlow {
    let limit = count("warning")
    let lines = lines
    var deep = DeepFlow(
      flow: flow, extraTaps: (sum.isRecursive ? sum.pushesByNames : sum.pushes).dropFirst(limit + 1).reduce(0, +),
      deepest: sum.users.lastIndex { $0 > 0 } ?? 0, isRecursive: sum.isRecursive)
    var users = deep.isRecursive ? sum.usersByNames : sum.users
    if !deep.isRecursive, let seen = seenUsers(flow, sum, lines) {
      users = seen.users
      deep.extraTaps = min(deep.extraTaps, seen.pushes)
      deep.deepest = users.lastIndex { $0 > 0 } ?? 0
    } else if !deep.isRecursive {
      for (version, testers) in sum.deepUsers.pairs where isUnreleased(version) {
        for bin in testers.bins { users[bin.value] -= bin.count }
      }
    }
    deep.users = users.dropFirst(limit + 1).reduce(0, +)
    deep.depth = depth(users, enough)
    if deep.isRecursive { deep.deepest = deep.depth ?? 0 }
    return deep
  }

  /// The users of a flow by the largest depth that they saw, without testers, and the pushes below the limit, if some
  /// levels are none: steps of one task, and screens that nobody sees. Nil if all are, or the trails are not known.
  private func seenUsers(
    _ flow: SectionDepths.Flow, _ sum: SectionDepths.Sum, _ lines: StraightLines
  ) -> (users: [Int], pushes: Int)? {
    let limit = count("warning")
    guard let known = measures.sectionDepths.trails[flow], !known.isOverfull,
      known.sums.keys.contains(where: { levels(of: $0, lines) < $0.count })
    else { return nil }
    var users = Array(sum.users.prefix(limit + 1))
    for (key, count) in known.users.pairs where !isUnreleased(key.version) {
      let depth = key.trails.elements.map { levels(of: $0.screens, lines) }.max() ?? 0
      while users.count <= depth { users.append(0) }
      users[depth] += count
    }
    let pushes = known.sums.pairs.reduce(0) { $0 + (levels(of: $1.0, lines) > limit ? $1.1.count : 0) }
    return (users, pushes)
  }

  /// The finding about a flow in which users, or the map's screens (`declared`, from the root down), go too deep.
  fileprivate func finding(of flow: Subject<DeepFlow>, declared: [String]) -> Finding? {
    let limit = count("warning")
    let deep = flow.item
    let seen = deep.depth ?? 0
    let depth = max(seen, declared.count)
    guard depth > limit else { return nil }
    let isError = depth > count("error")
    var details: [Text] = []
    if deep.isRecursive {
      details.append(
        """
        Screens repeat on the way down, so each counts once. Declare folders in folders as \(code: "folder") in \
        \(code: "screens_kind").
        """
      )
    }
    if seen > limit, let trail = mostTakenTrail(deep) { details.append(trail) }
    if deep.deepest > seen, deep.deepest > limit {
      details.append("Some users went down to level \(deep.deepest), too few to count.")
    }
    if declared.count > limit, seen > limit {
      details.append("The app map goes down to \(Wording.trail(declared)) (level \(declared.count)).")
    }
    let eligible = Wording.count(flow.eligibleUsers ?? 0, "user")
    let name: Text =
      if deep.isModal {
        "the modal flow \(flow.name)"
      } else if flow.name == "(none)" {
        "the app outside any tab"
      } else {
        "\(section: flow.name)"
      }
    let fact: Text =
      seen > limit
      ? """
      \(deep.users) of \(number: eligible) went deeper than level \(limit) in \(name), which goes down to level \(seen)
      """
      : "The app map declares \(declared.count) levels in \(section: flow.name): \(Wording.trail(declared))"
    var finding = finding(
      flow, isError ? .error : .warning, metric: "depth", value: Double(depth),
      threshold: threshold(isError ? "error" : "warning"),
      extraTaps: deep.extraTaps, kind: deep.isModal ? .modal : nil, fact: fact, details: details)
    finding.users = deep.users
    finding.isOfMap = seen <= limit
    return finding
  }

  /// Whether hardly anybody has a version: testers, who go everywhere.
  private func isUnreleased(_ version: Name) -> Bool {
    guard version.isKnown else { return false }
    let users = scope.eligibility.users(in: Set(scope.eligibility.builds.filter { $0.appVersion == version }))
    return users < Evidence.leastUsers && users * Self.usersPerTester <= scope.users
  }

  private static let usersPerTester = 10

  /// Whether people go through a modal flow to its end.
  fileprivate func isTask(_ deep: DeepFlow) -> Bool {
    deep.flow.flatMap { (whole ?? measures).sectionDepths.sums[$0] }?.isTask == true
  }

  /// Whether all that is deep in the flow is seen when people are new, and never again.
  fileprivate func isFirstRun(_ deep: DeepFlow) -> Bool {
    guard let known = deep.flow.flatMap({ measures.sectionDepths.trails[$0] }), !known.isOverfull else { return false }
    let limit = count("warning")
    let lines = lines
    let deep = known.sums.keys.filter { levels(of: $0, lines) > limit }
    return !deep.isEmpty && deep.allSatisfy { $0.last.map(isFirstRun) ?? false }
  }

  /// The trail to a deep visit that most users took; on ties the longest.
  private func mostTakenTrail(_ deep: DeepFlow) -> Text? {
    guard let known = deep.flow.flatMap({ measures.sectionDepths.trails[$0] }) else { return nil }
    if known.isOverfull {
      return "Users took more than \(Wording.count(SectionDepths.FlowTrails.most)) different ways there."
    }
    let limit = count("warning")
    let lines = lines
    let trails = known.sums.pairs.filter { levels(of: $0.0, lines) > limit }.map {
      (screens: Wording.trail($0.0.map { text($0) }), length: $0.0.count, sum: $0.1)
    }
    let most = trails.min {
      let a = (-$0.sum.users, -$0.length, -$0.sum.count)
      let b = (-$1.sum.users, -$1.length, -$1.sum.count)
      return a == b ? $0.screens.precedesByScalars($1.screens) : a < b
    }
    return most.map {
      """
      The most common way is \($0.screens) (\(Wording.count($0.sum.users, "user")), \
      \(Wording.count($0.sum.count, "visit"))).
      """
    }
  }
}
