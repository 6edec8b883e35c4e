/// The figures of one session: its row in `sessions.csv` and in the store.
package struct SessionFigures: Sendable, Equatable {
  package var steps = 0
  package var visits = 0
  /// The largest depth of its steps; 0 without steps.
  package var depth = 0
  package var tabSwitches = 0
  package var moreItems = 0
  /// Opens of menus, and those among them that are implied by a choice.
  package var menuOpens = 0
  package var impliedMenuOpens = 0
  package var menuItems = 0
  package var menusAbandoned = 0
  package var backs = 0
  package var quickBacks = 0

  package init() {}

  init(_ all: [Step], _ occurrences: [Occurrence]) {
    steps = all.count
    for (index, step) in all.enumerated() {
      depth = max(depth, Int(step.depth))
      if step.kind.isForward { visits += 1 }
      switch step.kind {
      case .back: backs += 1
      case .moreItem: moreItems += 1
      case .menuItem: menuItems += 1
      case .tab:
        if index > 0, all[index - 1].part == step.part, all[index - 1].section != step.section { tabSwitches += 1 }
      default: break
      }
      if index + 1 < all.count, step.isQuickBack(next: all[index + 1]) { quickBacks += 1 }
    }
    for occurrence in occurrences {
      switch occurrence.kind {
      case .menuOpen:
        menuOpens += 1
        if occurrence.flag { impliedMenuOpens += 1 }
      case .menuAbandoned: menusAbandoned += 1
      default: break
      }
    }
  }
}
