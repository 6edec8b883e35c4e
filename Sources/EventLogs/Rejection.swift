/// Why a line of the log could not be read.
package enum RejectionReason: String, CaseIterable, Sendable, Codable {
  case notJSON = "not valid JSON"
  case notAnObject = "not a JSON object"
  case notUTF8 = "not UTF-8"
  case cellCount = "wrong number of cells"
  case quotes = "broken quotes"
  case lineTooLong = "line too long"
  case otherFormat = "record of another format"
  case noTime = "no time"
  case unreadableTime = "time not readable"
  case timeOutOfRange = "time out of range"
  case noUser = "no user"
  case noEvent = "no event"

  /// The record has nothing where the format keeps what an event needs.
  var isOfMissingField: Bool { self == .noTime || self == .noUser || self == .noEvent }
}

/// A line that could not be read, and where it stands.
package struct Rejection: Sendable, Equatable {
  package let line: Int
  package let reason: RejectionReason
  /// The line itself, where rejected lines are kept; cut where it is too long.
  package let text: String?
}
