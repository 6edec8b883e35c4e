import NavigationModel

/// What the log itself shows of its quality: screens logged twice, session ids on some events only, clocks that were set.
///
/// Nothing here depends on the order of lines with different times, or on how the log is split into files. So a clock that went back is told not by
/// the order of lines but by what it leaves behind: two named sessions of one user at the same time, and events from before there were phones.
public struct LogSigns: Measure {
  public private(set) var screenViews = 0
  public private(set) var doubleScreens = 0
  /// Views of a screen by its class, beside a view of it by its name.
  public private(set) var classViews = 0
  /// Touches that autocapture reported just after the screen that they led to.
  public private(set) var lateTouches = 0
  /// Events in sessions with and without an id of the app's own.
  public private(set) var eventsWithSessionID = 0
  public private(set) var eventsWithoutSessionID = 0
  /// Events before 2007.
  public private(set) var eventsTooEarly = 0
  /// Sessions with an id that begin while another one of the same user goes on.
  public private(set) var overlappingSessions = 0
  public private(set) var sessionsWithID = 0

  private var user = UInt32.max
  /// The latest end of a named session of the present user.
  private var latestEnd = Int64.min

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    screenViews += path.signs.screenViews
    doubleScreens += path.signs.doubleScreens
    classViews += path.signs.classViews
    lateTouches += path.signs.lateTouches
    eventsTooEarly += path.signs.eventsTooEarly
    guard path.signs.hasSessionID else {
      eventsWithoutSessionID += session.events
      return
    }
    eventsWithSessionID += session.events
    sessionsWithID += 1
    if session.user != user {
      user = session.user
      latestEnd = .min
    }
    if session.start < latestEnd { overlappingSessions += 1 }
    latestEnd = max(latestEnd, session.end)
  }

  public mutating func finish() { user = .max }

  public mutating func merge(_ other: LogSigns) {
    screenViews += other.screenViews
    doubleScreens += other.doubleScreens
    classViews += other.classViews
    lateTouches += other.lateTouches
    eventsWithSessionID += other.eventsWithSessionID
    eventsWithoutSessionID += other.eventsWithoutSessionID
    eventsTooEarly += other.eventsTooEarly
    overlappingSessions += other.overlappingSessions
    sessionsWithID += other.sessionsWithID
  }

  /// All but what is remembered of the present user, which means nothing once all sessions were observed.
  private enum CodingKeys: CodingKey {
    case screenViews, doubleScreens, classViews, lateTouches, eventsWithSessionID, eventsWithoutSessionID, eventsTooEarly, overlappingSessions, sessionsWithID
  }
}
