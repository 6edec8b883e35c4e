import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// The logs that a command reads.
struct LogArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Logs: files, folders (with all their subfolders), or - for standard input.", valueName: "log"),
    completion: .file())
  var logs: [String]
}
