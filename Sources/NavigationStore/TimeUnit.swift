import NavigationModel

/// The unit of a session's stored times: the largest one that divides all of them. Most logs have milliseconds or seconds.
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

  /// Converts microseconds to this unit.
  @inline(__always)
  func count(_ microseconds: Int64) -> Int64 {
    // Division by constants compiles to a multiplication.
    switch self {
    case .second: microseconds / 1_000_000
    case .millisecond: microseconds / 1000
    case .microsecond: microseconds
    }
  }
}
