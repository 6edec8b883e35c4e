import NavigationModel

/// What was used or shown where: tabs, tab lists, the More list and menus by version of the app, platform, device and width, with the users
/// of each. A user's own order of the tabs (`tabs_edit`) ends what is noted of that user's tabs.
public struct Sightings: Measure {
  public enum Kind: UInt8, Sendable, Codable {
    /// A tab that was selected, also again.
    case tab
    /// A list of tabs that was shown (`tabs_shown`), as it was logged.
    case tabList
    /// The More list was opened.
    case more
    /// A menu was opened.
    case menu
  }

  /// A kind of device, and the room on it.
  public struct Place: Hashable, Sendable, Codable {
    public let platform: Name
    public let device: Name
    public let width: Name

    init(_ segment: Segment) {
      platform = segment.platform
      device = segment.device
      width = segment.width
    }
  }

  public struct Sight: Hashable, Sendable, Codable {
    public let kind: Kind
    public let name: Name
    public let appVersion: Name
  }

  /// A sight, and all places at which one user had it: so that users are counted once for any choice of places.
  private struct Seen: Hashable, Sendable, Codable {
    let sight: Sight
    let places: [Place]

    init(sight: Sight, places: [Place]) {
      self.sight = sight
      self.places = places.count < 2 ? places : places.sorted { $0.order < $1.order }
    }

    init(from decoder: any Decoder) throws {
      // The order is that of the numbers of names, which are others here.
      let decoder = try BinaryDecoder.of(decoder)
      self.init(sight: try decoder.decode(Sight.self), places: try decoder.decode([Place].self))
    }

    func encode(to encoder: any Encoder) throws {
      let encoder = try BinaryEncoder.of(encoder)
      try encoder.encode(sight)
      try encoder.encode(count: places.count) { try encoder.encode(places[$0]) }
    }
  }

  private struct Amount: MergeableCell {
    var users = 0
    mutating func merge(_ other: Amount) { users += other.users }
  }

  private var seen = KeyedCells<Seen, Amount>()

  private var user = UInt32.max
  private var hasEdited = false
  /// What the present user had, and where.
  private var pending = PendingSights()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    if session.user != user {
      finish()
      user = session.user
    }
    pending.enter(session.segment)
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect: if !hasEdited { pending.note(.tab, occurrence.subject) }
      case .tabsShown where occurrence.value.isKnown: if !hasEdited { pending.note(.tabList, occurrence.value) }
      case .tabsEdit where occurrence.value.isKnown: hasEdited = true
      case .moreOpen: pending.note(.more, .more)
      case .menuOpen: pending.note(.menu, occurrence.container)
      default: break
      }
    }
  }

  public mutating func finish() {
    for (sight, places) in pending.sights { seen[adding: Seen(sight: sight, places: places)].users += 1 }
    pending.removeAll()
    user = .max
    hasEdited = false
  }

  public mutating func merge(_ other: Sightings) { seen.merge(other.seen) }

  /// All that was sighted, in no order.
  public var sights: Set<Sight> { Set(seen.keys.map(\.sight)) }

  /// The users who had each sight at one of the places that `isMeant` says, of sights with any.
  public func users(where isMeant: (Place) -> Bool) -> [Sight: Int] {
    var users: [Sight: Int] = [:]
    for (key, amount) in seen.pairs where key.places.contains(where: isMeant) {
      users[key.sight, default: 0] += amount.users
    }
    return users
  }
}

/// The sights of one user. They are few, and found without hashing until they are many. What is kept for the present user is not coded:
/// measures are finished before.
private struct PendingSights: Codable {
  private(set) var sights: [(sight: Sightings.Sight, places: [Sightings.Place])] = []
  private var indices: [Sightings.Sight: Int] = [:]
  private var appVersion = Name.unknown
  /// The place of the present session, as the list of places of what was seen there only.
  private var here: [Sightings.Place] = []

  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}

  mutating func removeAll() {
    sights.removeAll(keepingCapacity: true)
    if !indices.isEmpty { indices.removeAll() }
  }

  mutating func enter(_ segment: Segment) {
    appVersion = segment.appVersion
    let place = Sightings.Place(segment)
    if here.first != place { here = [place] }
  }

  mutating func note(_ kind: Sightings.Kind, _ name: Name) {
    let sight = Sightings.Sight(kind: kind, name: name, appVersion: appVersion)
    if let index = index(of: sight) {
      if !sights[index].places.contains(here[0]) { sights[index].places.append(here[0]) }
    } else {
      sights.append((sight, here))
      if sights.count > 32 {
        for index in indices.count..<sights.count { indices[sights[index].sight] = index }
      }
    }
  }

  private func index(of sight: Sightings.Sight) -> Int? {
    indices.isEmpty ? sights.firstIndex { $0.sight == sight } : indices[sight]
  }
}

extension Sightings.Place {
  /// Some total order within a run.
  var order: (UInt32, UInt32, UInt32) { (platform.rawValue, device.rawValue, width.rawValue) }

  /// Whether a tab bar has no more room than on a phone: the width is `compact` or, where no width is known, the device is no tablet.
  public func isCompact(_ names: Names) -> Bool {
    if width.isKnown { return names[width] == "compact" }
    return names[device] != "tablet" && names[platform] != "ipados"
  }

  /// Whether there is the room of a tablet: the width is `regular`, or the device is a tablet.
  public func isWide(_ names: Names) -> Bool {
    names[width] == "regular" || names[device] == "tablet" || names[platform] == "ipados"
  }

  /// Whether the width is said to be that of a phone: a tablet may show two apps side by side.
  public func isCompactWidth(_ names: Names) -> Bool { names[width] == "compact" }
}
