import ArgumentParser
import NavigationAudit
import UsabilityRules

struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove people and all of their data from a store.",
    discussion: """
      Existing reports still include them: write the reports again. The store keeps its list of log files, so those files are not read again; a new \
      file with events of these people brings them back.

        navaudit forget u17 --store app.sqlite
        navaudit report --store app.sqlite --output Reports
      """)

  @Argument(help: ArgumentHelp("Users, by name as in the logs or by pseudonym.", valueName: "user"))
  var users: [String]

  @Option(help: ArgumentHelp("The store.", valueName: "file"), completion: .file(extensions: ["sqlite"]))
  var store = Audit.storeName

  @Flag(name: [.short, .long], help: "Print errors only.")
  var quiet = false

  func validate() throws {
    guard let file = users.first(where: { $0.hasSuffix(".sqlite") }) else { return }
    let others = users.filter { $0 != file }
    throw ValidationError("forget takes the store as an option: navaudit forget \(others.isEmpty ? "USER" : others.joined(separator: " ")) --store \(file)")
  }

  func run() async throws {
    let (users, path) = (users, store)
    let outcome = try await running(Audit(AuditOptions()), quiet: quiet) { try await $0.forget(users, in: path) }
    if quiet { return }
    Terminal.print(
      "\(path): \(Wording.count(outcome.users, "user")) removed, with \(Wording.count(outcome.sessions, "session")) and "
        + "\(Wording.count(outcome.events, "event")); write the reports again, the old ones still count them.")
  }
}
