/// The inferred structure of an app whose log holds only screen views, for what the app map does not declare.
public struct StructureGuess: Sendable, Hashable {
  /// A usual level down from one screen to another.
  public struct Way: Sendable, Hashable {
    public var from: String
    public var to: String

    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// The tabs with inferred roots, in the order of the inferred tab bar.
  public var tabs: [String] = []
  /// Whether the More list is one of them.
  public var hasMore = false
  /// Screens that open from anywhere, as from a hidden menu, and are not tabs.
  public var menuItems: [String] = []
  /// Screens that come up over another and lead only back to it.
  public var modals: [String] = []
  /// The ways down; any other way to a screen where a section was left is a return to that section.
  public var ways: [Way] = []

  public init() {}
}

/// A ``StructureGuess`` in the names of a run.
struct NamedGuess: Sendable {
  private let menuItems: Set<Name>
  private let modals: Set<Name>
  private let ways: Set<UInt64>

  init(_ guess: StructureGuess, names: NameTable) {
    menuItems = Set(guess.menuItems.map { names.name($0) })
    modals = Set(guess.modals.map { names.name($0) })
    ways = Set(guess.ways.map { Self.way(from: names.name($0.from), to: names.name($0.to)) })
  }

  func isMenuItem(_ screen: Name) -> Bool { menuItems.contains(screen) }
  func isModal(_ screen: Name) -> Bool { modals.contains(screen) }
  func isWay(from: Name, to: Name) -> Bool { ways.contains(Self.way(from: from, to: to)) }

  private static func way(from: Name, to: Name) -> UInt64 { UInt64(from.rawValue) << 32 | UInt64(to.rawValue) }
}
