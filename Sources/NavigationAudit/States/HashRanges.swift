import EventLogs
import NavigationModel

/// The hashes of users that states hold completely: sorted ranges that don't touch.
struct HashRanges: Equatable, BinaryRecord {
  private(set) var starts: [UInt64] = []
  private(set) var ends: [UInt64] = []

  init() {}
  private init(starts: [UInt64], ends: [UInt64]) { (self.starts, self.ends) = (starts, ends) }
  static let form = BinaryForm(Self.init(starts:ends:), \.starts, \.ends)

  init(_ bucket: Bucket) { (starts, ends) = ([bucket.hashes.lowerBound], [bucket.hashes.upperBound]) }

  static let all = 1 << 32 as UInt64

  /// The share of all hashes that is covered.
  var share: Double { zip(starts, ends).reduce(0) { $0 + Double($1.1 - $1.0) } / Double(Self.all) }

  /// Whether the ranges are sorted and don't touch.
  var isValid: Bool {
    starts.count == ends.count && zip(starts, ends).allSatisfy { $0 < $1 } && zip(starts.dropFirst(), ends).allSatisfy { $0 > $1 }
      && ends.last ?? 0 <= Self.all
  }

  func overlaps(_ other: HashRanges) -> Bool {
    var (own, theirs) = (0, 0)
    while own < starts.count, theirs < other.starts.count {
      if starts[own] < other.ends[theirs], other.starts[theirs] < ends[own] { return true }
      if ends[own] <= other.ends[theirs] { own += 1 } else { theirs += 1 }
    }
    return false
  }

  /// The union of both; adjacent ranges become one.
  mutating func merge(_ other: HashRanges) {
    let all = (Array(zip(starts, ends)) + Array(zip(other.starts, other.ends))).sorted { $0 < $1 }
    (starts, ends) = ([], [])
    for (start, end) in all {
      if let last = ends.last, start <= last {
        ends[ends.count - 1] = max(last, end)
      } else {
        starts.append(start)
        ends.append(end)
      }
    }
  }
}
