import CXXHash
import NavigationModel

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
    Self.init(terms:ranges:hasUnknownUsers:parts:users:events:), \.terms, \.ranges, \.hasUnknownUsers, \.parts, \.users, \.events)

  /// Whether it holds no users.
  var isEmpty: Bool { users == 0 }

  /// Merges another label.
  mutating func merge(_ other: StateLabel) {
    terms.merge(other.terms)
    ranges.merge(other.ranges)
    hasUnknownUsers = hasUnknownUsers || other.hasUnknownUsers
    parts = (parts + other.parts).sorted()
    users += other.users
    events += other.events
  }

  /// Whether all of these can be merged.
  /// - Parameters:
  ///   - labels: with the names of their files.
  ///   - allowsOverlap: whether users may be in more than one.
  /// - Returns: the merged label.
  static func merged(_ labels: [(name: String, label: StateLabel)], allowsOverlap: Bool) throws(AuditError) -> StateLabel? {
    guard var all = labels.first?.label else { return nil }
    // The first file that has each part.
    var names: [UInt64: String] = [:]
    for part in all.parts { names[part] = labels[0].name }
    for (index, (name, label)) in labels.enumerated().dropFirst() {
      if let difference = label.terms.difference(from: all.terms) { throw AuditError("\(name): was made with \(difference)") }
      for part in label.parts {
        if let other = names[part] { throw AuditError("\(name): holds the same log as \(other); name each state once") }
        names[part] = name
      }
      if !allowsOverlap {
        if label.ranges.overlaps(all.ranges) {
          let other = labels[..<index].first { $0.label.ranges.overlaps(label.ranges) }?.name ?? labels[0].name
          throw AuditError("\(name): holds users of the same buckets as \(other); name states of different buckets, or pass --allow overlap")
        }
        if !label.isEmpty, !all.isEmpty, let unknown = label.hasUnknownUsers ? name : labels[..<index].first(where: { $0.label.hasUnknownUsers })?.name {
          throw AuditError(
            "\(unknown): does not say which users it holds, so some may be counted twice; map with --bucket, or pass --allow overlap if no user is in two states"
          )
        }
      }
      all.merge(label)
    }
    return all
  }
}
