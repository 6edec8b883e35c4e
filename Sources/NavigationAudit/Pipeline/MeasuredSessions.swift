import AppMaps

/// What was measured of a log or a store.
struct MeasuredSessions: Sendable {
  var sums: MeasureSums
  /// The structure that was inferred before, if any.
  var structure: InferredStructure?
}
