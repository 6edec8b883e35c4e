import Measures

/// The result of a check.
package struct LogCheckResult: Sendable, Equatable {
  /// The check's id.
  package var check = ""
  /// What ``count`` counts.
  package var subject = Table.Row.Subject.users
  /// The number of events, steps, users, … that it found.
  package let count: Int
  /// The share of these among all that were checked; nil if there is none.
  package let share: Double?
  /// The consequence for the report.
  package let consequence: String

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
}
