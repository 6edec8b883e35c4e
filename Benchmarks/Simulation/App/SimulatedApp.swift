/// A made-up app and the people who use it, from an app description (`*.app.yml`).
///
/// The sound part (tabs, menus, behavior) describes an app without usability problems;
/// ``flaws`` lists its problems. Flaws are applied only when a log is written,
/// so they can be turned on and off freely.
package struct SimulatedApp: Sendable {
  /// The name of the app.
  package var name = ""
  /// App versions, oldest first; people update during the simulated days.
  package var versions = ["1.0.0"]
  /// Devices that it runs on.
  package var platforms = [Platform(name: "android", systemVersions: ["14"])]
  /// Languages and regions of the people.
  package var locales = ["en_US"]
  /// Tabs in the order of the tab bar; the app starts on the first.
  package var tabs: [Tab] = []
  /// The More list, when the app has one.
  package var more: MoreList?
  /// Hidden menus.
  package var menus: [Menu] = []
  /// Gestures that people may make.
  package var gestures: [Gesture] = []
  /// Screens that notifications and links open.
  package var links: [Screen] = []
  /// What people want to do.
  package var tasks: [Task] = []
  /// How people use the app.
  package var behavior = Behavior()
  /// The planted flaws.
  package var flaws: [PlantedFlaw] = []
  /// Ways that some people take on purpose; only flaws add them.
  var journeys: [Journey] = []
  /// Oddities of people that only flaws turn on.
  var habits = Habits()
}

extension SimulatedApp {
  /// A kind of device.
  package struct Platform: Sendable {
    package var name = ""
    package var weight = 1.0
    package var systemVersions: [String] = []
    package var device = "phone"
    package var width = "compact"

    /// Whether it is as wide as a tablet, so that a sidebar fits.
    var isWide: Bool { width == "regular" || device == "tablet" }
  }

  /// A screen and the screens that it leads to, one level down.
  package struct Screen: Sendable {
    package var name = ""
    /// How often it is chosen among its siblings; at 0 only on purpose.
    package var weight = 1.0
    /// Median stay in seconds (default: that of ``Behavior``).
    package var dwell: Double?
    package var controls: [Control] = []
    /// Modal screens that can come up over it.
    package var modals: [String] = []
    package var screens: [Screen] = []
    /// The share of visits after which people leave the app.
    var endsSession = 0.0
    /// Whether the tab bar is hidden on it.
    var hidesBar = false
    /// Whether people go on to its only child at once.
    var passesThrough = false
    /// The share of visits pushed from it that people leave again at once.
    var pogo = 0.0
  }

  /// A control on a screen.
  package struct Control: Sendable {
    package var name = ""
    package var weight = 1.0
    /// The share of taps on it that do nothing.
    package var dead = 0.01
    /// The share of people who once tap it repeatedly.
    var rage = 0.0
    /// Taps on it per visit of its screen (default: the usual rate).
    var rate: Double?
  }

  /// A tab of the tab bar with its hierarchy of screens.
  package struct Tab: Sendable {
    package var root = Screen()
    package var name = ""
    /// How often it is chosen among the tabs.
    package var weight = 1.0
    /// The weight on some platforms, by name.
    package var weights: [String: Double] = [:]
    /// The share of people who ever use it.
    package var reach = 1.0
    /// The share of sessions that begin with a badge on it.
    package var badge = 0.0
    /// The share of taps on it that the app refuses.
    package var blocked = 0.0
    /// The share of returns that find its state lost.
    var stateLost = 0.0
    /// Whether people come sooner if it has a badge.
    var badgeHeeded = true
    /// Opens this modal screen instead of a section.
    var acts: String?
    /// Whether it is slow to open the first time.
    var slowFirstOpen = false
    /// The share of rotations that its interface refuses to follow.
    var refusesRotation = 0.0
    /// The share of taps on its button that miss it.
    var missedTaps = 0.0
    /// Whether it is only on devices of compact width.
    var compactOnly = false
  }

