import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// How much detail on users is written.
struct DetailOptions: ParsableArguments {
  @Flag(help: "Also write sessions.csv, with a row for each session.")
  var sessions = false

  @OptionGroup var segments: SegmentOptions
  @OptionGroup var groups: GroupOptions

  func validate() throws {
    if sessions, groups.minimumGroup != nil {
      throw ValidationError("--sessions lists individual users, which --minimum-group hides; use only one of them")
    }
  }

  func apply(to options: inout AuditOptions) {
    options.writesSessions = sessions
    segments.apply(to: &options)
    options.minimumGroup = groups.minimumGroup
  }
}
