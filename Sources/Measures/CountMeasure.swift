import NavigationModel

/// A measure of what is counted once per session for all such measures.
public protocol CountMeasure: Measure {
  mutating func observe(_ session: Session, _ counts: SessionCounts)
}

extension CountMeasure {
  public mutating func observe(_ session: Session, _ path: Reconstruction) { observe(session, SessionCounts(path)) }

  public mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) { observe(session, counts) }
}
