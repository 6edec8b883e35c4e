/// Why a line of the log was rejected.
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
  /// Not an error: the app map leaves the user out. Such lines are counted apart from rejected ones.
  case excludedUser = "excluded user"

  /// The record lacks a required field of the format.
  var isOfMissingField: Bool { self == .noTime || self == .noUser || self == .noEvent }
}
