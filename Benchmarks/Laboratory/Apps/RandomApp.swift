/// An app of random size and structure, with people who use it: to compare the structure inferred from its screens with the true one.
///
/// Apps with even seeds come from navaudit's simulator (``DescribedApp``), those with odd seeds from another one that shares no code with it and
/// in which people behave differently (``WalkedApp``).
package struct RandomApp: Sendable {
  package let seed: UInt64
  /// The root screens of the tabs, including the list of the More tab.
  package let roots: Set<String>
  /// The screens that a hidden menu opens.
  package let menuItems: Set<String>
  private let writer: @Sendable (_ viewsOnly: Bool) throws -> [UInt8]

  init(seed: UInt64, roots: Set<String>, menuItems: Set<String>, writer: @escaping @Sendable (_ viewsOnly: Bool) throws -> [UInt8]) {
    self.seed = seed
    self.roots = roots
    self.menuItems = menuItems
    self.writer = writer
  }

  /// - Parameter users: the number of users (default: random, 100 to 1,000).
  package init(seed: UInt64, users: Int? = nil) {
    self = seed % 2 == 0 ? DescribedApp(seed: seed, users: users).app : WalkedApp(seed: seed, users: users).app
  }

  /// The log as NDJSON: only `screen_view`, or with the events that show the structure. Both contain the same sessions.
  package func log(viewsOnly: Bool) throws -> [UInt8] { try writer(viewsOnly) }
}
