import Foundation
import GRDB

/// A run whose findings are kept for comparison with later ones.
package struct JudgedRun: Sendable, Equatable {
  /// What was judged: a run on the same sessions counts as the same run.
  package struct Scope: Sendable, Equatable, Codable {
    /// Times of the first and the last event, microseconds since 1970.
    package var start: Int64
    package var end: Int64
    package var users: Int
    package var sessions: Int
    package var events: Int

    package init(start: Int64, end: Int64, users: Int, sessions: Int, events: Int) {
      (self.start, self.end, self.users, self.sessions, self.events) = (start, end, users, sessions, events)
    }
  }

  package struct Finding: Sendable, Equatable {
    package var rule: String
    package var severity: String
    package var state: String
    package var subjectKind: String
    package var subject: String
    package var section: String?
    package var value: Double?
    package var low: Double?
    package var high: Double?
    package var threshold: Double?
    package var users: Int?
    package var extraTaps: Int?
    package var message: String
  }

  package var scope: Scope
  package var findings: [Finding]
}
