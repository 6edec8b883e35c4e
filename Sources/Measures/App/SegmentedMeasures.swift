import NavigationModel

/// The measures of the sessions of each segment: each combination of values of some dimensions.
///
/// Counts of sessions, steps and taps add up to the total. A user belongs to every segment with one of their sessions,
/// and counts once in each.
package struct SegmentedMeasures: Sendable {
  /// More segments are refused: each has its own measures.
  package static let limit = 400
  /// Segments with fewer users are merged, so that nobody can be identified.
  package static let leastUsers = 10

  private let dimensions: [WritableKeyPath<Segment, Name> & Sendable]
  private let declared: DeclaredNames?
  private var indices: [Segment: Int] = [:]
  private var keys: [Segment] = []
  private var measures: [Measures] = []
  /// The users of each segment, by all of their builds: they may have used something in another segment.
  private var buildUsers: [BuildUsers] = []
  /// The current user: all builds, and the sessions in each segment.
  private var user = UInt32.max
  private var userBuilds = KeyList<AppBuild>()
  private var userLists = KeyList<Name>()
  private var userTabs = KeyList<Name>()
  private var userSessions = Tally<Int>()
  private var last: (segment: Segment, index: Int)?
  /// Whether there were more segments than ``limit``: then some sessions are missing.
  package private(set) var isOverfull = false

  package init(_ dimensions: [WritableKeyPath<Segment, Name> & Sendable] = [], declared: DeclaredNames? = nil) {
    self.dimensions = dimensions
    self.declared = declared
  }

  /// Adds a session. Sessions come user by user, each user's in the order of their numbers.
  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if dimensions.isEmpty { return }
    if session.user != user {
      finishUser()
      user = session.user
    }
    let build = AppBuild(session.segment)
    _ = userBuilds.number(adding: build)
    guard let index = index(of: session.segment) else { return }
    userSessions[adding: index] += 1
    measures[index].observe(session, path, counts, for: .segment)
    for list in counts.tabLists { _ = userLists.number(adding: list) }
    for use in counts.uses where use.kind == .tab { _ = userTabs.number(adding: use.name) }
  }

  /// The index of the measures of a session's segment; nil if there are too many.
  private mutating func index(of segment: Segment) -> Int? {
    if let last, last.segment == segment { return last.index }
    var key = Segment()
    for dimension in dimensions { key[keyPath: dimension] = segment[keyPath: dimension] }
    guard let index = index(ofKey: key) else { return nil }
    last = (segment, index)
    return index
  }

  private mutating func finishUser() {
    for (index, sessions) in userSessions.pairs {
      let builds = userBuilds.keys.map { buildUsers[index].number(adding: $0) }.sorted()
      let set = buildUsers[index].number(ofSet: builds)
      buildUsers[index].add(userWith: sessions, set: set)
      if userLists.count > 0 {
        buildUsers[index].add(userShown: userLists.keys, using: userTabs.keys, sessions: sessions, set: set)
      }
    }
    userBuilds.removeAll()
    userLists.removeAll()
    userTabs.removeAll()
    userSessions.removeAll()
    user = .max
  }

  /// The index of a segment's measures, created if missing; nil if there are too many.
  private mutating func index(ofKey key: Segment) -> Int? {
    if let index = indices[key] { return index }
    guard keys.count < Self.limit else {
      isOverfull = true
      return nil
    }
    indices[key] = keys.count
    keys.append(key)
    measures.append(Measures(declared))
    buildUsers.append(BuildUsers())
    return keys.count - 1
  }

  package mutating func finish() {
    finishUser()
    for index in measures.indices { measures[index].finish() }
  }

  /// Merges the segments of other users. Both must be finished.
  package mutating func merge(_ other: SegmentedMeasures) {
    isOverfull = isOverfull || other.isOverfull
    for (number, key) in other.keys.enumerated() {
      guard let index = index(ofKey: key) else { continue }
      measures[index].merge(other.measures[number])
      buildUsers[index].merge(other.buildUsers[number])
    }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    try encoder.encode(isOverfull)
    let order = isOverfull ? [] : try encoder.order(of: keys)
    encoder.write(UInt64(order.count))
    for index in order {
      try encoder.encode(keys[index])
      try encoder.encode(measures[index])
      try encoder.encode(buildUsers[index])
    }
  }

  package mutating func decode(from decoder: BinaryDecoder) throws {
    isOverfull = try decoder.decode()
    for _ in 0..<(try decoder.readCount()) {
      let key = try decoder.decode(Segment.self)
      guard let index = index(ofKey: key) else { throw BinaryError.invalid }
      measures[index] = try decoder.decode()
      buildUsers[index] = try decoder.decode()
    }
  }

  /// A segment with the names of its values, and its users by all their builds.
  package typealias Group = (values: [String], measures: Measures, buildUsers: BuildUsers)

  /// The segments in text order; small ones are merged, and a user counts once for each of these.
  package func groups(_ names: Names, leastUsers: Int = leastUsers) -> [Group] {
    let all = keys.indices.map { index in
      (
        values: dimensions.map { SegmentLabel.text(keys[index][keyPath: $0], names) }, measures: measures[index],
        buildUsers: buildUsers[index]
      )
    }
    let ordered = all.sorted { $0.values.lexicographicallyPrecedes($1.values) { $0.precedesByScalars($1) } }
    var groups = ordered.filter { $0.measures.totals.users >= leastUsers }
    let small = ordered.filter { $0.measures.totals.users < leastUsers }
    if let first = small.first {
      let rest = small.dropFirst().reduce(into: first.measures) { $0.merge($1.measures) }
      let users = small.dropFirst().reduce(into: first.buildUsers) { $0.merge($1.buildUsers) }
      groups.append((dimensions.map { _ in SegmentLabel.small }, rest, users))
    }
    return groups
  }
}

