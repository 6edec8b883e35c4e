import Measures
import Statistics

// What `tabs.more-outranks` and `menu.promote` have in common: a hidden item that reaches more people than a visible tab.

extension RuleContext {
  /// The rows of the tabs that were used, in the counts of a rule that compares items with tabs.
  var tabCounts: [[Table.Cell]] {
    let tabs = measures.tabs.cells
    return scope.names.ordered(tabs.keys).compactMap { name in
      guard let cell = tabs[name], cell.users > 0 else { return nil }
      return [
        .text(text(name)), .text("tab"), .integer(cell.users), .integer(scope.users), .unknown, .integer(cell.selects),
      ]
    }
  }

  /// The finding that an item hidden in the More list or a menu should change places with a tab.
  func swapFinding<Subject>(
    _ verdict: Verdict<Subject>, item: String, section: String, hiddenIn container: String, users: Int, sessions: Int,
    choices: Int, examples: [Examples.Example], tab: VisibleTab
  ) -> Finding {
    let people = Wording.share(users, of: scope.users, "users", verdict.estimate)
    let tabPeople =
      Share.users(tab.users, of: scope.users).estimate.map { "\(Wording.count(tab.users)) (\(Wording.percent($0)))" } ?? ""
    let saved = choices - tab.selects
    let balance =
      saved >= 0
      ? "\(Wording.count(saved, "tap")) saved in all"
      : "\(Wording.count(-saved, "tap")) lost in all: fewer people use \(tab.name), but they do so more often"
    var found = finding(
      verdict, .error, subject: item, section: section, metric: "reach", users: users, sessions: sessions,
      extraTaps: choices,
      message: "\(people) chose \(item) from \(container), more than the \(tabPeople) who selected the tab \(tab.name)",
      recommendation: "\(rule.advice.dropLast()): \(item) takes the place of \(tab.name).", examples: examples,
      details: [
        "If \(item) and \(tab.name) change places: \(Wording.count(choices, "choice")) of \(item) cost one tap less each, "
          + "\(Wording.count(tab.selects, "selection")) of \(tab.name) one tap more: \(balance)."
      ])
    found.otherUsers = tab.users
    return found
  }
}
