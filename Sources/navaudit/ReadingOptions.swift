import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// Options of the commands that read logs.
struct ReadingOptions: ParsableArguments {
  @OptionGroup var logs: FormatOptions

  @Option(help: ArgumentHelp("Write rejected lines to this file, with line numbers and reasons.", valueName: "file"), completion: .file())
  var rejected: String?

  @OptionGroup var pseudonyms: KeyOption

  @Flag(help: "Write users as they are in the log instead of pseudonyms.")
  var revealUsers = false

  func apply(to options: inout AuditOptions) {
    logs.apply(to: &options)
    options.rejectedFile = rejected
    options.key = pseudonyms.passphrase
    options.revealsUsers = revealUsers
  }
}

/// The passphrase of pseudonyms. Other users of a machine can read command lines, but not the environment of a process.
struct KeyOption: ParsableArguments {
  @Option(help: ArgumentHelp("Passphrase for the pseudonyms of users (default: the environment variable NAVAUDIT_KEY).", valueName: "passphrase"))
  var key: String?

  var passphrase: String? { key ?? ProcessInfo.processInfo.environment["NAVAUDIT_KEY"].flatMap { $0.isEmpty ? nil : $0 } }
}
