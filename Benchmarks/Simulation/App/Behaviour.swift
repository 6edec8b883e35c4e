extension SimulatedApp {
  /// How people use the app: the defaults are those of an app that works.
  package struct Behaviour: Sendable {
    /// Mean number of sessions of a person (geometric).
    package var sessions = 7.0
    /// Mean number of sections that a session goes to.
    package var errands = 3.4
    /// Chance that a new person looks at a tab in the first session.
    package var curiosity = 0.92
    /// Median stay on a screen in seconds (lognormal).
    package var dwell = 8.0
    /// Spread of the stay: sigma of the lognormal.
    package var spread = 0.7
    /// Chance to go one level down from a screen that has children.
    package var drill = 0.6
    /// Chance to go back from a screen instead of on to another section.
    package var back = 0.45
    /// Chance that a way back is a swipe and not the button.
    package var swipe = 0.35
    /// Chance that the current tab is tapped to get to its root, when people return to it at a deeper level.
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
  }

  /// Oddities that a well-built app does not cause: all off until a flaw turns them on.
  struct Habits: Sendable {
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
  }
}
