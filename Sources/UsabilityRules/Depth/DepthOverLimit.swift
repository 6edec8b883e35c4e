import Measures
import NavigationModel

extension Rule {
  static let depthOverLimit = Rule(
    id: "depth.over-limit",
    title: "Section too deep",
    claim: "People drill down more than five levels in the section or modal flow, or the app map declares more levels.",
    rationale: """
      Five or six levels are enough for an app. Further down, people lose track of where they are, every level costs a tap down and a tap \
      back, and few ever see what lies there.
      """,
    severities: [.warning, .error],
    subject: .section,
    sources: [
      .convention("hierarchies no deeper than 5–6 levels; no primary source found"),
      .published("Parush & Yuviler-Gavish 2004: broad structures are faster and more successful on phones"),
      .published("Geven, Sefelin & Tscheligi 2006: on mobile devices narrow structures of up to six levels did better than very broad ones"),
    ],
    thresholds: [
      .depthWarning, .depthError,
      Threshold("users", 3, .users, "a depth counts when at least this many users reached it"),
      Threshold("users_share", 0.01, .share, "and at least this share of the users with a step in the section"),
    ],
    advice: """
      Flatten the section: merge levels that list only a few things, link across instead of further down, offer search, and give deep screens a way \
      home.
      """,
    needs: [],
    taps: [.push],
    examples: [
      .fires(subject: "Orders", .error, "tab:Orders > B > C > D > E > F > G * 3"),
      .fires(subject: "Orders", .warning, "tab:Orders > B > C > D > E > F * 3\ntab:Orders > B > C > D > E > F > G * 2"),
      .fires(subject: "D", .error, "tab:Orders > B > C modal:D > E > F > G > H > I > J * 50"),
      .fires(
        subject: "Home", .warning, "tab:Home > A",
        map: AppMap(roots: ["Home": "Start"], parents: ["A": "Start", "B": "A", "C": "B", "D": "C", "E": "D"])),
      .silent("tab:Files > Folder ( > Folder ) x 8 * 50", because: "folders in folders are one screen"),
      .silent("tab:Home ( > Profile > Post ) x 4 * 50", because: "profiles and their posts lead to each other"),
      .silent("tab:Orders > B > C > D > E * 50", because: "five levels are within the limit"),
      .silent("tab:Orders > B > C > D > E > F > G * 2\ntab:Home", because: "two users are too few"),
      .silent(
        "first Hi > B > C > D > E > F > G tab:Home > H & tab:Home > H & tab:Home > H * 50", because: "people see it once, when they are new"),
      .silent(
        "@app_version=2-beta tab:Orders > B > C > D > E > F > G * 4\n@app_version=1 tab:Orders > B * 60", because: "an unreleased version has testers"),
      .silent("A B C D E F G H * 50", because: "without structure it is unknown which screen is a level down"),
      .silent("tab:Orders > B > C modal:D > E > F > G * 50", because: "depth starts again at a modal screen"),
      .silent("tab:Orders > B > C > D > E > F * 4\ntab:Orders > B * 496", because: "4 of 500 users are fewer than 1%"),
    ],
    query: """
      WITH flow AS (
        SELECT *, coalesce(modal, section) AS label, iif(modal IS NULL, section_kind, 'modal') AS flow_kind FROM step
      ), reached AS (
        SELECT label, flow_kind, user_id, max(depth) AS depth,
          row_number() OVER (PARTITION BY label, flow_kind ORDER BY max(depth) DESC) AS position,
          count(*) OVER (PARTITION BY label, flow_kind) AS eligible_users
        FROM flow GROUP BY label, flow_kind, user_id
      ), past AS (
        SELECT label, flow_kind, count(DISTINCT session_id) AS sessions, sum(kind = 'push') AS extra_taps
        FROM flow WHERE depth > :warning GROUP BY label, flow_kind
      )
      SELECT r.label AS subject, r.flow_kind AS kind, count(iif(r.depth > :warning, 1, NULL)) AS users, r.eligible_users AS eligible_users,
        coalesce(p.sessions, 0) AS sessions,
        max(iif(r.position = max(1, :users, cast(r.eligible_users * :users_share + 0.999999999 AS INTEGER)), r.depth, NULL)) AS depth,
        coalesce(p.extra_taps, 0) AS extra_taps
      FROM reached AS r
      LEFT JOIN past AS p ON p.label = r.label AND p.flow_kind = r.flow_kind
      GROUP BY r.label, r.flow_kind
      ORDER BY subject, kind
      """,
    counts: { context in
      // Every step counts, as in SQL.
      RuleCounts(
        ["subject", "kind", "users", "eligible_users", "sessions", "depth", "extra_taps"],
        context.deepFlows(countingNames: false).map {
          [
            .text($0.label), .text($0.kind), .integer($0.users), .integer($0.eligibleUsers), .integer($0.sessions), .init($0.depth),
            .integer($0.extraTaps),
          ]
        })
    },
    evaluate: { context in
      let declared = context.scope.map.deepestTrails()
      let seen = context.deepFlows()
      let sections = Set(seen.filter { !$0.isModal }.map(\.label))
      let unseen = declared.filter { !sections.contains($0.section) }.map { DeepFlow(label: $0.section) }
      return (seen.filter { !context.isFirstRun($0) } + unseen).compactMap { flow in
        context.finding(of: flow, declared: flow.isModal ? [] : declared.first { $0.section == flow.label }?.trail ?? [])
      }
    })
}

