/// The time between the first and the last session start of a log. It decides whether findings hold now or no longer, and some must hold in both
/// halves (TheRules.md, *How rules judge*).
package struct SessionSpan: Sendable, Codable, Equatable {
  /// Microseconds since 1970.
  package let first: Int64
  package let last: Int64

  package init(first: Int64, last: Int64) {
    self.first = first
    self.last = max(first, last)
  }

  /// The start of the last third, rounded up.
  package var recent: Int64 { last - (last - first) / 3 }
  /// The start of the second half, rounded up.
  package var midpoint: Int64 { last - (last - first) / 2 }

  /// The third in which a session starts: 0, 1 or 2.
  package func third(of start: Int64) -> Int { start >= recent ? 2 : start >= last - (last - first) / 3 * 2 ? 1 : 0 }
}
