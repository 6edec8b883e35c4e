import NavigationModel

/// A measure of what is counted once per session for all such measures.
package protocol CountMeasure: Measure {
  mutating func observe(_ session: Session, _ counts: SessionCounts)
}

extension CountMeasure {
  package mutating func observe(_ session: Session, _ path: Reconstruction) { observe(session, SessionCounts(path)) }

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) { observe(session, counts) }
}
