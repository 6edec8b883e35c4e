/// How a step moved the user. The raw values are part of the store's format: append, never renumber.
public enum StepKind: UInt8, CaseIterable, Sendable {
  case entry = 0
  case tab, more, moreItem, menuItem, push, modal, link
  case back, reselect

  /// Forward steps arrive at a screen (a *visit*), return steps go back to one.
  @inlinable public var isForward: Bool { self != .back && self != .reselect }

  /// The word in the store and in reports.
  public var word: String { "\(self)".snakeCased }
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
  /// The position of the screen in its stack, at most ``deepest``; the root is 1.
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
  /// Events of a kind that nobody understood lie between it and the step before: what happened there is not known, so
  /// no run goes on.
  public var isAfterGap = false
  public var maker = Maker.person
  /// A `back` step by `to_root` or `modal_close`: it closes all that it leaves.
  public var isClosing = false
  /// A `back` that was logged just after the appearance of the screen that it led to: both are one act.
  public var isLateBack = false

  public static let unknownTime: Int64 = -1

  /// No app leads so deep: the log does not say when people go back. Without it, tables would have as many rows for
  /// each screen as a session has steps.
  public static let deepest: UInt32 = 1000

  /// The longest stay that does not count as a look at a screen, microseconds.
  public static let passedLimit: Int64 = 5_000_000

  /// Whether the screen that the step led to was only passed: left within five seconds.
  @inlinable public var isPassed: Bool { dwell >= 0 && dwell <= Step.passedLimit }

  /// Whether the screen of this visit was only passed, and left by the `back` step `next` of the same part. Modal
  /// screens are left out.
  @inlinable public func isQuickBack(next: Step) -> Bool {
    kind.isForward && kind != .modal && next.kind == .back && next.part == part && isPassed
  }
}

/// A part of the app with its own stack of screens.
public struct Section: MixedHash, Sendable {
  public enum Kind: UInt8, Sendable {
    /// No section is known yet: `(none)`.
    case none = 0
    /// A tab of the tab bar.
    case tab
    /// The More list: `More`.
    case more
    /// An item of a menu: `container:item`.
    case menuItem
    /// What a deep link opened: `(link)`.
    case link
  }

  public let kind: Kind
  /// The tab, or the menu's container.
  public let name: Name
  /// The menu's item.
  public let item: Name

  @inlinable init(kind: Kind, name: Name = .unknown, item: Name = .unknown) {
    self.kind = kind
    self.name = name
    self.item = item
  }

  @inlinable public var bits: UInt64 {
    UInt64(kind.rawValue) << 61 ^ UInt64(name.rawValue) << 32 ^ UInt64(item.rawValue)
  }

  @inlinable public static var none: Section { Section(kind: .none) }
  @inlinable public static var more: Section { Section(kind: .more) }
  @inlinable public static var link: Section { Section(kind: .link) }
  @inlinable public static func tab(_ name: Name) -> Section { Section(kind: .tab, name: name) }
  @inlinable public static func menuItem(_ container: Name, _ item: Name) -> Section {
    Section(kind: .menuItem, name: container, item: item)
  }

  /// The section's name in reports.
  public func label(_ names: Names) -> String {
    switch kind {
    case .none: "(none)"
    case .tab: names[name]
    case .more: "More"
    case .menuItem: "\(names[name]):\(names[item])"
    case .link: "(link)"
    }
  }
}

extension Section: BinaryRecord {
  package static let form = BinaryForm({ Self(kind: $0, name: $1, item: $2) }, \.kind, \.name, \.item)
}
