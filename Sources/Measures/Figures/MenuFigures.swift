// Hidden menus and gestures.

extension Figure {
  static let menus = figures(
    of: .menu,
    [
      .count("menu_opens", "Menus opened", "Hidden menus, such as one behind three lines.", .menuOpens),
      .reach("menu_reach", "Users who opened a menu", .higher, .menu, "The others may not know what is in it.", .menuOpens),
      menuAbandonment,
    ])

  package static let menuAbandonment = Figure.share(
    "menu_abandonment", "Menus abandoned", of: "opening", .lower, .menu, structural: false,
    "Opened, then closed without a choice: not found, or not wanted. Opens that were not logged are left out.", .menusAbandoned, of: .explicitMenuOpens)

  static let gestureFailedShare = Figure.share(
    "gesture_failed_share", "Gestures that failed", of: "gesture", .lower, .gesture, structural: false, isInSummary: false, "Failed tries of a gesture.",
    .gesturesFailed, of: .gestures)
}

extension Quantity {
  static let menuOpens = Quantity("menu_opens", "How often a menu was opened.") { $0.figures.menuOpens }
  static let menusAbandoned = Quantity("menu_abandoned", "How often a menu was left without a choice.") { $0.figures.menusAbandoned }
  static let explicitMenuOpens = Quantity(
    "explicit_menu_opens", "Opens of a menu that were logged; menu_abandoned over them is menu_abandonment."
  ) { $0.figures.menuOpens - $0.figures.impliedMenuOpens }
  static let gestures = Quantity("gestures", "Gestures, failed ones among them.") { $0[.gestureFailed].n }
  static let gesturesFailed = Quantity("gestures_failed", "Failed tries of a gesture.") { $0[.gestureFailed].y }
}
