import AppMaps
import ArgumentParser
import EventLogs
import Measures
import NavigationAudit
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
    help: ArgumentHelp("A rule, such as depth.over-limit, or a family of rules, such as depth.", valueName: "rule"),
    completion: .list(RuleSelection.words))
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
        throw ValidationError.unknown(
          "no rule or family is called", name, among: RuleSelection.words, otherwise: "`navaudit rules` lists them")
      }
    } else if markdown {
      Terminal.write(Rule.markdownPage())
    } else {
      Terminal.print(Rule.list())
    }
  }
}

struct FiguresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "figures",
    abstract: "List the figures of the whole app.",
    discussion: """
        navaudit figures
        navaudit figures --markdown > Reports/figures.md
      """)

  @Flag(help: "Explain all figures as a Markdown page.")
  var markdown = false

  func run() { markdown ? Terminal.write(Figure.reference()) : Terminal.print(Figure.list()) }
}

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the log formats, how each is recognized, and the presets of event mappings."
  )

  func run() {
    Terminal.print(
      "The format is that of most of the first records; --format overrides it. Files may be plain, gzip, zstd or ZIP.\n"
    )
    for format in LogFormat.all {
      Terminal.print("\(format.name)\n  \(format.summary)\n  Recognized by \(format.sign).")
    }
    Terminal.print("\nPresets for the app map (presets: [\(EventPreset.all[0].name)]):\n")
    for preset in EventPreset.all { Terminal.print("\(preset.name)\n  \(preset.summary)") }
  }
}
