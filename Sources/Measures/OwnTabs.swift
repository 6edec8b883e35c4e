import NavigationModel

/// How many different tabs users select, by app version and available width. Counting for a user ends when they reorder
/// the tabs (`tabs_edit`).
package struct OwnTabs: Measure {
  /// How many different tabs one user selected in one version on each surface.
  package struct Selected: Hashable, Sendable, Codable {
    package let appVersion: Name
    package let surfaces: [SurfaceCount]

    fileprivate init(appVersion: Name, surfaces: [SurfaceCount]) {
      self.appVersion = appVersion
      self.surfaces = surfaces.count < 2 ? surfaces : surfaces.sorted { $0.surface.order < $1.surface.order }
    }

    package init(from decoder: any Decoder) throws {
      // The order is by name number, which differs here.
      let decoder = try BinaryDecoder.of(decoder)
      self.init(appVersion: try decoder.readName(), surfaces: try decoder.decode([SurfaceCount].self))
    }

    package func encode(to encoder: any Encoder) throws {
      let encoder = try BinaryEncoder.of(encoder)
      encoder.write(appVersion)
      try encoder.encode(count: surfaces.count) { try encoder.encode(surfaces[$0]) }
    }
  }

  package struct SurfaceCount: Hashable, Sendable, Codable {
    package let surface: Sightings.Surface
    package let tabs: Int
  }

  private var cells = KeyedCells<Selected, Amount>()

  private var hasEdited = false
  private var pending: [(appVersion: Name, surface: Sightings.Surface, tabs: [Name])] = []

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    var pendingIndex: Int?
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect:
        if hasEdited || occurrence.subject == .unnamed { continue }
        let index = pendingIndex ?? index(of: session.segment)
        pendingIndex = index
        if !pending[index].tabs.contains(occurrence.subject) { pending[index].tabs.append(occurrence.subject) }
      case .tabsEdit where occurrence.value.isKnown: hasEdited = true
      default: break
      }
    }
  }

  private mutating func index(of segment: Segment) -> Int {
    let surface = Sightings.Surface(segment)
    if let index = pending.firstIndex(where: { $0.appVersion == segment.appVersion && $0.surface == surface }) { return index }
    pending.append((segment.appVersion, surface, []))
    return pending.count - 1
  }

  package mutating func finishUser() {
    // Few users have more than one version or surface.
    var done = 0
    while done < pending.count {
      let version = pending[done].appVersion
      let isFirst = !pending[..<done].contains { $0.appVersion == version }
      if isFirst {
        let surfaces = pending[done...].filter { $0.appVersion == version }.map { SurfaceCount(surface: $0.surface, tabs: $0.tabs.count) }
        cells[adding: Selected(appVersion: version, surfaces: surfaces)].count += 1
      }
      done += 1
    }
    pending.removeAll(keepingCapacity: true)
    hasEdited = false
  }

  package mutating func merge(_ other: OwnTabs) { cells.merge(other.cells) }

  /// Users by app version and by the number of different tabs that they selected on the surface, among those for which `isMeant` holds, where they
  /// selected most; without users who selected none.
  package func users(where isMeant: (Sightings.Surface) -> Bool) -> [Name: [Int: Int]] {
    var users: [Name: [Int: Int]] = [:]
    for (key, amount) in cells.pairs {
      guard let most = key.surfaces.filter({ isMeant($0.surface) }).map(\.tabs).max() else { continue }
      users[key.appVersion, default: [:]][most, default: 0] += amount.count
    }
    return users
  }

  private enum CodingKeys: CodingKey {
    case cells
  }
}

extension Measures {
  package var ownTabs: OwnTabs { self[OwnTabs.self] }
}
