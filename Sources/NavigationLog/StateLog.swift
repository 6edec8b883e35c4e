/// What the log says of where the user is, and the entries that bring it to the app's own state.
///
/// Two states: `wanted`, as the app last gave it, and `written`, as a reader of the session's lines reconstructs it.
/// They differ while a modal screen covers what changed below: that is written when it can be seen.
struct StateLog: Sendable {
  private(set) var wanted: NavigationState?
  /// Nil at the beginning of a session. Its tab may be the item of a menu, whose choice opens a section of its own.
  private(set) var written: NavigationState?
  /// Whether the section that was written is that of a menu's item.
  private var isInMenu = false
  private var choice: MenuChoice?
  /// Whether the log may say something else than the app shows.
  private(set) var isBehind = true

  /// The tab whose root is the More list.
  static let more = "More"

  /// An item of a menu, and what of the app's state lies in its section.
  private struct MenuChoice: Sendable {
    enum Place: Sendable {
      /// The item's screens are above these of the tab.
      case above([String])
      /// The item's screen is modal, above so many modal screens.
      case presented(above: Int)
      /// The item's screens have taken the place of the tab's.
      case replaced
    }

    let item: String
    let tab: String?
    let place: Place

    /// The state as seen from the item's section; nil if the user has left it.
    func section(of state: NavigationState) -> NavigationState? {
      switch place {
      case .above(let below):
        guard state.tab == tab, state.path.count > below.count, state.path.starts(with: below) else { return nil }
        return NavigationState(tab: item, path: Array(state.path.dropFirst(below.count)), modals: state.modals)
      case .presented(let index):
        guard state.tab == tab, state.modals.count > index else { return nil }
        return NavigationState(tab: item, path: state.modals[index], modals: Array(state.modals.dropFirst(index + 1)))
      case .replaced:
        return state.tab == tab ? NavigationState(tab: item, path: state.path, modals: state.modals) : nil
      }
    }
  }

  /// A session begins: its reader knows nothing.
  mutating func forget() {
    written = nil
    choice = nil
    isInMenu = false
    isBehind = true
  }

  mutating func want(_ state: NavigationState) {
    wanted = state
    isBehind = true
  }

  /// Appends the entries that lead from what is written to what the app wants to have said.
  mutating func settle(_ entries: inout [LogEntry]) {
    guard let wanted, !wanted.path.isEmpty else { return }
    isBehind = false
    var shown = wanted
    if let choice {
      if let section = choice.section(of: wanted) { shown = section } else { self.choice = nil }
    }
    var state = written ?? NavigationState(path: [])
    if state.path.isEmpty || state.modals != shown.modals || !isHere(shown.tab) || state.path != shown.path {
      let common = zip(state.modals, shown.modals).prefix { $0[0] == $1[0] }.count
      close(to: common, &state, &entries)
      if common == 0 {
        if !isHere(shown.tab) { isInMenu = false }
        if !isHere(shown.tab) || state.path != shown.path {
          entries.append(LogEntry(kind: .stack, target: shown.tab, names: shown.path))
          state.tab = shown.tab ?? state.tab
          state.path = shown.path
        }
      } else if state.modals[common - 1] != shown.modals[common - 1] {
        entries.append(LogEntry(kind: .stack, target: state.tab, names: shown.modals[common - 1]))
        state.modals[common - 1] = shown.modals[common - 1]
      }
      for modal in shown.modals[common...] {
        entries.append(LogEntry(kind: .modalOpen, screen: modal[0]))
        if modal.count > 1 { entries.append(LogEntry(kind: .stack, target: state.tab, names: modal)) }
        state.modals.append(modal)
      }
      written = state
    }
  }

  /// Whether a tab is the section that was written; nil is wherever the user is.
  private func isHere(_ tab: String?) -> Bool { tab == nil || tab == written?.tab }

  /// Closes modal screens, from the topmost down.
  private func close(to count: Int, _ state: inout NavigationState, _ entries: inout [LogEntry]) {
    while state.modals.count > count {
      entries.append(LogEntry(kind: .modalClose))
      state.modals.removeLast()
    }
  }

  // MARK: - What a state alone does not say

  /// The tab in front was tapped, and then the app shows `next`, if that is known.
  mutating func reselect(then next: NavigationState?, _ entries: inout [LogEntry]) {
    guard var state = written, let tab = state.tab, tab != Self.more, !isInMenu, let top = state.screen else { return }
    if let next, let wanted, let root = next.path.last, state.modals.isEmpty, next.tab == wanted.tab,
      next.modals.isEmpty,
      next.path.count < state.path.count, state.path.starts(with: next.path),
      state.path.lastIndex(of: root) == next.path.count - 1
    {
      // The tap took the user up, which the event says at once.
      entries.append(LogEntry(kind: .tabSelect, screen: root, target: tab))
      state.path = next.path
      written = state
    } else {
      entries.append(LogEntry(kind: .tabSelect, screen: top, target: tab))
    }
  }

  /// The More list was opened.
  mutating func openMore(_ list: String, _ entries: inout [LogEntry]) {
    let state = NavigationState(tab: Self.more, path: [list])
    if !isInMenu, let written, written.tab != Self.more {
      var left = written
      close(to: 0, &left, &entries)
      entries.append(LogEntry(kind: .moreOpen, screen: list))
      self.written = state
    }
    choice = nil
    wanted = state
    settle(&entries)
  }

  /// An item of a menu was chosen, and then the app shows `next`, if that is known.
  mutating func choose(_ item: String, from menu: String, then next: NavigationState?, _ entries: inout [LogEntry]) {
    var left = written ?? NavigationState(path: [])
    close(to: 0, &left, &entries)
    let old = wanted ?? NavigationState(path: [])
    choice = next.map { next in
      let isPresented = next.modals.count > old.modals.count && next.tab == old.tab
      let isAbove = next.tab == old.tab && next.path.count > old.path.count && next.path.starts(with: old.path)
      let within: MenuChoice.Place = isAbove ? .above(old.path) : .replaced
      return MenuChoice(
        item: item, tab: next.tab, place: isPresented ? .presented(above: old.modals.count) : within)
    }
    let shown = next.flatMap { choice?.section(of: $0) }
    let screen = shown?.path.first
    entries.append(LogEntry(kind: .menuSelect, screen: screen, target: item, container: menu))
    written = NavigationState(tab: item, path: [screen ?? item])
    isInMenu = true
    isBehind = true
    if let next {
      want(next)
      settle(&entries)
    }
  }
}

extension NavigationState {
  /// Whether the app shows something else, apart from modal screens that were dismissed.
  func showsMore(than old: NavigationState?) -> Bool {
    guard let old else { return true }
    return !(tab == old.tab && path == old.path && modals.count <= old.modals.count && old.modals.starts(with: modals))
  }
}
