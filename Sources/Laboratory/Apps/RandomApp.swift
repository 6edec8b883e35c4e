/// An app of random size and structure, with people who use it: a structure that is guessed from its screens alone can be compared with the true one.
///
/// Apps with even seeds come from navaudit's own simulator (``DescribedApp``), those with odd seeds from another one that shares no code with it and
/// in which people behave differently (``WalkedApp``).
public struct RandomApp: Sendable {
  public let seed: UInt64
  /// The screens at the roots of the tabs, the list of the More tab among them.
  public let roots: Set<String>
  /// What a hidden menu opens.
  public let menuItems: Set<String>
  private let writer: @Sendable (_ viewsOnly: Bool) throws -> [UInt8]

  init(seed: UInt64, roots: Set<String>, menuItems: Set<String>, writer: @escaping @Sendable (_ viewsOnly: Bool) throws -> [UInt8]) {
    self.seed = seed
    self.roots = roots
    self.menuItems = menuItems
    self.writer = writer
  }

  /// - Parameter users: how many people use it (default: 100 to 1,000, drawn).
  public init(seed: UInt64, users: Int? = nil) {
    self = seed % 2 == 0 ? DescribedApp(seed: seed, users: users).app : WalkedApp(seed: seed, users: users).app
  }

  /// The log as NDJSON: `screen_view` alone, or with the events that show the structure. Both hold the same sessions.
  public func log(viewsOnly: Bool) throws -> [UInt8] { try writer(viewsOnly) }
}
