import NavigationModel

/// A figure, or a family of figures, that is folded from sessions and can be merged.
///
/// Sessions are observed user by user, each user's in the order of their numbers, and merged values have no user in common:
/// so distinct users can be counted without storing them.
package protocol Measure: Sendable, Codable {
  init()
  /// - Parameters:
  ///   - declared: what the app map declares.
  ///   - span: the time from the first to the last session start; nil if unknown.
  init(_ declared: DeclaredNames?, span: SessionSpan?)
  /// Whether rules read it. If not, it is left out where there are only rules.
  static var isForRules: Bool { get }
  /// Adds a session.
  /// - Parameter counts: what is counted once for all measures.
  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts)
  /// Call it when all sessions of a user were observed.
  mutating func finishUser()
  /// Call it when all users were observed.
  mutating func finish()
  /// Merges another value, which is finished, of other users. Commutative and associative.
  mutating func merge(_ other: Self)
  /// Its tables.
  /// - Parameter measures: all measures, this one among them.
  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table]
}

extension Measure {
  package init(_ declared: DeclaredNames?, span: SessionSpan?) { self.init() }
  package static var isForRules: Bool { true }
  /// Adds a session to this measure alone.
  package mutating func observe(_ session: Session, _ path: Reconstruction) { observe(session, path, SessionCounts(path)) }
  package mutating func finishUser() {}
  package mutating func finish() {}
  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [] }
}
