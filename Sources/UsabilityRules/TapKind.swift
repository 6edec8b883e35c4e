/// A kind of tap that findings claim: two findings that claim the same kind may claim the same taps.
package enum TapKind: Sendable, Hashable {
  /// A step down.
  case push
  /// A step back up.
  case back
  /// A change of tab.
  case tab
  /// The opening of the More list before a choice.
  case moreOpen
  /// The opening of a menu before a choice, by menu and item.
  case menuChoice
  /// The opening of a menu that is left without a choice, by menu.
  case menuAbandoned
  /// A tap on a tab that refuses it, by tab.
  case blockedTab
  /// A tap that does nothing, by target.
  case target

  /// Whether the taps of two subjects are always different.
  package var isBySubject: Bool {
    switch self {
    case .push, .back, .tab, .moreOpen: false
    case .menuChoice, .menuAbandoned, .blockedTab, .target: true
    }
  }
}
