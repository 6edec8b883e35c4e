/// One line of the log, as read: 64 bytes, no references. Fields that nearly every event has come first, because
/// `PackedEvents` relies on it.
public struct Event: Sendable, Equatable, BitwiseCopyable {
  /// When it happened on the device, microseconds since 1970-01-01T00:00:00Z.
  public var time: Int64
  /// Hash of the event id; 0 if it has none.
  public var id: UInt64 = 0
  /// Hash of the app's session id; 0 if it has none.
  public var session: UInt64 = 0
  /// Number of the user in the run's table of users.
  public var user: UInt32
  public var kind: EventKind
  public var via: Via = .unknown
  /// The outcome in the lower four bits, the marks in the upper four.
  @usableFromInline var outcomeAndMarks: UInt8 = 0
  /// Level of the screen according to the app, 1…100; 0 if unknown.
  public var depth: UInt8 = 0
  public var screen: Name = .unknown
  public var target: Name = .unknown
  /// The menu; for an event of kind ``EventKind/other``, the log's name of the event.
  public var container: Name = .unknown
  /// The value as text; of kinds with a list of names, as ``ListText`` writes it.
  public var value: Name = .unknown
  public var segment: SegmentID = .none
  public var x: Float = .nan
  public var y: Float = .nan
  /// The log's order for events of the same time; 0 if it gives none.
  public var sequence: UInt32 = 0

  @inlinable public var outcome: Outcome {
    get { Outcome(rawValue: outcomeAndMarks & 0xF) ?? .ok }
    set { outcomeAndMarks = outcomeAndMarks & 0xF0 | newValue.rawValue }
  }

  @inlinable public var marks: Marks {
    get { Marks(rawValue: outcomeAndMarks >> 4) }
    set { outcomeAndMarks = outcomeAndMarks & 0xF | newValue.rawValue << 4 }
  }

  /// How an event was obtained: at most four marks.
  public struct Marks: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt8
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Derived from a touch that autocapture saw: the app did not log it.
    public static let inferred = Marks(rawValue: 1)
    /// Its screen is named only by a class.
    public static let namedByClass = Marks(rawValue: 2)
    /// Logged just after the screen that it led to, and moved before it.
    public static let putFirst = Marks(rawValue: 4)
  }

  public init(time: Int64, user: UInt32, kind: EventKind) { (self.time, self.user, self.kind) = (time, user, kind) }

  /// Whether it equals another event in everything but its time and the log's order: the same, logged twice. Events
  /// with different ids are never copies.
  package func isCopy(of other: Event) -> Bool {
    var copy = self
    copy.time = other.time
    copy.sequence = other.sequence
    // Bytes, because an unknown coordinate is not equal to itself.
    return withUnsafeBytes(of: copy) { own in withUnsafeBytes(of: other) { own.elementsEqual($0) } }
  }

  /// Whether a new part of the session starts here: the app was opened cold, or for the first time.
  @inlinable public var startsPart: Bool { kind == .appOpen && (via == .cold || via == .first) }

  /// Whether the event can move the user.
  @inlinable public var isNavigation: Bool {
    switch kind {
    case .moreOpen, .moreSelect, .menuOpen, .menuSelect, .menuClose, .push, .back, .toRoot,
      .modalOpen, .modalClose, .deepLink:
      true
    case .tabSelect: outcome != .blocked
    case .screenView: screen.isKnown
    case .stack: value.isKnown
    case .tabsShown, .tabsEdit, .gesture, .tap, .badge, .tabBar, .rotate, .appOpen, .appBackground, .taskStart,
      .taskEnd, .other:
      false
    }
  }
}

/// The kinds of events of the navigation log.
///
/// The raw values are part of the store's format: append, never renumber.
public enum EventKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case other = 0
  case screenView, tabSelect, tabsShown, tabsEdit
  case moreOpen, moreSelect
  case menuOpen, menuSelect, menuClose
  case push, back, toRoot, modalOpen, modalClose, deepLink
  case gesture, tap, badge, tabBar, rotate
  case appOpen, appBackground
  case taskStart, taskEnd
  case stack

  /// The words in the log's `event` field, by number.
  private static let words = allCases.map { "\($0)".snakeCased }

  /// The word in the log's `event` field.
  public var word: String { Self.words[Int(rawValue)] }

  /// The kind with this word in the log; nil if there is none.
  public init?(word: String) {
    guard let number = Self.words.firstIndex(of: word) else { return nil }
    self = Self.allCases[number]
  }
}

/// How an event came about (`via`); values that no rule or measure uses are ``unknown``.
public enum Via: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case unknown = 0
  case button, swipe, system, outside, back, timeout, push, url, widget, cold, warm
  /// The app was opened for the first time on the device.
  case first
}

/// The outcome of an event (`outcome`): at most sixteen.
public enum Outcome: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case ok = 0
  case blocked, failed, missed, dead, refused, hidden, shown
  case abandoned
}
