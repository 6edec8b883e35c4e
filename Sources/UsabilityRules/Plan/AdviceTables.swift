import Measures
import NavigationModel
import Statistics

extension Advice {
  /// The tables `entries`, `plans` and `moves`, with small groups.
  /// - Parameter span: the times of the first and the last event, microseconds.
  package func tables(_ scope: MeasureScope, span: ClosedRange<Int64>? = nil) -> [Table] {
    [entriesTable(scope), plansTable(span), movesTable]
  }

  package static let tableNames = ["entries", "plans", "moves"]

  private func entriesTable(_ scope: MeasureScope) -> Table {
    let positions = DeclaredPositions(scope.map)
    let all = entries.map { (platform: "(all)", row: $0) }
    let ofPlatforms = platforms.flatMap { platform in platform.entries.map { (platform: platform.name, row: $0) } }
    return TableDefinition<(platform: String, row: EntryRow)>(
      "entries",
      "One row for each entry of the app's navigation, in the whole log and in the present layout of each platform.",
      [
        .key("platform", "The platform; (all) for the whole log.") { $0.platform.isEmpty ? nil : $0.platform },
        .key("entry", "The tab, or the item of the More list or a menu.") { scope.names[$0.row.entry.name] },
        .key("place", "Where it is: bar, More, or the menu.") { $0.row.entry.container.label(scope.names) },
        .text("position", "Its position there, as the app map gives it.") {
          positions.position(of: $0.row.entry, scope.names).map { String($0) }
        },
        .count("choices", "How often it was chosen.") { $0.row.sums.choices },
        .count("opened_for", "Choices for which a list or menu was opened.") {
          $0.row.entry.container == .bar ? nil : $0.row.sums.openedFor
        },
        .users("users", "Users who chose it.") { $0.row.sums.users },
        .users("eligible_users", "Users who could have chosen it.") { $0.row.eligibleUsers },
        .measure(
          "taps_if_moved",
          "Taps that people would have saved if it had been in the other position: in the bar, or hidden.", in: .taps
        ) {
          Double($0.row.sums.taps)
        },
      ] + .saving("The same per 100 sessions.") { $0.row.per100Sessions } + [
        .users("users_better", "Users who would have saved taps.") { $0.row.sums.better },
        .users("users_worse", "Users who would have needed more taps.") { $0.row.sums.worse },
      ]
    ).table(all + ofPlatforms)
  }

  private func plansTable(_ span: ClosedRange<Int64>?) -> Table {
    typealias Columns = [TableColumns<(platform: String, plan: Plan, week: PlanWeek?)>]
    @Sendable func names(_ moves: [Plan.Move]) -> String { moves.map(\.entry.name).joinedWithBars }
    let moves: Columns =
      [
        .key("platform", "The platform.") { $0.platform.isEmpty ? nil : $0.platform },
        .numberKey("plan", "Number of hidden entries moved into the bar.") { $0.plan.size },
        .text("promotions", "These entries.") { names($0.plan.promotions) },
        .text("demotions", "The tabs that make room for them.") { names($0.plan.demotions) },
        .measure("taps_saved", "Taps that people would have saved.", in: .taps) { Double($0.plan.taps) },
      ] + .saving("The same per 100 sessions.") { $0.plan.per100Sessions }
    let outcome: Columns =
      .saving(
        "The same, chosen on one half of the users and measured on the other.", name: "held_out_per_100_sessions",
        low: "held_out_low", high: "held_out_high"
      ) { $0.plan.heldOut } + [
        .text("stable", "Whether each half of the users would choose the same plan.") {
          $0.plan.isStable.map { String($0) }
        },
        .text("recommended", "Whether the plan is sure to save taps, and more than the smaller ones.") {
          String($0.plan.isRecommended)
        },
        .users("users_better", "Users who would have saved taps.") { $0.plan.usersBetter },
        .users("users_worse", "Users who would have needed more taps.") { $0.plan.usersWorse },
        .measure(
          "taps_per_week", "Taps saved in a week by the promised saving; empty for logs of less than a week.",
          in: .tapsPerWeek
        ) { $0.week?.taps },
        .measure("taps_per_week_per_user", "The same for each user of the platform.", in: .tapsPerWeek) {
          $0.week?.tapsPerUser
        },
        .measure("taps_per_week_per_1000_users", "The same for 1,000 users.", in: .tapsPerWeek) {
          $0.week.map { 1000 * $0.tapsPerUser }
        },
        .measure("minutes_per_week_low", "Minutes saved in a week, at 1.3 seconds a tap.", in: .minutes) {
          $0.week?.minutes.expert
        },
        .measure("minutes_per_week_high", "Minutes saved in a week, at 3.0 seconds a tap.", in: .minutes) {
          $0.week?.minutes.novice
        },
        .share(
          "share_better",
          "users_better as a share of the platform's users; users of two versions count twice.",
          basis: "users_better"
        ) {
          $0.plan.shares?.better
        },
        .share("share_worse", "The same for users_worse.", basis: "users_worse") { $0.plan.shares?.worse },
      ]
    let promise: Columns =
      .saving(
        """
        What the plan saves at all times: the held-out saving or, where a third of the log contradicts it, that of \
        the worst third.
        """,
        name: "promised_per_100_sessions", low: "promised_low", high: "promised_high"
      ) { $0.plan.promised } + [
        .users("users_better_at_most", "At most this many users would have saved taps.") { $0.plan.usersBetterAtMost },
        .users("users_worse_at_least", "At least this many users would have needed more taps.") {
          $0.plan.usersWorseAtLeast
        },
      ]
    return TableDefinition(
      "plans", "One row for each plan: the best set of moves with this number of promotions.", smallGroups: .emptyCells,
      moves + outcome + promise
    ).table(
      platforms.flatMap { platform in platform.plans.map { (platform.name, $0, platform.week(of: $0, in: span)) } })
  }

