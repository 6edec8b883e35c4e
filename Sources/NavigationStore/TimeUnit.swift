import NavigationModel

/// In which the times of a session are stored: the largest of which all of them are multiples, as most logs tell milliseconds or seconds.
enum TimeUnit: Int64, CaseIterable {
  case second = 1_000_000
  case millisecond = 1000
  case microsecond = 1

  init(of events: UnsafeBufferPointer<Event>) {
    self = Self.allCases.first { unit in events.allSatisfy { unit.divides($0.time) } } ?? .microsecond
  }

  @inline(__always)
  private func divides(_ time: Int64) -> Bool {
    switch self {
    case .second: time % 1_000_000 == 0
    case .millisecond: time % 1000 == 0
    case .microsecond: true
    }
  }

  /// How many of these some microseconds are.
  @inline(__always)
  func count(_ microseconds: Int64) -> Int64 {
    // Divided by constants, which costs a multiplication.
    switch self {
    case .second: microseconds / 1_000_000
    case .millisecond: microseconds / 1000
    case .microsecond: microseconds
    }
  }
}
