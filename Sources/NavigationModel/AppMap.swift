/// What `navaudit.yml` declares about an app: facts that the log does not show. Reports work without any of it.
public struct AppMap: Sendable, Equatable {
  /// The app's name, for the report's title.
  public var app: String?
  /// The tabs of the tab bar, in order.
  public var tabs: [String] = []
  public var more: More?
  public var menus: [Menu] = []
  public var screens: [Screen] = []
  /// The root screens of tabs.
  public var roots: [Root] = []
  public var tasks: [Task] = []
  /// Rewriting of screen names, in order; the first match wins.
  public var screenNames: [ScreenName] = []
  /// Other names of tabs and items, such as their labels in other languages; replaced when a log is read.
  public var entryNames: [EntryName] = []
  /// Names that are not screens, such as a framework's containers: regular expressions that must match the entire name.
  public var ignoredScreens: [String] = []
  /// Whether names that look like personal data are masked (``PersonalData``).
  public var masksNames = true
  /// Users whose events are left out, such as robots and testers: regular expressions that are found in the user as
  /// logged.
  public var excludedUsers: [String] = []
  /// Where and when entries exist, if the log is inconclusive.
  public var entries: [EntryScope] = []
  /// Screens where a rule's complaint would be wrong; the first pattern found wins.
  public var screenKinds: [ScreenKindRule] = []
  /// What the plan may change.
  public var advice = Advice()
  /// What comparisons judge by.
  public var compare = Compare()
  /// Where else sessions and users can be looked at.
  public var links = Links()
  /// Settings of rules, by rule id.
  public var rules: [RuleSettings] = []
  /// The record fields that hold the native fields.
  public var columns: [FieldSource.Assignment] = []
  /// How times are written, if not as in the native log.
  public var times = TimeNotation.standard
  /// The time zone of days, and of times without one, as in the IANA time zone database; nil: UTC.
  public var timeZone: String?
  /// The longest pause between neighboring events with the same session id, seconds: a longer one ends the session. 0:
  /// no limit; nil: 4 hours.
  public var longestPause: Int?
  /// What the app's own events mean.
  public var events: [EventMapping] = []
  /// Whether structure that the map does not declare is inferred from screens.
  public var infersStructure = false
  /// The inferred structure. Not part of the file.
  public var guess: StructureGuess?

  public init() {}

  package var calendar: CalendarDays { timeZone.flatMap(CalendarDays.init(zone:)) ?? .utc }

  /// Addresses of sessions and users in other tools, such as replays: `{session}` and `{user}` stand for the ids as
  /// logged, `{time}` for the start of the session.
  public struct Links: Sendable, Equatable {
    public var session: String?
    public var user: String?

    public init() {}
  }

  /// What comparisons judge by.
  public struct Compare: Sendable, Equatable {
    /// The measures named in advance: their p-values are not adjusted for the number of measures.
    public var primary: [String] = []
    /// The smallest change worth having, as a share; nil: the default.
    public var smallest: Double?

    public init() {}
  }

  /// The overflow of the tab bar.
  public struct More: Sendable, Equatable {
    /// The tab that opens the list.
    public var tab: String?
    public var items: [String]

    public init(tab: String? = nil, items: [String] = []) { (self.tab, self.items) = (tab, items) }
  }

  /// A hidden menu.
  public struct Menu: Sendable, Equatable {
    /// The `container` of its events.
    public var name: String
    public var items: [String]
    /// The screen that the log shows while the menu is open.
    public var screen: String?

    public init(name: String, items: [String] = [], screen: String? = nil) {
      self.name = name
      self.items = items
      self.screen = screen
    }
  }

  public struct Screen: Sendable, Equatable {
    public var name: String
    /// The screen from which one navigates down to it.
    public var parent: String?

    public init(name: String, parent: String? = nil) { (self.name, self.parent) = (name, parent) }
  }

  public struct Root: Sendable, Equatable {
    public var tab: String
    public var screen: String

    public init(tab: String, screen: String) { (self.tab, self.screen) = (tab, screen) }
  }

  /// Something people want to do, from a start screen to a goal screen.
  public struct Task: Sendable, Equatable {
    public var name: String
    public var start: String
    public var goal: String

    public init(name: String, start: String, goal: String) { (self.name, self.start, self.goal) = (name, start, goal) }
  }

  /// A rule of `screen_names`: screens that match `pattern` are renamed to `name`; `$1`…`$9` stand for the groups.
  public struct ScreenName: Sendable, Equatable {
    public var pattern: String
    public var name: String

    public init(pattern: String, name: String) { (self.pattern, self.name) = (pattern, name) }
  }

  /// A name of a tab or an item that is replaced by another.
  public struct EntryName: Sendable, Equatable {
    public var logged: String
    public var name: String

