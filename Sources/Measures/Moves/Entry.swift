import NavigationModel

/// Something that the app's navigation offers: a tab, an item of the More list, or an item of a hidden menu
/// (ThePlan.md).
package struct Entry: MixedHash, BinaryRecord {
  package enum Container: MixedHash, BinaryRecord {
    /// The tab bar.
    case bar
    /// The More list.
    case more
    /// A hidden menu, by its container.
    case menu(Name)

    package var isHidden: Bool { self != .bar }

    package var bits: UInt64 {
      switch self {
      case .bar: 0
      case .more: 1
      case .menu(let menu): 2 | UInt64(menu.rawValue) << 2
      }
    }

    /// The container's name in reports: `bar`, `More`, or the name of the menu; `menu:NAME` for menus called `bar` or
    /// `More`.
    package func label(_ names: Names) -> String {
      switch self {
      case .bar: "bar"
      case .more: "More"
      case .menu(let menu): names[menu] == "bar" || names[menu] == "More" ? "menu:\(names[menu])" : names[menu]
      }
    }
  }

  package let name: Name
  package let container: Container
  /// What the app chose is kept apart from what people chose.
  package let maker: Maker

  package init(_ name: Name, in container: Container, by maker: Maker = .person) {
    self.name = name
    self.container = container
    self.maker = maker
  }

  package static let form = BinaryForm(Self.init(_:in:by:), \.name, \.container, \.maker)

  package var bits: UInt64 { UInt64(name.rawValue) << 34 ^ container.bits &+ UInt64(maker.rawValue) << 62 }

  func made(by maker: Maker) -> Entry { Entry(name, in: container, by: maker) }
}

extension Entry.Container {
  package static let form = BinaryForm(Self.init(kind:menu:), \.kind, \.menu)

  private var kind: UInt8 {
    switch self {
    case .bar: 0
    case .more: 1
    case .menu: 2
    }
  }

  private var menu: Name? { if case .menu(let menu) = self { menu } else { nil } }

  private init(kind: UInt8, menu: Name?) throws {
    switch (kind, menu) {
    case (0, nil): self = .bar
    case (1, nil): self = .more
    case (2, let menu?): self = .menu(menu)
    default: throw BinaryError.invalid
    }
  }
}

/// Two entries by number, the lower one first.
package typealias EntryPair = Pair<UInt32, UInt32>

extension EntryPair {
  package static func unordered(_ one: UInt32, _ other: UInt32) -> EntryPair {
    EntryPair(min(one, other), max(one, other))
  }
}

extension Measures {
  /// All names with a row in the tables of tabs, the More list and menu items, except the tab that opens that list.
  /// Empty without known structure. Unordered.
  package func entries(_ scope: MeasureScope) -> [Entry] {
    guard scope.structureKnown else { return [] }
    let namedTabs = scope.declared.tabs + tabSets.badged.keys + tabSets.names(scope)
    let tabNames = Set(tabs.sums.keys).union(namedTabs).subtracting([scope.declared.moreTab])
    let inMore = Set(moreList.items.keys).union(scope.declared.moreItems)
    let inMenus = Set(menus.items.keys).union(scope.declared.menuItems)
    return tabNames.map { Entry($0, in: .bar) } + inMore.map { Entry($0, in: .more) }
      + inMenus.map { Entry($0.item, in: .menu($0.menu)) }
  }
}

extension Entry {
  /// The subject for eligibility and discovery.
  package var subject: Discovery.Subject {
    switch container {
    case .bar: .init(.tab, name)
    case .more: .init(.moreItem, name, container: .more)
    case .menu(let menu): .init(.menuItem, name, container: menu)
    }
  }
}
