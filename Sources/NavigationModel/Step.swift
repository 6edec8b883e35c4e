/// How a step moved the user. The raw values are part of the store's format: append, never renumber.
public enum StepKind: UInt8, CaseIterable, Sendable, Codable {
  case entry = 0
  case tab, more, moreItem, menuItem, push, modal, link
  case back, reselect

  /// Forward steps arrive at a screen (a *visit*), return steps go back to one.
  @inlinable public var isForward: Bool { self != .back && self != .reselect }

  /// The word in the store and in reports.
  public var word: String {
    switch self {
    case .entry: "entry"
    case .tab: "tab"
    case .more: "more"
    case .moreItem: "more_item"
    case .menuItem: "menu_item"
    case .push: "push"
    case .modal: "modal"
    case .link: "link"
    case .back: "back"
    case .reselect: "reselect"
    }
  }
}

/// One move of the user: where it led, and how.
public struct Step: Sendable, Equatable {
  /// When, microseconds since 1970.
  public var time: Int64
  /// Microseconds until the next step of the part; negative if unknown.
  public var dwell: Int64 = Step.unknownTime
  /// Microseconds from the event to the `screen_view` that followed; negative if there was none.
  public var latency: Int64 = Step.unknownTime
  public var section: Section
  /// The screen arrived at.
  public var screen: Name
  /// The item that was chosen from the More list (`moreItem` steps).
  public var item: Name = .unknown
  /// The topmost modal screen that the screen is or lies above; unknown outside of modal screens.
  public var modal: Name = .unknown
  /// The position of the screen in its stack; the root is 1.
  public var depth: UInt32
  /// Number of the part in its session, 0 for the first.
  public var part: UInt32
  public var kind: StepKind
  /// Not logged as such, but inferred from screen views.
  public var isInferred: Bool
  /// The previous event was a successful gesture, less than a second ago.
  public var isByGesture = false
  /// The tab bar was hidden during the step.
  public var isTabBarHidden = false

  public static let unknownTime: Int64 = -1

  /// The longest stay that does not count as a look at a screen, microseconds.
  public static let passedLimit: Int64 = 5_000_000

  /// Whether the screen that the step led to was only passed: left within five seconds.
  @inlinable public var isPassed: Bool { dwell >= 0 && dwell <= Step.passedLimit }

  /// Whether the screen of this visit was only passed, and left by the `back` step `next` of the same part. Modal screens are left out.
  @inlinable public func isQuickBack(next: Step) -> Bool {
    kind.isForward && kind != .modal && next.kind == .back && next.part == part && isPassed
  }
}

/// Something that counts without being a step: a menu that is opened, a tab that is blocked, a gesture, …
public struct Occurrence: Sendable, Equatable {
  /// The raw values are part of the store's format: append, never renumber.
  public enum Kind: UInt8, CaseIterable, Sendable, Codable {
    /// An accepted `tab_select` of another section (`subject`: the tab); `flag`: over a modal screen.
    case tabSelect = 0
    /// A `tab_select` of the current tab; `flag`: over a modal screen.
    case tabReselect
    /// A `tab_select` that the app refused.
    case tabBlocked
    /// The return to a tab that kept more than its root (`screen`: the screen where it was left); `flag`: its state was lost.
    case keptStateReturn
    /// The More list was opened; `flag`: implied by a choice from it.
    case moreOpen
    case moreAbandoned
    /// A menu was opened (`container`); `flag`: implied by a choice from it.
    case menuOpen
    /// An item (`subject`) of a menu (`container`) was chosen; `duration`: since the menu was opened.
    case menuSelect
    case menuAbandoned
    /// `back` with nothing to go back to.
    case backAtRoot
    /// A gesture (`subject`); `flag`: it failed.
    case gesture
    /// A tap on a target (`subject`) of a screen.
    case tap
    /// The badge of a tab (`subject`) changed to `value`.
    case badge
    /// The tab bar shows these tabs (`value`); `container`: the split view, popover or other view that the bar is in, if it is not the app's own.
    case tabsShown
    /// The user reordered the tabs (`value`).
    case tabsEdit
    /// The device was turned; `flag`: the interface did not follow.
    case rotate
    /// The user set out to do a task (`subject`).
    case taskStart
    /// A task (`subject`) ended; `outcome`: how.
    case taskEnd

    /// The word in the store: `tab_select`, `more_abandoned`, …
    public var word: String {
      "\(self)".reduce(into: "") { word, letter in word += letter.isUppercase ? "_" + letter.lowercased() : String(letter) }
    }
  }

  public var time: Int64
  /// Microseconds; negative if unknown.
  public var duration: Int64 = Step.unknownTime
  public var subject: Name = .unknown
  public var container: Name = .unknown
  /// The screen on which it happened; for a kept-state return, the screen where the tab was left.
  public var screen: Name = .unknown
  public var value: Name = .unknown
  /// How many steps of the session precede it.
  public var stepsBefore: Int32
  public var part: UInt32
  public var kind: Kind
  public var outcome: Outcome = .ok
  public var flag = false
}
