import EventLogs
import Measures
import NavigationModel

/// Everything that the reports on some users are made of: sums that merge with those of other users, in any order and any tree.
struct State: Sendable {
  /// What the reports call the logs and the app map.
  struct Names: Sendable, Codable {
    /// As they were named to the run.
    var logs: [String] = []
    var map: String?

    mutating func merge(_ other: Names) {
      logs = Set(logs).union(other.logs).sorted { $0.precedesByScalars($1) }
      map = [map, other.map].compactMap(\.self).min { $0.precedesByScalars($1) }
    }
  }

  var label: StateLabel
  var names = Names()
  var logs = TakenLogs()
  var sums: SessionFold.Result

  /// Of nobody.
  init(_ label: StateLabel) {
    self.label = label
    sums = Self.nothing(label.terms)
  }

  init(label: StateLabel, names: Names, logs: TakenLogs, sums: SessionFold.Result) {
    (self.label, self.names, self.logs, self.sums) = (label, names, logs, sums)
  }

  private static func nothing(_ terms: StateTerms) -> SessionFold.Result {
    var options = AuditOptions()
    options.segments = terms.segments
    return SessionFold.Result(
      span: terms.span, segments: SegmentedMeasures(options.segmentPaths), crowds: terms.minimumGroup.map { CrowdSums(least: $0) })
  }

  /// Takes in the state of other users, but for what it says of itself.
  mutating func mergeContent(_ other: State) {
    names.merge(other.names)
    logs.merge(other.logs)
    sums.merge(other.sums)
  }

  // MARK: - As bytes

  /// - Parameter table: the table of all names.
  func frame(_ table: NameTable) throws -> StateFrame {
    let encoder = BinaryEncoder(names: table.snapshot())
    try encoder.encodeNames()
    try encoder.encode(names)
    try encoder.encode(logs)
    try encoder.encode(sums.measures)
    try encoder.encode(sums.recent)
    try sums.segments.encode(to: encoder)
    try sums.crowds?.encode(to: encoder)
    try sums.meetings.encode(to: encoder)
    return try StateFrame(.state, label, content: encoder.finish())
  }

  /// - Parameters:
  ///   - table: where its names are found or added.
  ///   - room: what its counts may come to; what they leave of it.
  init(_ frame: StateFrame, _ name: String, table: NameTable, room: inout UInt64) throws {
    let label = frame.label
    self.init(label)
    self = try frame.decode(name, room: &room) { [self] decoder in
      var state = self
      try decoder.decodeNames(into: table)
      state.names = try decoder.decode(Names.self)
      state.logs = try decoder.decode(TakenLogs.self)
      state.sums.measures = try decoder.decode(Measures.self)
      state.sums.recent = try decoder.decode(Measures.self)
      try state.sums.segments.decode(from: decoder)
      if let least = label.terms.minimumGroup { state.sums.crowds = try CrowdSums(from: decoder, least: least) }
      state.sums.meetings = try NameMeetings(from: decoder)
      return state
    }
  }
}
