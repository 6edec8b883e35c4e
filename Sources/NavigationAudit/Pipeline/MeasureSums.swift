import Measures
import NavigationModel

/// The measures of some users.
package struct MeasureSums: MergeableSums {
  package var measures = Measures()
  /// The measures that rules read, of the sessions that start in the last third of the period.
  package var recent = Measures()
  package var span: SessionSpan?
  package var segments = SegmentedMeasures()
  package var duplicates = 0
  /// Events of sessions on days that are not measured.
  package var leftOut = 0
  /// The people behind each figure, if small groups are hidden.
  package var crowds: CrowdSums?
  /// How many users met each name, if small groups are hidden.
  package var meetings = NameMeetings()

  package init(measures: Measures, recent: Measures, span: SessionSpan? = nil) {
    (self.measures, self.recent, self.span) = (measures, recent, span)
  }

  /// The sums of nobody yet.
  init(_ declared: DeclaredNames, _ measuring: SessionRecorder.Measuring?) {
    self.init(measures: Measures(declared, span: measuring?.span), recent: Measures(declared), span: measuring?.span)
    segments = SegmentedMeasures(measuring?.dimensions ?? [], declared: declared)
    crowds = measuring?.crowds?.sums
  }

  package mutating func merge(_ other: MeasureSums) {
    measures.merge(other.measures)
    recent.merge(other.recent)
    segments.merge(other.segments)
    duplicates += other.duplicates
    leftOut += other.leftOut
    if let others = other.crowds { crowds?.merge(others) }
    meetings.merge(other.meetings)
  }
}
