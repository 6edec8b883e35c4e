import Measures
import NavigationModel

/// Finds the current layout of each platform. A layout is that of an app version with 30 users, and the versions before
/// it (in numeric order) down to the first in which an entry used by 3 users or more is in another place, or in which a
/// tab of one version is out in the other. Variants are kept apart in the same way. The current one is that of the most
/// people's last sessions in the last days (ThePlan.md, *Whose layout*).
struct LayoutFinder {
  /// The minimum number of users for a plan, and for a version to count as the newest.
  static let fewestUsers = 30
  /// With more platforms than this, the log names something else, such as models of phones, and there is no plan.
  static let mostPlatforms = 100
  /// An entry that fewer users could have used is not moved.
  static let fewestEligibleUsers = 10
  /// An entry used by fewer users says nothing about the layout.
  static let fewestUsersOfEntry = 3

  /// The sessions of a platform with the same navigation.
  struct Sessions {
    let platform: Name
    /// Those of the platform if they are too few for a plan.
    let users: Int
    /// Newest first; empty if there are too few users for a plan.
    var versions: [Name] = []
    var builds: Set<AppBuild> = []
    /// The tabs of other builds that have none in common with these.
    var tabsOfOthers: Set<Name> = []
    /// The versions with another layout that people have today, newest first, and these people.
    var otherVersions: [Name] = []
    var usersOfOthers = 0
    /// What the bar showed of late, where its tabs are logged.
    var bar = ShownSessions.Bar()
    /// Tabs of the app that the bar does not have now: its lists lack them, and nobody used them in builds without
    /// lists.
    var absentTabs: Set<Name> = []
  }

  /// The last days of the log in which a layout has to have 30 users: the first of these in which one has.
  static let lastDays = [7, 28]

  private let use: Eligibility
  private let names: Names
  /// By build, the entries that enough people used in it.
  private let used: [AppBuild: [Entry]]
  /// By ``lastDays``: the users of each build whose last session was then.
  private let lastUsers: [[AppBuild: Int]]
  /// The builds in which somebody used each tab.
  private let buildsOfTabs: [Name: Set<AppBuild>]
  private let declared: Set<Name>
  /// What the bars of builds showed, where that is logged.
  private let bars: [AppBuild: ShownSessions.Bar]
  private let measures: Measures

  init(entries: [Entry], _ measures: Measures, _ scope: MeasureScope) {
    let use = scope.eligibility
    self.use = use
    self.measures = measures
    names = scope.names
    declared = Set(scope.declared.tabs)
    lastUsers = Self.lastDays.map {
      measures.lastSessions.users(inLast: $0, of: measures.logQuality.plausibleDays)
    }
    var used: [AppBuild: [Entry]] = [:]
    var buildsOfTabs: [Name: Set<AppBuild>] = [:]
    for entry in entries {
      let byBuild = use.usersByBuild(of: entry.subject)
      if entry.container == .bar { buildsOfTabs[entry.name] = Set(byBuild.keys) }
      for (build, users) in byBuild where users >= Self.fewestUsersOfEntry { used[build, default: []].append(entry) }
    }
    self.used = used
    bars = measures.shownSessions.bars(scope.names)
    self.buildsOfTabs = buildsOfTabs
  }

  /// By platform, ordered by name; the unknown one comes last.
  var layouts: [Sessions] {
    Dictionary(grouping: use.builds, by: \.platform)
      .sorted { ($0.key.isKnown ? 0 : 1, names.rank($0.key)) < ($1.key.isKnown ? 0 : 1, names.rank($1.key)) }
      .map { layout(on: $0.key, $0.value) }
  }

  /// The tabs that no platform's bar has now. A platform without a layout has those that are used on it.
  var absentTabs: Set<Name> {
    let layouts = layouts
    let known = layouts.filter { !$0.builds.isEmpty }
    guard var absent = known.first?.absentTabs else { return [] }
    for layout in known { absent.formIntersection(layout.absentTabs) }
    let others = Set(layouts.lazy.filter(\.builds.isEmpty).map(\.platform))
    return absent.filter { tab in buildsOfTabs[tab]?.contains { others.contains($0.platform) } != true }
  }

