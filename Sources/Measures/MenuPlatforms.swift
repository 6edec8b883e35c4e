import NavigationModel

/// The platforms on which menus are opened.
package struct MenuPlatforms: Measure {
  package struct Key: MixedHash, Sendable, Codable {
    package let menu: Name
    package let platform: Name

    package init(menu: Name, platform: Name) {
      self.menu = menu
      self.platform = platform
    }

    package var bits: UInt64 { UInt64(menu.rawValue) << 32 | UInt64(platform.rawValue) }
  }

  package struct Users: MergeableCell {
    private var userCount = UserCount()

    package init() {}

    package var users: Int { userCount.users }
    mutating func add(_ session: Session) { userCount.add(session) }
    package mutating func merge(_ other: Users) { userCount.merge(other.userCount) }
  }

  /// Openings of a menu on a platform.
  package private(set) var opens = KeyedCells<Key, Happening>()
  /// Users with a session on each platform; unknown if the log gives none.
  package private(set) var platforms = NameCells<Users>()
  /// Openings in the current session.
  private var tally = Tally<Name>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let platform = session.segment.platform
    platforms[adding: platform].add(session)
    for occurrence in path.occurrences where occurrence.kind == .menuOpen { tally.count(occurrence.container) }
    for (menu, count) in tally.counts { opens[adding: Key(menu: menu, platform: platform)].add(count, session) }
    tally.removeAll()
  }

  package mutating func merge(_ other: MenuPlatforms) {
    opens.merge(other.opens)
    platforms.merge(other.platforms)
  }
}

extension Measures {
  package var menuPlatforms: MenuPlatforms { self[MenuPlatforms.self] }
}
