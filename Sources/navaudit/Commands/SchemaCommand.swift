import AppMaps
import ArgumentParser
import NavigationAudit
import NavigationModel

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of the app map, for editors.",
    discussion: """
      Editors that know JSON Schema complete keys, show what they mean, and mark errors in navaudit.yml.

        navaudit schema > navaudit.schema.json
        navaudit schema --markdown > Reports/app-map.md
      """)

  @Flag(help: "Print the reference of all keys as a Markdown page instead.")
  var markdown = false

  func run() throws {
    Terminal.write(markdown ? AppMap.reference(rules: RuleSchema.all) : try AppMap.jsonSchema(rules: RuleSchema.all))
  }
}
