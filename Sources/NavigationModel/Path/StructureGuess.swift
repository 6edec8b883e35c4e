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
