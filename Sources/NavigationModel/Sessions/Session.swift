import CXXHash

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
  /// The calendar day of the start, in days since 1970-01-01.
  public var day: Int
  /// The number of events.
  public var events: Int
  public var segment: Segment

  /// - Parameter day: in the time zone of the report; in UTC by default.
  package init(
    user: UInt32, pseudonym: Pseudonym, half: UserHalf = .even, number: Int, start: Int64, end: Int64, day: Int? = nil,
    events: Int,
    segment: Segment
  ) {
    self.user = user
    self.pseudonym = pseudonym
    self.half = half
    self.number = number
    self.start = start
    self.end = end
    self.day = day ?? Int(start.flooredDivision(by: 86_400_000_000).0)
    self.events = events
    self.segment = segment
  }

  package var week: Int { CalendarDate.week(ofDay: day) }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// The longest pauses within a session, microseconds, and the most events (LogsAndExports.md).
package struct SessionLimits: Sendable, Hashable {
  /// Between neighboring events without a session id. Default: 30 minutes.
  package var gap: Int64
  /// Between neighboring events with the same session id; 0: no limit. Default: 4 hours.
  package var longestPause: Int64
  /// After so many events another session begins: nobody does as much in one visit, but a device that is never put away
  /// does, and everybody together whose log names them alike. It bounds what a session takes in memory and in a store.
  package var mostEvents = Self.mostEvents

  package static let mostEvents = 100_000

  package init(gap: Int64 = 30 * 60 * 1_000_000, longestPause: Int64 = 4 * 60 * 60 * 1_000_000) {
    self.gap = gap
    self.longestPause = longestPause
  }
}

/// One of two fixed halves of all users: what is chosen on one half is measured on the other.
///
/// It is the lowest bit of the XXH64, with seed 0, of the user's name as logged: the same in every run, whatever the
/// key of the pseudonyms.
package enum UserHalf: UInt8, Sendable, Hashable, CaseIterable {
  case even = 0
  case odd

  package init(ofUser name: UnsafeBufferPointer<UInt8>) {
    self = XXH64(name.baseAddress, name.count, 0) & 1 == 0 ? .even : .odd
  }
}

/// The figures of one session: its row in `sessions.csv` and in the store.
package struct SessionFigures: Sendable, Equatable {
  package var steps = 0
  package var visits = 0
  /// The largest depth of its steps; 0 without steps.
  package var depth = 0
  package var tabSwitches = 0
  package var moreItems = 0
  /// Opens of menus, and those among them that are implied by a choice.
  package var menuOpens = 0
  package var impliedMenuOpens = 0
  package var menuItems = 0
  package var menusAbandoned = 0
  package var backs = 0
  package var quickBacks = 0

  package init() {}

  init(_ all: [Step], _ occurrences: [Occurrence]) {
    steps = all.count
    for (index, step) in all.enumerated() {
      depth = max(depth, Int(step.depth))
      if step.kind.isForward { visits += 1 }
      switch step.kind {
      case .back: backs += 1
      case .moreItem: moreItems += 1
      case .menuItem: menuItems += 1
      case .tab:
        if index > 0, all[index - 1].part == step.part, all[index - 1].section != step.section { tabSwitches += 1 }
      default: break
      }
      if index + 1 < all.count, step.isQuickBack(next: all[index + 1]) { quickBacks += 1 }
    }
    for occurrence in occurrences {
      switch occurrence.kind {
      case .menuOpen:
        menuOpens += 1
        if occurrence.flag { impliedMenuOpens += 1 }
      case .menuAbandoned: menusAbandoned += 1
      default: break
      }
    }
  }
}
