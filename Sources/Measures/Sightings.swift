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

    public init(_ segment: Segment) {
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
  }

  private struct Amount: MergeableCell {
    var users = 0
    mutating func merge(_ other: Amount) { users += other.users }
  }

  private var seen = KeyedCells<Seen, Amount>()

  private var user = UInt32.max
  private var hasEdited = false
  private var pending: [Sight: [Place]] = [:]
  /// The names met in the present session: they are looked up once.
  private var met: [Met] = []

  private struct Met: Equatable, Codable {
    let kind: Kind
    let name: Name
  }

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    if session.user != user {
      finish()
      user = session.user
    }
    met.removeAll(keepingCapacity: true)
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect: if !hasEdited { note(.tab, occurrence.subject, session) }
      case .tabsShown where occurrence.value.isKnown: if !hasEdited { note(.tabList, occurrence.value, session) }
      case .tabsEdit where occurrence.value.isKnown: hasEdited = true
      case .moreOpen: note(.more, .more, session)
      case .menuOpen: note(.menu, occurrence.container, session)
      default: break
      }
    }
  }

  @inline(__always)
  private mutating func note(_ kind: Kind, _ name: Name, _ session: Session) {
    let new = Met(kind: kind, name: name)
    // A session with more different names than that looks them up each time.
    if met.contains(new) { return }
    if met.count < 16 { met.append(new) }
    let sight = Sight(kind: kind, name: name, appVersion: session.segment.appVersion)
    let place = Place(session.segment)
    if pending[sight]?.contains(place) != true { pending[sight, default: []].append(place) }
  }

  public mutating func finish() {
    for (sight, places) in pending {
      let ordered = places.count < 2 ? places : places.sorted { $0.order < $1.order }
      seen[adding: Seen(sight: sight, places: ordered)].users += 1
    }
    pending.removeAll(keepingCapacity: true)
    met.removeAll(keepingCapacity: true)
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

extension Sightings.Place {
  /// Some total order within a run.
  fileprivate var order: (UInt32, UInt32, UInt32) { (platform.rawValue, device.rawValue, width.rawValue) }

  /// Whether a tab bar has no more room than on a phone: the width is `compact` or, where no width is known, the device is no tablet.
  public func isCompact(_ names: Names) -> Bool {
    if width.isKnown { return names[width] == "compact" }
    return names[device] != "tablet" && names[platform] != "ipados"
  }

  /// Whether there is the room of a tablet: the width is `regular`, or the device is a tablet.
  public func isWide(_ names: Names) -> Bool {
    names[width] == "regular" || names[device] == "tablet" || names[platform] == "ipados"
  }
}
