import NavigationModel

/// How many different tabs users select, by app version and available width. Counting for a user ends when they reorder
/// the tabs (`tabs_edit`).
package struct OwnTabs: Measure {
  /// How many different tabs one user selected in one version at each place.
  package struct Selected: Hashable, Sendable, Codable {
    package let appVersion: Name
    package let places: [PlaceCount]

    fileprivate init(appVersion: Name, places: [PlaceCount]) {
      self.appVersion = appVersion
      self.places = places.count < 2 ? places : places.sorted { $0.place.order < $1.place.order }
    }

    package init(from decoder: any Decoder) throws {
      // The order is by name number, which differs here.
      let decoder = try BinaryDecoder.of(decoder)
      self.init(appVersion: try decoder.readName(), places: try decoder.decode([PlaceCount].self))
    }

    package func encode(to encoder: any Encoder) throws {
      let encoder = try BinaryEncoder.of(encoder)
      encoder.write(appVersion)
      try encoder.encode(count: places.count) { try encoder.encode(places[$0]) }
    }
  }

  package struct PlaceCount: Hashable, Sendable, Codable {
    package let place: Sightings.Place
    package let tabs: Int
  }

  private var cells = KeyedCells<Selected, Amount>()

  private var hasEdited = false
  private var pending: [(appVersion: Name, place: Sightings.Place, tabs: [Name])] = []

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction) {
    var place: Int?
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect:
        if hasEdited || occurrence.subject == .unnamed { continue }
        let index = place ?? index(of: session.segment)
        place = index
        if !pending[index].tabs.contains(occurrence.subject) { pending[index].tabs.append(occurrence.subject) }
      case .tabsEdit where occurrence.value.isKnown: hasEdited = true
      default: break
      }
    }
  }

  private mutating func index(of segment: Segment) -> Int {
    let place = Sightings.Place(segment)
    if let index = pending.firstIndex(where: { $0.appVersion == segment.appVersion && $0.place == place }) { return index }
    pending.append((segment.appVersion, place, []))
    return pending.count - 1
  }

  package mutating func finishUser() {
    // Few users have more than one version or place.
    var done = 0
    while done < pending.count {
      let version = pending[done].appVersion
      let isFirst = !pending[..<done].contains { $0.appVersion == version }
      if isFirst {
        let places = pending[done...].filter { $0.appVersion == version }.map { PlaceCount(place: $0.place, tabs: $0.tabs.count) }
        cells[adding: Selected(appVersion: version, places: places)].count += 1
      }
      done += 1
    }
    pending.removeAll(keepingCapacity: true)
    hasEdited = false
  }

  package mutating func merge(_ other: OwnTabs) { cells.merge(other.cells) }

  /// Users by app version and by the number of different tabs that they selected at the place, among those for which `isMeant` holds, where they
  /// selected most; without users who selected none.
  package func users(where isMeant: (Sightings.Place) -> Bool) -> [Name: [Int: Int]] {
    var users: [Name: [Int: Int]] = [:]
    for (key, amount) in cells.pairs {
      guard let most = key.places.filter({ isMeant($0.place) }).map(\.tabs).max() else { continue }
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
