/// The time since a user's first session on a side, in days of 24 hours: what is new is tried out.
package enum NewnessOfLayout {
  /// The first days of the periods.
  package static let firstDays = [0, 1, 7, 14]
  static let count = firstDays.count

  /// The index of the period that a time after the first session falls into.
  static func period(_ time: Int64) -> Int {
    let days = time / 86_400_000_000
    return firstDays.lastIndex { $0 <= days } ?? 0
  }
}
