import Measures

/// The recent part of a log: the sessions that start in the last third of the time between the first and the last session start.
public struct RecentPart: Sendable {
  public let measures: Measures
  public let scope: MeasureScope
  /// Sessions from this time on belong to it, microseconds since 1970.
  public let start: Int64

  public init(measures: Measures, scope: MeasureScope, start: Int64) {
    self.measures = measures
    self.scope = scope
    self.start = start
  }
}