  /// An item of the More list or of a hidden menu.
  package struct Item: Sendable {
    package var root = Screen()
    package var name = ""
    /// The share of people who discover it.
    package var reach = 0.8
    /// Uses per session, once discovered; 0: used once and never again.
    package var weight = 0.15
    /// The same on some platforms, by name.
    package var weights: [String: Double] = [:]
    /// Whether everybody who finds it does so in ``firstSession``.
    package var atOnce = false
    /// Nobody uses it in an earlier session.
    package var firstSession = 1
  }

  /// The overflow of the tab bar.
  package struct MoreList: Sendable {
    /// The name of the list's screen.
    package var screen = "More"
    package var items: [Item] = []
    /// The share of openings that end without a choice.
    package var abandoned = 0.1
    /// Whether it is only on devices as wide as a tablet, or only on the others.
    var wideOnly = false
  }

  /// A hidden menu.
  package struct Menu: Sendable {
    package var name = "menu"
    package var items: [Item] = []
    /// The platforms that have it; empty: all.
    package var platforms: [String] = []
    /// The share of openings that end without a choice.
    package var abandoned = 0.15
    /// Median seconds until an item is chosen.
    package var scan = 1.8
    /// The share of people who open it; each of them has one favorite item then.
    package var reach: Double?
  }

  /// A gesture that people make on a screen.
  package struct Gesture: Sendable {
    package var name = ""
    /// The screen on which it is made (default: any).
    package var on: String?
    /// The share of people who know it.
    package var reach = 0.5
    /// How often these make it, per visit of the screen.
    package var weight = 0.2
    /// The share of tries that fail.
    package var failing = 0.04
    /// The screen that it opens, one level down.
    var opens: String?
  }

  /// Something people want to do.
  package struct Task: Sendable {
    package var name = ""
    /// The screen on which it starts: the root of the first tab.
    package var start = ""
    package var goal = ""
    /// The share of sessions with it.
    package var share = 0.2
    /// The share of tries that wander around first.
    var lost = 0.0
    /// The share of tries that begin with a wrong choice.
    var wrongFirst = 0.0
    /// The share of tries that take a wrong way and go back.
    var indirect = 0.0
  }

  /// A way down from the root of a tab that some people take on purpose.
  struct Journey: Sendable {
    var path: [String]
    var reach: Double
    var weight: Double
    var flaw: Flaw?
  }

  /// How people use the app: the defaults are those of an app that works.
  package struct Behavior: Sendable {
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

extension SimulatedApp {
  /// The names of all screens of tabs, items and links, in the order of the description.
  package var screenNames: [String] {
    var seen: Set<String> = []
    let roots = tabs.map(\.root) + (more?.items ?? []).map(\.root) + menus.flatMap(\.items).map(\.root) + links
    return roots.flatMap { $0.levels().map(\.screen.name) }.filter { seen.insert($0).inserted }
  }
}

extension SimulatedApp.Screen {
  /// The names of the screens from this one down to another, both included.
  func path(to goal: String) -> [String]? {
    if name == goal { return [name] }
    return screens.lazy.compactMap { $0.path(to: goal) }.first.map { [name] + $0 }
  }

  /// The number of levels, including this one.
  var height: Int { 1 + (screens.map(\.height).max() ?? 0) }

  /// The screens at or below this one, with their levels (1: this one), top down.
  func levels(from level: Int = 1) -> [(screen: Self, level: Int)] { [(self, level)] + screens.flatMap { $0.levels(from: level + 1) } }

  /// Changes every screen with a name, at or below this one; returns whether there was one.
  @discardableResult
  mutating func change(_ name: String, _ change: (inout Self) -> Void) -> Bool {
    var found = self.name == name
    if found { change(&self) }
    for index in screens.indices where screens[index].change(name, change) { found = true }
    return found
  }
}
