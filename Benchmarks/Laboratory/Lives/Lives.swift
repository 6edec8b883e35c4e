/// The log of a crowd that uses an app, with the truth about it.
package struct Lives: Sendable {
  package var shape: AppShape
  package var crowd: Crowd
  /// In order of time.
  package var events: [LoggedEvent] = []
  package private(set) var figures = TrueFigures()

  package init(_ shape: AppShape, _ crowd: Crowd, seed: UInt64) {
    self.shape = shape
    self.crowd = crowd
    let kinds = KindsOfScreens(shape.kinds)
    for number in 0..<crowd.users {
      let walk = Walk(Person(number, of: crowd, using: shape, seed: seed), shape: shape, crowd: crowd, kinds: kinds, seed: seed)
      events += walk.events
      figures.add(person: walk.figures)
    }
    events.sortByTime()
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
