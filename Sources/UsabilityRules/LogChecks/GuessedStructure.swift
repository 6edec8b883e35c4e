import Measures

extension LogCheck {
  static let guessedStructure = LogCheck(
    id: "guessed-structure", meaning: "Tabs, menu items and modal screens that are neither in the log nor in the app map, but inferred.",
    subject: .nobody
  ) { context in
    guard let guess = context.scope.map.guess else { return LogCheckResult(0, "nothing was inferred") }
    let tabs = guess.tabs.isEmpty ? "" : " (tabs: \(context.list(guess.tabs)))"
    return LogCheckResult(
      guess.tabs.count + guess.menuItems.count + guess.modals.count,
      "depth, tabs, menus and back navigation rest on inferred structure\(tabs); write it to an app map with `navaudit init`, and correct it there")
  }
}
