import Measures

/// The result of a check.
package struct LogCheckResult: Sendable, Equatable {
  /// The check's id.
  package var check = ""
  /// What ``count`` counts.
  package var subject = Table.Row.Subject.users
  /// The number of events, steps, users, … that it found.
  /// Nil if it is based on too few users to be shown.
  package private(set) var count: Int?
  /// The share of these among all that were checked; nil if there is none.
  package private(set) var share: Double?
  /// The consequence for the report.
  package private(set) var consequence: String

  /// `consequence` if something was found, otherwise `none`.
  package init(_ count: Int, of whole: Int? = nil, _ consequence: @autoclosure () -> String) {
    self.count = count
    share = whole.flatMap { $0 > 0 ? Double(count) / Double($0) : nil }
    self.consequence = count > 0 ? consequence() : "none"
  }

  /// A share with one consequence above a limit and another up to it.
  package init(_ count: Int, of whole: Int, limit: Double, above: @autoclosure () -> String, otherwise: @autoclosure () -> String) {
    let isAbove = whole > 0 && Double(count) / Double(whole) > limit
    self.init(count, of: whole, isAbove ? "more than \(Wording.wholePercent(limit)): \(above())" : otherwise())
  }

  /// Hides what is based on few users.
  /// - Parameter label: what stands for the consequence.
  package mutating func hide(_ label: String) { (count, share, consequence) = (nil, nil, label) }

  /// The table `log_quality`, the only list of what is written of a result.
  package static var table: TableDefinition<LogCheckResult> {
    TableDefinition(
      "log_quality", "One row for each check of the log.", order: .given, smallGroups: .emptyCells, subject: \.subject,
      [
        .key("check", "The check.") { $0.check },
        .count("count", "Number of events, steps, users, … found.") { $0.count },
        .share("share", "Share of all that were checked.") { $0.share },
        .text("consequence", "Consequence for this report.") { $0.consequence },
      ])
  }
}
