import Measures
import NavigationModel
import Statistics

extension Rule {
  static let tabsBadgeBlind = Rule(
    id: "tabs.badge-blind",
    title: "Badge that makes no difference",
    claim: "The tab nearly always has a badge, or people select the tab no more often when it has one.",
    rationale: """
      A badge asks for attention. If it is always there, or never means anything that matters, people stop noticing it, and with it the badges that do \
      matter.
      """,
    severities: [.info],
    subject: .tab,
    sources: [
      .published("Apple Human Interface Guidelines, Tab bars: reserve badges for critical information"),
      .heuristic("the share of 80%, and that from 30 users on, a rise within the interval counts as none"),
    ],
    thresholds: [
      Threshold("share", 0.8, .share, "share of all sessions in which the badge was on"),
      Threshold(
        "users", 30, .users, "so many users must have had sessions with the badge, and as many without, before the two are compared"),
    ],
    advice: "Show a badge only for what needs the user's attention, and clear it once seen.",
    needs: [.badges],
    measures: [Badges.self],
    examples: [
      .fires(subject: "Orders", .info, "( badge:Orders=3 tab:Home tab:Search & ) x 9 badge:Orders=0 tab:Home * 100"),
      .fires(
        subject: "Orders", .info,
        "( badge:Orders=3 tab:Home tab:Orders badge:Orders=0 & badge:Orders=2 tab:Home badge:Orders=0 & tab:Home & tab:Home tab:Orders & ) x 2 * 60"
      ),
      .silent(
        "( badge:Orders=3 tab:Home tab:Orders badge:Orders=0 & tab:Home & tab:Home & ) x 2 * 60", because: "people heed it"),
      .silent("( badge:Orders=3 tab:Home & badge:Orders= tab:Home & ) x 2 * 20", because: "20 users are too few to compare"),
      .silent(
        "( badge:Orders=3 tab:Home tab:Orders & ) x 9 tab:Home * 100",
        because: "the log never says that the badge was cleared, so how long it was on is unknown"),
      .silent(
        "( badge:Orders=3 tab:Home tab:Orders badge:Orders=0 & ) x 7 ( tab:Home & ) x 3 * 100",
        because: "on in 70% of sessions, and heeded"),
    ],
    query: """
      WITH change AS MATERIALIZED (
        SELECT user_id, session_id, number, subject AS tab, steps_before = 0 AS is_early, coalesce(value, '0') <> '0' AS is_on
        FROM occurrence WHERE kind = 'badge'
      ), said AS (
        SELECT session_id, tab, max(number * 2 + is_on) % 2 AS at_end, max(iif(is_early, number * 2 + is_on, NULL)) % 2 AS at_start,
          min(iif(is_on AND NOT is_early, number, NULL)) AS on_from
        FROM change GROUP BY session_id, tab
      ), visit AS (
        SELECT b.user_id AS user_id, b.tab AS tab, s.id AS session_id, s.steps AS steps, c.on_from AS on_from,
          coalesce(c.at_start, max(s.number * 2 + c.at_end) OVER (
            PARTITION BY b.user_id, b.tab ORDER BY s.number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) % 2, 0) AS was_on
        FROM (SELECT DISTINCT user_id, tab FROM change) AS b
        JOIN session AS s ON s.user_id = b.user_id
        LEFT JOIN said AS c ON c.session_id = s.id AND c.tab = b.tab
      ), choice AS (
        SELECT session_id, subject AS tab, max(number) AS last
        FROM occurrence WHERE kind IN ('tab_select', 'tab_reselect') GROUP BY session_id, subject
      ), selection AS (
        SELECT v.user_id AS user_id, v.tab AS tab, v.was_on OR v.on_from IS NOT NULL AS is_on,
          coalesce(c.last > iif(v.was_on, 0, coalesce(v.on_from, 0)), 0) AS is_selected
        FROM visit AS v LEFT JOIN choice AS c ON c.session_id = v.session_id AND c.tab = v.tab
        WHERE v.steps > 0
      )
      SELECT tab AS subject, count(DISTINCT iif(is_on, user_id, NULL)) AS users, count(DISTINCT user_id) AS eligible_users,
        sum(is_on) AS sessions_on, sum(is_on AND is_selected) AS selected_on,
        sum(NOT is_on) AS sessions_off, sum(NOT is_on AND is_selected) AS selected_off,
        (SELECT count(*) FROM session WHERE steps > 0) AS sessions,
        (SELECT count(*) FROM change AS c WHERE c.tab = selection.tab AND NOT c.is_on) AS clearings
      FROM selection GROUP BY tab ORDER BY subject
      """,
    counts: { context in
      let badges = context.measures[Badges.self]
      return RuleCounts(
        [
          "subject", "users", "eligible_users", "sessions_on", "selected_on", "sessions_off", "selected_off", "sessions", "clearings",
        ],
        context.scope.names.ordered(badges.cells.keys).compactMap { name in
          let cell = badges.cells[name] ?? .init()
          let (on, off) = (cell.selections.first, cell.selections.second)
          guard cell.selections.users > 0 else { return nil }
          return [
            .text(context.text(name)), .integer(cell.users), .integer(cell.selections.users), .integer(on.sumN), .integer(on.sumY),
            .integer(off.sumN), .integer(off.sumY), .integer(badges.shareOn(cell).sumN), .integer(cell.clearings),
          ]
        })
    },
    evaluate: { context in
      let badges = context.measures[Badges.self]
      let cells = badges.cells.pairs.filter { $0.1.clearings > 0 }
      let always = context.above("share", cells.map { (subject: $0, share: Share.rows(badges.shareOn($0.1))) })
      let found = always.map { context.alwaysOn($0, badges.shareOn($0.subject.1)) }
      let named = Set(found.map(\.subject))
      return found
        + cells.compactMap { name, cell in named.contains(context.text(name)) ? nil : context.unheeded(context.text(name), cell) }
    })
}

