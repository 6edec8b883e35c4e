/// A part of the app with its own stack of screens.
public struct Section: MixedHash, Sendable, Codable {
  public enum Kind: UInt8, Sendable, Codable {
    /// No section is known yet: `(none)`.
    case none = 0
    /// A tab of the tab bar.
    case tab
    /// The More list: `More`.
    case more
    /// An item of a menu: `container:item`.
    case menuItem
    /// What a deep link opened: `(link)`.
    case link
  }

  public let kind: Kind
  /// The tab, or the menu's container.
  public let name: Name
  /// The menu's item.
  public let item: Name

  @inlinable init(kind: Kind, name: Name = .unknown, item: Name = .unknown) {
    self.kind = kind
    self.name = name
    self.item = item
  }

  @inlinable public var bits: UInt64 { UInt64(kind.rawValue) << 61 ^ UInt64(name.rawValue) << 32 ^ UInt64(item.rawValue) }

  @inlinable public static var none: Section { Section(kind: .none) }
  @inlinable public static var more: Section { Section(kind: .more) }
  @inlinable public static var link: Section { Section(kind: .link) }
  @inlinable public static func tab(_ name: Name) -> Section { Section(kind: .tab, name: name) }
  @inlinable public static func menuItem(_ container: Name, _ item: Name) -> Section {
    Section(kind: .menuItem, name: container, item: item)
  }

  /// The section's name in reports.
  public func label(_ names: Names) -> String {
    switch kind {
    case .none: "(none)"
    case .tab: names[name]
    case .more: "More"
    case .menuItem: "\(names[name]):\(names[item])"
    case .link: "(link)"
    }
  }
}
