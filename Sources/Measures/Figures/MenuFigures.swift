// Hidden menus and gestures.

extension Figure {
  static let menus: [Figure] = [
    .count("menu_opens", "Menus opened", "Hidden menus, such as one behind three lines.") { $0.figures.menuOpens },
    .reach("menu_reach", "Users who opened a menu", .higher, .menu, "The others may not know what is in it.") { $0.figures.menuOpens > 0 },
    .share(
      "menu_abandonment", "Menus abandoned", of: "opening", .lower, .menu, structural: false,
      "Opened, then closed without a choice: not found, or not wanted. Opens that were not logged are left out."
    ) { ($0.figures.menusAbandoned, $0.figures.menuOpens - $0.figures.impliedMenuOpens) },
  ]

  static let gestureFailedShare = Figure.share(
    "gesture_failed_share", "Gestures that failed", of: "gesture", .lower, .gesture, structural: false, isInSummary: false, "Failed tries of a gesture."
  ) { ($0.gesturesFailed, $0.gestures) }
}
