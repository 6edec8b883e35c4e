/// A made-up app and how people use it, from an app description (`*.app.yml`) or drawn at random.
///
/// The sound part (tabs, menus, behavior) describes an app without usability problems;
/// ``flaws`` lists its problems. Flaws are applied only when a log is written,
/// so they can be turned on and off freely.
///
/// Two kinds of people walk through it: those of ``SessionWalk`` plan their errands, those of ``TasteWalk`` follow
/// their tastes. Some settings are for one of them.
package struct SimulatedApp: Sendable, DescribedPart {
  package var name = ""
  /// App versions, oldest first; people update during the simulated days.
  package var versions = ["1.0.0"]
  package var platforms = [Platform("android", systemVersions: ["14"])]
  /// Languages and regions of the people.
  package var locales = ["en_US"]
  /// Tabs in the order of the tab bar; the app starts on the first.
  package var tabs: [Entry] = []
  /// The overflow of the tab bar, when the app has one: named after its screen.
  package var more: Menu?
  package var menus: [Menu] = []
  package var gestures: [Gesture] = []
  /// Tap targets on all screens without any effect on navigation.
  package var controls: [Control] = []
  /// Screens that notifications and links open.
  package var links: [Screen] = []
  /// What people want to do.
  package var tasks: [Task] = []
  package var behavior = Behavior()
  /// Screens before the first one at every start (an unlock screen).
  package var gate: [String] = []
  /// The first screen of an app without tabs.
  package var start: Screen?
  /// What screens are for, as the app's map says: pairs of a pattern (a name, or a prefix followed by `*`) and a kind.
  /// The first match counts.
  package var kinds: [[String]] = []
  /// Platforms whose tabs start at their root whenever they are selected.
  package var resetsTabsOn: [String] = []
  package var flaws: [PlantedFlaw] = []
  /// Screens that some people go down to on purpose; only flaws add them.
  var journeys: [(goal: String, reach: Double, weight: Double)] = []

  static let keys: [DescribedKey<Self>] = [
    .init("app", \.name, isNeeded: true), .init("versions", \.versions), .init("platforms", \.platforms),
    .init("locales", \.locales),
    .init("tabs", \.tabs), .init(name: "more") { $0.more = try $1.read(startingWith: Menu.more) },
    .init("menus", \.menus), .init("gestures", \.gestures),
    .init("links", \.links), .init("tasks", \.tasks), .init("behavior", \.behavior), .init("gate", \.gate),
    .init("start", \.start),
    .init("kinds", \.kinds), .init("resets_tabs_on", \.resetsTabsOn),
    .init(name: "flaws") { $0.flaws = try PlantedFlaw.list($1) },
  ]
}

extension SimulatedApp {
  /// A kind of device.
  package struct Platform: Sendable, Named {
    package var name = ""
    package var weight = 1.0
    package var systemVersions: [String] = []
    package var device = "phone"
    package var width = "compact"
    /// The experiment arm or brand of all people who have it.
    package var variant: String?

    package init() {}

    package init(_ name: String, systemVersions: [String] = [], device: String = "phone", weight: Double = 1) {
      self.name = name
      self.systemVersions = systemVersions
      self.device = device
      self.weight = weight
    }

    /// Whether it is as wide as a tablet, so that a sidebar fits.
    var isWide: Bool { width == "regular" || device == "tablet" }

    static let keys: [DescribedKey<Self>] = [
      .init("name", \.name, isNeeded: true), .init("weight", \.weight, in: positive),
      .init("os_versions", \.systemVersions), .init("device", \.device),
      .init("width", \.width),
    ]
  }

