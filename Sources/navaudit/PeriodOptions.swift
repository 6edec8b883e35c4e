import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// The sessions to judge, and the earlier run to compare with.
struct PeriodOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Judge only sessions that start on this day or later, such as 2026-03-01.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Judge only sessions that start on this day or earlier.", valueName: "date"))
  var to: String?

  @Flag(help: "Compare the findings with those of the report in the output folder, which is replaced.")
  var sinceLast = false

  @Option(
    help: ArgumentHelp("Compare the findings with those of an earlier report.", valueName: "folder"), completion: .directory)
  var since: String?

  func validate() throws {
    _ = try days()
    if sinceLast, since != nil { throw ValidationError("--since-last and --since name two earlier reports; leave one of them out") }
  }

  func apply(to options: inout AuditOptions) {
    options.days = try? days()
    options.since = since.map { .named($0) } ?? (sinceLast ? .last : nil)
  }

  /// The days on which sessions start; nil: all.
  private func days() throws -> DayRange? {
    guard from != nil || to != nil else { return nil }
    do {
      return try DayRange(first: from.map { try DayRange.day($0) }, last: to.map { try DayRange.day($0) })
    } catch let error as DayRange.Malformed {
      throw ValidationError(error.description)
    }
  }
}
