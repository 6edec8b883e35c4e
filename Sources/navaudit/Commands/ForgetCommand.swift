import ArgumentParser
import NavigationAudit
import UsabilityRules

struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Remove people from a store, with all that is theirs.",
    discussion: """
      Reports that were written before still count them: write them again. What the store says of log files stays. They are not read again; a new \
      file with events of these people brings them back.

        navaudit forget u17 --store app.sqlite
        navaudit report app.sqlite --output Reports
      """)

  @Argument(help: ArgumentHelp("Users, as the logs name them or by their pseudonyms.", valueName: "user"))
  var users: [String]

  @Option(help: ArgumentHelp("The store.", valueName: "file"), completion: .file(extensions: ["sqlite"]))
  var store = Audit.storeName

  @Flag(name: [.short, .long], help: "Say nothing but errors.")
  var quiet = false

  func run() async throws {
    let (users, path) = (users, store)
    let outcome = try await running(Audit(AuditOptions()), quiet: quiet) { try await $0.forget(users, in: path) }
    if quiet { return }
    Terminal.print(
      "\(path): \(Wording.count(outcome.users, "user")) removed, with \(Wording.count(outcome.sessions, "session")) and "
        + "\(Wording.count(outcome.events, "event")); write reports again, the old ones count them.")
  }
}
