import NavigationModel

/// Measures each user's sessions separately, to find the people behind the figures (``Crowds``). It computes the tables of every user, so it is used
/// only if small groups are hidden.
package struct CrowdMeasures: Sendable {
  /// All tables that figures are written to.
  package typealias Tables = @Sendable (Measures, MeasureScope) -> [Table]

  private let tables: Tables
  /// Scopes for unknown and known structure.
  private let scopes: [MeasureScope]
  /// The people that were found.
  package private(set) var sums: CrowdSums
  private let dimensions: [WritableKeyPath<Segment, Name> & Sendable]
  private let declared: DeclaredNames
  private var user: UInt32?
  private var pseudonym = Pseudonym(rawValue: 0)
  private var measures = Measures()
  private var segmented = SegmentedMeasures()

  /// - Parameter scope: without measures, with all names of the events.
  package init(least: Int, scope: MeasureScope, dimensions: [WritableKeyPath<Segment, Name> & Sendable], tables: @escaping Tables) {
    self.tables = tables
    scopes = [false, true].map { scope.with(structureKnown: $0) }
    sums = CrowdSums(least: least)
    self.dimensions = dimensions
    declared = scope.declared
  }

  /// Adds a session. Sessions come user by user, each user's in the order of their numbers.
  package mutating func observe(_ session: Session, _ path: Reconstruction) {
    if session.user != user {
      finish()
      user = session.user
      pseudonym = session.pseudonym
      measures = Measures(declared)
      segmented = SegmentedMeasures(dimensions, declared: declared)
    }
    measures.observe(session, path)
    segmented.observe(session, path)
  }

  /// All sessions were observed.
  package mutating func finish() {
    if user == nil { return }
    user = nil
    measures.finish()
    segmented.finish()
    for (index, scope) in scopes.enumerated() {
      sums.cases[index].add(tables(measures, MeasureScope(measures: measures, in: scope)), of: pseudonym)
      for group in dimensions.isEmpty ? [] : segmented.groups(scope.names, leastUsers: 1) {
        sums.cases[index].add(
          group.measures.tables(MeasureScope(measures: group.measures, in: scope, cellUsers: group.cellUsers)), segment: group.values, of: pseudonym)
      }
    }
  }
}