/// The measures of a log, broken down by dimensions.
package struct SegmentFigures: Sendable {
  /// The dimensions, by their names in the log.
  package let dimensions: [String]
  package let groups: [(values: [String], users: Int, tables: [Table])]
  /// Smaller segments are merged, or left out if small groups are hidden: a sum would reveal differences.
  package let leastUsers: Int
  package let leftOut: Int

  /// - Parameter peopleBehind: the people behind the figures, if small groups are hidden.
  package init(
    _ segmented: SegmentedMeasures, dimensions: [String], whole: MeasureScope, peopleBehind: PeopleBehind? = nil
  ) {
    self.dimensions = dimensions
    let leastUsers = max(SegmentedMeasures.leastUsers, peopleBehind?.least ?? 0)
    let all = segmented.groups(whole.names, leastUsers: peopleBehind == nil ? leastUsers : 1)
    let kept = all.filter { peopleBehind == nil || $0.measures.totals.users >= leastUsers }
    self.leastUsers = leastUsers
    leftOut = all.count - kept.count
    groups = kept.map { group in
      let scope = MeasureScope(measures: group.measures, in: whole, buildUsers: group.buildUsers)
      var tables = group.measures.tables(scope)
      // Line counts are known for logs, not for segments.
      for index in tables.indices { tables[index].rows.removeAll { $0.subject == .lines } }
      if let peopleBehind { tables = tables.map { peopleBehind.suppressed($0, segment: group.values).table } }
      return (group.values, group.measures.totals.users, tables)
    }
  }

  /// A table with the dimensions as its last columns: each row of the total is followed by one for each segment that
  /// has it.
  ///
  /// A dimension that the table already has is not added again; a table that has all of them is unchanged.
  package func table(_ whole: Table) -> Table {
    let added = dimensions.indices.filter { index in whole.index(of: dimensions[index]) == nil }
    guard !added.isEmpty else { return whole }
    let columns = added.map { index in
      Table.Column(
        dimensions[index], .key, .text,
        """
        The \(dimensions[index]) of the sessions; \(SegmentLabel.all): whatever it is, \(SegmentLabel.unknown): none \
        in the log, 
        """
          + (leftOut > 0
            ? "segments of fewer than \(leastUsers) users are left out."
            : "\(SegmentLabel.small): segments of fewer than \(leastUsers) users, together."))
    }
    // Rows are ordered by their keys, then by segment, with the total first.
    var indices: [[String]: Int] = [:]
    var rows: [[Table.Row]] = []
    for row in whole.rows {
      let key = whole.key(of: row)
      if indices[key] == nil {
        indices[key] = rows.count
        rows.append([])
      }
      rows[indices[key] ?? 0].append(row.appending(added.map { _ in .text(SegmentLabel.all) }))
    }
    for group in groups {
      guard let own = group.tables.first(where: { $0.name == whole.name }) else { continue }
      for row in own.rows {
        guard let index = indices[whole.key(of: row)] else { continue }
        rows[index].append(row.appending(added.map { .text(group.values[$0]) }))
      }
    }
    return Table(
      name: whole.name, meaning: whole.meaning, columns: whole.columns + columns, rows: rows.flatMap(\.self),
      smallGroups: whole.smallGroups,
      isOfParts: whole.isOfParts)
  }
}

package enum SegmentLabel {
  package static let all = "(all)"
  package static let unknown = "(not known)"
  /// Merged segments of fewer than ten users.
  package static let small = "(small groups)"

  static func text(_ name: Name, _ names: Names) -> String { name.isKnown ? names[name] : unknown }
}