  /// A screen and the screens that it leads to, one level down.
  package struct Screen: Sendable, Named {
    /// With a trailing `/*`, it has an id that is new at every visit.
    package var name = ""
    /// How often it is chosen among its siblings; at 0 only on purpose.
    package var weight = 1.0
    /// Median stay in seconds (default: that of the people).
    package var dwell: Double?
    package var controls: [Control] = []
    package var modals: [Modal] = []
    package var screens: [Screen] = []
    /// The chance to go on to a screen below (default: that of ``Behavior``).
    package var goesOn: Double?
    /// The chance to open another screen below after coming back from one.
    package var opensAnother = 0.2
    /// The chance to open another screen of the same kind one level down (an article that links to articles, a folder
    /// in a folder).
    package var nests = 0.0
    /// The share of visits after which people leave the app.
    var endsSession = 0.0
    var hidesBar = false
    /// Whether people go on to its only child at once.
    var passesThrough = false
    /// The share of visits pushed from it that people leave again at once.
    var pogo = 0.0

    static let keys: [DescribedKey<Self>] =
      [.init("name", \.name, isNeeded: true), .init("weight", \.weight, in: positive)] + contents
    /// The keys of a screen wherever it occurs.
    static let contents: [DescribedKey<Self>] = [
      .init("dwell", \.dwell, in: 0.1...3600), .init("controls", \.controls), .init("modals", \.modals),
      .init("screens", \.screens),
      .init("goes_on", \.goesOn, in: shares), .init("opens_another", \.opensAnother, in: shares),
      .init("nests", \.nests, in: shares),
    ]
  }

  package struct Control: Sendable, Named {
    package var name = ""
    package var weight = 1.0
    /// The share of taps on it that do nothing.
    package var dead = 0.01
    /// The share of people who once tap it repeatedly.
    var rage = 0.0
    /// Taps on it per visit of its screen (default: the usual rate).
    var rate: Double?

    static let keys: [DescribedKey<Self>] = [
      .init("name", \.name, isNeeded: true), .init("weight", \.weight, in: positive), .init("dead", \.dead, in: shares),
    ]
  }

  /// Modal screens that are passed through in order; the planned walk shows the first.
  package struct Modal: Sendable, Named {
    package var screens: [String] = []
    /// The chance that a visit of its screen opens it.
    package var share = 0.12
    /// The chance, on each of its screens, to go on to the next.
    package var goesOn = 0.92
    package var dwell = 7.0

    package var name: String { screens.first ?? "" }

    static let keys: [DescribedKey<Self>] = [
      .init(name: "screens", isNeeded: true) { $0.screens = $1.node.scalar == nil ? try $1.read() : [try $1.read()] },
      .init("share", \.share, in: shares),
      .init("goes_on", \.goesOn, in: shares), .init("dwell", \.dwell),
    ]
  }

  /// An entry of the navigation, with the screens that it leads to: a tab, an item of the More list or of a hidden
  /// menu.
  package struct Entry: Sendable, Named {
    package var name = ""
    package var root = Screen()
    /// How often a tab is chosen among the tabs; uses of an item per session, once discovered (0: used once and never
    /// again).
    package var weight = 1.0
    /// The weight on some platforms, by name.
    package var weights: [String: Double] = [:]
    /// The share of people who ever use it.
    package var reach = 1.0
    /// The share of sessions that begin with a badge on it.
    package var badge = 0.0
    /// The share of taps on it that the app refuses, up to a release.
    package var blocked = 0.0
    package var blockedUntil = Int.max
    /// What it opens instead of a section.
    package var acts: Modal?
    /// Its platforms and its experiment arms; nil: all.
    package var platforms: [String]?
    package var variants: [String]?
    /// The index of the first release that has it, and of the first that no longer has it.
    package var since = 0
    package var until = Int.max
    /// The share of returns that find its state lost.
    var stateLost = 0.0
    /// Whether people come sooner if it has a badge.
    var badgeHeeded = true
    var slowFirstOpen = false
    /// The share of rotations that its interface refuses to follow.
    var refusesRotation = 0.0
    /// The share of taps on its button that miss it.
    var missedTaps = 0.0
    /// Whether it is only on devices of compact width.
    var compactOnly = false
    /// Whether everybody who finds it does so in ``firstSession``.
    var atOnce = false
    /// Nobody uses it in an earlier session.
    var firstSession = 1

    static let keys: [DescribedKey<Self>] =
      [
        .init(name: "name", isNeeded: true) { entry, value in
          (entry.name, entry.root.name) = try (value.read(), value.read())
        },
        .init("screen", \.root.name), .init("weight", \.weight, in: positive),
        .init("weights", \.weights, in: positive),
        .init("reach", \.reach, in: shares), .init("badge", \.badge, in: shares),
        .init("blocked", \.blocked, in: shares), .init("acts", \.acts),
      ] + Screen.contents.map { $0.of(\.root) }

    /// An item without a description.
    static let item = Entry(weight: 0.15, reach: 0.8)

    func weight(on platform: Platform) -> Double { weights.isEmpty ? weight : weights[platform.name] ?? weight }

    func exists(release: Int, _ segment: LoggedEvent.Segment) -> Bool {
      release >= since && release < until && (platforms?.contains(segment.platform ?? "") ?? true)
        && (variants?.contains(segment.variant ?? "") ?? true)
    }
  }

