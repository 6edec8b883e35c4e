/// The longest pauses within a session, microseconds (NavigationLog.md).
package struct SessionLimits: Sendable, Hashable {
  /// Between neighboring events without a session id. Default: 30 minutes.
  package var gap: Int64
  /// Between neighboring events with the same session id; 0: no limit. Default: 4 hours.
  package var longestPause: Int64

  package init(gap: Int64 = 30 * 60 * 1_000_000, longestPause: Int64 = 4 * 60 * 60 * 1_000_000) {
    self.gap = gap
    self.longestPause = longestPause
  }
}
