// The `stack` event: the app logs its navigation state, the screens from the root to the one shown, and the differences
// are the steps.

extension NavigationStack {
  /// The most lists of screens that are kept as names; then they are read anew.
  private static let keptLists = 1 << 14

  /// The screens of a `stack` event, root first, as the app map names them; empty if it has none, and so counts as if
  /// it were not in the log.
  mutating func screens(of event: Event) -> [Name] {
    if let screens = lists[event.value] { return screens }
    if lists.count == Self.keptLists { lists.removeAll() }
    let screens = map.screens(ofList: event.value)
    lists[event.value] = screens
    return screens
  }

  /// Moves to the state that the event gives.
  mutating func show(_ screens: [Name], _ event: Event, _ session: inout Reconstruction) {
    if isHere(event.target) {
      if stacks.count > 0 {
        change(to: screens, event, &session)
      } else {
        leave(event, &session)
        stacks.replace(with: screens)
        append(.entry, event, nil, &session)
      }
      return
    }
    leave(event, &session)
    if event.target == map.moreTab, screens.count == 1 {
      openMore(event, at: Arrival(screen: screens[0], depth: 0), &session)
      return
    }
    if event.target == map.moreTab {
      stacks.enter(.more)
    } else {
      note(selection: event)
      session.append(selection(.tabSelect, event.target, event))
      stacks.enter(.tab(event.target))
      noteKeptState(
        of: event.target, left: stacks.count, at: stacks.top?.screen ?? .unknown, isLost: screens.count == 1, event,
        &session)
    }
    stacks.replace(with: screens)
    append(.tab, event, nil, &session)
  }

  /// Whether the event is about the present section.
  private func isHere(_ target: Name) -> Bool {
    guard target.isKnown else { return true }
    let section = stacks.section
    switch section.kind {
    case .tab: return section.name == target
    case .more: return target == map.moreTab || target == .more
    case .menuItem where section.item == target: return true
    case .menuItem, .link, .none: return map.isLabel(target, of: section)
    }
  }

  /// Another state of the present section: of its topmost modal screen, if there is one.
  private mutating func change(to screens: [Name], _ event: Event, _ session: inout Reconstruction) {
    let base = stacks.top.map { $0.isInModal ? stacks.count - Int($0.depth) : 0 } ?? 0
    let own = stacks.screens(from: base)
    if own == screens { return }  // A re-appearance.
    abandonMenu(event, &session)
    let isChoice = stacks.section == .more && stacks.count == 1 && screens.count > 1
    if isChoice {
      if isMoreListOpen { note(choiceFromMore: event, &session) }
      isMoreListOpen = false
    } else {
      abandonMoreList(event, &session)
    }
    let isModal = stacks.isModal(at: base)
    stacks.cut(to: base)
    stacks.push(screens[0], isModal: isModal)
    for screen in screens.dropFirst() { stacks.push(screen) }
    if isChoice {
      append(.moreItem, event, nil, item: screens[1], &session)
    } else {
      append(own.starts(with: screens) ? .back : .push, event, nil, &session)
    }
  }
}
