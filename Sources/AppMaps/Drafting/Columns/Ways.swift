import Foundation
import NavigationModel

/// How people go from name to name. In an app, where somebody is decides where they can go next, and they come back;
/// what things have, such as a category or a result, follows no such ways.
struct Ways {
  private var pairs: [UInt64: Int] = [:]
  private var starts: [Int32: Int] = [:]
  private var ends: [Int32: Int] = [:]
  private var last: [Int32: (start: Int32, end: Int32)] = [:]
  private(set) var count = 0
  /// Those that lead back to where the way before began.
  private(set) var returns = 0

  /// - Parameter person: who goes this way, in the order of time.
  mutating func add(_ start: Int32, _ end: Int32, of person: Int32) {
    pairs[UInt64(UInt32(start)) << 32 | UInt64(UInt32(end)), default: 0] += 1
    starts[start, default: 0] += 1
    ends[end, default: 0] += 1
    count += 1
    if let before = last.updateValue((start, end), forKey: person), before == (end, start) { returns += 1 }
  }

  /// By how many bits the name before tells the next one better than how often each comes, each way judged by the
  /// others.
  var gain: Double {
    let pull = 2.0
    return pairs.reduce(0) { sum, pair in
      let start = Int32(truncatingIfNeeded: pair.key >> 32)
      let end = Int32(truncatingIfNeeded: pair.key)
      let others = Double(count - 1 - ends[start, default: 0])
      guard others > 0 else { return sum }
      let plain = max(0.5, Double(ends[end, default: 0] - 1)) / others
      let known = (Double(pair.value - 1) + pull * plain) / (Double(starts[start, default: 0] - 1) + pull)
      return sum + Double(pair.value) * log2(known / plain)
    } / Double(max(1, count))
  }

  /// H: of 600 columns of 46 logs, screens have a gain of 0.8 to 3 bits and 20 to 50% returns; what is none has less of
  /// one of the two.
  var areOfPlaces: Bool { count >= 60 && returns * 10 >= count && gain >= 0.4 }
}
