import Foundation
import GRDB
import NavigationModel

extension Store {
  /// A session with its first steps.
  package struct SteppedSession: Sendable {
    package fileprivate(set) var platform: String?
    package fileprivate(set) var appVersion: String?
    /// The user as logged, if the store reveals users.
    package fileprivate(set) var user: String?
    /// The hash of the session's id as logged; 0 if it has none.
    package fileprivate(set) var id: UInt64 = 0
    /// The kind of each step, the screen it led to and the number of its part.
    package fileprivate(set) var steps: [(kind: StepKind, screen: String, part: Int)] = []
  }

  /// The first steps of a user's session; none if the store does not have it. Two indexes lead to it.
  /// - Parameter limit: the most steps.
  package func steps(ofSession number: Int, of user: Pseudonym, atMost limit: Int) throws -> SteppedSession {
    let kinds = Dictionary(StepKind.allCases.map { ($0.word, $0) }) { first, _ in first }
    return try access { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT platform, app_version, kind, screen, part
          FROM session
          JOIN segment ON segment.id = session.segment_id
          JOIN step ON step.session_id = session.id
          WHERE session.user_id = ? AND session.number = ?
          ORDER BY step.number
          LIMIT ?
          """,
        arguments: [Int64(bitPattern: user.rawValue), number, limit])
      var session = SteppedSession()
      while let row = try rows.next() {
        session.platform = try optionalText("platform", of: row)
        session.appVersion = try optionalText("app_version", of: row)
        guard let kind = kinds[try text("kind", of: row)] else { throw damaged("a step is of no known kind") }
        session.steps.append((kind, try optionalText("screen", of: row) ?? "?", try count("part", of: row)))
      }
      let own = try Row.fetchOne(
        db,
        sql: """
          SELECT user.name AS name, session.app_session AS app_session
          FROM session
          JOIN user ON user.id = session.user_id
          WHERE session.user_id = ? AND session.number = ?
          """,
        arguments: [Int64(bitPattern: user.rawValue), number])
      if let own {
        session.user = try optionalText("name", of: own)
        guard case .int64(let id) = (own["app_session"] as DatabaseValue).storage else {
          throw damaged("a cell of app_session is no number")
        }
        session.id = UInt64(bitPattern: id)
      }
      return session
    }
  }
}
