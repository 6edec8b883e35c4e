import NavigationModel

/// The measures of the sessions of each segment: each combination of values of some dimensions.
///
/// A session belongs to one segment, so what counts sessions, steps or taps adds up to the whole. A user belongs to every segment of which there is
/// a session, and counts once in each.
public struct SegmentedMeasures: Sendable {
  /// More segments than this are refused: each has measures of its own.
  public static let limit = 400
  /// Segments of fewer users are put together, so that nobody can be picked out.
  public static let leastUsers = 10

  private let dimensions: [WritableKeyPath<Segment, Name> & Sendable]
  private let declared: DeclaredNames?
  private var places: [Segment: Int] = [:]
  private var keys: [Segment] = []
  private var measures: [Measures] = []
  /// The users of each segment, by all their cells: who could have used something may have had it in a session of another segment.
  private var cellUsers: [CellUsers] = []
  /// The present user: all cells, and the sessions in each segment.
  private var user = UInt32.max
  private var userCells: [AppCell] = []
  private var userSessions: [(index: Int, sessions: Int)] = []
  private var last: (segment: Segment, place: Int)?
  /// Whether there were more segments than ``limit``: then not all sessions were taken in.
  public private(set) var isOverfull = false

  public init(_ dimensions: [WritableKeyPath<Segment, Name> & Sendable] = [], declared: DeclaredNames? = nil) {
    self.dimensions = dimensions
    self.declared = declared
  }

  /// Takes in a session. Sessions come user by user, each user's in the order of their numbers.
  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    if dimensions.isEmpty { return }
    if session.user != user {
      finishUser()
      user = session.user
    }
    let cell = AppCell(session.segment)
    if !userCells.contains(cell) { userCells.append(cell) }
    if let last, last.segment == session.segment {
      count(in: last.place)
      measures[last.place].observe(session, path)
      return
    }
    var key = Segment()
    for dimension in dimensions { key[keyPath: dimension] = session.segment[keyPath: dimension] }
    guard let place = place(of: key) else { return }
    last = (session.segment, place)
    count(in: place)
    measures[place].observe(session, path)
  }

  /// Counts a session of the present user in a segment.
  private mutating func count(in index: Int) {
    if let own = userSessions.firstIndex(where: { $0.index == index }) {
      userSessions[own].sessions += 1
    } else {
      userSessions.append((index, 1))
    }
  }

  private mutating func finishUser() {
    for (index, sessions) in userSessions {
      let cells = userCells.map { cellUsers[index].number(of: $0) }.sorted()
      cellUsers[index].add(userWith: sessions, set: cellUsers[index].number(ofSet: cells))
    }
    userCells.removeAll(keepingCapacity: true)
    userSessions.removeAll(keepingCapacity: true)
    user = .max
  }

  /// The place of a segment's measures, made where there is none yet; nil where there are too many.
  private mutating func place(of key: Segment) -> Int? {
    if let place = places[key] { return place }
    guard keys.count < Self.limit else {
      isOverfull = true
      return nil
    }
    places[key] = keys.count
    keys.append(key)
    measures.append(Measures(declared))
    cellUsers.append(CellUsers())
    return keys.count - 1
  }

  /// All sessions were observed.
  public mutating func finish() {
    finishUser()
    for place in measures.indices { measures[place].finish() }
  }

  /// Takes in the segments of other users. Both must be finished.
  public mutating func merge(_ other: SegmentedMeasures) {
    isOverfull = isOverfull || other.isOverfull
    for (index, key) in other.keys.enumerated() {
      guard let place = place(of: key) else { continue }
      measures[place].merge(other.measures[index])
      cellUsers[place].merge(other.cellUsers[index])
    }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    try encoder.encode(isOverfull)
    let order = isOverfull ? [] : try encoder.order(of: keys)
    encoder.write(UInt64(order.count))
    for place in order {
      try encoder.encode(keys[place])
      try encoder.encode(measures[place])
      try encoder.encode(cellUsers[place])
    }
  }

  /// Takes the segments that were written.
  package mutating func decode(from decoder: BinaryDecoder) throws {
    isOverfull = try decoder.decode(Bool.self)
    for _ in 0..<(try decoder.readCount()) {
      let key = try decoder.decode(Segment.self)
      guard let place = place(of: key) else { throw BinaryError.invalid }
      measures[place] = try decoder.decode(Measures.self)
      cellUsers[place] = try decoder.decode(CellUsers.self)
    }
  }

  /// A segment with the words for its values.
  public struct Group: Sendable {
    public let values: [String]
    public var measures: Measures
    /// Its users, by all their cells.
    let cellUsers: CellUsers
  }

  /// The segments in text order; those of fewer users as one, in which a user counts once for each of them.
  public func groups(_ names: Names, leastUsers: Int = leastUsers) -> [Group] {
    let all = keys.indices.map { index in
      Group(
        values: dimensions.map { SegmentLabel.text(keys[index][keyPath: $0], names) }, measures: measures[index], cellUsers: cellUsers[index])
    }
    let ordered = all.sorted { $0.values.lexicographicallyPrecedes($1.values) { $0.precedesByScalars($1) } }
    var groups = ordered.filter { $0.measures.totals.users >= leastUsers }
    let small = ordered.filter { $0.measures.totals.users < leastUsers }
    if let first = small.first {
      let rest = small.dropFirst().reduce(into: first.measures) { $0.merge($1.measures) }
      let users = small.dropFirst().reduce(into: first.cellUsers) { $0.merge($1.cellUsers) }
      groups.append(Group(values: dimensions.map { _ in SegmentLabel.small }, measures: rest, cellUsers: users))
    }
    return groups
  }
}

/// What stands in the columns of a segment.
public enum SegmentLabel {
  /// The whole, whatever the value.
  public static let all = "(all)"
  public static let unknown = "(not known)"
  /// Segments of fewer than ten users, together.
  public static let small = "(small groups)"

  static func text(_ name: Name, _ names: Names) -> String { name.isKnown ? names[name] : unknown }
}
