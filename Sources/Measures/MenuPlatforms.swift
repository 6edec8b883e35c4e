import NavigationModel

/// The platforms on which menus are opened.
public struct MenuPlatforms: Measure {
  public struct Key: MixedHash, Sendable, Codable {
    public let menu: Name
    public let platform: Name

    public init(menu: Name, platform: Name) {
      self.menu = menu
      self.platform = platform
    }

    public var bits: UInt64 { UInt64(menu.rawValue) << 32 | UInt64(platform.rawValue) }
  }

  public struct Users: MergeableCell {
    private var userCount = UserCount()

    public init() {}

    public var users: Int { userCount.users }
    mutating func add(_ session: Session) { userCount.add(session) }
    public mutating func merge(_ other: Users) { userCount.merge(other.userCount) }
  }

  /// Openings of a menu on a platform.
  public private(set) var opens = KeyedCells<Key, Happening>()
  /// Users with a session on each platform; unknown if the log gives none.
  public private(set) var platforms = NameCells<Users>()
  /// Openings in the current session.
  private var tally = Tally<Name>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    let platform = session.segment.platform
    platforms[adding: platform].add(session)
    for occurrence in path.occurrences where occurrence.kind == .menuOpen { tally.count(occurrence.container) }
    for (menu, count) in tally.counts { opens[adding: Key(menu: menu, platform: platform)].add(count, session) }
    tally.removeAll()
  }

  public mutating func merge(_ other: MenuPlatforms) {
    opens.merge(other.opens)
    platforms.merge(other.platforms)
  }
}

extension Measures {
  public var menuPlatforms: MenuPlatforms { self[MenuPlatforms.self] }
}