  private func layout(on platform: Name, _ own: [AppBuild]) -> Sessions {
    let versions = Dictionary(grouping: own, by: \.appVersion).sorted { comesBefore($1.key, $0.key) }.map {
      (name: $0.key, builds: $0.value.sorted { names.rank($0.variant) < names.rank($1.variant) })
    }
    let users = use.users(in: Set(own))
    let layouts =
      users < Self.fewestUsers
      ? []
      : versions.indices.filter { use.users(in: Set(versions[$0].builds)) >= Self.fewestUsers }
        .map { layout(from: $0, of: versions) }
    guard let newest = layouts.first else { return Sessions(platform: platform, users: users) }
    let today =
      lastUsers.lazy.compactMap { last -> Layout? in
        let counted = layouts.map { (layout: $0, users: Self.users($0.builds, last)) }
        let most = counted.reduce(counted[0]) { $1.users > $0.users ? $1 : $0 }
        return most.users >= Self.fewestUsers ? most.layout : nil
      }.first ?? newest
    let others = own.filter { !today.builds.contains($0) && isApart($0, today.reference) }
    var found = Sessions(
      platform: platform, users: use.users(in: today.builds), versions: today.versions, builds: today.builds,
      tabsOfOthers: Set(others.flatMap { tabs(in: $0).map(\.name) }))
    let elsewhere = versions.filter { version in
      Self.users(version.builds, lastUsers[1]) > 0
        && !version.builds.contains { today.builds.contains($0) || isAlike($0, today.reference) }
    }
    found.otherVersions = elsewhere.map(\.name)
    found.usersOfOthers = Self.users(elsewhere.flatMap(\.builds), lastUsers[1])
    let bar = measures.shownSessions.bar(
      in: today.builds, lastDays: Self.lastDays, atLeast: Self.fewestUsers, of: measures.logQuality.plausibleDays,
      names)
    found.bar = bar
    let withoutLists = today.builds.subtracting(bar.builds)
    for (tab, builds) in buildsOfTabs
    where !declared.contains(tab) && bar.tabs[tab] == nil && builds.isDisjoint(with: withoutLists) {
      found.absentTabs.insert(tab)
    }
    return found
  }

  private typealias Layout = (reference: AppBuild, versions: [Name], builds: Set<AppBuild>)
  private typealias Version = (name: Name, builds: [AppBuild])

  private static func users(_ builds: some Sequence<AppBuild>, _ last: [AppBuild: Int]) -> Int {
    builds.reduce(0) { $0 + (last[$1] ?? 0) }
  }

  /// The layout of a version: those before it that show no difference have it, too.
  private func layout(from newest: Int, of versions: [Version]) -> Layout {
    // The variant with the most users stands for the version.
    let variants = versions[newest].builds
    let reference = variants.reduce(variants[0]) { use.users(in: [$1]) > use.users(in: [$0]) ? $1 : $0 }
    var found: Set<AppBuild> = [reference]
    var alike: [Name] = []
    for version in versions[newest...] {
      let same = version.builds.filter { $0 == reference || isAlike($0, reference) }
      if same.isEmpty { break }
      found.formUnion(same)
      alike.append(version.name)
    }
    return (reference, alike, found)
  }

  /// Whether the navigation of a build shows no difference from the reference: no entry is in another container, and no
  /// tab is missing.
  private func isAlike(_ build: AppBuild, _ reference: AppBuild) -> Bool {
    let isMissing =
      tabs(in: reference).contains { use.isOut($0.subject, of: build) }
      || tabs(in: build).contains { use.isOut($0.subject, of: reference) }
    if isMissing || isApart(build, reference) { return false }
    if let one = bars[build], let other = bars[reference], one.differs(from: other) { return false }
    let known = containers(in: reference)
    return containers(in: build).allSatisfy { name, here in known[name].map { !here.isDisjoint(with: $0) } ?? true }
  }

  /// Versions in numeric order; an unknown one is the oldest.
  private func comesBefore(_ one: Name, _ other: Name) -> Bool {
    one.isKnown && other.isKnown ? names[one].precedesAsVersion(names[other]) : !one.isKnown && other.isKnown
  }

  /// Whether the people of a build, however few, use none of the reference's tabs: those of another brand.
  private func isApart(_ build: AppBuild, _ reference: AppBuild) -> Bool {
    let here = Set(tabs(in: build).map(\.name))
    let there = Set(tabs(in: reference).map(\.name))
    return min(here.count, there.count) > 1 && here.isDisjoint(with: there)
  }

  private func containers(in build: AppBuild) -> [Name: Set<Entry.Container>] {
    (used[build] ?? []).reduce(into: [:]) { $0[$1.name, default: []].insert($1.container) }
  }

  private func tabs(in build: AppBuild) -> [Entry] { (used[build] ?? []).filter { $0.container == .bar } }
}

extension Measures {
  /// Whether a menu or one of its items is withdrawn: of the people of the last days, nine in ten have builds that are
  /// out for it.
  func isWithdrawn(_ subject: Discovery.Subject, _ use: Eligibility) -> Bool {
    let menu = Discovery.Subject(.menu, subject.container)
    let days = LayoutFinder.lastDays.lazy.map { lastSessions.users(inLast: $0, of: logQuality.plausibleDays) }
    guard let last = days.first(where: { $0.values.reduce(0, +) >= LayoutFinder.fewestUsers }) else { return false }
    let without = last.filter { use.isOut(subject, of: $0.key) || use.isOut(menu, of: $0.key) }
    return without.values.reduce(0, +) * 10 >= last.values.reduce(0, +) * 9
  }
}
