import NavigationModel

/// The source of each native field of a log's events: the paths to read from each record, constants, the app map's
/// event mappings, and the fields of an export. Compiled once, and shared by the threads that read the log.
package struct FieldPlan: Sendable {
  /// The paths to read, by index. The first indices are those of the native fields; nil if nothing is read.
  private(set) var paths: [RecordPath?]
  private(set) var constants: [(field: NativeField, text: ConstantText)] = []
  private(set) var mappings: [Mapping] = []
  private(set) var mappingIndex = MappingIndex([])
  /// Alternative indices for fields whose first path has no value, in order.
  private(set) var fallbacks: [(field: NativeField, indices: [Int])] = []
  /// Fields that are written in several parts, such as a date and a time of day.
  private(set) var joins: [(field: NativeField, indices: [Int])] = []
  /// The event of records without one.
  private(set) var defaultEvent: ConstantText?
  /// The fields of the export; nil for the native log and others with one path per field.
  let export: ExportFields?
  let times: TimeNotation
  /// The zone of times without an offset.
  package var zone = CalendarDays.utc
  /// Whether the line of each event is kept.
  package var keepsLines = false
  /// The app map's columns, from which the plan for an export is made.
  private let columns: [FieldSource.Assignment]
  private let events: [EventMapping]

  /// An event mapping, with indices for its paths.
  struct Mapping: Sendable {
    /// `texts`: those that the value must be one of; empty if it is tested in another way.
    let conditions: [(index: Int, texts: [String], holds: @Sendable (RecordValue) -> Bool)]
    /// The fields that it sets: to a text, otherwise to the first of some values that is not empty.
    let assignments: [(field: NativeField, indices: [Int], text: ConstantText?)]
    let kind: EventKind?
    let givesScreen: Bool
  }

  package static let native = FieldPlan(columns: [], events: [])

  /// - Parameter columns: the sources of fields; an unlisted field comes from the field with its own name, unless that
  ///   is used for another. If no source gives the event, it is a `screen_view`.
  package init(columns: [FieldSource.Assignment], events: [EventMapping], times: TimeNotation = .standard) {
    self.init(columns: columns, events: events, times: times, export: nil)
    guard !columns.isEmpty else { return }
    var used: Set<RecordPath> = []
    var assigned: Set<NativeField> = []
    for column in columns {
      guard let field = NativeField(word: column.field) else { continue }
      assigned.insert(field)
      if case .path(let path) = column.source { used.insert(RecordPath(members: path)) }
    }
    for field in NativeField.allCases
    where !assigned.contains(field) && used.contains(RecordPath(members: [field.word])) {
      paths[field.rawValue] = nil
      if field == .event { constants.append((.event, ConstantText(EventKind.screenView.word))) }
    }
    // The id of a record with a list is not that of each element.
    if !assigned.contains(.id), used.contains(where: { $0.levels.count > 1 }) { paths[NativeField.id.rawValue] = nil }
    if !assigned.contains(.event), assigned.contains(.screen), paths[NativeField.event.rawValue] != nil {
      defaultEvent = ConstantText(EventKind.screenView.word)
    }
  }

  /// The plan for an export with the same app map.
  func reading(_ export: ExportFields) -> FieldPlan {
    var plan = FieldPlan(columns: columns, events: events, times: times, export: export)
    (plan.keepsLines, plan.zone) = (keepsLines, zone)
    return plan
  }

  private init(columns: [FieldSource.Assignment], events: [EventMapping], times: TimeNotation, export: ExportFields?) {
    self.times = times
    self.columns = columns
    self.events = events
    var export = export
    var alternatives: [(field: NativeField, paths: [RecordPath])] = []
    var parts: [(field: NativeField, paths: [RecordPath])] = []
    paths = NativeField.allCases.map { export == nil ? RecordPath(members: [$0.word]) : nil }
    for column in columns {
      guard let field = NativeField(word: column.field) else { continue }
      export?.sources[field] = nil
      switch column.source {
      case .path(let names): paths[field.rawValue] = export?.path(names) ?? RecordPath(members: names)
      case .firstOf(let all):
        paths[field.rawValue] = all.first.map { export?.path($0) ?? RecordPath(members: $0) }
        if all.count > 1 {
          alternatives.append((field, all.dropFirst().map { export?.path($0) ?? RecordPath(members: $0) }))
        }
      case .joined(let all):
        paths[field.rawValue] = nil
        parts.append((field, all.map { export?.path($0) ?? RecordPath(members: $0) }))
      case .constant(let text):
        paths[field.rawValue] = nil
        // An empty text: the log has no such field, whatever its fields are called.
        if !text.isEmpty { constants.append((field, ConstantText(text))) }
      }
    }
    self.export = export
    fallbacks = alternatives.map { field, paths in (field, paths.map { index(of: $0) }) }
    joins = parts.map { field, paths in (field, paths.map { index(of: $0) }) }
    for mapping in events {
      var kind: EventKind?
      let conditions = mapping.conditions.map { (index(ofNames: $0.path), $0.test.texts, $0.test.compiled) }
      let assignments = mapping.assignments.compactMap {
        assignment -> (field: NativeField, indices: [Int], text: ConstantText?)? in
        guard let field = NativeField(word: assignment.field) else { return nil }
        switch assignment.source {
        case .path(let path): return (field, [index(ofNames: path)], nil)
        case .firstOf(let all), .joined(let all): return (field, all.map { index(ofNames: $0) }, nil)
        case .constant(let text):
          if field == .event { kind = EventKind(word: text) }
          return (field, [], ConstantText(text))
        }
      }
      mappings.append(
        Mapping(
          conditions: conditions, assignments: assignments, kind: kind,
          givesScreen: assignments.contains { $0.field == .screen }))
    }
    mappingIndex = MappingIndex(mappings)
    for path in export?.paths ?? [] { _ = index(of: path) }
  }

  /// The indices of a field's paths after the first.
  func alternatives(of field: NativeField) -> [Int] { fallbacks.filter { $0.field == field }.flatMap(\.indices) }

  /// The index of the value at a path, which is added if needed.
  mutating func index(of path: RecordPath) -> Int {
    if let index = paths.firstIndex(of: path) { return index }
    paths.append(path)
    return paths.count - 1
  }

  /// The index of a field named in the app map. A native field name means that field, even if the export calls it
  /// something else.
  private mutating func index(ofNames names: [String]) -> Int {
    guard let export else { return index(of: RecordPath(members: names)) }
    if names.count == 1, let field = NativeField(word: names[0]) { return field.rawValue }
    return index(of: export.path(names))
  }

  /// Whether the app map says where the fields are, as for another's log: then a record without a user is no broken
  /// line.
  var namesUsers: Bool { !columns.isEmpty }

  /// Whether the columns fully describe an event, so that no format has to be detected.
  package var isComplete: Bool {
    let fields = Set(columns.map(\.field))
    return fields.contains("time") && fields.contains("user") && (fields.contains("event") || fields.contains("screen"))
  }
}

