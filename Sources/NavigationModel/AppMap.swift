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
  /// Settings of rules, by rule id.
  public var rules: [RuleSettings] = []
  /// In which fields of the log's records the native fields are found.
  public var columns: [FieldSource.Assignment] = []
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
