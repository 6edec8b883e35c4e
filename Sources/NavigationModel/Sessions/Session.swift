/// A user's events that belong together, as measures see them. The steps are in a ``Reconstruction``.
public struct Session: Sendable {
  /// Number of the user in this run.
  public var user: UInt32
  /// The user's pseudonym: the same in every run with the same key.
  public var pseudonym: Pseudonym
  package var half: UserHalf
  /// 1 for the user's first session, in the order of session starts.
  public var number: Int
  /// Time of the first and of the last event, microseconds since 1970.
  public var start: Int64
  public var end: Int64
  /// The number of events.
  public var events: Int
  public var segment: Segment

  package init(
    user: UInt32, pseudonym: Pseudonym, half: UserHalf = .even, number: Int, start: Int64, end: Int64, events: Int, segment: Segment
  ) {
    self.user = user
    self.pseudonym = pseudonym
    self.half = half
    self.number = number
    self.start = start
    self.end = end
    self.events = events
    self.segment = segment
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
