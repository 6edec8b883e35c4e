import CXXHash
import EventLogs
import Measures
import NavigationModel
import UsabilityRules

/// The header of a state or a survey: enough to decide whether it can be merged with others.
struct StateLabel: BinaryRecord {
  var terms: StateTerms
  /// The hashes of users that it holds completely.
  var ranges = HashRanges()
  /// Whether it also holds users outside of known buckets.
  var hasUnknownUsers = false
  /// A number for each log that was mapped into it, ascending: no log may be merged twice.
  var parts: [UInt64] = []
  var users = 0
  var events = 0

  static let form = BinaryForm(
    Self.init(terms:ranges:hasUnknownUsers:parts:users:events:), \.terms, \.ranges, \.hasUnknownUsers, \.parts, \.users,
    \.events)

  var isEmpty: Bool { users == 0 }

  mutating func merge(_ other: StateLabel) {
    terms.merge(other.terms)
    // Sorted first: ranges are appended faster than inserted.
    ranges = HashRanges((Array(ranges.ranges) + other.ranges.ranges).sorted { $0.lowerBound < $1.lowerBound })
    hasUnknownUsers = hasUnknownUsers || other.hasUnknownUsers
    parts = (parts + other.parts).sorted()
    users += other.users
    events += other.events
  }

  /// Whether all of these can be merged.
  /// - Parameter allowsOverlap: whether users may be in more than one.
  static func merged(_ labels: [(name: String, label: StateLabel)], allowsOverlap: Bool) throws(AuditError)
    -> StateLabel?
  {
    guard var all = labels.first?.label else { return nil }
    // The first file that has each part.
    var names: [UInt64: String] = [:]
    for part in all.parts { names[part] = labels[0].name }
    for (index, (name, label)) in labels.enumerated().dropFirst() {
      if let difference = label.terms.difference(from: all.terms) {
        throw AuditError("\(name): was made with \(difference)")
      }
      for part in label.parts {
        if let other = names[part] { throw AuditError("\(name): holds the same log as \(other); name each state once") }
        names[part] = name
      }
      if !allowsOverlap {
        if !label.ranges.isDisjoint(all.ranges) {
          let other = labels[..<index].first { !$0.label.ranges.isDisjoint(label.ranges) }?.name ?? labels[0].name
          throw AuditError(
            """
            \(name): holds users of the same buckets as \(other); name states of different buckets, or pass --allow \
            overlap
            """)
        }
        if !label.isEmpty, !all.isEmpty,
          let unknown = label.hasUnknownUsers ? name : labels[..<index].first(where: { $0.label.hasUnknownUsers })?.name
        {
          throw AuditError(
            """
            \(unknown): does not say which users it holds, so some may be counted twice; map with --bucket, or pass \
            --allow overlap if no user is in two states
            """)
        }
      }
      all.merge(label)
    }
    return all
  }
}

/// What states and surveys must have in common to be merged: otherwise their sums mean different things.
struct StateTerms: Equatable, BinaryRecord {
  var map: String?
  var limits: SessionLimits
  /// `--time-zone`; nil if it was not given.
  var timeZone: String?
  /// The number of users of `--minimum-group`.
  var minimumGroup: Int?
  /// The fingerprint of the pseudonym key, and the time between the first and the last session start of the entire log.
  /// Nil without users, or before a survey has determined them.
  var key: String?
  var span: SessionSpan?

  static let form = BinaryForm(
    Self.init(map:limits:timeZone:minimumGroup:key:span:), \.map, \.limits, \.timeZone, \.minimumGroup, \.key, \.span)

  /// How others differ, and what to do about it; nil if both can be merged.
  func difference(from other: StateTerms) -> String? {
    if map != other.map { return "another app map; name the same --map for all" }
    if limits.gap != other.limits.gap {
      let own = Wording.option(microseconds: limits.gap)
      let others = Wording.option(microseconds: other.limits.gap)
      return "--gap \(own) instead of \(others); map all logs with the same --gap"
    }
    if timeZone != other.timeZone { return "another --time-zone; map all logs with the same --time-zone" }
    if minimumGroup != other.minimumGroup {
      return "another --minimum-group; map all logs with the same --minimum-group"
    }
    if let key, let others = other.key, key != others {
      return "another key; map all logs with the same NAVAUDIT_KEY, or with one --survey"
    }
    if let span, let others = other.span, span != others {
      return
        """
        another first or last session start; run `navaudit map --survey-only` on all logs, `navaudit reduce` on the surveys, \
        and `navaudit map --survey` with the result
        """
    }
    return nil
  }

  /// Takes over what only one of the two knows.
  mutating func merge(_ other: StateTerms) {
    key = key ?? other.key
    span = span ?? other.span
  }
}

extension SessionLimits: BinaryRecord {
  package static let form = BinaryForm(Self.init(gap:longestPause:), \.gap, \.longestPause)
}

/// The hashes of users that states hold completely.
typealias HashRanges = RangeSet<UInt64>

extension HashRanges: BinaryCodable {
  static let all = 1 << 32 as UInt64

  var share: Double { ranges.reduce(0) { $0 + Double($1.upperBound - $1.lowerBound) } / Double(Self.all) }

  package init(from decoder: BinaryDecoder) throws {
    let starts = try decoder.decode([UInt64].self)
    let ends = try decoder.decode([UInt64].self)
    // Sorted, and apart from each other.
    guard starts.count == ends.count, zip(starts, ends).allSatisfy({ $0 < $1 }),
      zip(starts.dropFirst(), ends).allSatisfy({ $0 > $1 }),
      ends.last ?? 0 <= Self.all
    else { throw BinaryError.invalid }
    self.init(zip(starts, ends).map { $0..<$1 })
  }

  package func encode(to encoder: BinaryEncoder) throws {
    try encoder.encode(ranges.map(\.lowerBound))
    try encoder.encode(ranges.map(\.upperBound))
  }
}

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
    self.number = number
    self.count = count
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

  var hashes: Range<UInt64> { Self.start(number, count)..<Self.start(number + 1, count) }

  private static func start(_ number: Int, _ count: Int) -> UInt64 {
    (UInt64(number) << 32 + UInt64(count) - 1) / UInt64(count)
  }

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
      """
      --bucket \(self): \(others) of \(all) users belong to other buckets; put each user into bucket floor(h * \
      \(count) / 2^32), where h is the upper half of the XXH64 of the user with seed 42 (xxhash64 in Spark), or leave \
      --bucket out
      """)
  }
}
