import Measures
import NavigationModel

/// Finds the current layout of each platform: the sessions whose navigation matches that of the newest version (ThePlan.md, *Layouts*).
struct LayoutFinder {
  /// The minimum number of users for a plan, and for a version to count as the newest.
  static let fewestUsers = 30
  /// An entry that fewer users could have used is not moved.
  static let fewestEligibleUsers = 10
  /// An entry used by fewer users says nothing about the layout.
  static let fewestUsersOfEntry = 3

  /// The sessions of a platform with the same navigation.
  struct Sessions {
    let platform: Name
    /// Newest first.
    let versions: [Name]
    let cells: Set<AppCell>
    let users: Int
  }

  enum Result {
    case found(Sessions)
    /// Too few users for a plan.
    case tooFewUsers(platform: Name, users: Int)
  }

  let use: Eligibility
  let entries: [Entry]
  let names: Names

  /// By platform, ordered by name; the unknown one comes last.
  var layouts: [Result] {
    Set(use.cells.map(\.platform)).sorted { ($0.isKnown ? 0 : 1, names.rank($0)) < ($1.isKnown ? 0 : 1, names.rank($1)) }.map { layout(on: $0) }
  }

  private func layout(on platform: Name) -> Result {
    let own = use.cells.filter { $0.platform == platform }
    let versions = Set(own.map(\.appVersion)).sorted { comesBefore($1, $0) }
    func cellsOf(_ version: Name) -> [AppCell] {
      own.filter { $0.appVersion == version }.sorted { (names.rank($0.variant)) < (names.rank($1.variant)) }
    }
    let users = use.users(in: Set(own))
    guard users >= Self.fewestUsers, let newest = versions.firstIndex(where: { use.users(in: Set(cellsOf($0))) >= Self.fewestUsers }) else {
      return .tooFewUsers(platform: platform, users: users)
    }
    // The variant with the most users stands for the version.
    let variants = cellsOf(versions[newest])
    let reference = variants.reduce(variants[0]) { use.users(in: [$1]) > use.users(in: [$0]) ? $1 : $0 }
    var found: Set<AppCell> = [reference]
    var alike: [Name] = []
    for version in versions[newest...] {
      let same = cellsOf(version).filter { $0 == reference || isAlike($0, reference) }
      if same.isEmpty { break }
      found.formUnion(same)
      alike.append(version)
    }
    return .found(Sessions(platform: platform, versions: alike, cells: found, users: use.users(in: found)))
  }

  /// Versions in numeric order; an unknown one is the oldest.
  private func comesBefore(_ one: Name, _ other: Name) -> Bool {
    one.isKnown && other.isKnown ? names[one].precedesAsVersion(names[other]) : !one.isKnown && other.isKnown
  }

  /// Whether the navigation of two cells shows no difference: no entry is in another place, and no tab is missing.
  private func isAlike(_ one: AppCell, _ other: AppCell) -> Bool {
    let places = (places(in: one), places(in: other))
    for (name, here) in places.0 {
      if let there = places.1[name], here.isDisjoint(with: there) { return false }
    }
    return entries.allSatisfy { entry in
      entry.place != .bar
        || !(isUsed(entry, in: one) && use.isOut(entry.subject, of: other)) && !(isUsed(entry, in: other) && use.isOut(entry.subject, of: one))
    }
  }

  private func places(in cell: AppCell) -> [Name: Set<Entry.Place>] {
    var places: [Name: Set<Entry.Place>] = [:]
    for entry in entries where isUsed(entry, in: cell) { places[entry.name, default: []].insert(entry.place) }
    return places
  }

  private func isUsed(_ entry: Entry, in cell: AppCell) -> Bool { use.users(of: entry.subject, in: [cell]) >= Self.fewestUsersOfEntry }
}
