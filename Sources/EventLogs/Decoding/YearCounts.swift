import NavigationModel

/// Events before and after the start of 2008, with one early time: enough to detect a log with another epoch.
package struct YearCounts: Sendable, Equatable, Codable {
  package init() {}

  /// The start of 2008, microseconds since 1970.
  private static let start: Int64 = 1_199_145_600_000_000
  private var early = 0
  private var late = 0
  /// The latest early time.
  private var latestEarly = -(1 << 61 as Int64)

  @inline(__always)
  mutating func add(_ time: Int64) {
    if time >= Self.start {
      late += 1
    } else {
      early += 1
      latestEarly = max(latestEarly, time)
    }
  }

  package mutating func merge(_ other: YearCounts) {
    early += other.early
    late += other.late
    latestEarly = max(latestEarly, other.latestEarly)
  }

  /// A time before 2008, if most events, and so their median, are from before 2008.
  package var oldTime: Int64? { early > late ? latestEarly : nil }
}
