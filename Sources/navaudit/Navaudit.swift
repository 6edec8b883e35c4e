import ArgumentParser
import NavigationAudit

@main
struct Navaudit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navaudit",
    abstract: "Finds what is wrong with an app's navigation, from its event logs.",
    discussion: """
      navaudit reads navigation logs (NDJSON, CSV or TSV, plain or compressed), reconstructs how people moved through the app, and writes a folder of \
      reports: what is wrong, how certain that is, how many extra taps it costs and whom, and what to change.

        navaudit analyze app.ndjson.gz --output Reports
        navaudit rules depth.over-limit

      Exit status: 0 done; 1 findings at or above --fail-on; 2 the run failed; 64 wrong usage; \
      130 stopped by Ctrl-C.
      """,
    subcommands: [
      AnalyzeCommand.self, IngestCommand.self, ReportCommand.self, MapCommand.self, ReduceCommand.self, SurveyCommand.self, AdviseCommand.self,
      CompareCommand.self, ForgetCommand.self, BaselineCommand.self, RulesCommand.self, FiguresCommand.self, FormatsCommand.self, InitCommand.self,
      CheckMapCommand.self, CheckLogCommand.self, SchemaCommand.self,
    ])

  @Flag(name: [.customShort("V"), .long], help: "Show the version.")
  var version = false

  func run() async throws {
    guard version else { throw CleanExit.helpRequest() }
    Terminal.print(Audit.version)
  }

  static func main() async {
    Terminal.expectStreams()
    Terminal.ignoreBrokenPipes()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try ProcessLimits.expectEnough()
      try UsageError.expectCommand(in: arguments)
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let code as ExitCode {
      exit(withError: code)
    } catch  where exitCode(for: error) == .success {
      exit(withError: error)
    } catch  where exitCode(for: error) == .validationFailure {
      Terminal.complain(UsageError(error, arguments))
      exit(withError: ExitCode.validationFailure)
    } catch {
      Terminal.complain(error)
      exit(withError: ExitCode(2))
    }
  }
}
