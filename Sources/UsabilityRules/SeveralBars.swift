import Measures
import NavigationModel

/// Groups of people who never share a tab bar: couriers and customers, two brands, languages whose labels are logged
/// (TheRules.md, *Data quality checks*).
package struct SeveralBars: Sendable, Equatable {
  package struct Group: Sendable, Equatable {
    /// In text order.
    package let tabs: [String]
    /// Users of most of these tabs among all groups.
    package let users: Int
    /// The values of ``SeveralBars/field`` that its users have, in text order, empty for an unknown one; nil if no
    /// field separates the groups.
    package internal(set) var values: [String]?
    /// The fewest tabs of which nearly all of its users select one, in text order.
    package internal(set) var telling: [String]

    var value: String? { values?.map { $0.isEmpty ? "(not known)" : $0 }.joined(separator: ", ") }

    fileprivate func options(_ field: String?) -> String {
      let conditions = field.flatMap { field in
        values.flatMap { $0.count > SeveralBars.mostConditions ? nil : $0.map { "\(field)=\($0)" } }
      }
      return (conditions ?? telling.map { "tab=\($0)" }).map { "--only " + Wording.argument($0) }.joined(separator: " ")
    }
  }

  /// The one with the most users first.
  package let groups: [Group]
  package let platform: String
  /// The field that separates at least 95% of the users, as the log calls it.
  package let field: String?

  package var usersOfOthers: Int { groups.dropFirst().reduce(0) { $0 + $1.users } }

  /// `Home, Orders, Search and 2 more (locale en) and Earnings, Jobs, Map (locale fi)`
  package var words: Text {
    groups.map { group in
      let tabs = group.tabs.prefix(3).map { Text(name: $0) }.joined(by: ", ")
      let rest: Text = group.tabs.count > 3 ? " and \(group.tabs.count - 3) more" : ""
      return tabs + rest + (group.value.flatMap { value in field.map { " (\($0) \(value))" } } ?? "")
    }.list()
  }

  package var remedy: Text {
    let options = groups.map { "\(command: $0.options(field))" as Text }.list(" or ")
    let apart: Text = "analyze each group apart: the same command with \(options)"
    guard field == "locale" else { return apart }
    return
      """
      log one name for each tab if these are labels in several languages, or let `navaudit init` pair them in an app \
      map; if people do have other tabs, 
      """
        + apart
  }

  /// What to do about it, if tabs must not be named.
  var namelessRemedy: Text {
    field == "locale"
      ? "log one name for each tab, or let `navaudit init` pair the labels in an app map"
      : "analyze each group apart, with `--only`"
  }

  /// Fields with more values in a group are not listed in a command.
  private static let mostConditions = 8

  private static let fields: [(name: String, value: @Sendable (Segment, Names) -> String)] = [
    ("locale", { Segment.language(ofLocale: $1[$0.locale]) }), ("device", { $1[$0.device] }),
    ("width", { $1[$0.width] }), ("variant", { $1[$0.variant] }),
    ("app_version", { $1[$0.appVersion] }),
  ]

  /// The platforms on which people never share a bar, in text order.
  static func all(_ measures: Measures, _ scope: MeasureScope) -> [SeveralBars] {
    let platforms = platforms(measures, scope)
    let found = platforms.map { SeveralBars($0.platform, $0.users, measures.barUsers, scope) }
    // Where the people of one bar are too few to tell, what is known from another platform helps.
    return zip(platforms, found).compactMap { platform, own in
      own
        ?? found.lazy.compactMap { $0.flatMap { SeveralBars($0, on: platform.name, platform.users, scope.names) } }
        .first
    }
  }

  /// The tabs on each platform that only a handful of its people have, as is known from another platform, where their
  /// bar is one of several.
  static func rareTabs(_ measures: Measures, _ scope: MeasureScope) -> [NameText: Set<NameText>] {
    let all = all(measures, scope)
    return all.filter { !$0.isDoubt }.reduce(into: [:]) { rare, bars in
      rare[NameText(bars.platform)] = Set(texts: bars.groups.dropFirst().flatMap(\.tabs)).subtracting(
        Set(texts: bars.groups[0].tabs))
    }
  }

  /// The tabs of few people, such as a role, who do not use a tab of many, though they may share further ones: the many
  /// may not even see them.
  static func tabsOfRoles(_ measures: Measures, _ scope: MeasureScope) -> Set<NameText> {
    platforms(measures, scope).reduce(into: []) { found, platform in
      let pairs = TabPairs(platform.platform, platform.users, measures.barUsers, scope)
      found.formUnion(pairs.tabs.filter { pairs.isOfRole($0) }.map { NameText(scope.names[$0]) })
    }
  }

  /// For a menu or a gesture, the users of populations in which nobody, or hardly anybody, uses it: they do not have
  /// it.
  /// - Complexity: O(users), then O(populations) for each.
  static func usersWithout(_ measures: Measures, _ scope: MeasureScope) -> (Name) -> Int {
    guard measures.barUsers.hasFields else { return { _ in 0 } }
    let all = all(measures, scope)
    let platforms = platforms(measures, scope).compactMap { platform -> [(users: Int, having: [Name: Int])]? in
      guard let bars = all.first(where: { $0.platform.isSame(as: platform.name) }) else { return nil }
      let sets = bars.groups.map { Set($0.tabs.compactMap { scope.names.name($0) }) }
      var groups = sets.map { _ in (users: 0, having: [Name: Int]()) }
      for (key, count) in platform.users {
        let shared = sets.map { $0.intersection(key.tabs.elements).count }
        guard let most = shared.max(), most > 0, let group = shared.firstIndex(of: most) else { continue }
        groups[group].users += count
        for control in key.controls.elements { groups[group].having[control, default: 0] += count }
      }
      return groups
    }
    return { control in
      platforms.reduce(0) { without, groups in
        let missing = groups.filter { $0.having[control, default: 0] * 100 <= $0.users }
        return missing.count == groups.count ? without : missing.reduce(without) { $0 + $1.users }
      }
    }
  }

  /// The users of each platform, in text order; empty if they are not known.
  private static func platforms(
    _ measures: Measures, _ scope: MeasureScope
  ) -> [(name: String, platform: Name, users: [(key: BarUsers.Key, count: Int)])] {
    if measures.barUsers.isOverfull { return [] }
    return Dictionary(grouping: measures.barUsers.users, by: \.key.segment.platform)
      .map { platform, users in
        (name: scope.names[platform], platform: platform, users: users.map { (key: $0.key, count: $0.value) })
      }
      .sorted { $0.name.precedesByScalars($1.name) }
  }

  /// Whether there are enough people with another bar than most to forbid a plan.
  var isDoubt: Bool { usersOfOthers >= Evidence.leastUsers }

  /// The groups of another platform, on one where people of several of them, and hardly anybody of two, have been seen;
  /// nil if there are none.
  private init?(_ other: SeveralBars, on platform: String, _ users: [(key: BarUsers.Key, count: Int)], _ names: Names) {
    let sets = other.groups.map { Set($0.tabs.compactMap { names.name($0) }) }
    var own = [Int](repeating: 0, count: sets.count)
    var shared = 0
    for (key, count) in users {
      let present = sets.indices.filter { !sets[$0].isDisjoint(with: key.tabs.elements) }
      if present.count > 1 { shared += count } else if let group = present.first { own[group] += count }
    }
    groups = zip(other.groups, own).filter { $0.1 > 0 }.map {
      Group(tabs: $0.tabs, users: $1, values: $0.values, telling: $0.telling)
    }
    .sorted { $0.users > $1.users }
    guard groups.count > 1, shared * 10 <= groups.last?.users ?? 0 else { return nil }
    self.platform = platform
    field = other.field
  }

  /// Nil if people share a bar.
  private init?(_ platform: Name, _ users: [(key: BarUsers.Key, count: Int)], _ bars: BarUsers, _ scope: MeasureScope) {
    let names = scope.names
    let counts = TabPairs(platform, users, bars, scope)
    let tabs = counts.tabs
    var (components, others) = counts.bars(of: tabs)
    var shared: Set<Name> = []
    if components.count < 2 {
      // Roles may well share a tab, such as the profile, and have several of their own.
      let own = tabs.filter { counts.isExclusive($0) }
      components = counts.bars(of: own).bars.filter { $0.count > 1 }
      others = tabs.filter { !components.joined().contains($0) }
      shared = Set(tabs).subtracting(own)
    }
    guard components.count > 1 else { return nil }
    // Tabs of which little is known belong to those that their users use most.
    for tab in others {
      let used = components.map { $0.reduce(0) { $0 + counts.both(tab, $1) } }
      if let most = used.max(), most > 0, let index = used.firstIndex(of: most) { components[index].append(tab) }
    }
    let group = Dictionary(
      uniqueKeysWithValues: components.enumerated().flatMap { index, tabs in tabs.map { ($0, index) } })
    let placed = users.compactMap { key, count -> (segment: Segment, tabs: [Name], count: Int, group: Int)? in
      var own = [Int](repeating: 0, count: components.count)
      for tab in key.tabs.elements { if let index = group[tab] { own[index] += 1 } }
      guard let most = own.max(), most > 0, let index = own.firstIndex(of: most) else { return nil }
      return (key.segment, key.tabs.elements, count, index)
    }
    let placedUsers = placed.reduce(0) { $0 + $1.count }
    var separating: (name: String, values: [Int: [String]])?
    for field in bars.hasFields ? Self.fields : [] {
      // Each value stands for the group that has most of its users.
      var byValue: [NameText: [Int: Int]] = [:]
      for user in placed {
        byValue[NameText(field.value(user.segment, names)), default: [:]][user.group, default: 0] += user.count
      }
      guard byValue.count > 1, byValue.count <= 64 else { continue }
      let winners = byValue.mapValues { groups in groups.max { ($0.value, -$0.key) < ($1.value, -$1.key) } }
      let right = winners.values.reduce(0) { $0 + ($1?.value ?? 0) }
      guard right * 20 >= placedUsers * 19, Set(winners.values.compactMap { $0?.key }).count == components.count else {
        continue
      }
      var values: [Int: [String]] = [:]
      for (value, winner) in winners { if let winner { values[winner.key, default: []].append(value.text) } }
      separating = (field.name, values.mapValues { $0.sorted { $0.precedesByScalars($1) } })
      break
    }
    self.platform = names[platform]
    field = separating?.name
    groups = components.enumerated().map { index, tabs in
      Group(
        tabs: tabs.map { names[$0] }.sorted { $0.precedesByScalars($1) },
        users: placed.reduce(0) { $0 + ($1.group == index ? $1.count : 0) },
        values: separating?.values[index],
        telling: Self.telling(names.ordered(tabs.filter { !shared.contains($0) }), placed.filter { $0.group == index })
          .map { names[$0] })
    }
    .sorted { $0.users == $1.users ? $0.tabs.precedesByScalars($1.tabs) : $0.users > $1.users }
    // The tabs of a small role stay (``tabsOfRoles(_:_:)``), and the plan is for all others.
    if !shared.isEmpty, usersOfOthers * 10 < placedUsers { return nil }
  }

  /// The fewest of a group's tabs of which 99% of its users select one: each next one has the most of those that are
  /// left.
  private static func telling(_ tabs: [Name], _ users: [(segment: Segment, tabs: [Name], count: Int, group: Int)])
    -> [Name]
  {
    var chosen = [Name]()
    var left = users
    let all = users.reduce(0) { $0 + $1.count }
    while left.reduce(0, { $0 + $1.count }) * 100 > all {
      let counts = tabs.map { tab in left.reduce(0) { $0 + ($1.tabs.contains(tab) ? $1.count : 0) } }
      guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else { break }
      chosen.append(tabs[index])
      left.removeAll { $0.tabs.contains(tabs[index]) }
    }
    return chosen
  }
}