extension RuleContext {
  fileprivate func alwaysOn(_ verdict: Verdict<(Name, Badges.Cell)>, _ sums: RatioSums) -> Finding {
    let (name, cell) = verdict.subject
    let tab = text(name)
    let sessions = Wording.share(sums.sumY, of: sums.sumN, "sessions", verdict.estimate)
    return finding(
      verdict, .info, subject: tab, metric: "badge_on", users: cell.users, sessions: cell.sessions,
      message: "The badge on \(tab) was on in \(sessions), for \(Wording.count(cell.users, "user"))",
      examples: cell.passedOver.examples, details: [selections(of: tab, cell)].compactMap { $0 })
  }

  /// A finding if enough people had the tab with and without its badge, and the interval of the difference reaches 0.
  fileprivate func unheeded(_ tab: String, _ cell: Badges.Cell) -> Finding? {
    let users = min(cell.selections.first.users, cell.selections.second.users)
    guard users >= max(count("users"), Evidence.leastUsers), let change = cell.selections.change(), change.interval.low <= 0,
      let rates = selections(of: tab, cell)
    else { return nil }
    let verdict = Verdict(subject: tab, estimate: change, threshold: 0, eligibleUsers: users, adjustedP: 1)
    return finding(
      verdict, .info, subject: tab, metric: "badge_effect", users: cell.passedOver.users, sessions: cell.passedOver.sessions,
      message: "People select \(tab) no more often when its badge is on: \(Wording.difference(change)); "
        + "\(Wording.count(cell.passedOver.users, "user")) passed it over in \(Wording.count(cell.passedOver.count, "session"))",
      examples: cell.passedOver.examples, details: [rates])
  }

  /// How often the tab is selected with and without its badge.
  private func selections(of tab: String, _ cell: Badges.Cell) -> String? {
    let (on, off) = (cell.selections.first, cell.selections.second)
    guard let onRate = on.estimate() else { return nil }
    let with = "\(tab) was selected in \(Wording.share(on.sumY, of: on.sumN, "sessions", onRate)) with the badge on"
    guard let offRate = off.estimate() else { return "\(with); none were without." }
    return "\(with), in \(Wording.share(off.sumY, of: off.sumN, "sessions", offRate)) without."
  }
}

extension Wording {
  /// `+1.2 points, -3.4 to +5.8`
  fileprivate static func difference(_ estimate: Estimate) -> String {
    func signed(_ share: Double) -> String { "\(share * 100 >= 0.05 ? "+" : "")\(oneDecimal(share * 100))" }
    return "\(signed(estimate.value)) points, \(signed(estimate.interval.low)) to \(signed(estimate.interval.high))"
  }
}

/// Badges on tabs: the sessions in which they were on, and whether people select the tab more often then. A badge stays on from session to session
/// until the log shows that it was cleared; badge events before the first step of a session give its state at the start.
struct Badges: Measure, Summed {
  struct Cell: Summed {
    /// Sessions with the badge on at some time in which the tab was selected afterwards, and sessions without the badge in which the tab
    /// was selected; over users with any change of the badge.
    fileprivate(set) var selections = PairedRatioSums()
    /// Sessions with the badge on over all sessions of the users who ever had it on.
    fileprivate var on = RatioSums()
    /// Sessions with the badge on in which the tab was not selected afterwards.
    fileprivate(set) var passedOver = CountWithExamples()
    /// How often the badge was cleared.
    fileprivate(set) var clearings = 0

