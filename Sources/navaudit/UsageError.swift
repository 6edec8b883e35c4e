import ArgumentParser
import Foundation

/// An error in the arguments of a command, in one line that begins like all errors.
struct UsageError: CustomStringConvertible, Error {
  let description: String

  /// - Parameter error: thrown by the argument parser or a command's validation.
  init(_ error: any Error, _ arguments: [String]) {
    let message = Navaudit.message(for: error)
    // Messages about the value of an option already name the option.
    if let reason = message.range(of: #"^The value '.*' is invalid for '.*': "#, options: .regularExpression) {
      description = String(message[reason.upperBound...])
    } else if message.first?.isUppercase == true || message.first?.isNumber == true {
      // Messages of the argument parser say what is wrong, but not what to do.
      let command = Self.commands.first { $0 == arguments.first }.map { "\($0) " } ?? ""
      let start = message.prefix(1).lowercased() + message.dropFirst()
      if start.contains(". Did you mean ") {
        description = start.replacing(". Did you mean ", with: "; did you mean ")
      } else if start.contains(". Please provide one of ") {
        description = start.replacing(". Please provide one of ", with: "; there are ").trimmingCharacters(in: ["."])
      } else {
        description = "\(start); see `navaudit \(command)--help`"
      }
    } else {
      description = message
    }
  }

  private static var commands: [String] { Navaudit.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"] }

  /// Former commands, and what does the same.
  private static let moved = [
    "simulate": "in a checkout of navaudit, swift run --package-path Benchmarks simulate"
  ]

  /// - Throws: if the first argument is neither a command nor an option.
  static func expectCommand(in arguments: [String]) throws {
    guard let word = arguments.first, !word.hasPrefix("-"), !commands.contains(word) else { return }
    if let successor = moved[word] {
      let command = ([successor] + arguments.dropFirst()).joined(separator: " ")
      throw ValidationError("\(word) is no longer a command; \(command) does the same")
    }
    if FileManager.default.fileExists(atPath: word) {
      throw ValidationError("`\(word)` is a file or folder, not a command; `navaudit analyze \(word)` reads logs")
    }
    throw ValidationError.unknown("unknown command", word, among: commands, otherwise: "`navaudit --help` lists the commands")
  }
}
