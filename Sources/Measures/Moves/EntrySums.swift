/// The effect of moving one entry, over units (users): x is the number of taps that a unit would have saved over all of its sessions.
package struct EntrySums: MergeableCell, Equatable {
  package internal(set) var choices = 0
  /// Choices for which a list or menu was opened.
  package internal(set) var openedFor = 0
  /// Units with a choice.
  package internal(set) var users = 0
  /// Parts of sessions that begin on it.
  package internal(set) var landings = 0
  /// Choices that are the last step of their part.
  package internal(set) var endings = 0
  /// Σx.
  package internal(set) var taps = 0
  /// Σx².
  package internal(set) var squaredTaps = 0
  /// Σx·s, where s is the number of sessions of a unit.
  package internal(set) var tapsTimesSessions = 0
  /// Units with x above 0, and below 0.
  package internal(set) var better = 0
  package internal(set) var worse = 0

  package init() {}

  package mutating func merge(_ other: EntrySums) {
    for path in Self.numbers { self[keyPath: path] += other[keyPath: path] }
  }

  /// All of them.
  static var numbers: [WritableKeyPath<EntrySums, Int>] {
    [\.choices, \.openedFor, \.users, \.landings, \.endings, \.taps, \.squaredTaps, \.tapsTimesSessions, \.better, \.worse]
  }
}

extension EntrySums {
  mutating func add(_ use: MovingUser.Use, sessions: Int) {
    choices += use.choices
    openedFor += use.openedFor
    landings += use.landings
    endings += use.endings
    if use.choices > 0 { users += 1 }
    taps += use.taps
    squaredTaps += use.taps * use.taps
    tapsTimesSessions += use.taps * sessions
    if use.taps > 0 { better += 1 }
    if use.taps < 0 { worse += 1 }
  }
}
