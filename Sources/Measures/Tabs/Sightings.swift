import NavigationModel

/// Where things were used or shown: tabs, tab lists, the More list and menus by app version, platform, device and
/// width, with their users. For a user's tabs, counting ends when they reorder the tabs (`tabs_edit`).
package struct Sightings: Measure, Summed {
  package enum Kind: UInt8, BinaryCodable {
    /// A tab that was selected or reselected.
    case tab
    /// A list of tabs that was shown (`tabs_shown`), as it was logged.
    case tabList
    /// The More list was opened.
    case more
    /// A menu was opened.
    case menu
  }

  /// A device kind and its width.
  package struct Surface: OrderedInRun, BinaryRecord {
    package let platform: Name
    package let device: Name
    package let width: Name

    package static let form = BinaryForm(Self.init(platform:device:width:), \.platform, \.device, \.width)

    package var bits: UInt64 { platform.bits.mixed(with: device.bits).mixed(with: width.bits) }
  }

  package struct Sight: MixedHash, BinaryRecord {
    package let kind: Kind
    package let name: Name
    package let appVersion: Name

    package static let form = BinaryForm(Self.init(kind:name:appVersion:), \.kind, \.name, \.appVersion)

    package var bits: UInt64 {
      (UInt64(name.rawValue) << 32 | UInt64(appVersion.rawValue)) &+ UInt64(kind.rawValue) << 61
    }
  }

  /// A sight, and all surfaces on which one user had it, so that users are counted once for any choice of surfaces.
  private struct Seen: MixedHash, BinaryRecord {
    let sight: Sight
    let surfaces: Unordered<Surface>

    static let form = BinaryForm(Self.init(sight:surfaces:), \.sight, \.surfaces)

    var bits: UInt64 { surfaces.bits.mixed(with: sight.bits) }
  }

  private var seen = SumsByKey<Seen, Int>()

  private var hasEdited = false
  /// The current user's sights, and the surfaces of each.
  private var pending = SumsByKey<Sight, [Surface]>()
  /// The surface of the current session, as the list of surfaces of sights seen only there.
  private var here: [Surface] = []

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let version = session.segment.appVersion
    let surface = Surface(session.segment)
    if here.first != surface { here = [surface] }
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect:
        if !hasEdited, occurrence.maker == .person { note(.tab, occurrence.subject, version) }
      case .tabsShown where occurrence.value.isKnown && !occurrence.container.isKnown:
        if !hasEdited { note(.tabList, occurrence.value, version) }
      case .tabsEdit where occurrence.value.isKnown: hasEdited = true
      case .moreOpen: note(.more, .more, version)
      case .menuOpen: note(.menu, occurrence.container, version)
      default: break
      }
    }
  }

  private mutating func note(_ kind: Kind, _ name: Name, _ version: Name) {
    let number = pending.number(adding: Sight(kind: kind, name: name, appVersion: version), as: here)
    if !pending.values[number].contains(here[0]) { pending[number: number].append(here[0]) }
  }

  mutating func finishUser() {
    for (sight, surfaces) in pending.pairs {
      seen[adding: Seen(sight: sight, surfaces: Unordered(surfaces))] += 1
    }
    pending.removeAll()
    hasEdited = false
  }

  static let fields = Fields<Self>(\.seen)

  package var sights: Set<Sight> { Set(seen.keys.map(\.sight)) }

  /// The users who had each sight on a surface for which `isMeant` holds; only sights with any.
  package func users(where isMeant: (Surface) -> Bool) -> [Sight: Int] {
    var users: [Sight: Int] = [:]
    for (key, amount) in seen.pairs where key.surfaces.elements.contains(where: isMeant) {
      users[key.sight, default: 0] += amount
    }
    return users
  }
}

extension Sightings.Surface {
  init(_ segment: Segment) { self.init(platform: segment.platform, device: segment.device, width: segment.width) }

  package func precedes(_ other: Self) -> Bool {
    (platform.rawValue, device.rawValue, width.rawValue) < (
      other.platform.rawValue, other.device.rawValue, other.width.rawValue
    )
  }

  /// Whether a tab bar has no more room than on a phone: the width is `compact` or, if unknown, the device is neither
  /// a tablet nor a television.
  package func isCompact(_ names: Names) -> Bool {
    if width.isKnown { return names[width] == "compact" }
    return names[device] != "tablet" && names[platform] != "ipados" && !isTelevision { names[$0] }
  }

  /// Whether the platform or the device is a television: `tvos`, `Android TV`, `fire_tv`, …
  func isTelevision(_ text: (Name) -> String) -> Bool {
    [platform, device].contains { name in
      let letters = name.isKnown ? text(name).lowercased().filter(\.isLetter) : ""
      return letters.hasSuffix("tv") || letters.hasPrefix("tv") || ["tizen", "webos", "roku"].contains(letters)
    }
  }

  /// Whether there is as much room as on a tablet: the width is `regular`, or the device is a tablet.
  package func isWide(_ names: Names) -> Bool {
    names[width] == "regular" || names[device] == "tablet" || names[platform] == "ipados"
  }

  /// Whether the width is logged as that of a phone: a tablet may show two apps side by side.
  package func isCompactWidth(_ names: Names) -> Bool { names[width] == "compact" }
}

/// Which segments are those of televisions.
struct Televisions: Sendable {
  private var known: [Sightings.Surface: Bool] = [:]

  mutating func has(_ segment: Segment, _ declared: DeclaredNames?) -> Bool {
    let surface = Sightings.Surface(segment)
    if let known = known[surface] { return known }
    let isTelevision = declared.map { surface.isTelevision($0.names.text) } ?? false
    known[surface] = isTelevision
    return isTelevision
  }
}

/// Android beside all other platforms: who has two of these is one person.
struct PlatformSides: Sendable {
  private var sides: [Name: Name] = [:]

  /// The platform itself if it is Android, otherwise an unknown name.
  mutating func side(of platform: Name, _ declared: DeclaredNames?) -> Name {
    if let known = sides[platform] { return known }
    let isAlone = declared.map { $0.names.text(platform).lowercased() == "android" } ?? true
    let side = isAlone ? platform : .unknown
    sides[platform] = side
    return side
  }
}