  private var movesTable: Table {
    typealias MoveRow = (
      platform: String, plan: Int?, kind: String, entry: String, from: String, to: String, taps: Int?,
      per100Sessions: Estimate?, users: Int
    )
    var rows: [MoveRow] = []
    for platform in platforms {
      for plan in platform.plans {
        rows += plan.moves.map {
          (
            platform.name, plan.size, $0.kind.rawValue, $0.entry.name, $0.entry.container, $0.destination, $0.taps,
            $0.per100Sessions, $0.users
          )
        }
      }
      rows += platform.otherChanges.map {
        (
          platform.name, nil, $0.kind.rawValue, $0.entry, $0.origin, $0.destination, $0.taps, $0.per100Sessions,
          $0.users
        )
      }
    }
    if let split {
      let groups = split.groups.map(\.joinedWithBars)
      rows.append(("(all)", nil, "split", groups[1], groups[0], "another app", nil, nil, split.users))
    }
    return TableDefinition<MoveRow>(
      "moves", "One row for each move of a plan, and for each other change that would save taps.",
      [
        .key("platform", "The platform; (all) for the whole app.") { $0.platform.isEmpty ? nil : $0.platform },
        .numberKey("plan", "The plan it belongs to; empty for other changes.") { $0.plan },
        .key("kind", "What changes: promote, demote, start, shortcut, remove-level or split.") { $0.kind },
        .key("entry", "The entry or screen.") { $0.entry },
        .key("from", "Where it is today.") { $0.from },
        .key("to", "Where it would be.") { $0.to },
        .measure("taps_saved", "Taps that people would have saved.", in: .taps) { $0.taps.map { Double($0) } },
      ] + .saving("The same per 100 sessions.") { $0.per100Sessions } + [
        .users("users", "Users affected.") { $0.users }
      ]
    ).table(rows)
  }
}

extension Array {
  /// A figure per 100 sessions with its interval.
  fileprivate static func saving<Row>(
    _ meaning: String, name: TypedColumn<Double> = "per_100_sessions", low: TypedColumn<Double> = "ci_low",
    high: TypedColumn<Double> = "ci_high",
    _ value: @escaping (Row) -> Estimate?
  ) -> [TableColumns<Row>] where Element == TableColumns<Row> {
    [
      .measure(name, meaning, in: .tapsPer100Sessions) { value($0)?.value },
      .bound(low, "Lower bound of the 95% interval.") { value($0)?.interval.low },
      .bound(high, "Upper bound of the 95% interval.") { value($0)?.interval.high },
    ]
  }
}

extension [String] {
  /// The names in one cell, with bars between them; a bar in a name, and a backslash, gets a backslash before it.
  fileprivate var joinedWithBars: String {
    map { $0.replacing("\\", with: "\\\\").replacing("|", with: "\\|") }.joined(separator: "|")
  }
}

/// The positions of entries in their containers, from 1, as the app map declares them.
private struct DeclaredPositions: Sendable {
  private let bar: [NameText: Int]
  private let more: [NameText: Int]
  private let menus: [NameText: [NameText: Int]]

  init(_ map: AppMap) {
    func positions(_ names: [String]) -> [NameText: Int] {
      Dictionary(names.enumerated().map { (NameText($1), $0 + 1) }) { first, _ in first }
    }
    bar = positions(map.tabs)
    more = positions(map.more?.items ?? [])
    menus = Dictionary(map.menus.map { (NameText($0.name), positions($0.items)) }) { first, _ in first }
  }

  /// Nil if the map does not declare it.
  func position(of entry: Entry, _ names: Names) -> Int? {
    let listed =
      switch entry.container {
      case .bar: bar
      case .more: more
      case .menu(let menu): menus[NameText(names[menu])] ?? [:]
      }
    return listed[NameText(names[entry.name])]
  }
}
