import Measures

/// The recent part of a log: the sessions that start in the last third of the time between the first and the last session start.
package struct RecentPart: Sendable {
  package let measures: Measures
  package let scope: MeasureScope
  /// Sessions from this time on belong to it, microseconds since 1970.
  package let start: Int64

  package init(measures: Measures, scope: MeasureScope, start: Int64) {
    self.measures = measures
    self.scope = scope
    self.start = start
  }
}
