import Measures
import NavigationModel

extension LogCheck {
  static let guessedStructure = LogCheck(
    id: "guessed-structure", meaning: "Tabs, menu items and modal screens that neither the log nor the app map tells of, but were guessed."
  ) { context in
    guard let guess = context.scope.map.guess else { return LogCheckResult(0, "nothing was guessed") }
    let tabs = guess.tabs.isEmpty ? "" : " (tabs: \(context.list(guess.tabs)))"
    return LogCheckResult(
      guess.tabs.count + guess.menuItems.count + guess.modals.count,
      "depth, tabs, menus and ways back rest on a guess\(tabs); write it down with `navaudit init`, and correct it there")
  }
}
