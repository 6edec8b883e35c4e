import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// Selects the rules to run.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Run only these rules and families of rules, such as depth,menu.promote.", valueName: "rules"), completion: .list(RuleSelection.words))
  var select: [WordList] = []

  @Option(help: ArgumentHelp("Skip these rules and families of rules.", valueName: "rules"), completion: .list(RuleSelection.words))
  var ignore: [WordList] = []

  func validate() throws {
    if let first = RuleSelection(select: select.words, ignore: ignore.words).unknown.first {
      throw ValidationError.unknown("no rule or family is called", first, among: RuleSelection.words, otherwise: "`navaudit rules` lists them")
    }
  }

  func apply(to options: inout AuditOptions) {
    options.select = select.words
    options.ignore = ignore.words
  }
}