    init() {}

    /// Users who ever had the badge on, and their sessions with it.
    var users: Int { on.users }
    var sessions: Int { on.sumY }

    static let fields = Fields<Self>(\.selections, \.on, \.passedOver, \.clearings)
  }

  private(set) var cells = SumsByName<Cell>()
  /// Sessions with steps, of all users.
  private var all = RatioSums()

  private var present = BadgesOfUser()

  init() {}

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect: present.select(occurrence.subject)
      case .badge:
        let isOn = occurrence.value.isKnown && occurrence.value != .zero
        present.change(occurrence.subject, isOn: isOn, isBeforeFirstStep: occurrence.stepsBefore == 0)
        if !isOn { cells[adding: occurrence.subject].clearings += 1 }
      default: break
      }
    }
    for tab in present.endSession(hasSteps: !path.steps.isEmpty) { cells[adding: tab].passedOver.add(session) }
  }

  mutating func finishUser() {
    if present.sessions > 0 {
      all.add(y: 0, n: present.sessions)
      for (tab, state) in present.badged {
        cells[adding: tab].selections.add(
          firstY: state.selectedWith, firstN: state.with, secondY: state.selectedWithout, secondN: present.sessions - state.with)
        if state.with > 0 { cells[adding: tab].on.add(y: state.with, n: present.sessions) }
      }
    }
    present.removeAll()
  }

  static let fields = Fields<Self>(\.cells, \.all)

  /// Sessions with the badge on over all sessions with steps, for all users.
  func shareOn(_ cell: Cell) -> RatioSums { RatioSums(cell.on, among: all) }
}

/// The tabs of one user with their badges and counts.
private struct BadgesOfUser {
  struct State {
    var isOn = false
    var hasBadge = false
    var with = 0
    var selectedWith = 0
    var selectedWithout = 0
    // In the current session.
    var isConcerned = false
    var wasOn = false
    var isSelected = false
    var isSelectedAfterwards = false
  }

  private var slots = NameSlots()
  private var states: [State] = []
  /// Slots of tabs that occur in the current session or whose badge is on.
  private var concerned: [Int] = []
  private(set) var sessions = 0

  var badged: [(tab: Name, state: State)] {
    zip(slots.names, states).filter { $1.hasBadge }.map { (tab: $0, state: $1) }
  }

  mutating func removeAll() {
    slots.removeAll()
    states.removeAll(keepingCapacity: true)
    concerned.removeAll(keepingCapacity: true)
    sessions = 0
  }

  @inline(__always)
  private mutating func slot(_ tab: Name) -> Int {
    let slot = slots.slot(of: tab)
    if slot == states.count { states.append(State()) }
    return slot
  }

  private mutating func concern(_ slot: Int) {
    if states[slot].isConcerned { return }
    states[slot].isConcerned = true
    concerned.append(slot)
  }

  mutating func select(_ tab: Name) {
    let slot = slot(tab)
    states[slot].isSelected = true
    if states[slot].wasOn { states[slot].isSelectedAfterwards = true }
    concern(slot)
  }

  mutating func change(_ tab: Name, isOn: Bool, isBeforeFirstStep: Bool) {
    let slot = slot(tab)
    states[slot].hasBadge = true
    states[slot].isOn = isOn
    states[slot].wasOn = isOn || states[slot].wasOn && !isBeforeFirstStep
    concern(slot)
  }

  /// Adds what the session recorded, and returns the tabs whose badge was ignored.
  mutating func endSession(hasSteps: Bool) -> [Name] {
    var passedOver: [Name] = []
    if hasSteps { sessions += 1 }
    var kept = 0
    for slot in concerned {
      let state = states[slot]
      if hasSteps, state.wasOn {
        states[slot].with += 1
        if state.isSelectedAfterwards { states[slot].selectedWith += 1 } else { passedOver.append(slots.names[slot]) }
      } else if hasSteps, state.isSelected {
        states[slot].selectedWithout += 1
      }
      states[slot].wasOn = state.isOn
      states[slot].isSelected = false
      states[slot].isSelectedAfterwards = false
      states[slot].isConcerned = state.isOn
      if state.isOn {
        concerned[kept] = slot
        kept += 1
      }
    }
    concerned.removeSubrange(kept...)
    return passedOver
  }
}

extension Requirement {
  static let badges = Requirement("a badge on a tab", events: ["badge"]) { $0.measures[Badges.self].cells.count > 0 }
}