/// The users of tabs on a platform, and of two of them.
private struct TabPairs {
  /// The fewest users of a tab, and the fewest users of both tabs to be expected if people chose them independently.
  private static let fewestUsers = 10
  private static let fewestExpected = 5.0

  /// All but the More tab, in text order.
  let tabs: [Name]
  private var users: [Name: Int] = [:]
  private var pairs: [NamePair: Int] = [:]
  private var all = 0
  /// The tabs with users enough to be judged, those with the most users first; and those that most people use.
  private var often: [Name] = []
  private var usual: [Name] = []
  /// Tabs that some versions do not have.
  private let out: Set<Name>
  private let bars: BarUsers

  init(_ platform: Name, _ sets: [(key: BarUsers.Key, count: Int)], _ bars: BarUsers, _ scope: MeasureScope) {
    self.bars = bars
    tabs = scope.names.ordered(Set(sets.flatMap(\.key.tabs.elements))).filter { $0 != scope.declared.moreTab }
    out = Set(tabs.filter { scope.eligibility.outBuilds(of: .init(.tab, $0)).contains { $0.platform == platform } })
    for (key, count) in sets {
      all += count
      for (index, one) in key.tabs.elements.enumerated() {
        users[one, default: 0] += count
        for other in key.tabs.elements[..<index] { pairs[.unordered(one, other), default: 0] += count }
      }
    }
    let counts = users
    let people = all
    often = tabs.filter { counts[$0, default: 0] >= Self.fewestUsers }
      .sorted { counts[$0, default: 0] > counts[$1, default: 0] }
    usual = tabs.filter { counts[$0, default: 0] * 2 > people }
  }