extension EventMapping.Test {
  fileprivate var texts: [String] {
    if case .isOneOf(let texts) = self { texts } else { [] }
  }

  fileprivate var compiled: @Sendable (RecordValue) -> Bool {
    switch self {
    case .isOneOf(let texts):
      let texts = texts.map(ConstantText.init)
      return { value in texts.contains { $0.equals(value) } }
    case .begins(let text):
      let text = ConstantText(text)
      return { text.begins($0) }
    case .matches(let expression):
      let pattern = try? Pattern(expression)
      return { pattern?.isFound(in: $0.textBytes) ?? false }
    }
  }
}

/// A text with a stable address, as the value of a record.
final class ConstantText: Sendable {
  // Written once, before anybody else has the value.
  nonisolated(unsafe) private let bytes: UnsafeMutableRawBufferPointer

  init(_ text: String) {
    bytes = .allocate(byteCount: text.utf8.count, alignment: 1)
    bytes.copyBytes(from: text.utf8)
  }

  deinit { bytes.deallocate() }

  var value: RecordValue { RecordValue(text: UnsafeRawBufferPointer(bytes)) }
  var count: Int { bytes.count }

  /// Whether this text, number or Boolean is written in the same way.
  func equals(_ other: RecordValue) -> Bool {
    other.conditionBytes.count == bytes.count && other.conditionBytes.elementsEqual(bytes)
  }

