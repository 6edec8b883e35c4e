import NavigationModel

/// Measures each user's sessions apart, to know the people behind the figures of all (``Crowds``). It costs the tables of every user, so it is done only
/// where small groups are to be hidden.
public struct CrowdMeasures: Sendable {
  /// All tables that figures are written to.
  public typealias Tables = @Sendable (Measures, MeasureScope) -> [Table]

  private let tables: Tables
  /// Whether the structure of the app is known shows when everybody was measured: the crowds of both cases.
  private var cases: [(scope: MeasureScope, crowds: Crowds)]
  private let dimensions: [WritableKeyPath<Segment, Name> & Sendable]
  private let tasks: [TaskNames]
  private var user: UInt32?
  private var measures = Measures()
  private var segmented = SegmentedMeasures()

  /// - Parameter scope: of no measures yet, with all names of the events.
  public init(least: Int, scope: MeasureScope, dimensions: [WritableKeyPath<Segment, Name> & Sendable], tables: @escaping Tables) {
    self.tables = tables
    cases = [false, true].map { (scope.with(structureKnown: $0), Crowds(least: least)) }
    self.dimensions = dimensions
    tasks = scope.declared.tasks
  }

  /// Takes in a session. Sessions come user by user, each user's in the order of their numbers.
  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    if session.user != user {
      finish()
      user = session.user
      measures = Measures(tasks: tasks)
      segmented = SegmentedMeasures(dimensions, tasks: tasks)
    }
    measures.observe(session, path)
    segmented.observe(session, path)
  }

  /// All sessions were observed.
  public mutating func finish() {
    guard let user else { return }
    self.user = nil
    measures.finish()
    segmented.finish()
    for place in cases.indices {
      let scope = cases[place].scope
      cases[place].crowds.add(tables(measures, MeasureScope(measures: measures, in: scope)), of: user)
      for group in dimensions.isEmpty ? [] : segmented.groups(scope.names, leastUsers: 1) {
        cases[place].crowds.add(group.measures.tables(MeasureScope(measures: group.measures, in: scope)), segment: group.values, of: user)
      }
    }
  }

  /// Takes in what was measured of other users. Both must be finished.
  public mutating func merge(_ other: CrowdMeasures) {
    for place in cases.indices { cases[place].crowds.merge(other.cases[place].crowds) }
  }

  public func crowds(structureKnown: Bool) -> Crowds { cases[structureKnown ? 1 : 0].crowds }
}
