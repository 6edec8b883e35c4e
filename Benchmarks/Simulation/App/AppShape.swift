/// An app as its users see it: its entries, where they lead, and how much people usually use them.
///
/// A shape has no randomness: people (``Person``) walk on it (``Walk``), and the same seed gives the same log.
package struct AppShape: Sendable {
  /// A screen with the screens below it.
  package struct Screen: Sendable {
    /// `*` stands for an id that is new at every visit.
    package var name: String
    /// How often it is opened, relative to its siblings.
    package var weight: Double
    /// Median stay in seconds.
    package var stay: Double
    package var below: [Screen]
    package var modals: [Modal]
    /// The chance to go on to a screen below; nil: the app's default.
    package var goesOn: Double?
    /// The chance to open another screen below after coming back from one.
    package var opensAnother: Double
    /// The chance to open another screen of the same kind one level down (an article that links to articles, a folder in a folder).
    package var nests: Double

    package init(
      _ name: String, weight: Double = 1, stay: Double = 9, goesOn: Double? = nil, opensAnother: Double = 0.2, nests: Double = 0,
      modals: [Modal] = [], _ below: [Screen] = []
    ) {
      self.name = name
      self.weight = weight
      self.stay = stay
      self.below = below
      self.modals = modals
      self.goesOn = goesOn
      self.opensAnother = opensAnother
      self.nests = nests
    }

    /// This screen and all below it.
    package var all: [Screen] { [self] + below.flatMap(\.all) }
  }

  /// Modal screens that are passed through in order.
  package struct Modal: Sendable {
    package var screens: [String]
    /// The chance that a visit of its screen opens it.
    package var share: Double
    /// The chance, on each of its screens, to go on to the next.
    package var goesOn: Double
    package var stay: Double

    package init(_ screens: [String], share: Double = 0.12, goesOn: Double = 0.92, stay: Double = 7) {
      self.screens = screens
      self.share = share
      self.goesOn = goesOn
      self.stay = stay
    }
  }

  /// An entry of the navigation: a tab, an item of the More list, an item of a menu.
  package struct Entry: Sendable {
    package var name: String
    package var root: Screen
    /// Its relative use among people who use it.
    package var weight: Double
    /// The share of eligible users who use it.
    package var reach: Double
    /// Its platforms; nil: all.
    package var platforms: [String]?
    package var variants: [String]?
    /// The index of the first release that has it, and of the first that no longer has it.
    package var since = 0
    package var until = Int.max
    /// The modal that a tab opens instead of a section.
    package var acts: Modal?

    package init(_ name: String, _ root: Screen, weight: Double = 1, reach: Double = 0.95) {
      self.name = name
      self.root = root
      self.weight = weight
      self.reach = reach
    }

    func exists(release: Int, _ segment: LoggedEvent.Segment) -> Bool {
      release >= since && release < until && (platforms?.contains(segment.platform ?? "") ?? true) && (variants?.contains(segment.variant ?? "") ?? true)
    }
  }

  /// A hidden menu.
  package struct Menu: Sendable {
    package var name: String
    package var items: [Entry]
    /// Its platforms; nil: all.
    package var platforms: [String]?
    /// The share of openings that end without a choice.
    package var abandoned: Double

    package init(_ name: String = "menu", platforms: [String]? = nil, abandoned: Double = 0.1, _ items: [Entry]) {
      self.name = name
      self.items = items
      self.platforms = platforms
      self.abandoned = abandoned
    }
  }

  package struct Gesture: Sendable {
    package var name: String
    /// The screen on which it is made.
    package var screen: String
    package var reach: Double
    package var failing: Double

    package init(_ name: String, on screen: String, reach: Double = 0.5, failing: Double = 0.04) {
      self.name = name
      self.screen = screen
      self.reach = reach
      self.failing = failing
    }
  }

  package struct Device: Sendable {
    package var segment: LoggedEvent.Segment
    package var weight: Double

    package init(_ platform: String, _ device: String = "phone", weight: Double = 1) {
      let version = platform == "ios" ? "18.3" : "15"
      segment = LoggedEvent.Segment(platform: platform, systemVersion: version, device: device, width: device == "tablet" ? "regular" : "compact")
      self.weight = weight
    }
  }

  /// A task that people do from the root of the first tab, and whose start and end the app logs.
  package struct Task: Sendable {
    package var name: String
    /// The screens from the root of the first tab to the goal.
    package var path: [String]
    package var share: Double

    package init(_ name: String, path: [String], share: Double = 0.15) {
      self.name = name
      self.path = path
      self.share = share
    }
  }

  package var name: String
  package var tabs: [Entry]
  package var more: [Entry] = []
  package var menus: [Menu] = []
  package var gestures: [Gesture] = []
  /// Tap targets without any effect on navigation, with the share of taps that the app ignores.
  package var controls: [(name: String, dead: Double)] = []
  package var links: [Screen] = []
  package var tasks: [Task] = []
  package var devices = [Device("ios", weight: 45), Device("android", weight: 50), Device("android", "tablet", weight: 5)]
  /// Screens before the first one at every start (an unlock screen).
  package var gate: [String] = []

  /// The first screen of an app without tabs.
  package var start: Screen?

  /// What rules find in the structure itself: a More list on tablets, where a sidebar fits.
  package var structuralFlaws: [Subject] {
    !more.isEmpty && devices.contains { $0.segment.device == "tablet" } ? [Subject("tabs.wide-overflow", "app")] : []
  }

  /// The kinds of screens: a name, or a prefix followed by `*`, and the kind in the map.
  package var kinds: [(pattern: String, kind: String)] = []

  // What people do, unless a screen overrides it.
  package var meanSessions = 9.0
  /// Mean number of things that people do in a session.
  package var errands = 2.6
  package var goesOn = 0.65
  /// At the end of a deep errand: the chance to go back step by step, and to select the tab again; otherwise people leave from there.
  package var climbs = 0.12
  package var reselects = 0.35
  /// The share of sessions that a link or a notification starts.
  package var linked = 0.05
  /// Tabs that refuse this share of their selections.
  package var refuses: [String: Double] = [:]
  /// The release from which on no tab refuses.
  package var refusesUntil = Int.max
  /// Platforms whose tabs start at their root whenever they are selected.
  package var resetsTabsOn: Set<String> = []

  package init(_ name: String, tabs: [Entry]) {
    self.name = name
    self.tabs = tabs
  }

  /// All entries, with their menu (nil: the bar or the More list).
  package var entries: [Entry] { tabs + more + menus.flatMap(\.items) }

  /// A screen's name in tables: without ids.
  package static func folded(_ name: String) -> String { name.replacing("/*", with: "") }
}

/// The kinds of screens, as the map declares them: the first matching pattern wins.
///
/// Patterns are names, or prefixes followed by `*`; the map writes them as regular expressions.
package struct KindsOfScreens: Sendable {
  private let kinds: [(pattern: String, kind: String)]

  package init(_ kinds: [(pattern: String, kind: String)]) { self.kinds = kinds }

  package func kind(of screen: String) -> String? {
    kinds.first { $0.pattern.hasSuffix("*") ? screen.hasPrefix($0.pattern.dropLast()) : screen == $0.pattern }?.kind
  }
}
