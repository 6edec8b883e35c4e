// How to place a screen if neither the log nor the app map shows how it was reached and the structure is inferred.

extension NavigationStack {
  /// Places a screen that, by the inferred structure, is not a level down: a return to a section, a choice from a menu, a modal screen. Else false.
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
  /// If a level down from the current screen is equally possible, the next screens decide: one that lies in only one of the two
  /// stacks. Without such a sign it is a level down.
  private func sectionLeft(at screen: Name, _ guess: NamedGuess, after index: Int, in events: UnsafeBufferPointer<Event>) -> Section? {
    guard let top = stacks.top else { return nil }
    let isWayDown = guess.isWay(from: top.screen, to: screen)
    for stack in stacks.kept where stack.section != stacks.section && stack.entries.last?.screen == screen {
      guard stack.section.kind != .menuItem else { continue }
      if !isWayDown || isNextSeen(in: stack, of: screen, guess, after: index, in: events) { return stack.section }
    }
    return nil
  }

  private func isNextSeen(
    in stack: SectionStacks.Stack, of screen: Name, _ guess: NamedGuess, after index: Int, in events: UnsafeBufferPointer<Event>
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
