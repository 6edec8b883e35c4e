/// Who made something happen that looks like an act of a person: a log also holds what the app does.
///
/// It is decided once, while a session is reconstructed (``NavigationStack``); rules and plan leave out what the app
/// made, tables count it.
public enum Maker: UInt8, CaseIterable, Sendable {
  case person = 0
  /// The app: nobody is so quick or so regular, or opens a menu while the app starts for the first time.
  case app
  /// A choice less than 150 ms after its logged opening, and that opening: the app, unless nearly all choices of the
  /// platform are so quick, because both are logged at once.
  case opening
  /// The opening of a menu just after the start of a part, left without a choice: a person, unless all of them come
  /// after the same time.
  case start

  /// Nobody chooses from a list this soon after it opened (`H`), microseconds.
  static let quickChoice: Int64 = 150_000
  /// Nobody selects a tab this soon after another one, or after the app came up (`H`), microseconds.
  static let quickSelection: Int64 = 100_000
  /// A menu that opens this soon after the very first start opens by the app (`H`), microseconds.
  static let firstOpening: Int64 = 1_500_000
  /// Nobody selects so many tabs in a row after times that differ by less than 5% (`H`).
  static let fewestOfClock = 20
  /// The longest time between the appearance of the screen below and the log of the `back` that led there,
  /// microseconds.
  static let lateBack: Int64 = 800_000
}

/// How fine the times of a session are: what took less than a tenth of a second cannot be told from times in whole
/// seconds.
public enum ClockStep: UInt8, CaseIterable, Sendable {
  case fine = 0, tenth, second, minute

  /// Microseconds; 0 for finer ones.
  public var length: Int64 {
    switch self {
    case .fine: 0
    case .tenth: 100_000
    case .second: 1_000_000
    case .minute: 60_000_000
    }
  }

  /// The largest step that divides all times.
  /// - Complexity: O(1) for most times that are fine, otherwise O(n).
  init(of events: UnsafeBufferPointer<Event>) {
    self = .minute
    for event in events {
      while self != .fine, event.time % length != 0 { self = ClockStep(rawValue: rawValue - 1) ?? .fine }
      if self == .fine { return }
    }
  }
}
