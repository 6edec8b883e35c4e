// What people do with an app: by default what they do with one that works.

extension SimulatedApp {
  /// How people use the app: the defaults are those of an app that works.
  package struct Behavior: Sendable, DescribedPart {
    /// Mean number of sessions of a person (of the planned walk: geometric).
    package var sessions = 7.0
    /// Mean number of sections that a session goes to.
    package var errands = 3.4
    /// Chance that a new person looks at a tab in the first session.
    package var curiosity = 0.92
    /// Median stay on a screen in seconds (lognormal), and its spread: sigma of the lognormal.
    package var dwell = 8.0
    package var spread = 0.7
    /// Chance to go one level down from a screen that has children.
    package var drill = 0.6
    /// Chance to go back from a screen instead of on to another section.
    package var back = 0.45
    /// Chance to go back step by step at the end of a deep errand.
    package var climbs = 0.12
    /// Chance that a way back is a swipe and not the button.
    package var swipe = 0.35
    /// Chance that the current tab is tapped to get to its root, at the end of a deep errand or when people return to
    /// it at a deeper level.
    package var reselect = 0.35
    /// Taps for each visit of a screen with controls.
    package var taps = 0.35
    /// Chance of a modal screen on a screen that has one.
    package var modal = 0.12
    /// Chance that the device is turned on a screen.
    package var rotate = 0.02
    /// Chance that the app goes to the background between two errands.
    package var background = 0.05
    /// Share of sessions that a notification or a link opens.
    package var links = 0.04
    /// Share of sessions in which the app has to start again in the middle.
    package var crash = 0.01

    // Oddities that a well-built app does not cause: all off until a flaw turns them on.

    /// Two tabs between which people go back and forth, in this share of sessions.
    var pingPong: (first: Int, second: Int, share: Double)?
    /// Share of sessions that try one tab after the other.
    var hunting = 0.0
    /// Share of sessions that go back step by step.
    var backChain = 0.0
    /// Share of people whose tab bar changes while they use it.
    var unstableTabs = 0.0
    /// Whether everybody is new to the app and their first opening is logged.
    var logsFirstOpen = false
    /// Share of people who put this item into the bar.
    var reorder: (item: String, share: Double)?

    static let keys: [DescribedKey<Self>] = [
      .init("sessions", \.sessions, in: 0.1...200), .init("errands", \.errands, in: 1...50),
      .init("dwell", \.dwell, in: 0.5...3600),
      .init("spread", \.spread, in: 0...2), .init("taps", \.taps, in: 0...5),
      .init("curiosity", \.curiosity, in: shares),
      .init("drill", \.drill, in: shares), .init("back", \.back, in: shares), .init("climbs", \.climbs, in: shares),
      .init("swipe", \.swipe, in: shares),
      .init("reselect", \.reselect, in: shares), .init("modal", \.modal, in: shares),
      .init("rotate", \.rotate, in: shares),
      .init("background", \.background, in: shares), .init("links", \.links, in: shares),
      .init("crash", \.crash, in: shares),
    ]
  }
}
