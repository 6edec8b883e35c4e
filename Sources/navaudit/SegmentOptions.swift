import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// The dimensions by which tables are broken down.
struct SegmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Break every table down by these dimensions, such as platform,app_version.", valueName: "dimensions"),
    completion: .list(Segment.dimensions.map(\.word)))
  var segment: [WordList] = []

  func validate() throws {
    let known = Segment.dimensions.map(\.word)
    let segments = segment.words
    for (index, word) in segments.enumerated() {
      guard known.contains(word) else { throw ValidationError.unknown("no dimension is called", word, among: known) }
      if segments.firstIndex(of: word) != index { throw ValidationError("--segment names \(word) twice") }
    }
  }

  func apply(to options: inout AuditOptions) {
    options.segments = segment.words
  }
}
