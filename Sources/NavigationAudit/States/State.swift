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
    nothing.peopleBehind = terms.minimumGroup.map { PeopleBehindSums(least: $0) }
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
    try sums.peopleBehind?.encode(to: encoder)
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
      if let least = label.terms.minimumGroup { state.sums.peopleBehind = try PeopleBehindSums(from: decoder, least: least) }
      state.sums.meetings = try NameMeetings(from: decoder)
      return state
    }
  }
}

/// The states or surveys of some files, checked to be mergeable.
struct StateFiles: Sendable {
  private struct Item: Sendable {
    let name: String
    let file: String
    /// Its index in the file.
    let index: Int
    let label: StateLabel
    /// Kept for standard input and text, which are not read again.
    let frame: StateFrame?
  }

  let kind: StateFrame.Kind
  /// The merged label.
  let label: StateLabel
  private let items: [Item]

  /// Reads the labels.
  /// - Throws: if one cannot be read, or cannot be merged with the others.
  init(_ files: [String], allowsOverlap: Bool) throws {
    var items: [Item] = []
    var kinds: [(name: String, kind: StateFrame.Kind)] = []
    for file in files {
      var source = try StateSource(file)
      if source.isEmpty { throw AuditError("\(source.name): is empty, not a state; `navaudit map` writes one even where there is nobody") }
      var index = 0
      while !source.isAtEnd {
        let name = index == 0 ? source.name : "\(source.name) (state \(index + 1))"
        let frame = try StateFrame(&source, name, hasContent: source.isInMemory)
        items.append(Item(name: name, file: file, index: index, label: frame.label, frame: source.isInMemory ? frame : nil))
        kinds.append((name, frame.kind))
        index += 1
      }
    }
    guard let kind = kinds.first?.kind, let label = try StateLabel.merged(items.map { ($0.name, $0.label) }, allowsOverlap: allowsOverlap) else {
      throw AuditError("there is no state; name some")
    }
    if let other = kinds.first(where: { $0.kind != kind }) {
      throw AuditError("\(other.name): is a \(other.kind.word), and \(kinds[0].name) a \(kind.word); reduce states or surveys, not both")
    }
    (self.items, self.kind, self.label) = (items, kind, label)
  }

  private func frame(_ item: Item) throws -> StateFrame {
    if let frame = item.frame { return frame }
    var source = try StateSource(item.file)
    for _ in 0..<item.index { _ = try StateFrame(&source, item.name, hasContent: false) }
    return try StateFrame(&source, item.name, hasContent: true)
  }

  /// All surveys, merged.
  func survey() throws -> Survey {
    let surveys = try items.map { try Survey(frame($0), $0.name) }
    guard var all = surveys.first else { throw AuditError("there is no survey; name some") }
    for survey in surveys.dropFirst() { all.merge(survey) }
    all.label = label
    return all
  }

  /// All states, merged.
  /// - Parameter table: receives their names.
  func state(_ table: NameTable, workers: Int) async throws -> State {
    let work = WorkCounter()
    let threads = max(1, min(workers, items.count))
    return try await withThrowingTaskGroup(of: State.self) { group in
      for _ in 0..<threads {
        group.addTask {
          // The sum over all threads must not overflow.
          var room = BinaryDecoder.largestSum / UInt64(threads)
          var all = State(label)
          while let number = work.take(below: items.count) {
            try Task.checkCancellation()
            all.mergeContent(try State(frame(items[number]), items[number].name, table: table, room: &room))
          }
          return all
        }
      }
      var all = State(label)
      for try await part in group { all.mergeContent(part) }
      return all
    }
  }
}

/// What reports need to know about all users before the first session is measured: the time between the first and the last session
/// start (recent part and halves), and the pseudonym key if none is given.
struct Survey: Sendable {
  var label: StateLabel
  /// The key derived from the users.
  var key: PseudonymKey
  var first: Int64?
  var last: Int64?

  var span: SessionSpan? { first.flatMap { first in last.map { SessionSpan(first: first, last: $0) } } }

  /// Merges the survey of other users.
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
    try encoder.encode(Content(key: key.hexadecimal, first: first, last: last))
    return try StateFrame(.survey, label, content: encoder.finish())
  }

  init(_ frame: StateFrame, _ name: String) throws {
    var room = BinaryDecoder.largestSum
    let content = try frame.decode(name, room: &room) { try $0.decode(Content.self) }
    guard let key = PseudonymKey(hexadecimal: content.key) else { throw AuditError("\(name): is a damaged survey; survey its logs again") }
    self.init(label: frame.label, key: key, first: content.first, last: content.last)
  }

  private struct Content: BinaryRecord {
    let key: String
    let first: Int64?
    let last: Int64?

    static let form = BinaryForm(Self.init(key:first:last:), \.key, \.first, \.last)
  }

  /// Reads a survey file (`map --survey`).
  init(file: String) throws {
    var source = try StateSource(file)
    let frame = try StateFrame(&source, file, hasContent: true)
    guard frame.kind == .survey else { throw AuditError("\(file): is a state; --survey takes what `navaudit reduce` makes of surveys") }
    guard source.isAtEnd else { throw AuditError("\(file): holds several surveys; make one of them with `navaudit reduce`") }
    try self.init(frame, file)
  }
}
