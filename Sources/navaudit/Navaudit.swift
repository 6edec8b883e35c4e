import ArgumentParser
import Foundation
import NavigationAudit

@main
struct Navaudit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navaudit",
    abstract: "Finds what is wrong with an app's navigation, from its event logs.",
    discussion: """
      navaudit reads navigation logs (NDJSON, CSV or TSV, plain or compressed), reconstructs how people moved through \
      the app, and writes a folder of \
      reports: what is wrong, how certain that is, how many extra taps it costs and whom, and what to change.

        navaudit analyze app.ndjson.gz --output Reports
        navaudit rules depth.over-limit

      `navaudit help formats` lists the logs that are read, `navaudit help figures` the figures of the whole app, and \
      `navaudit help schema` prints a JSON Schema of the app map, for editors.

      Exit status: 0 done; 1 findings at or above --fail-on; 2 the run failed; 64 wrong usage; \
      130 stopped by Ctrl-C.
      """,
    subcommands: [
      AnalyzeCommand.self, CompareCommand.self, InitCommand.self, CheckLogCommand.self, IngestCommand.self,
      ReportCommand.self, RulesCommand.self, ForgetCommand.self, SaveCommand.self,
    ],
    groupedSubcommands: [CommandGroup(name: "More", subcommands: [MapStateCommand.self, ReduceCommand.self])])

  @Flag(name: [.customShort("V"), .long], help: "Show the version.")
  var version = false

  func run() async throws {
    guard version else { throw CleanExit.helpRequest() }
    Terminal.print(Audit.version)
  }

  static func main() async {
    Terminal.expectStreams()
    Terminal.ignoreSignalsOfWriting()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try ProcessLimits.expectEnough()
      try expectCommand(in: arguments)
      if let topic = HelpTopic(arguments) { return try topic.print() }
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
      Terminal.complain(usageError(error, arguments))
      exit(withError: ExitCode.validationFailure)
    } catch {
      Terminal.complain(error)
      exit(withError: ExitCode(2))
    }
  }
}

extension Navaudit {
  /// An error in the arguments of a command, in one line that begins like all errors.
  /// - Parameter error: thrown by the argument parser or a command's validation.
  private static func usageError(_ error: any Error, _ arguments: [String]) -> AuditError {
    let message = message(for: error)
    // Messages about the value of an option already name the option.
    if let reason = message.range(of: #"^The value '.*' is invalid for '.*': "#, options: .regularExpression) {
      return AuditError(String(message[reason.upperBound...]))
    }
    guard message.first?.isUppercase == true || message.first?.isNumber == true else { return AuditError(message) }
    // Messages of the argument parser say what is wrong, but not what to do.
    let start = message.prefix(1).lowercased() + message.dropFirst()
    if start.contains(". Did you mean ") {
      return AuditError(start.replacing(". Did you mean ", with: "; did you mean "))
    }
    if start.contains(". Please provide one of ") {
      return AuditError(start.replacing(". Please provide one of ", with: "; there are ").trimmingCharacters(in: ["."]))
    }
    let command = commands.first { $0 == arguments.first }.map { "\($0) " } ?? ""
    return AuditError("\(start); see `navaudit \(command)--help`")
  }

  private static var commands: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// - Throws: if the first argument is neither a command nor an option.
  private static func expectCommand(in arguments: [String]) throws {
    guard let word = arguments.first, !word.hasPrefix("-"), !commands.contains(word) else { return }
    if FileManager.default.fileExists(atPath: word) {
      throw ValidationError("`\(word)` is a file or folder, not a command; `navaudit analyze \(word)` reads logs")
    }
    throw ValidationError.unknown(
      "unknown command", word, among: commands, otherwise: "`navaudit --help` lists the commands")
  }
}
