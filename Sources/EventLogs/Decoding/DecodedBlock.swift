import NavigationModel

/// The events of one block of a log, and the tally of its other lines.
package struct DecodedBlock: Sendable {
  package let sequence: Int
  package let sourceIndex: Int
  package var events: [Event] = []
  package var tally = LineTally()

  /// Moves the events out.
  package mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }
}
