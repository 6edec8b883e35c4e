/// The outcome of an event (`outcome`).
public enum Outcome: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case ok = 0
  case blocked, failed, missed, dead, refused, hidden, shown
  case abandoned
}
