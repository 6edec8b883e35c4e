import Measures
import NavigationModel

extension AuditOptions {
  /// The properties of a session that ``segments`` stand for.
  var segmentPaths: [WritableKeyPath<Segment, Name> & Sendable] {
    segments.compactMap { word in Segment.dimensions.first { $0.word == word }?.path }
  }

  /// The tables of the segments; nil if none were requested.
  /// - Throws: if there are too many.
  func figures(_ measured: SegmentedMeasures, in scope: MeasureScope, _ crowds: Crowds?) throws -> SegmentFigures? {
    guard !segments.isEmpty else { return nil }
    guard !measured.isOverfull else {
      throw AuditError(
        "--segment \(segments.joined(separator: ",")): there are more than \(SegmentedMeasures.limit) segments; name dimensions with fewer values")
    }
    return SegmentFigures(measured, dimensions: segments, whole: scope, crowds: crowds)
  }
}
