import NavigationModel

/// Something that the app's navigation offers: a tab, an item of the More list, or an item of a hidden menu (ThePlan.md, *Entries and choices*).
package struct Entry: MixedHash, Sendable, Codable {
  package enum Container: MixedHash, Sendable, Codable {
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

    /// The container's name in reports: `bar`, `More`, or the name of the menu; `menu:NAME` for menus called `bar` or `More`.
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

  package init(_ name: Name, in container: Container) {
    self.name = name
    self.container = container
  }

  package var bits: UInt64 { UInt64(name.rawValue) << 34 ^ container.bits }
}

extension Entry.Container {
  private enum CodingKeys: CodingKey { case kind, menu }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(UInt8.self, forKey: .kind) {
    case 0: self = .bar
    case 1: self = .more
    case 2: self = .menu(try container.decode(Name.self, forKey: .menu))
    default: throw BinaryError.invalid
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .bar: try container.encode(UInt8(0), forKey: .kind)
    case .more: try container.encode(UInt8(1), forKey: .kind)
    case .menu(let menu):
      try container.encode(UInt8(2), forKey: .kind)
      try container.encode(menu, forKey: .menu)
    }
  }
}
