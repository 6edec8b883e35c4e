import NavigationModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who could have used a tab, an item, a menu or a gesture: users with a session in which the app may have had it
/// (OutputFiles.md).
///
/// A build (platform, app version, variant, device) of 30 users or more in which nobody used something is *out* if that
/// is unlikely to be chance: with the share p of users elsewhere, (1 − p)ⁿ < 0.001. The app map's `entries` take
/// precedence. *Eligible* users have a session in a build that is not out. For a tab, a user who was shown bars is
/// eligible if one of them had it, or the user used it, whatever the builds.
package struct Eligibility: Sendable {
  /// Smaller builds are never out.
  package static let fewestUsersOfCell = 30
  /// A build is out if the probability that nobody in it would use the subject is below this.
  package static let slimChance = 0.001
  /// Users whose set of builds is not among this many most frequent sets are eligible for everything.
  package static let mostSets = 4096

  private let users: BuildUsers
  /// For each subject, its users by the set of builds in which they used it.
  private let uses: [Discovery.Subject: [(set: UInt32, users: Int)]]
  private let usersBySessions: Histogram
  /// By set.
  private let usersBySet: [Int]
  private let isFrequent: [Bool]
  /// By the number of a build, the sets that it is in.
  private let setsByCell: [[Int]]
  /// The builds that are out, by subject, if any. None for subjects that nobody used.
  private var out: [Discovery.Subject: Set<AppBuild>] = [:]
  /// The tabs that somebody used and the app map says nothing of: who was shown bars is eligible for those in them.
  private var tabsByList: Set<Name> = []
  private let shown: ShownTabs

  init(_ users: BuildUsers, _ entries: [NameText: AppMap.EntryScope], names: Names) {
    self.init(users, names)
    let byCell = users.usersByBuild
    for (subject, uses) in uses {
      let known = entries[NameText(names[subject.name])].map { entry in
        Set(users.builds.filter { !entry.mayExist(in: $0, names) })
      }
      let builds = known ?? Self.outBuilds(uses, users, byCell)
      if !builds.isEmpty { out[subject] = builds }
      if subject.kind == .tab, known == nil { tabsByList.insert(subject.name) }
    }
  }

  /// The eligibility of the users of a part of `whole`: the same builds are out.
  init(_ users: BuildUsers, in whole: Eligibility, names: Names) {
    self.init(users, names)
    out = whole.out
    tabsByList = whole.tabsByList
  }

  private init(_ users: BuildUsers, _ names: Names) {
    self.users = users
    uses = users.usesBySubject
    usersBySessions = users.usersBySessions.reduce(into: Histogram()) { $0.merge($1) }
    usersBySet = users.usersBySessions.map { $0.count(from: 0) }
    isFrequent = Self.areFrequent(usersBySet, users, names)
    shown = ShownTabs(users, names)
    setsByCell = users.sets.indices.reduce(into: [[Int]](repeating: [], count: users.builds.count)) { sets, set in
      for build in users.sets[set] { sets[Int(build)].append(set) }
    }
  }

  private static func areFrequent(_ counts: [Int], _ users: BuildUsers, _ names: Names) -> [Bool] {
    guard users.sets.count > mostSets else { return Array(repeating: true, count: users.sets.count) }
    // Ties are broken by the text of the builds, which does not depend on the run.
    let ranks = users.builds.map {
      (names.rank($0.platform), names.rank($0.appVersion), names.rank($0.variant), names.rank($0.device))
    }
    let positions = users.builds.indices.sorted { ranks[$0] < ranks[$1] }.ranks
    let keys = users.sets.map { set in set.map { positions[Int($0)] }.sorted() }
    let sorted = counts.indices.sorted {
      counts[$0] != counts[$1] ? counts[$0] > counts[$1] : keys[$0].lexicographicallyPrecedes(keys[$1])
    }
    var isFrequent = [Bool](repeating: false, count: counts.count)
    for set in sorted.prefix(mostSets) { isFrequent[set] = true }
    return isFrequent
  }

  /// The large builds in which nobody used something, although uses were expected.
  private static func outBuilds(_ uses: [(set: UInt32, users: Int)], _ users: BuildUsers, _ byCell: [Int]) -> Set<
    AppBuild
  > {
    var isUsed = [Bool](repeating: false, count: users.builds.count)
    var usersInLarge = 0
    for use in uses {
      var isInLarge = false
      for build in users.sets[Int(use.set)] where byCell[Int(build)] >= fewestUsersOfCell {
        isUsed[Int(build)] = true
        isInLarge = true
      }
      if isInLarge { usersInLarge += use.users }
    }
    let unused = byCell.indices.filter { byCell[$0] >= fewestUsersOfCell && !isUsed[$0] }
    guard usersInLarge > 0, let largest = unused.map({ byCell[$0] }).max() else { return [] }
    // Skip if it cannot matter: the number of users in all builds is at least that in the largest one.
    let fewest = byCell.indices.reduce(0) { isUsed[$1] ? max($0, byCell[$1]) : $0 }
    guard isSlim(Double(usersInLarge) / Double(fewest + 1), largest) else { return [] }
    var all = 0
    for (set, bySessions) in zip(users.sets, users.usersBySessions) where set.contains(where: { isUsed[Int($0)] }) {
      all += bySessions.count(from: 0)
    }
    let share = Double(usersInLarge) / Double(all + 1)
    return Set(unused.filter { isSlim(share, byCell[$0]) }.map { users.builds[$0] })
  }

  /// Whether (1 − p)ⁿ is below ``slimChance``.
  private static func isSlim(_ share: Double, _ users: Int) -> Bool {
    pow(max(0, 1 - share), Double(users)) < slimChance
  }

  // MARK: - Queries

  package func outBuilds(of subject: Discovery.Subject) -> Set<AppBuild> { out[subject] ?? [] }

  package func isOut(_ subject: Discovery.Subject, of build: AppBuild) -> Bool {
    out[subject]?.contains(build) ?? false
  }

  /// The users with at least `sessions` sessions, in any build, who could have used the subject.
  package func eligibleUsers(of subject: Discovery.Subject, withSessions sessions: Int = 1) -> Int {
    eligibleUsers(of: subject, out: outBuilds(of: subject), among: everybody(withSessions: sessions))
  }

  /// The same, where platforms in which nobody used the subject are out too, however small their builds, if that is
  /// unlikely to be chance.
  /// - Parameter platforms: all of them.
  package func eligibleUsersOfPlatforms(
    with subject: Discovery.Subject, withSessions sessions: Int, _ all: [PlatformBuilds]
  ) -> Int {
    let used = usersByBuild(of: subject).keys
    let platforms = Set(used.map(\.platform))
    let isUsed: (PlatformBuilds) -> Bool = { platforms.contains($0.platform) }
    let several =
      platforms.count > 1
      ? self.users(in: Set(all.lazy.filter(isUsed).flatMap(\.builds))) : all.first(where: isUsed)?.users ?? 0
    let users = (uses[subject] ?? []).reduce(0) { $0 + $1.users }
    var out = outBuilds(of: subject)
    for platform in all where !isUsed(platform) {
      // The others have fewer users.
      guard Self.isSlim(Double(users) / Double(several + 1), platform.users) else { break }
      out.formUnion(platform.builds)
    }
    return eligibleUsers(of: subject, out: out, among: everybody(withSessions: sessions))
  }

  package typealias PlatformBuilds = (platform: Name, builds: [AppBuild], users: Int)

  /// Those with the most users first.
  package var platforms: [PlatformBuilds] {
    Dictionary(grouping: builds, by: \.platform).map { platform, builds -> PlatformBuilds in
      (platform, builds, users(in: Set(builds)))
    }
    .sorted { $0.users > $1.users }
  }

  /// For each subject, the users with a session in one of `builds` in which they could have used it.
  package func eligibleUsers(of subjects: [Discovery.Subject], in builds: Set<AppBuild>) -> [Int] {
    let sets = sets(with: builds)
    let group = Group(
      builds: builds, sets: sets, users: users(in: builds),
      shownBars: sets.reduce(0) { $0 + shown.count(in: $1, from: 1) })
    return subjects.map { eligibleUsers(of: $0, out: outBuilds(of: $0).intersection(builds), among: group) }
  }

  /// The users with at least so many sessions, and those of them who were shown bars.
  private struct Group {
    /// Those in which they have a session, and the sets with one of these; nil: any.
    var builds: Set<AppBuild>?
    var sets: Set<Int>?
    var sessions = 1
    let users: Int
    let shownBars: Int
  }

  private func everybody(withSessions sessions: Int) -> Group {
    Group(sessions: sessions, users: usersBySessions.count(from: sessions), shownBars: shown.count(from: sessions))
  }

  /// The users of a group without those whose builds of it are all out. Of a tab, those who were shown bars with it, or
  /// used it, replace those whose builds have it.
  private func eligibleUsers(of subject: Discovery.Subject, out: Set<AppBuild>, among group: Group) -> Int {
    let without = sets(with: out).filter { set in
      (group.builds != nil || isFrequent[set])
        && builds(of: set).allSatisfy { out.contains($0) || group.builds?.contains($0) == false }
    }
    let eligible = without.reduce(group.users) { $0 - users.usersBySessions[$1].count(from: group.sessions) }
    guard subject.kind == .tab, tabsByList.contains(subject.name) else { return eligible }
    let shownTab = shown.count(of: subject.name, from: group.sessions, in: group.sets)
    return without.reduce(eligible + shownTab - group.shownBars) { $0 + shown.count(in: $1, from: group.sessions) }
  }

  package func users(in builds: Set<AppBuild>) -> Int { sets(with: builds).reduce(0) { $0 + usersBySet[$1] } }

  /// The users who used the subject, by the builds in which they did; only builds with any.
  package func usersByBuild(of subject: Discovery.Subject) -> [AppBuild: Int] {
    var byCell: [AppBuild: Int] = [:]
    for use in uses[subject] ?? [] {
      for build in users.sets[Int(use.set)] { byCell[users.builds[Int(build)], default: 0] += use.users }
    }
    return byCell
  }

  package var builds: [AppBuild] { users.builds }

  private func builds(of set: Int) -> some Sequence<AppBuild> { users.sets[set].lazy.map { users.builds[Int($0)] } }

  private func sets(with builds: Set<AppBuild>) -> Set<Int> {
    builds.reduce(into: []) { sets, build in
      if let number = users.number(of: build) { sets.formUnion(setsByCell[number]) }
    }
  }
}

extension AppMap.EntryScope {
  /// Whether the entry may exist in a build.
  ///
  /// Versions are compared by number; `since` and `until` are inclusive. A session with unknown version, platform or
  /// variant may have the entry.
  fileprivate func mayExist(in build: AppBuild, _ names: Names) -> Bool {
    if build.appVersion.isKnown {
      let version = VersionNumber(names[build.appVersion])
      if let since, version < VersionNumber(since) { return false }
      if let until, VersionNumber(until) < version { return false }
    }
    let platform = names[build.platform].lowercased()
    if build.platform.isKnown, !platforms.isEmpty, !platforms.contains(where: { $0.lowercased() == platform }) {
      return false
    }
    return !build.variant.isKnown || variants.isEmpty || variants.contains { $0.isSame(as: names[build.variant]) }
  }
}
