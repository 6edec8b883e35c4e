import AppMaps
import ArgumentParser
import EventLogs
import Measures
import NavigationAudit
import NavigationModel
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

/// What `navaudit help` explains besides commands: `navaudit help formats`, `navaudit help formats ga4`.
struct HelpTopic {
  private enum Topic: String { case figures, formats, schema }

  private let topic: Topic
  /// Whether it is a page of the documentation.
  private let isPage: Bool
  /// The description of a format, as an example for others.
  private let example: String?

  /// Nil if the arguments ask for something else.
  init?(_ arguments: [String]) {
    guard arguments.first == "help", arguments.count > 1, let topic = Topic(rawValue: arguments[1]),
      arguments.count < 4
    else { return nil }
    self.topic = topic
    isPage = arguments.last == "--markdown"
    example = topic == .formats ? arguments.dropFirst(2).first.flatMap(LogFormat.yaml) : nil
    if arguments.count > 2, !isPage, example == nil { return nil }
  }

  func print() throws {
    switch topic {
    case .figures:
      isPage
        ? Terminal.write("\(Figure.reference())\n## How long to wait\n\n\(Figure.waiting)\n")
        : Terminal.print("\(Figure.list())\n\(Figure.waiting.wrapped())")
    case .formats: Terminal.print(example ?? Self.formats)
    case .schema:
      Terminal.write(isPage ? AppMap.reference(rules: RuleSchema.all) : try AppMap.jsonSchema(rules: RuleSchema.all))
    }
  }

  private static let formats =
    """
    The format is that of most of the first records; --format overrides it. Files may be plain, gzip, zstd or ZIP.
    `navaudit help formats ga4` prints how a vendor's format is described; --format FILE.yml reads one of your own.

    """
    + LogFormat.all.map { "\n\($0.name)\n  \($0.summary)\n  Recognized by \($0.sign)." }.joined()
}
