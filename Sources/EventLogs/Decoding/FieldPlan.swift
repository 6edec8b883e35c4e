import NavigationModel

/// The source of each native field of a log's events: the paths to read from each record, constants, the app map's event mappings,
/// and the fields of an export.
package struct FieldPlan: Sendable {
  /// The paths to read, by index. The first indices are those of the native fields; nil if nothing is read.
  private(set) var paths: [RecordPath?]
  /// Fields that are the same for all records.
  private(set) var constants: [(field: NativeField, text: String)] = []
  private(set) var mappings: [Mapping] = []
  /// Alternative indices for fields whose first path has no value, in order.
  private(set) var fallbacks: [(field: NativeField, indices: [Int])] = []
  /// Fields that are written in several parts, such as a date and a time of day.
  private(set) var joins: [(field: NativeField, indices: [Int])] = []
  /// The event of records without one.
  private(set) var defaultEvent: String?
  /// The fields of the export; nil for the native log and others with one path per field.
  let export: ExportFields?
  /// How times are written.
  let times: TimeNotation
  /// Whether the first records that each mapping reads are kept.
  package var keepsSamples = false
  /// Whether the line of each event is kept.
  package var keepsLines = false
  /// The app map's columns, from which the plan for an export is made.
  private let columns: [FieldSource.Assignment]
  private let events: [EventMapping]

  /// An event mapping, with indices for its paths.
  struct Mapping: Sendable {
    var conditions: [(index: Int, test: EventMapping.Test)]
    var assignments: [(field: NativeField, source: Source)]
  }

  enum Source: Sendable {
    /// The first of these indices with a value.
    case indices([Int])
    case constant(String)
  }

  /// The plan of the native log.
  package static let native = FieldPlan(columns: [], events: [])

  /// - Parameters:
  ///   - columns: the sources of fields; an unlisted field comes from the field with its own name, unless that is used for another.
  ///     If no source gives the event, it is a `screen_view`.
  ///   - events: the meanings of custom events.
  package init(columns: [FieldSource.Assignment], events: [EventMapping], times: TimeNotation = .usual) {
    self.init(columns: columns, events: events, times: times, export: nil)
    guard !columns.isEmpty else { return }
    var used: Set<RecordPath> = []
    var assigned: Set<NativeField> = []
    for column in columns {
      guard let field = NativeField(word: column.field) else { continue }
      assigned.insert(field)
      if case .path(let path) = column.source { used.insert(RecordPath(members: path)) }
    }
    for field in NativeField.allCases where !assigned.contains(field) && used.contains(RecordPath(members: [field.word])) {
      paths[field.rawValue] = nil
      if field == .event { constants.append((.event, EventKind.screenView.word)) }
    }
    if !assigned.contains(.event), assigned.contains(.screen), paths[NativeField.event.rawValue] != nil {
      defaultEvent = EventKind.screenView.word
    }
  }

  /// The plan for an export with the same app map.
  func reading(_ export: ExportFields) -> FieldPlan {
    var plan = FieldPlan(columns: columns, events: events, times: times, export: export)
    plan.keepsSamples = keepsSamples
    plan.keepsLines = keepsLines
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
        if all.count > 1 { alternatives.append((field, all.dropFirst().map { export?.path($0) ?? RecordPath(members: $0) })) }
      case .joined(let all):
        paths[field.rawValue] = nil
        parts.append((field, all.map { export?.path($0) ?? RecordPath(members: $0) }))
      case .constant(let text):
        paths[field.rawValue] = nil
        // An empty text: the log has no such field, whatever its fields are called.
        if !text.isEmpty { constants.append((field, text)) }
      }
    }
    self.export = export
    fallbacks = alternatives.map { field, paths in (field, paths.map { index(of: $0) }) }
    joins = parts.map { field, paths in (field, paths.map { index(of: $0) }) }
    for mapping in events {
      mappings.append(
        Mapping(
          conditions: mapping.conditions.map { (index(ofNames: $0.path), $0.test) },
          assignments: mapping.assignments.compactMap { assignment in
            guard let field = NativeField(word: assignment.field) else { return nil }
            switch assignment.source {
            case .path(let path): return (field, .indices([index(ofNames: path)]))
            case .firstOf(let all), .joined(let all): return (field, .indices(all.map { index(ofNames: $0) }))
            case .constant(let text): return (field, .constant(text))
            }
          }))
    }
    for path in export?.paths ?? [] { _ = index(of: path) }
  }

  /// The index of the value at a path, which is added if needed.
  mutating func index(of path: RecordPath) -> Int {
    if let index = paths.firstIndex(of: path) { return index }
    paths.append(path)
    return paths.count - 1
  }

  /// The index of a field named in the app map. A native field name means that field, even if the export calls it something else.
  private mutating func index(ofNames names: [String]) -> Int {
    guard let export else { return index(of: RecordPath(members: names)) }
    if names.count == 1, let field = NativeField(word: names[0]) { return field.rawValue }
    return index(of: export.path(names))
  }

  /// The indices of the dimensions, if they are read unchanged from the record.
  var context: Range<Int> {
    let dimensions = NativeField.dimensions
    let assigned = constants.map(\.field) + fallbacks.map(\.field) + joins.map(\.field) + mappings.flatMap { $0.assignments.map(\.field) }
    return export != nil || assigned.contains { dimensions.contains($0.rawValue) } ? 0..<0 : dimensions
  }

  /// Whether the columns fully describe an event, so that no format has to be detected.
  package var isComplete: Bool {
    let fields = Set(columns.map(\.field))
    return fields.contains("time") && fields.contains("user") && (fields.contains("event") || fields.contains("screen"))
  }
}

/// The fields of the native log. The raw value is the index of the field's value in a ``RecordValues``.
package enum NativeField: Int, CaseIterable, Sendable {
  case time, user, event, id, session, screen, target, container, via, outcome, value, depth, x, y
  case platform, osVersion, appVersion, device, width, locale, variant

  /// The indices of the dimensions, in the order of ``Segment/dimensions``.
  static let dimensions = platform.rawValue..<variant.rawValue + 1

  /// The name in the log.
  package var word: String {
    switch self {
    case .osVersion: "os_version"
    case .appVersion: "app_version"
    default: "\(self)"
    }
  }

  /// Its meaning, in a few words.
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
