/// The inferred structure of an app whose log holds only screen views, for what the app map does not declare.
public struct StructureGuess: Sendable, Hashable {
  /// A usual level down from one screen to another.
  public struct Way: Sendable, Hashable {
    public var from: String
    public var to: String

    public init(from: String, to: String) { (self.from, self.to) = (from, to) }
  }

  /// The tabs with inferred roots, in the order of the inferred tab bar.
  public var tabs: [String] = []
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

// How to place a screen if neither the log nor the app map shows how it was reached and the structure is inferred.

extension NavigationStack {
  /// Places a screen that, by the inferred structure, is not a level down: a return to a section, a choice from a menu,
  /// a modal screen. Else false.
  mutating func locate(
    _ screen: Name, by guess: NamedGuess, _ event: Event, at index: Int, in events: UnsafeBufferPointer<Event>,
    _ session: inout Reconstruction
  ) -> Bool {
    if let section = sectionLeft(at: screen, guess, after: index, in: events) {
      stacks.enter(section)
      append(.tab, event, nil, inferred: true, &session)
    } else if guess.isMenuItem(screen) {
      stacks.enter(.menuItem(.menu, screen))
      stacks.replace(with: screen)
      append(.menuItem, event, nil, inferred: true, &session)
    } else if guess.isModal(screen) {
      stacks.push(screen, isModal: true)
      append(.modal, event, nil, inferred: true, &session)
    } else {
      return false
    }
    return true
  }

  /// How many screens to look ahead to distinguish a return to a section from another level down.
  static let lookAhead = 8

  /// The other section that was left at `screen`, to which the user returned.
  ///
  /// If a level down is equally possible, the next screens decide: one that lies in only one of the two stacks. Without
  /// such a sign it is a level down.
  private func sectionLeft(
    at screen: Name, _ guess: NamedGuess, after index: Int, in events: UnsafeBufferPointer<Event>
  ) -> Section? {
    guard let top = stacks.top else { return nil }
    let isWayDown = guess.isWay(from: top.screen, to: screen)
    for stack in stacks.kept where stack.section != stacks.section && stack.entries.last?.screen == screen {
      guard stack.section.kind != .menuItem else { continue }
      if !isWayDown || isNextSeen(in: stack, of: screen, guess, after: index, in: events) { return stack.section }
    }
    return nil
  }

  private func isNextSeen(
    in stack: SectionStacks.Stack, of screen: Name, _ guess: NamedGuess, after index: Int,
    in events: UnsafeBufferPointer<Event>
  ) -> Bool {
    var seen = 0
    var last = screen
    for event in events[(index + 1)...] {
      if event.startsPart { return false }
      guard event.isNavigation, event.screen.isKnown else { continue }
      let next = map.screen(event.screen)
      if next == last { continue }
      last = next
      seen += 1
      if seen > Self.lookAhead { return false }
      if next == screen { continue }
      let isHere = stacks.topmostPosition(of: next) != nil
      let isThere = stack.entries.contains { $0.screen == next }
      if isHere != isThere { return isThere }
      if guess.isMenuItem(next) || map.tab(withRoot: next) != nil { return false }
    }
    return false
  }
}

// Which section a tab has, and which tab a root belongs to.

extension NavigationStack {
  /// The section of an inferred tab: that of a More tab called `More` is the More list, of the same name.
  func section(of tab: Name) -> Section { tab == .more && map.moreTab == .more ? .more : .tab(tab) }

  /// The only other tab whose root is `screen`: the root of its stack or, if it has none in this part, of the map.
  func otherTab(withRoot screen: Name) -> Name? {
    var found: Name?
    func consider(_ tab: Name) -> Bool {
      if found != nil && found != tab { return false }
      found = tab
      return true
    }
    let isOnly = stacks.allOtherTabs(withRoot: screen, orMore: map.hasMoreRoot) { section in
      consider(section == .more ? map.moreTab : section.name)
    }
    if !isOnly { return nil }
    for tab in map.declared.tabs(withRoot: screen) where !stacks.holds(section(of: tab)) {
      if !consider(tab) { return nil }
    }
    return found
  }
}