/// How deep people go in a section or a modal flow.
private struct DeepFlow {
  var label: String
  var kind = ""
  var flow: SectionDepths.Flow?
  /// Users and sessions that went past the limit, and the pushes that led past it, one tap each.
  var users = 0
  var sessions = 0
  var extraTaps = 0
  /// Users with a step in it.
  var eligibleUsers = 0
  /// The largest depth that enough users reached; nil if too few were there at all.
  var depth: Int?
  var deepest = 0
  /// Whether most deep steps repeat a screen that stands in their stack: then levels are different screens.
  var isRecursive = false
  var examples: Examples = Examples()

  var isModal: Bool { flow?.isModal ?? false }

  /// Takes different screens for levels.
  /// - Parameter usersByNames: users by the largest number of different screens in a stack, where it is above the limit.
  mutating func countNames(_ usersByNames: [Int], over limit: Int, enough: Int) {
    isRecursive = true
    users = usersByNames.dropFirst(limit + 1).reduce(0, +)
    var reached = 0
    depth = usersByNames.indices.reversed().first { names in
      reached += usersByNames[names]
      return reached >= enough
    }
    deepest = depth ?? 0
  }
}

extension RuleContext {
  /// All sections and modal flows with steps, in text order.
  fileprivate func deepFlows(countingNames: Bool = true) -> [DeepFlow] {
    let limit = count("warning")
    return measures.sectionDepths.sums.pairs.map { flow, sum in
      var deep = DeepFlow(
        label: flow.label(scope.names), kind: flow.isModal ? "modal" : flow.section.kind.word, flow: flow, examples: sum.examples)
      var usersByDepth = sum.users
      if countingNames {
        for (version, users) in sum.deepUsers.pairs where isUnreleased(version) { for bin in users.bins { usersByDepth[bin.value] -= bin.count } }
      }
      deep.users = usersByDepth.dropFirst(limit + 1).reduce(0, +)
      deep.eligibleUsers = sum.users.reduce(0, +)
      deep.sessions = sum.sessions.dropFirst(limit + 1).reduce(0, +)
      deep.extraTaps = sum.pushes.dropFirst(limit + 1).reduce(0, +)
      let enough = quorum(of: deep.eligibleUsers)
      var reached = 0
      deep.depth = usersByDepth.indices.reversed().first { depth in
        reached += usersByDepth[depth]
        return reached >= enough
      }
      deep.deepest = sum.users.lastIndex { $0 > 0 } ?? 0
      if countingNames, sum.deepSteps > 0, sum.repeatedSteps * 2 >= sum.deepSteps { deep.countNames(sum.usersByNames, over: limit, enough: enough) }
      return deep
    }.sorted { [$0.label, $0.kind].precedesByScalars([$1.label, $1.kind]) }
  }

  /// The finding about a flow in which users, or the map's screens (`declared`, from the root down), go too deep.
  fileprivate func finding(of flow: DeepFlow, declared: [String]) -> Finding? {
    let limit = count("warning")
    let seen = flow.depth ?? 0
    let depth = max(seen, declared.count)
    guard depth > limit else { return nil }
    let isError = depth > count("error")
    var details: [String] = []
    if flow.isRecursive { details.append("Screens repeat on the way down: different ones are counted. Folders in folders are kind `folder` (`screens_kind`).") }
    if seen > limit, let trail = mostTakenTrail(flow) { details.append(trail) }
    if flow.deepest > seen, flow.deepest > limit {
      details.append("The deepest level of all is \(flow.deepest), which too few users reached to count.")
    }
    let mapTrail = "\(Wording.trail(declared)) (level \(declared.count))"
    if declared.count > limit, seen > limit { details.append("The app map goes down to \(mapTrail).") }
    let message =
      seen > limit
      ? "\(name(flow)) is \(seen) levels deep; \(Wording.count(flow.users)) of the \(Wording.count(flow.eligibleUsers, "user")) there went below level \(limit)"
      : "The app map declares \(declared.count) levels in \(flow.label): \(Wording.trail(declared))"
    var finding = structuralFinding(
      isError ? .error : .warning, kind: flow.isModal ? .modal : nil, subject: flow.label, metric: "depth", value: Double(depth),
      threshold: threshold(isError ? "error" : "warning"), users: flow.users, eligibleUsers: flow.eligibleUsers,
      sessions: flow.sessions, extraTaps: flow.extraTaps, message: message, examples: flow.examples,
      details: details)
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

  /// Whether all that is deep in the flow is seen when people are new, and never again.
  fileprivate func isFirstRun(_ flow: DeepFlow) -> Bool {
    guard let known = flow.flow.flatMap({ measures.sectionDepths.trails[$0] }), !known.isOverfull, known.sums.count > 0 else { return false }
    return known.sums.keys.allSatisfy { $0.screens.last.map(isFirstRun) ?? false }
  }

  private func name(_ flow: DeepFlow) -> String {
    if flow.isModal { return "The modal flow \(flow.label)" }
    return flow.label == "(none)" ? "The app outside any tab" : flow.label
  }

  /// The trail to a deep visit that most users took; on ties the longest.
  private func mostTakenTrail(_ flow: DeepFlow) -> String? {
    guard let known = flow.flow.flatMap({ measures.sectionDepths.trails[$0] }) else { return nil }
    if known.isOverfull { return "Users took more than \(Wording.count(SectionDepths.FlowTrails.most)) different ways there." }
    let trails = known.sums.pairs.map { (screens: Wording.trail($0.0.screens.map { text($0) }), length: $0.0.screens.count, sum: $0.1) }
    let most = trails.min {
      let (a, b) = ((-$0.sum.users, -$0.length, -$0.sum.count), (-$1.sum.users, -$1.length, -$1.sum.count))
      return a == b ? $0.screens.precedesByScalars($1.screens) : a < b
    }
    return most.map {
      "Most users went by \($0.screens) (\(Wording.count($0.sum.users, "user")), \(Wording.count($0.sum.count, "visit")))."
    }
  }
}
