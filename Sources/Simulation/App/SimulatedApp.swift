/// A made-up app and the people who use it, as an app description (`*.app.yml`) tells it.
///
/// The sound part (tabs, menus, behavior) describes an app without usability problems;
/// ``flaws`` lists what is to be wrong with it. Flaws are laid over the sound app only
/// when a log is written, so that they can be switched on and off freely.
public struct SimulatedApp: Sendable {
  /// The name of the app.
  public var name: String
  /// The file it was read from, for error messages.
  public var file: String
  /// App versions, oldest first; people update in the course of the simulated days.
  public var versions: [String]
  /// Devices on which it runs.
  public var platforms: [Platform]
  /// Languages and regions of the people.
  public var locales: [String]
  /// Tabs in the order of the tab bar; the first is shown at the start.
  public var tabs: [Tab]
  /// The More list, when the app has one.
  public var more: MoreList?
  /// Hidden menus.
  public var menus: [Menu]
  /// Gestures that people may make.
  public var gestures: [Gesture]
  /// Screens that notifications and links open.
  public var links: [Screen]
  /// What people come to get done.
  public var tasks: [Task]
  /// How people use the app.
  public var behaviour: Behaviour
  /// What is to be wrong with the app.
  public var flaws: [PlantedFlaw]
  /// Ways that some people walk on purpose; only flaws make them.
  var journeys: [Journey] = []
  /// Oddities of people that only flaws switch on.
  var habits = Habits()
}

extension SimulatedApp {
  /// A kind of device.
  public struct Platform: Sendable {
    public var name: String
    public var weight = 1.0
    public var systemVersions: [String] = []
    public var device = "phone"
    public var width = "compact"

    /// Whether it has a tablet's room, where a sidebar fits.
    var isWide: Bool { width == "regular" || device == "tablet" }
  }

  /// A screen and the screens that can be reached from it, one level down.
  public struct Screen: Sendable {
    public var name: String
    /// How often it is chosen among its siblings; at 0 nobody wanders there.
    public var weight = 1.0
    /// Median stay in seconds; without one, that of ``Behaviour``.
    public var dwell: Double?
    public var controls: [Control] = []
    /// Modal screens that can come up over it.
    public var modals: [String] = []
    public var screens: [Screen] = []
    /// The share of visits after which people leave the app.
    var endsSession = 0.0
    /// The tab bar is out of sight on it.
    var hidesBar = false
    /// People go on from it to its only child at once.
    var passesThrough = false
    /// The share of visits pushed from it that are left again in a moment.
    var pogo = 0.0
  }

  /// Something on a screen that people tap.
  public struct Control: Sendable {
    public var name: String
    public var weight = 1.0
    /// The share of taps on it that do nothing.
    public var dead = 0.01
    /// The share of people who once tap it in anger.
    var rage = 0.0
    /// Taps on it for each visit of its screen; without one, the people's usual rate.
    var rate: Double?
  }

  /// A tab of the tab bar with its hierarchy of screens.
  public struct Tab: Sendable {
    public var root: Screen
    public var name: String
    /// How often it is chosen among the tabs.
    public var weight = 1.0
    /// The share of people who ever use it.
    public var reach = 1.0
    /// The share of sessions that begin with a badge on it.
    public var badge = 0.0
    /// The share of taps on it that the app refuses.
    public var blocked = 0.0
    /// The share of returns that find its kept screens gone.
    var stateLost = 0.0
    /// People come sooner when it has a badge.
    var badgeHeeded = true
    /// Opens this modal screen instead of a section.
    var acts: String?
    /// Takes long to appear when first opened.
    var slowFirstOpen = false
    /// The share of rotations that its interface refuses to follow.
    var refusesRotation = 0.0
    /// The share of taps on its button that fall beside it.
    var missedTaps = 0.0
    /// It stands only on devices of compact width.
    var compactOnly = false
  }

  /// An item of the More list or of a hidden menu.
  public struct Item: Sendable {
    public var root: Screen
    public var name: String
    /// The share of people who discover it.
    public var reach = 0.8
    /// Uses for each session, once discovered; 0: used once and never again.
    public var weight = 0.15
    /// Everybody who finds it does so in ``firstSession``.
    public var atOnce = false
    /// Nobody uses it in an earlier session.
    public var firstSession = 1
  }

  /// The list of what did not fit the tab bar.
  public struct MoreList: Sendable {
    /// The name of the screen that shows the list.
    public var screen = "More"
    public var items: [Item] = []
    /// The share of openings that end without a choice.
    public var abandoned = 0.1
    /// Only used on devices with a tablet's room, or only on the others.
    var wideOnly = false
  }

  /// A hidden menu.
  public struct Menu: Sendable {
    public var name = "menu"
    public var items: [Item] = []
    /// The platforms that have it; empty: all.
    public var platforms: [String] = []
    /// The share of openings that end without a choice.
    public var abandoned = 0.15
    /// Median seconds until an item is chosen.
    public var scan = 1.8
    /// The share of people who open it at all; each of them has one favourite item then.
    public var reach: Double?
  }

  /// A gesture that people make on a screen.
  public struct Gesture: Sendable {
    public var name: String
    /// The screen on which it is made; without one, any.
    public var on: String?
    /// The share of people who know it.
    public var reach = 0.5
    /// How often those make it, for each visit of the screen.
    public var weight = 0.2
    /// The share of tries that fail.
    public var failing = 0.04
    /// The screen that it opens, one level down.
    var opens: String?
  }

  /// Something that people come to get done.
  public struct Task: Sendable {
    public var name: String
    /// The screen on which it starts: the root of the first tab.
    public var start: String
    public var goal: String
    /// The share of sessions that are about it.
    public var share = 0.2
    /// The share of tries that wander about before they get there.
    var lost = 0.0
    /// The share of tries that begin in the wrong place.
    var wrongFirst = 0.0
    /// The share of tries that go down a wrong way and back.
    var indirect = 0.0
  }

  /// A way down from the root of a tab that some people walk on purpose.
  struct Journey: Sendable {
    var path: [String]
    var reach: Double
    var weight: Double
    var flaw: Flaw?
  }
}