  func both(_ one: Name, _ other: Name) -> Int { pairs[.unordered(one, other)] ?? 0 }

  private func expected(_ one: Name, _ other: Name) -> Double {
    Double(users[one] ?? 0) * Double(users[other] ?? 0) / Double(max(all, 1))
  }

  /// A tab that some versions do not have, or that took the place of another, says nothing of who shares a bar unless
  /// people use both.
  private func isJudged(_ one: Name, _ other: Name) -> Bool {
    !out.contains(one) && !out.contains(other) && !bars.areInSuccession(one, other)
  }

  /// Whether there are enough users to say whether they share the tabs.
  private func isEnough(_ one: Name, _ other: Name) -> Bool {
    min(users[one] ?? 0, users[other] ?? 0) >= Self.fewestUsers && expected(one, other) >= Self.fewestExpected
  }

  /// Whether one in ten users of one of them uses both, or there is no telling that hardly anybody does.
  func areJoined(_ one: Name, _ other: Name) -> Bool {
    both(one, other) * 10 > min(users[one] ?? 0, users[other] ?? 0)
      || isJudged(one, other) && isEnough(one, other) && !areExclusive(one, other)
  }

  /// Whether a tab is exclusive with another one for which a condition holds.
  /// - Complexity: only tabs of which enough users are expected together are looked at: few of many tabs.
  func isExclusive(_ tab: Name, with isMeant: (Name) -> Bool = { _ in true }) -> Bool {
    for other in often {
      if expected(tab, other) < Self.fewestExpected { return false }
      if isMeant(other), areExclusive(tab, other) { return true }
    }
    return false
  }

