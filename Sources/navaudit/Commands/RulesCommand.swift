import ArgumentParser
import UsabilityRules

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules, or explain one.",
    discussion: """
        navaudit rules
        navaudit rules depth.over-limit
        navaudit rules --markdown > Reports/rules.md
      """)

  @Argument(help: "The id of a rule, such as depth.over-limit.", completion: .list(Rule.all.map(\.id)))
  var id: String?

  @Flag(help: "Explain all rules as one Markdown page.")
  var markdown = false

  func run() throws {
    if let id {
      guard let rule = Rule.rule(id) else { throw ValidationError("no rule is called `\(id)`; `navaudit rules` lists them") }
      Terminal.print(rule.documentation)
    } else {
      Terminal.print(markdown ? Rule.markdownPage() : Rule.list())
    }
  }
}
