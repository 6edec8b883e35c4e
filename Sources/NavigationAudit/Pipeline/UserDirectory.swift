import Measures
import NavigationModel

/// The users of a run: their numbers in the events, and the pseudonyms by which everything is ordered and written.
struct UserDirectory: Sendable {
  /// Pseudonyms by user number.
  let pseudonyms: [Pseudonym]
  /// Halves by user number.
  let halves: [UserHalf]
  /// Users in the order of their pseudonyms.
  let order: [UInt32]
  /// The rank of each user in that order.
  let ranks: [UInt32]

  var count: Int { pseudonyms.count }

  /// Bytes of memory in use.
  var memory: Int { 17 * count }

  /// - Parameter users: the log's users; entry 0 is no user.
  init(users: ByteInterner, key: PseudonymKey) {
    pseudonyms = (0..<users.count).map { number in users.withBytes(of: number) { key.pseudonym(of: $0) } }
    halves = (0..<users.count).map { number in users.withBytes(of: number) { UserHalf(ofUser: $0) } }
    order = Self.order(pseudonyms)
    var ranks = [UInt32](repeating: 0, count: pseudonyms.count)
    for (rank, user) in order.enumerated() { ranks[Int(user)] = UInt32(rank) }
    self.ranks = ranks
  }

  /// Sorts users by pseudonym. Pseudonyms are evenly distributed: a bucket sort by the first bits, with about as many buckets as users. O(users).
  private static func order(_ pseudonyms: [Pseudonym]) -> [UInt32] {
    let bits = max(1, Int.bitWidth - pseudonyms.count.leadingZeroBitCount)
    func bucket(_ pseudonym: Pseudonym) -> Int { Int(pseudonym.rawValue >> UInt64(64 - bits)) }
    var starts = [UInt32](repeating: 0, count: 1 << bits + 1)
    for pseudonym in pseudonyms { starts[bucket(pseudonym) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var order = [UInt32](repeating: 0, count: pseudonyms.count)
    var next = starts
    for (user, pseudonym) in pseudonyms.enumerated() {
      let bucket = bucket(pseudonym)
      order[Int(next[bucket])] = UInt32(user)
      next[bucket] += 1
    }
    for index in 1..<starts.count where starts[index] - starts[index - 1] > 1 {
      order[Int(starts[index - 1])..<Int(starts[index])].sort {
        (pseudonyms[Int($0)], $0) < (pseudonyms[Int($1)], $1)
      }
    }
    return order
  }
}
