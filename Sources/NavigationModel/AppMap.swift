/// What is declared about an app in `navaudit.yml`: what the log cannot tell. Nothing in it is needed to get a report.
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
  /// Rewriting of screen names, in order; the first that matches wins.
  public var screenNames: [ScreenName] = []
  /// Screens that are none, such as the containers of a framework: regular expressions that the whole name must match.
  public var ignoredScreens: [String] = []
  /// Whether names that look like personal data are masked (``NameMask``).
  public var masksNames = true
  /// Where and when entries exist, for those of which the log alone cannot tell.
  public var entries: [EntryScope] = []
  /// Screens of which people are right to do what a rule would mind; the first pattern that is found counts.
  public var screenKinds: [ScreenKindRule] = []
  /// What the plan may change.
  public var advice = Advice()
  /// Settings of rules, by rule id.
  public var rules: [RuleSettings] = []
  /// In which fields of the log's records the native fields are found.
  public var columns: [FieldSource.Assignment] = []
  /// How times are written, where that is not as in the native log.
  public var times = TimeNotation.usual
  /// What the app's own events mean.
  public var events: [EventMapping] = []
  /// Whether what the map does not say of the structure is guessed from screens.
  public var infersStructure = false
  /// What was guessed of the structure. Not part of the file.
  public var guess: StructureGuess?

  public init() {}

  /// The overflow of the tab bar.
  public struct More: Sendable, Equatable {
    /// The tab that opens the list.
    public var tab: String?
    public var items: [String]

    public init(tab: String? = nil, items: [String] = []) {
      self.tab = tab
      self.items = items
    }
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
    /// The screen from which one drills down to it.
    public var parent: String?

    public init(name: String, parent: String? = nil) {
      self.name = name
      self.parent = parent
    }
  }

  public struct Root: Sendable, Equatable {
    public var tab: String
    public var screen: String

    public init(tab: String, screen: String) {
      self.tab = tab
      self.screen = screen
    }
  }

  /// Something people want to do: from a screen to a screen.
  public struct Task: Sendable, Equatable {
    public var name: String
    public var start: String
    public var goal: String

    public init(name: String, start: String, goal: String) {
      self.name = name
      self.start = start
      self.goal = goal
    }
  }

  /// One rule of `screen_names`: screens that match `pattern` are called `name`, in which `$1`…`$9` are what the groups matched.
  public struct ScreenName: Sendable, Equatable {
    public var pattern: String
    public var name: String

    public init(pattern: String, name: String) {
      self.pattern = pattern
      self.name = name
    }
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

    public init(name: String, since: String? = nil, until: String? = nil, platforms: [String] = [], variants: [String] = []) {
      self.name = name
      self.since = since
      self.until = until
      self.platforms = platforms
      self.variants = variants
    }
  }

  /// What a screen is for, where rules leave out what is right for it (TheRules.md).
  public enum ScreenKind: String, Sendable, Equatable, CaseIterable {
    case wizard, player, folder, compose, lookup
  }

  /// One rule of `screens_kind`: screens in whose name, after renaming, `pattern` is found.
  public struct ScreenKindRule: Sendable, Equatable {
    public var pattern: String
    public var kind: ScreenKind

    public init(pattern: String, kind: ScreenKind) {
      self.pattern = pattern
      self.kind = kind
    }
  }

  /// What the plan may change (ThePlan.md, *Layouts*).
  public struct Advice: Sendable, Equatable {
    /// How many places the bar has, the More tab included. A bar that has more today keeps them.
    public var slots = 5
    /// Entries that stay in their place; nil for the default, the tab on which most parts of sessions begin.
    public var pinned: [String]?
    /// Entries that are never moved, by order of the app's owner.
    public var never: [String] = []
    /// The least saving that is worth a change, taps per 100 sessions.
    public var leastSaving = 1.0

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

  /// A subject that a rule leaves alone.
  public struct Exemption: Sendable, Equatable {
    public var subject: String
    public var reason: String?

    public init(subject: String, reason: String? = nil) {
      self.subject = subject
      self.reason = reason
    }
  }

  public func settings(of rule: String) -> RuleSettings? { rules.first { $0.rule == rule } }
}

/// How a log writes times that are neither RFC 3339 nor counted from 1970.
public struct TimeNotation: Sendable, Equatable {
  /// In which order a date names day, month and year.
  public enum Order: String, Sendable, CaseIterable {
    case yearFirst = "year-first"
    case dayFirst = "day-first"
    case monthFirst = "month-first"
  }

  /// Nil: dates are as in RFC 3339.
  public var order: Order?
  /// Whether numbers count from the start of 2001, as Apple's frameworks do.
  public var isSince2001: Bool

  public init(order: Order? = nil, isSince2001: Bool = false) {
    self.order = order
    self.isSince2001 = isSince2001
  }

  public static let usual = TimeNotation()
  /// Seconds from 1970 to the start of 2001 (`NSTimeIntervalSince1970`).
  public static let epochOf2001: Int64 = 978_307_200
}

/// Where a native field of an event comes from.
public enum FieldSource: Sendable, Equatable {
  /// A field of the record; a nested one is found by its path.
  case path([String])
  /// The first of several fields that has a value.
  case firstOf([[String]])
  /// The same for all records.
  case constant(String)

  /// A native field and its source.
  public struct Assignment: Sendable, Equatable {
    /// The word of the native field (`user`, `time`, `screen`, …).
    public var field: String
    public var source: FieldSource

    public init(field: String, source: FieldSource) {
      self.field = field
      self.source = source
    }
  }
}

/// What one kind of the app's own events means: records that match get these native fields.
public struct EventMapping: Sendable, Equatable {
  /// A field of the record, by its path, and what must hold of its text. A field that is not known has an empty text.
  public struct Condition: Sendable, Equatable {
    public var path: [String]
    public var test: Test

    public init(path: [String], test: Test) {
      self.path = path
      self.test = test
    }

    public init(path: [String], text: String) { self.init(path: path, test: .isOneOf([text])) }
  }

  /// What must hold of a text.
  public enum Test: Sendable, Hashable {
    case isOneOf([String])
    case begins(String)
    /// The regular expression is found in it.
    case matches(String)
  }

  /// All must hold.
  public var conditions: [Condition]
  /// The native fields that it gives; `event` is a constant.
  public var assignments: [FieldSource.Assignment]

  public init(conditions: [Condition], assignments: [FieldSource.Assignment]) {
    self.conditions = conditions
    self.assignments = assignments
  }
}