    public init(logged: String, name: String) { (self.logged, self.name) = (logged, name) }
  }

  /// Where and when a tab, item, menu or gesture exists.
  public struct EntryScope: Sendable, Equatable {
    public var name: String
    /// The first and the last version of the app that has it.
    public var since: String?
    public var until: String?
    /// The platforms and variants that have it; empty: all.
    public var platforms: [String] = []
    public var variants: [String] = []

    public init(
      name: String, since: String? = nil, until: String? = nil, platforms: [String] = [], variants: [String] = []
    ) {
      self.name = name
      self.since = since
      self.until = until
      self.platforms = platforms
      self.variants = variants
    }
  }

  /// What a screen is for; rules don't judge what is right for its kind (TheRules.md).
  public enum ScreenKind: String, Sendable, Equatable, CaseIterable {
    case wizard, player, folder, compose, lookup
  }

  /// A rule of `screens_kind`: screens whose name contains a match of `pattern`, after renaming.
  public struct ScreenKindRule: Sendable, Equatable {
    public var pattern: String
    public var kind: ScreenKind

    public init(pattern: String, kind: ScreenKind) { (self.pattern, self.kind) = (pattern, kind) }
  }

  /// What the plan may change (ThePlan.md, *Whose layout*).
  public struct Advice: Sendable, Equatable {
    /// How many slots the bar has, the More tab included. A bar with more tabs keeps its size.
    public var slots = 5
    /// Entries that never move; nil for the default, the tab on which most parts of sessions begin.
    public var pinned: [String]?
    /// Entries that the app's owner wants to keep in place.
    public var never: [String] = []
    /// The smallest saving worth a change, in taps per 100 sessions.
    public var leastSaving = 1.0
    /// How often the same figures are looked at, as in weekly reports; nil if it is not known.
    public var looks: Int?

    public init() {}
  }

  /// What the map says about a rule.
  public struct RuleSettings: Sendable, Equatable {
    public var rule: String
    public var isOff = false
    /// Thresholds other than the default, by name.
    public var thresholds: [String: Double] = [:]
    public var exemptions: [Exemption] = []

    public init(rule: String) { self.rule = rule }
  }

  /// A subject that is exempt from a rule.
  public struct Exemption: Sendable, Equatable {
    public var subject: String
    public var reason: String?

    public init(subject: String, reason: String? = nil) { (self.subject, self.reason) = (subject, reason) }
  }

  public func settings(of rule: String) -> RuleSettings? { rules.first { $0.rule == rule } }

  /// The value of a rule's threshold, clamped to a range; `defaultValue` unless the map has a number for it.
  public func threshold(_ name: String, of rule: String, default defaultValue: Double, in range: ClosedRange<Double>)
    -> Double
  {
    guard let value = settings(of: rule)?.thresholds[name], !value.isNaN else { return defaultValue }
    return min(max(value, range.lowerBound), range.upperBound)
  }

  /// All names that the map declares: tabs, screens, menus, items, tasks, and the words that it gives to events.
  package var declaredTexts: Set<NameText> {
    var texts = tabs
    if let more { texts += more.items + [more.tab].compactMap(\.self) }
    for menu in menus { texts += [menu.name] + menu.items + [menu.screen].compactMap(\.self) }
    for screen in screens { texts += [screen.name] + [screen.parent].compactMap(\.self) }
    for root in roots { texts += [root.tab, root.screen] }
    for task in tasks { texts += [task.name, task.start, task.goal] }
    texts += screenNames.map(\.name) + entryNames.map(\.name)
    for mapping in events {
      for assignment in mapping.assignments { if case .constant(let text) = assignment.source { texts.append(text) } }
    }
    return Set(texts: texts)
  }

  /// Removes the declared names of tabs, items, menus, screens and tasks that must not be shown.
  package mutating func keepNames(where isShown: (String) -> Bool) {
    tabs.removeAll { !isShown($0) }
    more?.items.removeAll { !isShown($0) }
    if let tab = more?.tab, !isShown(tab) { more?.tab = nil }
    menus.removeAll { !isShown($0.name) }
    for index in menus.indices {
      menus[index].items.removeAll { !isShown($0) }
      if let screen = menus[index].screen, !isShown(screen) { menus[index].screen = nil }
    }
    screens.removeAll { !isShown($0.name) }
    for index in screens.indices {
      if let parent = screens[index].parent, !isShown(parent) { screens[index].parent = nil }
    }
    roots.removeAll { !isShown($0.tab) || !isShown($0.screen) }
    tasks.removeAll { !isShown($0.name) || !isShown($0.start) || !isShown($0.goal) }
  }
}