  /// A hidden menu, or the More list.
  package struct Menu: Sendable, Named {
    package var name = "menu"
    package var items: [Entry] = []
    /// The platforms that have it; empty: all.
    package var platforms: [String] = []
    /// The share of openings that end without a choice.
    package var abandoned = 0.15
    /// Median seconds until an item is chosen.
    package var scan = 1.8
    /// The share of people who open it; each of them has one favorite item then.
    package var reach: Double?
    /// Whether the More list is only on devices as wide as a tablet, or only on the others.
    var wideOnly = false

    static let keys: [DescribedKey<Self>] = [
      .init("name", \.name),
      .init(name: "items", isNeeded: true) { $0.items = try $1.list().map { try $0.read(startingWith: .item) } },
      .init("platforms", \.platforms),
      .init("abandoned", \.abandoned, in: 0...0.95), .init("scan", \.scan, in: 0.2...60),
      .init("reach", \.reach, in: shares),
    ]

    static let more = Menu(name: "More", abandoned: 0.1)

    func isOn(_ platform: String?) -> Bool { platforms.isEmpty || platforms.contains(platform ?? "") }
  }

  package struct Gesture: Sendable, Named {
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

    static let keys: [DescribedKey<Self>] = [
      .init("name", \.name, isNeeded: true), .init("on", \.on), .init("reach", \.reach, in: shares),
      .init("weight", \.weight, in: shares),
      .init("failing", \.failing, in: 0...0.95),
    ]
  }

  package struct Task: Sendable, Named {
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

    static let keys: [DescribedKey<Self>] = [
      .init("name", \.name, isNeeded: true), .init("start", \.start, isNeeded: true),
      .init("goal", \.goal, isNeeded: true),
      .init("share", \.share, in: shares),
    ]
  }
}

extension SimulatedApp {
  package var moreItems: [Entry] {
    get { more?.items ?? [] }
    set {
      more = newValue.isEmpty ? nil : more ?? .more
      more?.items = newValue
    }
  }

  typealias PlacedEntry = (entry: Entry, menu: Menu?, index: Int)

  /// All entries, with their menu, if any, and their index there or in the list: those of the bar, the More list, and
  /// the menus.
  var placedEntries: [PlacedEntry] {
    let lists = [(nil, tabs), (nil, moreItems)] + menus.map { ($0, $0.items) }
    return lists.flatMap { menu, entries in entries.enumerated().map { ($1, menu, $0) } }
  }
  package var entries: [Entry] { placedEntries.map(\.entry) }

  /// Changes the entry at this index of ``entries``.
  mutating func change(_ index: Int, _ change: (inout Entry) -> Void) {
    var index = index
    for list in [\Self.tabs, \.moreItems] + menus.indices.map({ \.menus[$0].items }) {
      if self[keyPath: list].indices.contains(index) { change(&self[keyPath: list][index]) }
      index -= self[keyPath: list].count
    }
  }

  /// The names of all screens of tabs, items and links, in the order of the description.
  package var screenNames: [String] {
    var seen: Set<String> = []
    return (entries.map(\.root) + links).flatMap { $0.all.map(\.name) }.filter { seen.insert($0).inserted }
  }

  /// What a screen is for, as the map says.
  func kind(of screen: String) -> String? {
    kinds.first { $0[0].hasSuffix("*") ? screen.hasPrefix($0[0].dropLast()) : screen == $0[0] }?[1]
  }

  /// A screen's name in tables: without ids.
  package static func folded(_ name: String) -> String { name.replacing("/*", with: "") }
}

extension SimulatedApp.Screen {
  /// The screens from this one down to another, both included.
  func path(to goal: String) -> [Self]? {
    name == goal ? [self] : screens.lazy.compactMap { $0.path(to: goal) }.first.map { [self] + $0 }
  }

  /// The number of levels, including this one.
  var height: Int { 1 + (screens.map(\.height).max() ?? 0) }

  /// The screens below it, each with the one above.
  var edges: [(screen: String, parent: String)] { screens.flatMap { [($0.name, name)] + $0.edges } }

  /// This screen and all below it, top down.
  var all: [Self] { [self] + screens.flatMap(\.all) }
}
