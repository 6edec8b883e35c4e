import ArgumentParser
import NavigationAudit

@main
struct Navaudit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navaudit",
    abstract: "Finds what is wrong with an app's navigation, from its event logs.",
    discussion: """
      navaudit reads navigation logs (NDJSON, CSV or TSV, plain or compressed), works out how people moved through the app, and writes a folder \
      of reports: what is wrong, how sure that is, whom it costs how many taps, and what to change.

        navaudit analyze app.ndjson.gz --output Reports
        navaudit rules depth.over-limit

      Exit status: 0 done; 1 findings at or above --fail-on; 2 the work could not be done; 64 wrong usage; \
      130 stopped by Ctrl-C.
      """,
    version: Audit.version,
    subcommands: [
      AnalyzeCommand.self, IngestCommand.self, ReportCommand.self, CompareCommand.self, ForgetCommand.self, BaselineCommand.self, RulesCommand.self, FormatsCommand.self,
      InitCommand.self, CheckMapCommand.self, SimulateCommand.self,
    ])

  static func main() async {
    Terminal.ignoreBrokenPipes()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let code as ExitCode {
      exit(withError: code)
    } catch where exitCode(for: error) == .validationFailure || exitCode(for: error) == .success || error is CleanExit {
      exit(withError: error)
    } catch {
      Terminal.complain(error)
      exit(withError: ExitCode(2))
    }
  }
}
