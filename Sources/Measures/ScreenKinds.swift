import NavigationModel

/// What the app map says screens are for (`screens_kind`). Rules leave out screens for which the thing they look for is
/// right.
package struct ScreenKinds: Sendable {
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ kind: AppMap.ScreenKind) {
      switch kind {
      case .wizard: self = .wizard
      case .player: self = .player
      case .folder: self = .folder
      case .compose: self = .compose
      case .lookup: self = .lookup
      }
    }

    package static let wizard = Kinds(rawValue: 1 << 0)
    package static let player = Kinds(rawValue: 1 << 1)
    package static let folder = Kinds(rawValue: 1 << 2)
    package static let compose = Kinds(rawValue: 1 << 3)
    package static let lookup = Kinds(rawValue: 1 << 4)

    /// Kinds that may be as deep as they are: the steps of a task, and folders in folders.
    package static let deep: Kinds = [.wizard, .compose, .folder]
    /// Kinds that may cover the tab bar.
    package static let covering: Kinds = [.wizard, .compose, .player]

    /// In ``known``: the screen's name was matched against the patterns.
    fileprivate static let isMatched = Kinds(rawValue: 1 << 7)
  }

  private let rules: [(pattern: Pattern, kind: AppMap.ScreenKind)]
  private let names: NameTable
  /// The kinds of the screens seen so far, by the number of the name.
  private var known: [Kinds] = []

  package init(_ declared: DeclaredNames) { (rules, names) = (declared.screenKinds, declared.names) }

  /// Whether a screen, after renaming, is of one of some kinds. The first pattern that is found in its name counts.
  package func isScreen(_ screen: String, of kinds: Kinds) -> Bool { !self.kinds(of: screen).isDisjoint(with: kinds) }

  /// The same for a name, remembered: a regular expression takes longer than everything else that is done with a step.
  mutating func isScreen(_ screen: Name, of kinds: Kinds) -> Bool {
    if rules.isEmpty { return false }
    let number = Int(screen.rawValue)
    if number >= known.count {
      known.append(contentsOf: repeatElement([], count: max(64, number + 1 - known.count, known.count)))
    }
    if known[number].isEmpty { known[number] = self.kinds(of: names.text(screen)).union(.isMatched) }
    return !known[number].isDisjoint(with: kinds)
  }

  private func kinds(of screen: String) -> Kinds {
    rules.first { $0.pattern.firstMatch(in: screen) != nil }.map { Kinds($0.kind) } ?? []
  }
}

extension DeclaredNames {
  package var menuItems: [Menus.Item] { itemsOfMenus.map { Menus.Item(menu: $0.menu, item: $0.item) } }
}
