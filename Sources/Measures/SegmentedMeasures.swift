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
  private let tasks: [TaskNames]
  private var places: [Segment: Int] = [:]
  private var keys: [Segment] = []
  private var measures: [Measures] = []
  private var last: (segment: Segment, place: Int)?
  /// Whether there were more segments than ``limit``: then not all sessions were taken in.
  public private(set) var isOverfull = false

  public init(_ dimensions: [WritableKeyPath<Segment, Name> & Sendable] = [], tasks: [TaskNames] = []) {
    self.dimensions = dimensions
    self.tasks = tasks
  }

  /// Takes in a session. Sessions come user by user, each user's in the order of their numbers.
  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    if dimensions.isEmpty { return }
    if let last, last.segment == session.segment {
      measures[last.place].observe(session, path)
      return
    }
    var key = Segment()
    for dimension in dimensions { key[keyPath: dimension] = session.segment[keyPath: dimension] }
    guard let place = place(of: key) else { return }
    last = (session.segment, place)
    measures[place].observe(session, path)
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
    measures.append(Measures(tasks: tasks))
    return keys.count - 1
  }

  /// All sessions were observed.
  public mutating func finish() {
    for place in measures.indices { measures[place].finish() }
  }

  /// Takes in the segments of other users. Both must be finished.
  public mutating func merge(_ other: SegmentedMeasures) {
    isOverfull = isOverfull || other.isOverfull
    for (key, theirs) in zip(other.keys, other.measures) {
      if let place = place(of: key) { measures[place].merge(theirs) }
    }
  }

  /// A segment with the words for its values.
  public struct Group: Sendable {
    public let values: [String]
    public var measures: Measures
  }

  /// The segments in text order; those of fewer users as one, in which a user counts once for each of them.
  public func groups(_ names: Names, leastUsers: Int = leastUsers) -> [Group] {
    let all = zip(keys, measures).map { key, measures in
      Group(values: dimensions.map { SegmentLabel.text(key[keyPath: $0], names) }, measures: measures)
    }
    let ordered = all.sorted { $0.values.lexicographicallyPrecedes($1.values) { $0.precedesByScalars($1) } }
    var groups = ordered.filter { $0.measures.totals.users >= leastUsers }
    let small = ordered.filter { $0.measures.totals.users < leastUsers }
    if let first = small.first {
      let rest = small.dropFirst().reduce(into: first.measures) { $0.merge($1.measures) }
      groups.append(Group(values: dimensions.map { _ in SegmentLabel.small }, measures: rest))
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
