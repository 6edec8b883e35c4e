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

  @Option(help: ArgumentHelp("Passphrase for the pseudonyms of users.", valueName: "passphrase"))
  var key: String?

  @Flag(help: "Write users as they are in the log instead of pseudonyms.")
  var revealUsers = false

  func apply(to options: inout AuditOptions) {
    logs.apply(to: &options)
    options.rejectedFile = rejected
    options.key = key
    options.revealsUsers = revealUsers
  }
}
