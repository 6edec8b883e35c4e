import Measures
import NavigationModel

/// Finds the current layout of each platform: the newest app version with 30 users, and the versions before it (in
/// numeric order) down to the first in which an entry used by 3 users or more is in another place, or in which a tab of
/// one version is out in the other. Variants are kept apart in the same way (ThePlan.md, *Whose layout*).
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
  }

  private let use: Eligibility
  private let names: Names
  /// By build, the entries that enough people used in it.
  private let used: [AppBuild: [Entry]]

  init(use: Eligibility, entries: [Entry], names: Names) {
    (self.use, self.names) = (use, names)
    used = entries.reduce(into: [:]) { used, entry in
      for (build, users) in use.usersByBuild(of: entry.subject) where users >= Self.fewestUsersOfEntry {
        used[build, default: []].append(entry)
      }
    }
  }

  /// By platform, ordered by name; the unknown one comes last.
  var layouts: [Sessions] {
    Dictionary(grouping: use.builds, by: \.platform)
      .sorted { ($0.key.isKnown ? 0 : 1, names.rank($0.key)) < ($1.key.isKnown ? 0 : 1, names.rank($1.key)) }
      .map { layout(on: $0.key, $0.value) }
  }

  private func layout(on platform: Name, _ own: [AppBuild]) -> Sessions {
    let versions = Dictionary(grouping: own, by: \.appVersion).sorted { comesBefore($1.key, $0.key) }.map {
      (name: $0.key, builds: $0.value.sorted { names.rank($0.variant) < names.rank($1.variant) })
    }
    let users = use.users(in: Set(own))
    guard users >= Self.fewestUsers,
      let newest = versions.firstIndex(where: { use.users(in: Set($0.builds)) >= Self.fewestUsers })
    else {
      return Sessions(platform: platform, users: users)
    }
    // The variant with the most users stands for the version.
    let variants = versions[newest].builds
    let reference = variants.reduce(variants[0]) { use.users(in: [$1]) > use.users(in: [$0]) ? $1 : $0 }
    let known = containers(in: reference)
    let buildsWithoutATab = tabs(in: reference).reduce(into: Set<AppBuild>()) {
      $0.formUnion(use.outBuilds(of: $1.subject))
    }
    /// Whether the navigation of a build shows no difference from the reference: no entry is in another container, and
    /// no tab is missing.
    func isAlike(_ build: AppBuild) -> Bool {
      if buildsWithoutATab.contains(build) || tabs(in: build).contains(where: { use.isOut($0.subject, of: reference) })
      {
        return false
      }
      if isApart(build, reference) { return false }
      return containers(in: build).allSatisfy { name, here in known[name].map { !here.isDisjoint(with: $0) } ?? true }
    }
    var found: Set<AppBuild> = [reference]
    var alike: [Name] = []
    for version in versions[newest...] {
      let same = version.builds.filter { $0 == reference || isAlike($0) }
      if same.isEmpty { break }
      found.formUnion(same)
      alike.append(version.name)
    }
    let others = own.filter { !found.contains($0) && isApart($0, reference) }.flatMap { tabs(in: $0).map(\.name) }
    return Sessions(
      platform: platform, users: use.users(in: found), versions: alike, builds: found, tabsOfOthers: Set(others))
  }

  /// Versions in numeric order; an unknown one is the oldest.
  private func comesBefore(_ one: Name, _ other: Name) -> Bool {
    one.isKnown && other.isKnown ? names[one].precedesAsVersion(names[other]) : !one.isKnown && other.isKnown
  }

  /// Whether the people of a build, however few, use none of the reference's tabs: those of another brand.
  private func isApart(_ build: AppBuild, _ reference: AppBuild) -> Bool {
    let (here, there) = (Set(tabs(in: build).map(\.name)), Set(tabs(in: reference).map(\.name)))
    return min(here.count, there.count) > 1 && here.isDisjoint(with: there)
  }

  private func containers(in build: AppBuild) -> [Name: Set<Entry.Container>] {
    (used[build] ?? []).reduce(into: [:]) { $0[$1.name, default: []].insert($1.container) }
  }

  private func tabs(in build: AppBuild) -> [Entry] { (used[build] ?? []).filter { $0.container == .bar } }
}
