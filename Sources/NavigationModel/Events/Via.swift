/// How an event came about (`via`); values that no rule or measure uses are ``unknown``.
public enum Via: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case unknown = 0
  case button, swipe, system, outside, back, timeout, push, url, widget, cold, warm
  /// The app was opened for the first time on the device.
  case first
}
