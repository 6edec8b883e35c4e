import NavigationModel

/// The kinds that a name suggests, from 0 to 1.
enum NamedKinds {
  /// - Parameter hasTarget: whether the events have a property with several values that may be the chosen target.
  static func scores(_ concepts: Set<Concept>, hasTarget: Bool) -> [(kind: EventKind, score: Double)] {
    func has(_ concept: Concept) -> Bool { concepts.contains(concept) }
    func named(_ kind: EventKind, _ score: Double) -> [(kind: EventKind, score: Double)] { [(kind, score)] }
    if has(.more), !has(.close) {
      // `More options opened` is not a choice.
      if (has(.item) && (hasTarget || !has(.open))) || (has(.select) && hasTarget) { return named(.moreSelect, 0.9) }
      if has(.open) || has(.view) || has(.select) { return named(.moreOpen, 0.9) }
      if !has(.menu), !has(.tab) { return hasTarget ? [(.moreSelect, 0.5), (.moreOpen, 0.4)] : named(.moreOpen, 0.6) }
    }
    if has(.tab) {
      if has(.edit) { return named(.tabsEdit, 0.8) }
      if has(.hide) { return named(.tabBar, 0.7) }
      if has(.badge) { return named(.badge, 0.8) }
      return named(.tabSelect, 0.95)
    }
    if has(.menu) {
      if has(.close) { return named(.menuClose, 0.95) }
      if has(.item), hasTarget || !has(.open) { return named(.menuSelect, 0.95) }
      if has(.open) || (has(.view) && !hasTarget) { return named(.menuOpen, 0.95) }
      if has(.select) { return hasTarget ? [(.menuSelect, 0.85), (.menuOpen, 0.3)] : [(.menuOpen, 0.75), (.menuSelect, 0.3)] }
      return hasTarget ? [(.menuSelect, 0.7), (.menuOpen, 0.3)] : [(.menuOpen, 0.6), (.menuSelect, 0.2)]
    }
    if has(.modal) { return has(.close) ? named(.modalClose, 0.95) : named(.modalOpen, has(.open) || has(.view) ? 0.92 : 0.6) }
    if has(.back), !has(.background) { return named(.back, 0.95) }
    if has(.link), has(.open) || has(.launch) || has(.select) { return named(.deepLink, 0.85) }
    if has(.gesture) { return named(.gesture, 0.9) }
    if has(.background) { return named(.appBackground, 0.9) }
    if has(.app), has(.launch) || has(.open) { return named(.appOpen, 0.9) }
    if has(.app), has(.close) { return named(.appBackground, 0.8) }
    if has(.orientation) { return named(.rotate, 0.85) }
    if has(.badge) { return named(.badge, 0.8) }
    if has(.root) { return named(.toRoot, 0.8) }
    if has(.detail) { return named(.push, 0.85) }
    if has(.business), !has(.screen) { return [] }
    if has(.screen), !has(.close) { return named(.screenView, has(.view) || has(.open) ? 0.95 : has(.select) ? 0.5 : 0.85) }
    if has(.link) { return named(.deepLink, 0.5) }
    if has(.launch), has(.session) { return named(.appOpen, 0.6) }
    if has(.view), concepts.isSubset(of: [.view, .open, .app]) { return named(.screenView, 0.7) }
    if has(.button) { return named(.tap, has(.select) ? 0.9 : 0.6) }
    if has(.select) { return named(.tap, 0.7) }
    return []
  }
}
