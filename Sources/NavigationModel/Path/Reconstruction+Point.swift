extension Reconstruction {
  /// How far a reconstruction has come: two of them show what the events between did.
  package struct Point: Sendable {
    package let steps: Int
    package let occurrences: Int
    package let signs: Signs

    init(_ session: Reconstruction) { (steps, occurrences, signs) = (session.steps.count, session.occurrences.count, session.signs) }
  }
}
