import Measures
import NavigationModel
import Statistics

extension Rule {
  static let menuSlowScan = Rule(
    id: "menu.slow-scan",
    title: "Menu slow to scan",
    claim: "Choosing from the menu takes long, or the menu is long.",
    rationale: """
      People who do not know a menu by heart read it from the top, item by item, so every item costs everyone time. If a quarter of all choices take \
      more than five seconds, people search rather than choose.
      """,
    severities: [.info],
    subject: .menu,
    sources: [
      .published("Cockburn, Gutwin & Greenberg 2007: people new to a menu read it in time that grows with its items"),
      .heuristic("the five seconds at the third quartile, and the ten items"),
    ],
    thresholds: [
      Threshold("seconds", 5, .seconds, "a choice that takes longer is slow"),
      Threshold("share", 0.25, .share, "share of slow choices: above a quarter, the third quartile (p75) is above the seconds"),
      Threshold("items", 10, .items, "a menu with more items is long"),
      Threshold("users", 3, .users, "an item that the map does not declare counts when so many users chose it"),
    ],
    advice: "Shorten the menu, put the most used items first, and group the rest under words that people use.",
    needs: [.menus],
    measures: [ChoiceTimes.self],
    examples: [
      .fires(subject: "menu", .info, "Home menu +7s menu:Settings * 40"),
      .fires(subject: "side", .info, "Home menu/side +2s menu/side:A menu/side +6s menu/side:B * 100"),
      .fires(
        subject: "menu", .info, "Home menu +2s menu:A * 20",
        map: AppMap(menus: ["menu": ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"]])),
      .silent("Home ( menu +2s menu:A ) x 3 menu +7s menu:B * 40", because: "one slow choice in four: three quarters take five seconds at most"),
      .silent("Home menu +5s menu:A * 40", because: "five seconds are not more than five seconds"),
      .silent("Home menu +7s menu:A * 9", because: "fewer than ten users"),
      .silent("Home menu:A * 40", because: "the log does not say when the menu was opened"),
      .silent(
        "Home menu +2s menu:A * 20", because: "ten items are not too many",
        map: AppMap(menus: ["menu": ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"]])),
    ],
    query: """
      WITH chosen AS (
        SELECT container, subject, count(DISTINCT user_id) AS users
        FROM occurrence WHERE kind = 'menu_select' GROUP BY container, subject
      ), timed AS (
        -- Times count in milliseconds rounded down to three digits.
        SELECT container, user_id, ms - ms % CAST('1' || substr('000000000000', 1, max(length(ms) - 3, 0)) AS INTEGER) > :seconds * 1000 AS is_slow
        FROM (SELECT container, user_id, duration_us / 1000 AS ms FROM occurrence WHERE kind = 'menu_select' AND duration_us IS NOT NULL)
      )
      SELECT m.container AS subject,
        (SELECT count(DISTINCT user_id) FROM timed AS t WHERE t.container = m.container AND is_slow) AS users,
        (SELECT count(DISTINCT user_id) FROM timed AS t WHERE t.container = m.container) AS eligible_users,
        (SELECT coalesce(sum(is_slow), 0) FROM timed AS t WHERE t.container = m.container) AS y,
        (SELECT count(*) FROM timed AS t WHERE t.container = m.container) AS n,
        (SELECT count(*) FROM chosen AS c WHERE c.container = m.container AND c.users >= :users) AS items
      FROM (SELECT DISTINCT container FROM occurrence WHERE kind = 'menu_select') AS m ORDER BY subject
      """,
    counts: { context in
      let seconds = context.threshold("seconds")
      return RuleCounts(
        ["subject", "users", "eligible_users", "y", "n", "items"],
        context.scannedMenus.filter(\.isChosenFrom).map { menu in
          let slow = menu.times.longer(than: seconds)
          return [
            .text(context.text(menu.name)), .integer(menu.times.users(longerThan: seconds)), .integer(slow.users), .integer(slow.sumY),
            .integer(slow.sumN), .integer(menu.seenItems),
          ]
        })
    },
    evaluate: { context in
      let seconds = context.threshold("seconds")
      let menus = context.scannedMenus
      let slow = context.above("share", menus.map { (subject: $0, share: Share.rows($0.times.longer(than: seconds))) })
      let slowFindings = slow.map { verdict in
        let menu = verdict.subject
        let sums = menu.times.longer(than: seconds)
        let share = Wording.share(sums.sumY, of: sums.sumN, "choices", verdict.estimate)
        let quartile = menu.times.seconds(.p75).map { "; the slowest quarter takes \(Wording.oneDecimal($0)) s or more" } ?? ""
        return context.finding(
          verdict, .info, subject: context.text(menu.name), metric: "slow_choices", users: menu.times.users(longerThan: seconds),
          message: "\(share) from \(Wording.menu(context.text(menu.name))) took longer than \(seconds.sixDecimals) s\(quartile)",
          examples: menu.times.examples,
          details: menu.items > 0 ? ["There are \(Wording.count(menu.items, "item")) in it \(menu.origin)."] : [])
      }
      let limit = context.count("items")
      let slowMenus = Set(slow.map(\.subject.name))
      let long = menus.filter { $0.items > limit && !slowMenus.contains($0.name) }
      return slowFindings
        + long.map { menu in
          let name = context.text(menu.name)
          return context.structuralFinding(
            .info, subject: name, metric: "menu_items", value: Double(menu.items), threshold: context.threshold("items"),
            message: "There are \(menu.items) items in \(Wording.menu(name)) \(menu.origin), more than \(limit)",
            examples: context.measures.menus.menus[menu.name]?.opens.examples ?? Examples())
        }
    })
}

/// A menu, its length, and how long people take to choose from it.
private struct ScannedMenu: Sendable {
  let name: Name
  let times: ChoiceTimes.Cell
  /// Items that enough users chose.
  let seenItems: Int
  /// Items in the app map, if it declares the menu.
  let declaredItems: Int
  let isChosenFrom: Bool

  var items: Int { declaredItems > 0 ? declaredItems : seenItems }
  var origin: String { declaredItems > 0 ? "(declared in the app map)" : "(chosen by people)" }
}

extension RuleContext {
  /// The menus that the map or the log names, in text order.
  fileprivate var scannedMenus: [ScannedMenu] {
    let least = count("users")
    var seen: [Name: (items: Int, chosen: Bool)] = [:]
    for (item, cell) in measures.menus.items.pairs {
      seen[item.menu, default: (0, true)].items += cell.users >= least ? 1 : 0
    }
    let declared = Dictionary(grouping: Set(scope.declared.menuItems), by: \.menu).mapValues(\.count)
    return scope.names.ordered(Set(measures.menus.menus.keys).union(seen.keys).union(declared.keys)).map { name in
      ScannedMenu(
        name: name, times: measures[ChoiceTimes.self].cells[name] ?? .init(), seenItems: seen[name]?.items ?? 0,
        declaredItems: declared[name] ?? 0, isChosenFrom: seen[name] != nil)
    }
  }
}

/// How long people take to choose from each menu. For each distinct time, it keeps what users add to the share of choices that take longer:
/// so each such share has an interval, and memory depends on the number of distinct times.
struct ChoiceTimes: Measure, Summed {
  /// The difference, at a time, between the share of choices that take longer and that of choices that take at least as long.
  private struct Slower: Summed {
    /// Users whose first such choice this is, and choices.
    var users = 0
    var sumY = 0
    var sumYY = 0
    var sumYN = 0

    static let fields = Fields<Self>(\.users, \.sumY, \.sumYY, \.sumYN)
  }

  struct Cell: Summed {
    /// Users with timed choices, and their choices: Σn, Σn², and max n of a user.
    private var users = 0
    private var sumN = 0
    private var sumNN = 0
    private var mostN = Largest()
    /// By the code of the time from opening to choice (``CountedTime``).
    private var slower = SumsByKey<UInt16, Slower>()
    /// The times of the current user.
    private var pending: [UInt16] = []
    private var user = UInt32.max
    /// The sessions with the slowest choices; the score is in milliseconds.
    private(set) var examples = Examples()

    init() {}

    mutating func add(_ duration: Int64, _ session: Session) {
      if session.user != user {
        finishUser()
        user = session.user
      }
      pending.append(CountedTime(microseconds: duration).rawValue)
      examples.add(session, size: Int(duration / 1000))
    }

    mutating func finish() {
      finishUser()
      user = .max
      examples.finish()
    }

    private mutating func finishUser() {
      if pending.isEmpty { return }
      let n = pending.count
      users += 1
      sumN += n
      sumNN += n * n
      mostN.add(n)
      // The slowest first: the y-th adds 2y − 1 to y².
      for (index, time) in pending.sorted(by: >).enumerated() {
        if index == 0 { slower[adding: time].users += 1 }
        slower[adding: time].sumY += 1
        slower[adding: time].sumYY += 2 * index + 1
        slower[adding: time].sumYN += n
      }
      pending.removeAll(keepingCapacity: true)
    }

    static let fields = Fields<Self>(\.users, \.sumN, \.sumNN, \.mostN, \.slower, \.examples)

    /// Timed choices.
    var count: Int { sumN }

    /// Choices that take longer than `seconds`, over all timed choices. O(distinct times).
    func longer(than seconds: Double) -> RatioSums {
      let all = sums(seconds)
      return RatioSums(users: users, sumY: all.sumY, sumN: sumN, sumYY: all.sumYY, sumYN: all.sumYN, sumNN: sumNN, maxN: mostN.number)
    }

    /// Users with a choice that takes longer than `seconds`. O(distinct times).
    func users(longerThan seconds: Double) -> Int { sums(seconds).users }

    private func sums(_ seconds: Double) -> Slower {
      let limit = seconds * 1000
      return slower.pairs.reduce(into: Slower()) { all, entry in
        if Double(CountedTime(rawValue: entry.0).milliseconds) > limit { all.merge(entry.1) }
      }
    }

    /// The nearest-rank quantile in seconds; nil without times. O(distinct times).
    func seconds(_ quantile: Quantile) -> Double? {
      nearestRank(quantile, ofHistogram: slower.pairs.map { (value: $0.0, count: $0.1.sumY) }.sorted { $0.value < $1.value })
        .map { CountedTime(rawValue: $0).seconds }
    }

  }

  /// By menu.
  private(set) var cells = SumsByName<Cell>()

  init() {}

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .menuSelect && occurrence.duration >= 0 {
      cells[adding: occurrence.container].add(occurrence.duration, session)
    }
  }

  static let fields = Fields<Self>(\.cells)
}
