import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// What is hidden in all output, so that it can be shared.
struct GroupOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Suppress every figure based on fewer users than this: rows are folded, figures emptied, examples left out.", valueName: "users"))
  var minimumGroup: Int?

  func validate() throws {
    if let minimumGroup, !(2...1_000_000).contains(minimumGroup) {
      throw ValidationError("--minimum-group takes a count from 2 to 1000000, not \(minimumGroup)")
    }
  }
}
