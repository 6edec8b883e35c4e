import Measures
import NavigationModel

/// The input of a rule: the measures, the map, the names, and its thresholds with the map's settings. `Share.swift`
/// judges shares, `Subject.swift` makes findings.
package struct RuleContext: Sendable {
  package let rule: Rule
  package let measures: Measures
  package let scope: MeasureScope
  /// Whether a single user is enough for a fact.
  package private(set) var isWithoutQuorum = false
  /// Whether all subjects are counted, whoever did it.
  package private(set) var isCounting = false
  /// The number of days that the measures cover.
  package let days: Int
  /// What the plan does with hidden items; nil without a plan.
  package let plan: RecommendedMoves?
  private let values: [String: Double]
  /// The entire log, if ``measures`` are those of its recent part.
  let whole: Measures?
  /// The recent part of the log, if ``measures`` are those of all of it and it is known.
  var recent: Measures?

  /// - Parameter whole: the entire log, if the measures are of a part of it.
  package init(
    _ rule: Rule, _ measures: Measures, _ scope: MeasureScope, plan: RecommendedMoves? = nil, whole: Measures? = nil
  ) {
    self.rule = rule
    self.measures = measures
    self.whole = whole
    self.scope = scope
    self.plan = plan
    days = measures.days
    values = rule.thresholds(in: scope.map)
  }

  /// What the measures are of: the `whole log`, or the `last third of the period`.
  package var period: String { whole == nil ? "whole log" : "last third of the period" }

  /// The same, where all subjects are counted, whoever did it.
  var counting: RuleContext {
    var context = self
    context.isCounting = true
    return context
  }

  /// The same, where a single user is enough for a fact.
  var withoutQuorum: RuleContext {
    var context = self
    context.isWithoutQuorum = true
    return context
  }

  /// q: how many users must have shown a fact in the log before a structural rule accepts it, out of all who could
  /// have: the threshold `users` or the share `users_share` of them, whichever is larger.
  package func quorum(of users: Int) -> Int {
    if isWithoutQuorum { return 1 }
    return max(1, count("users"), Int(Double(users) * threshold("users_share") + 0.999999999))
  }

  /// Why a fact cannot be judged: `fewer than 3 users selected a tab`; nil if so many did.
  func fewer(than least: Int, _ users: Int, _ deed: Text) -> Text? {
    users < least ? "fewer than \(number: Wording.count(least, "user")) \(deed)" : nil
  }

  package var usersWithSteps: Int { measures.figures.share(.backChainSessions).users }

  /// The value of a threshold that the rule declares.
  package func threshold(_ name: String) -> Double {
    let value = values[name]
    precondition(value != nil, "\(rule.id) declares no threshold \(name)")
    return value ?? .nan
  }

  package func count(_ name: String) -> Int { Int(threshold(name)) }

  package func text(_ name: Name) -> String { scope.names[name] }

  package var isSite: Bool { measures.isSite(scope) }

  /// Whether the app map says that a screen is of one of some kinds (`screens_kind`).
  package func isScreen(_ name: Name, of kinds: ScreenKinds.Kinds) -> Bool {
    ScreenKinds(scope.declared).isScreen(text(name), of: kinds)
  }

  /// Whether a screen belongs to what people see when they are new, and never again. A part of the log is too short to
  /// tell.
  package func isFirstRun(_ name: Name) -> Bool { (whole ?? measures).screenReturns.sums[name]?.isFirstRun == true }

  typealias Transition = (from: Name, to: Name, count: Int)

  /// The ways from screen to screen, with how often they were taken; a part begins and ends with an unknown name.
  var transitions: [Transition] {
    let pairs = (whole ?? measures).transitions.sums.pairs
    return pairs.lazy.map { (from: $0.first, to: $0.second, count: whole == nil ? $1.count : $1.recent) }
      .filter { $0.count > 0 }
  }

  /// Screens that a clock leaves, not people.
  package var clocks: Set<Name> { (whole ?? measures).clocks(scope.names) }

  // Shared by the rules that claim that hardly anyone uses something. They look at users who came back, in a log that
  // is long enough.

  /// Whether the log covers enough days to claim that something is not used (threshold `days`).
  package var isLong: Bool { days >= count("days") }

  package var fewestSessions: Int { count("sessions") }

  /// Users with at least as many sessions as the threshold `sessions`.
  package var regularUsers: Int { measures.discovery.users(withSessions: count("sessions")) }

  /// The number of these users for each used subject of a kind.
  package func regularUsers(of kind: Discovery.Kind) -> [Discovery.Subject: Int] {
    measures.discovery.users(of: kind, withSessions: count("sessions"))
  }

  /// The number of these users who could have used a subject.
  package func eligibleRegulars(of subject: Discovery.Subject) -> Int {
    scope.eligibleUsers(of: subject, withSessions: count("sessions"))
  }

  /// `users with 3 or more sessions`
  package var regularUsersWords: Text { "users with \(count("sessions")) or more sessions" }

  /// The items of menus that the map or the log names, in text order of menus and items.
  var menuItems: [(item: Menus.Item, sum: CountWithExamples)] {
    let names = scope.names
    return Set(measures.menus.items.keys).union(scope.declared.menuItems)
      .sorted { (names.rank($0.menu), names.rank($0.item)) < (names.rank($1.menu), names.rank($1.item)) }
      .map { ($0, measures.menus.items[$0] ?? .init()) }
  }
}

extension Menus.Item {
  var discovered: Discovery.Subject { .init(.menuItem, item, container: menu) }
}

/// Which rules run: `--select` and `--ignore`, by id (`tabs.more-toll`) or family (`tabs`).
package struct RuleSelection: Sendable, Equatable {
  package var select: [String]
  package var ignore: [String]

  package init(select: [String] = [], ignore: [String] = []) {
    self.select = select
    self.ignore = ignore
  }

  package static let all = RuleSelection()

  package func includes(_ rule: Rule) -> Bool {
    (select.isEmpty || select.contains { Self.matches($0, rule) }) && !ignore.contains { Self.matches($0, rule) }
  }

  /// Names of unknown rules and families.
  package var unknown: [String] {
    (select + ignore).filter { word in !Rule.all.contains { Self.matches(word, $0) } }
  }

  private static func matches(_ word: String, _ rule: Rule) -> Bool {
    word == rule.id || word == rule.family.rawValue || word == "\(rule.family.rawValue)."
  }
}