  /// Whether nobody, or hardly anybody, uses both.
  func areExclusive(_ one: Name, _ other: Name) -> Bool {
    one != other && isEnough(one, other) && Double(both(one, other)) <= expected(one, other) / 10
      && isJudged(one, other)
  }

  /// The connected components of tabs that people share, each exclusive with a tab of another, and the tabs of the
  /// others.
  func bars(of tabs: [Name]) -> (bars: [[Name]], others: [Name]) {
    let all = components(of: tabs)
    let number = Dictionary(
      all.enumerated().flatMap { number, tabs in tabs.map { ($0, number) } }, uniquingKeysWith: { one, _ in one })
    let isBar = all.indices.map { index in
      all[index].contains { tab in isExclusive(tab) { number[$0].map { $0 != index } ?? false } }
    }
    return (zip(all, isBar).filter(\.1).map(\.0), zip(all, isBar).filter { !$0.1 }.flatMap(\.0))
  }

  /// The connected components, in the order of their first tabs. Tabs that nobody uses both of are never joined.
  private func components(of tabs: [Name]) -> [[Name]] {
    let order = Dictionary(tabs.enumerated().map { ($1, $0) }, uniquingKeysWith: { one, _ in one })
    let joined = pairs.keys.compactMap { pair -> (later: Int, earlier: Int)? in
      guard let one = order[pair.first], let other = order[pair.second], areJoined(pair.first, pair.second) else {
        return nil
      }
      return (max(one, other), min(one, other))
    }
    var component = Array(tabs.indices)
    var members = tabs.indices.map { [$0] }
    for (later, earlier) in joined.sorted(by: <) where component[later] != component[earlier] {
      let kept = min(component[later], component[earlier])
      let added = max(component[later], component[earlier])
      for tab in members[added] { component[tab] = kept }
      members[kept] += members[added]
      members[added] = []
    }
    return members.filter { !$0.isEmpty }.map { $0.map { tabs[$0] } }
  }

  /// Whether hardly any of its users uses a tab that more than half of all people use.
  func isOfRole(_ tab: Name) -> Bool { usual.contains { areExclusive(tab, $0) } }
}
