import EventLogs
import Measures
import NavigationModel

/// Everything that reports on some users are made from: sums that merge with those of other users, in any order and any tree.
struct State: Sendable {
  /// The names of the logs and the app map in reports.
  struct Names: BinaryRecord {
    /// As given to the run.
    var logs: [String] = []
    var map: String?

    static let form = BinaryForm(Self.init(logs:map:), \.logs, \.map)

    mutating func merge(_ other: Names) {
      logs = Set(logs).union(other.logs).sorted { $0.precedesByScalars($1) }
      map = [map, other.map].compactMap(\.self).min { $0.precedesByScalars($1) }
    }
  }

  var label: StateLabel
  var names = Names()
  var logs = TakenLogs()
  var sums: MeasureSums

  /// An empty state.
  init(_ label: StateLabel) {
    self.label = label
    sums = Self.nothing(label.terms)
  }

  init(label: StateLabel, names: Names, logs: TakenLogs, sums: MeasureSums) {
    (self.label, self.names, self.logs, self.sums) = (label, names, logs, sums)
  }

  private static func nothing(_ terms: StateTerms) -> MeasureSums {
    var options = AuditOptions()
    options.segments = terms.segments
    var nothing = MeasureSums(measures: Measures(), recent: Measures(), span: terms.span)
    nothing.segments = SegmentedMeasures(options.segmentPaths)
    nothing.crowds = terms.minimumGroup.map { CrowdSums(least: $0) }
    return nothing
  }

  /// Merges the state of other users, except for its label.
  mutating func mergeContent(_ other: State) {
    names.merge(other.names)
    logs.merge(other.logs)
    sums.merge(other.sums)
  }

  // MARK: - As bytes

  /// - Parameter table: the table of all names.
  func frame(_ table: NameTable) throws -> StateFrame { try StateFrame(.state, label, content: content(table)) }

  /// What the frame holds beside the label.
  func content(_ table: NameTable) throws -> [UInt8] {
    let encoder = BinaryEncoder(names: table.snapshot())
    try encoder.encodeNames()
    try encoder.encode(names)
    try encoder.encode(logs)
    try encoder.encode(sums.measures)
    try encoder.encode(sums.recent)
    try sums.segments.encode(to: encoder)
    try sums.crowds?.encode(to: encoder)
    try sums.meetings.encode(to: encoder)
    return encoder.finish()
  }

  /// - Parameters:
  ///   - table: its names are looked up or added here.
  ///   - room: the limit for the sum of its counts; reduced by them.
  init(_ frame: StateFrame, _ name: String, table: NameTable, room: inout UInt64) throws {
    let label = frame.label
    self.init(label)
    self = try frame.decode(name, room: &room) { [self] decoder in
      var state = self
      try decoder.decodeNames(into: table)
      state.names = try decoder.decode()
      state.logs = try decoder.decode()
      state.sums.measures = try decoder.decode()
      state.sums.recent = try decoder.decode()
      try state.sums.segments.decode(from: decoder)
      if let least = label.terms.minimumGroup { state.sums.crowds = try CrowdSums(from: decoder, least: least) }
      state.sums.meetings = try NameMeetings(from: decoder)
      return state
    }
  }
}
