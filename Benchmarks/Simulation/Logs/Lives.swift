/// The log of a crowd that uses an app, with the truth about it.
package struct Lives: Sendable {
  package var shape: AppShape
  package var crowd: Crowd
  /// In order of time.
  package var events: [LoggedEvent] = []
  package private(set) var figures = TrueFigures()
  /// What may be said of it besides.
  package var reservations = Reservations()

  package init(_ shape: AppShape, _ crowd: Crowd, seed: UInt64) {
    self.shape = shape
    self.crowd = crowd
    add(crowd, using: shape, seed: seed)
    events.sortByTime()
  }

  /// A log that something else made, of an app that this shape resembles.
  package init(_ shape: AppShape, _ crowd: Crowd, events: [LoggedEvent]) {
    (self.shape, self.crowd, self.events) = (shape, crowd, events)
  }

  /// Adds a crowd, whose events are then out of order.
  mutating func add(_ crowd: Crowd, using shape: AppShape, seed: UInt64) {
    let kinds = KindsOfScreens(shape.kinds)
    for number in 0..<crowd.users {
      let walk = Walk(Person(number, of: crowd, using: shape, seed: seed), shape: shape, crowd: crowd, kinds: kinds, seed: seed)
      events += walk.events
      figures.add(person: walk.figures)
    }
  }

  /// The native log.
  package var log: [UInt8] { LogLines(events).bytes }
}

extension [LoggedEvent] {
  /// Sorts by time; ties keep their order.
  package mutating func sortByTime() {
    let order = indices.sorted { (self[$0].time, $0) < (self[$1].time, $1) }
    self = order.map { self[$0] }
  }
}
