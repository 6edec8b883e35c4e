/// How navigation is logged.
package enum LogStyle: String, CaseIterable, Sendable {
  /// Events carry the screen that they lead to.
  case full
  /// Events are followed by a `screen_view`, some milliseconds later.
  case split
  /// Only `screen_view`, `app_open` and `app_background`.
  case views
}
