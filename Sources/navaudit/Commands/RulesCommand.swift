import ArgumentParser
import UsabilityRules

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules or a family of them, or explain one rule.",
    discussion: """
        navaudit rules
        navaudit rules depth
        navaudit rules depth.over-limit
        navaudit rules --markdown > Reports/rules.md
      """)

  @Argument(
    help: ArgumentHelp("A rule, such as depth.over-limit, or a family of rules, such as depth.", valueName: "rule"), completion: .list(RuleSelection.words))
  var name: String?

  @Flag(help: "Explain all rules as a Markdown page.")
  var markdown = false

  func run() throws {
    if let name {
      if let family = RuleFamily(rawValue: name) {
        Terminal.print(Rule.list(Rule.rules(of: family)))
      } else if let rule = Rule.rule(name) {
        Terminal.print(rule.documentation)
      } else {
        throw ValidationError.unknown("no rule or family is called", name, among: RuleSelection.words, otherwise: "`navaudit rules` lists them")
      }
    } else if markdown {
      Terminal.write(Rule.markdownPage())
    } else {
      Terminal.print(Rule.list())
    }
  }
}
