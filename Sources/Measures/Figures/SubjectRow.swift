import NavigationModel

/// What something that happened adds to a share of one tab, menu or gesture: the only definition of what these shares count.
///
/// The measures of tabs, menus and gestures sum it, ``SessionCounts`` for the app as a whole, and comparisons for each side.
struct SubjectRow: Sendable {
  let figure: ComparedSubject.Kind
  let name: Name
  /// What is added to the numerator and to the denominator.
  let y: Int
  let n: Int

  /// Nil if it belongs to no such share.
  @inline(__always)
  init?(_ occurrence: Occurrence) {
    switch occurrence.kind {
    case .tabSelect, .tabReselect: self.init(.tabBlocked, occurrence.subject, y: 0)
    case .tabBlocked: self.init(.tabBlocked, occurrence.subject, y: 1)
    case .keptStateReturn: self.init(.tabStateLost, occurrence.subject, y: occurrence.flag ? 1 : 0)
    case .menuOpen where !occurrence.flag: self.init(.menuAbandonment, occurrence.container, y: 0)
    case .menuAbandoned: self.init(.menuAbandonment, occurrence.container, y: 1, n: 0)
    case .gesture: self.init(.gestureFailed, occurrence.subject, y: occurrence.flag ? 1 : 0)
    default: return nil
    }
  }

  private init(_ figure: ComparedSubject.Kind, _ name: Name, y: Int, n: Int = 1) { (self.figure, self.name, self.y, self.n) = (figure, name, y, n) }
}
