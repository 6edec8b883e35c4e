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
