import EventLogs
import Measures
import NavigationModel

/// Everything that reports on some users are made from: sums that merge with those of other users, in any order and any
/// tree.
struct State: Sendable {
  var label: StateLabel
  /// The names of the logs in reports, as given to the run, and that of the app map.
  var logNames: [String] = []
  var mapName: String?
  var logs = TakenLogs()
  var sums: MeasureSums

  init(_ label: StateLabel) {
    self.label = label
    sums = MeasureSums(measures: Measures(), recent: Measures(), span: label.terms.span)
  }

  /// Merges the state of other users, except for its label.
  mutating func mergeContent(_ other: State) {
    logNames = Set(logNames).union(other.logNames).sorted { $0.precedesByScalars($1) }
    mapName = [mapName, other.mapName].compactMap(\.self).min { $0.precedesByScalars($1) }
    logs.merge(other.logs)
    sums.merge(other.sums)
  }

  // MARK: - As bytes

  func frame(_ table: NameTable) throws -> StateFrame { try StateFrame(.state, label, content: content(table)) }

  /// What the frame holds beside the label.
  func content(_ table: NameTable) throws -> [UInt8] {
    let encoder = BinaryEncoder(names: table.snapshot())
    try encoder.encodeNames()
    try encoder.encode(logNames)
    try encoder.encode(mapName)
    try encoder.encode(logs)
    try encoder.encode(sums.measures)
    try encoder.encode(sums.recent)
    try sums.meetings.encode(to: encoder)
    try encoder.encode(sums.nobodies)
    try encoder.encode(sums.apart.flatMap { [$0.measures, $0.recent] })
    return encoder.finish()
  }

  /// - Parameters:
  ///   - table: its names are looked up or added here.
  ///   - room: the limit for the sum of its counts; reduced by them.
  init(_ frame: StateFrame, table: NameTable, room: inout UInt64) throws {
    let label = frame.label
    self.init(label)
    self = try frame.decode(room: &room) { [self] decoder in
      var state = self
      try decoder.decodeNames(into: table)
      state.logNames = try decoder.decode()
      state.mapName = try decoder.decode()
      state.logs = try decoder.decode()
      state.sums.measures = try decoder.decode()
      state.sums.recent = try decoder.decode()
      state.sums.meetings = try NameMeetings(from: decoder)
      state.sums.nobodies = try decoder.decode()
      let apart: [Measures] = try decoder.decode()
      guard [0, 2 * Nobodies.IDs.Kind.allCases.count].contains(apart.count) else { throw BinaryError.invalid }
      state.sums.apart = stride(from: 0, to: apart.count, by: 2).map { (apart[$0], apart[$0 + 1]) }
      return state
    }
  }
}

/// The states or surveys of some files, checked to be mergeable.
struct StateFiles: Sendable {
  let kind: StateFrame.Kind
  let label: StateLabel
  private let frames: [StateFrame]

  /// Reads the labels.
  /// - Throws: if one cannot be read, or cannot be merged with the others.
  init(_ files: [String], allowsOverlap: Bool) throws {
    var found: [(name: String, frame: StateFrame)] = []
    for file in files {
      var source = try StateSource(file)
      if source.isEmpty {
        throw AuditError("\(source.name): is empty, not a state; `navaudit map` writes one even where there is nobody")
      }
      var number = 0
      while !source.isAtEnd {
        number += 1
        let name = number == 1 ? source.name : "\(source.name) (state \(number))"
        found.append((name, try StateFrame(&source, name)))
      }
    }
    guard let first = found.first,
      let label = try StateLabel.merged(found.map { ($0.name, $0.frame.label) }, allowsOverlap: allowsOverlap)
    else {
      throw AuditError("there is no state; name some")
    }
    kind = first.frame.kind
    if let other = found.first(where: { $0.frame.kind != first.frame.kind }) {
      throw AuditError(
        """
        \(other.name): is a \(other.frame.kind.word), and \(first.name) a \(kind.word); reduce states or surveys, \
        not both
        """)
    }
    frames = found.map(\.frame)
    self.label = label
  }

  func survey() throws -> Survey {
    let surveys = try frames.map { try Survey($0) }
    guard var all = surveys.first else { throw AuditError("there is no survey; name some") }
    for survey in surveys.dropFirst() { all.merge(survey) }
    all.label = label
    return all
  }

  /// All states, merged.
  func state(_ table: NameTable, workers: Int) async throws -> State {
    let threads = max(1, min(workers, frames.count))
    // The sum over all threads must not overflow.
    let empty = (state: State(label), room: BinaryDecoder.largestSum / UInt64(threads))
    let parts = try await WorkCounter.deal(frames.count, to: Array(repeating: empty, count: threads)) {
      [frames] part, number in
      part.state.mergeContent(try State(frames[number], table: table, room: &part.room))
    }
    return parts.reduce(into: empty.state) { $0.mergeContent($1.state) }
  }
}

/// What reports need to know about all users before the first session is measured: the time between the first and the
/// last session start (recent part and halves), and the pseudonym key if none is given.
struct Survey: Sendable {
  var label: StateLabel
  var key: PseudonymKey
  var first: Int64?
  var last: Int64?

  var span: SessionSpan? { first.flatMap { first in last.map { SessionSpan(first: first, last: $0) } } }

  mutating func merge(_ other: Survey) {
    label.merge(other.label)
    key = key.together(with: other.key)
    first = [first, other.first].compactMap(\.self).min()
    last = [last, other.last].compactMap(\.self).max()
  }
}

extension Survey {
  func frame() throws -> StateFrame {
    let encoder = BinaryEncoder(names: .init(texts: []))
    try encoder.encode(key.hexadecimal)
    try encoder.encode(first)
    try encoder.encode(last)
    return try StateFrame(.survey, label, content: encoder.finish())
  }

  init(_ frame: StateFrame) throws {
    var room = BinaryDecoder.largestSum
    self = try frame.decode(room: &room) { decoder in
      guard let key = PseudonymKey(hexadecimal: try decoder.decode()) else {
        throw AuditError("\(frame.name): is a damaged survey; survey its logs again")
      }
      return Survey(label: frame.label, key: key, first: try decoder.decode(), last: try decoder.decode())
    }
  }

  /// Reads a survey file (`map --survey`).
  init(file: String) throws {
    var source = try StateSource(file)
    let frame = try StateFrame(&source, file)
    guard frame.kind == .survey else {
      throw AuditError("\(file): is a state; --survey takes what `navaudit reduce` makes of surveys")
    }
    guard source.isAtEnd else {
      throw AuditError("\(file): holds several surveys; make one of them with `navaudit reduce`")
    }
    try self.init(frame)
  }
}