  /// Whether it has this prefix.
  func begins(_ other: RecordValue) -> Bool {
    other.conditionBytes.count >= bytes.count && other.conditionBytes.prefix(bytes.count).elementsEqual(bytes)
  }
}

/// The fields of the native log. The raw value is the index of the field's value in a ``RecordValues``.
package enum NativeField: Int, CaseIterable, Sendable {
  case time, user, event, id, session, screen, target, container, via, outcome, value, depth, x, y
  case platform, osVersion, appVersion, device, width, locale, variant

  /// The indices of the dimensions, in the order of ``Segment/dimensions``.
  static let dimensions = platform.rawValue..<variant.rawValue + 1

  /// The name in the log.
  package var word: String { "\(self)".snakeCased }

  package var meaning: String {
    switch self {
    case .time: "when it happened"
    case .user: "the id of the user or device"
    case .event: "what happened"
    case .id: "the event's own id, to recognize duplicates"
    case .session: "the session's id"
    case .screen: "the screen shown as a result"
    case .target: "what was chosen: a tab, an item, a gesture, a control"
    case .container: "which menu"
    case .via: "how it happened"
    case .outcome: "how it went"
    case .value: "the count on a badge, or the order of the tabs"
    case .depth: "the level of the screen"
    case .x, .y: "where a tap landed, in points from the top left corner"
    case .platform: "`ios`, `android` or another"
    case .osVersion: "the version of the operating system"
    case .appVersion: "the version of the app"
    case .device: "`phone` or `tablet`"
    case .width: "`compact` or `regular`"
    case .locale: "language and region"
    case .variant: "the arm of an experiment"
    }
  }

  package init?(word: String) {
    guard let field = NativeField.allCases.first(where: { $0.word == word }) else { return nil }
    self = field
  }
}

/// The path to a value in a record: member names, and steps through the arrays of exports.
struct RecordPath: Sendable, Hashable, ExpressibleByStringLiteral {
  enum Step: Sendable, Hashable {
    /// The member with this name in an object, or the column with this name in a table.
    case member(String)
    /// In an array of `{"key": …, "value": {…}}`, the contents of this key's value (GA4, OpenTelemetry).
    case entry(String)
    /// In an array of `{"schema": …, "data": …}`, the data of this schema: `vendor/name/version` (Snowplow).
    case schema(String)
    case first
    /// Each element of an array: the record holds one event per element.
    case each
    /// The raw text of an object or array.
    case whole
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// Members of members; `events[]` is each element of the list `events`.
  init(members: [String]) {
    steps = members.flatMap { name -> [Step] in
      name.count > 2 && name.hasSuffix("[]") ? [.member(String(name.dropLast(2))), .each] : [.member(name)]
    }
  }

  /// The members, joined with dots: the name of such a column in a table, and of the path in messages.
  var dotted: String { joined(by: ".") }

  func joined(by separator: String) -> String {
    steps.compactMap { step in
      switch step {
      case .member(let name), .entry(let name), .schema(let name): name
      case .first, .each, .whole: nil
      }
    }.joined(separator: separator)
  }

  static func + (path: RecordPath, steps: [Step]) -> RecordPath { RecordPath(path.steps + steps) }

  subscript(member: String) -> RecordPath { self + [.member(member)] }

  var each: RecordPath { self + [.each] }
  var first: RecordPath { self + [.first] }
  func entry(_ key: String) -> RecordPath { self + [.entry(key)] }
  func schema(_ name: String) -> RecordPath { self + [.schema(name)] }

  /// The path split at its arrays: the part from the record to the first of them, from its elements to the next, and so
  /// on.
  var levels: [RecordPath] {
    steps.split(separator: .each, omittingEmptySubsequences: false).map { RecordPath(Array($0)) }
  }

  init(stringLiteral text: String) { self.init(members: text.split(separator: ".").map(String.init)) }
}
