import CXXHash
import EventLogs
import NavigationModel

/// A part of all users, by a hash of the user as logged (`--bucket 3/64`).
///
/// The bucket is ⌊h · N / 2³²⌋, where h is the upper half of the user's XXH64 with seed 42, Spark's `xxhash64`.
public struct Bucket: Sendable, Hashable, CustomStringConvertible {
  /// From 0.
  public let number: Int
  public let count: Int

  /// The largest number of buckets.
  public static let most = 1_000_000

  /// Nil if there is no such bucket.
  public init?(_ number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (0..<count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// `3/64`
  public init?(description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
    self.init(number, of: count)
  }

  public var description: String { "\(number)/\(count)" }

  /// The upper half of a user's hash.
  static func hash(_ user: UnsafeBufferPointer<UInt8>) -> UInt64 { XXH64(user.baseAddress, user.count, 42) >> 32 }

  /// The range of hashes in it.
  var hashes: Range<UInt64> { Self.start(number, count)..<Self.start(number + 1, count) }

  private static func start(_ number: Int, _ count: Int) -> UInt64 { (UInt64(number) << 32 + UInt64(count) - 1) / UInt64(count) }

  /// - Throws: if one of the users is in another bucket.
  func expect(_ users: some Sequence<UInt32>, in table: ByteInterner) throws(AuditError) {
    var others = 0
    var all = 0
    for user in users {
      all += 1
      if !hashes.contains(table.withBytes(of: Int(user)) { Self.hash($0) }) { others += 1 }
    }
    guard others > 0 else { return }
    throw AuditError(
      "--bucket \(self): \(others) of \(all) users belong to other buckets; put each user into bucket floor(h * \(count) / 2^32), where h is the upper half of "
        + "the XXH64 of the user with seed 42 (xxhash64 in Spark), or leave --bucket out")
  }
}
