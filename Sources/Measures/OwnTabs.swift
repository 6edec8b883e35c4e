import NavigationModel

/// Which tabs users select within one session, if they are more than fit into a bar, by app version and available width. Counting for a user ends when
/// they reorder the tabs (`tabs_edit`).
package struct OwnTabs: Measure {
  /// With more different keys than this, nothing is kept.
  package static let mostKeys = 4096

  /// The tabs that one user selected in a session of a version on a surface. Of sessions with the same, those with the most tabs: no set contains another.
  package struct Selected: Hashable, Sendable, Codable {
    package let appVersion: Name
    package fileprivate(set) var sets: [TabSet]
  }

  package struct TabSet: Hashable, Sendable, Codable {
    package let surface: Sightings.Surface
    /// In a fixed order.
    package let tabs: [Name]
  }

  private var cells = KeyedCells<Selected, Amount>()
  /// Whether there were more than ``mostKeys``.
  package private(set) var isOverfull = false

  /// Sets of as many tabs or fewer fit into any bar, and are left out.
  private var fitting = RuleLevel.tabs.usual
  private var hasEdited = false
  private var pending: [Selected] = []
  private var current: [Name] = []

  package init() {}

  package init(_ declared: DeclaredNames?, span: SessionSpan?) { fitting = declared?.levels.tabs ?? fitting }

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if hasEdited || isOverfull { return }
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect:
        if !hasEdited, occurrence.subject != .unnamed, !current.contains(occurrence.subject) { current.append(occurrence.subject) }
      case .tabsEdit where occurrence.value.isKnown: hasEdited = true
      default: break
      }
    }
    if current.count > fitting { add(TabSet(surface: Sightings.Surface(session.segment), tabs: current.sorted(by: Self.precedes)), session.segment.appVersion) }
    current.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ set: TabSet, _ version: Name) {
    guard let index = pending.firstIndex(where: { $0.appVersion == version }) else {
      pending.append(Selected(appVersion: version, sets: [set]))
      return
    }
    if pending[index].sets.contains(where: { $0.contains(set) }) { return }
    pending[index].sets.removeAll { set.contains($0) }
    pending[index].sets.append(set)
  }

  private static func precedes(_ one: Name, _ other: Name) -> Bool { one.rawValue < other.rawValue }

  package mutating func finishUser() {
    for var selected in pending where !isOverfull {
      selected.sort()
      cells[adding: selected].count += 1
      dropIfOverfull()
    }
    pending.removeAll(keepingCapacity: true)
    hasEdited = false
  }

  private mutating func dropIfOverfull() {
    isOverfull = isOverfull || cells.count > Self.mostKeys
    if isOverfull { cells = KeyedCells() }
  }

  package mutating func merge(_ other: OwnTabs) {
    isOverfull = isOverfull || other.isOverfull
    if !isOverfull { cells.merge(other.cells) }
    dropIfOverfull()
  }

  /// Users by app version and by the number of different tabs in one of their sessions on the surface, among those for which `isMeant` holds, that has most;
  /// without users for whom these fit into a bar.
  /// - Parameter count: how many tabs of the bar these are.
  package func users(where isMeant: (Sightings.Surface) -> Bool, counting count: ([Name]) -> Int = \.count) -> [Name: [Int: Int]] {
    var users: [Name: [Int: Int]] = [:]
    for (key, amount) in cells.pairs {
      guard let most = key.sets.filter({ isMeant($0.surface) }).map({ count($0.tabs) }).max(), most > fitting else { continue }
      users[key.appVersion, default: [:]][most, default: 0] += amount.count
    }
    return users
  }

  private enum CodingKeys: CodingKey { case cells, isOverfull }
}

extension OwnTabs.TabSet {
  fileprivate func contains(_ other: Self) -> Bool {
    surface == other.surface && tabs.count >= other.tabs.count && other.tabs.allSatisfy(tabs.contains)
  }

  private var order: [UInt32] { [surface.order.0, surface.order.1, surface.order.2] + tabs.map(\.rawValue) }

  fileprivate func precedes(_ other: Self) -> Bool { order.lexicographicallyPrecedes(other.order) }
}

extension OwnTabs.Selected {
  private enum CodingKeys: CodingKey { case appVersion, sets }

  /// The order is by name number, which differs from run to run.
  fileprivate mutating func sort() { sets.sort { $0.precedes($1) } }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    appVersion = try container.decode(Name.self, forKey: .appVersion)
    sets = try container.decode([OwnTabs.TabSet].self, forKey: .sets)
      .map { OwnTabs.TabSet(surface: $0.surface, tabs: $0.tabs.sorted { $0.rawValue < $1.rawValue }) }
    sort()
  }

  package func encode(to encoder: any Encoder) throws {
    let encoder = try BinaryEncoder.of(encoder)
    let sets = sets.map { set in OwnTabs.TabSet(surface: set.surface, tabs: set.tabs.sorted { encoder.names.rank($0) < encoder.names.rank($1) }) }
    encoder.write(appVersion)
    try encoder.encode(try encoder.order(of: sets).map { sets[$0] })
  }
}

extension Measures {
  package var ownTabs: OwnTabs { self[OwnTabs.self] }
}
