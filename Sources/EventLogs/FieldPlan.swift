import NavigationModel

/// Where each native field of a log's events comes from: the paths to read out of each record, constants, what the app map says of the app's own
/// events, and what an export calls by other names.
package struct FieldPlan: Sendable {
  /// The paths to read, by place. The first places are those of the native fields; nil where nothing is read.
  private(set) var paths: [RecordPath?]
  /// Fields that are the same for all records.
  private(set) var constants: [(field: NativeField, text: String)] = []
  private(set) var mappings: [Mapping] = []
  /// Where fields are looked for that their first place does not have, in order.
  private(set) var fallbacks: [(field: NativeField, places: [Int])] = []
  /// The event of records that do not name one.
  private(set) var defaultEvent: String?
  /// What the export is read by; nil for the native log and others that have one field a value.
  let export: ExportFields?
  /// How times are written.
  let times: TimeNotation
  /// What the app map says, from which the plan for an export is made anew.
  private let columns: [FieldSource.Assignment]
  private let events: [EventMapping]

  /// An event mapping with its paths as places.
  struct Mapping: Sendable {
    var conditions: [(place: Int, test: EventMapping.Test)]
    var assignments: [(field: NativeField, source: Source)]
  }

  enum Source: Sendable {
    /// The first of these places that has a value.
    case places([Int])
    case constant(String)
  }

  /// The plan of the native log.
  package static let native = FieldPlan(columns: [], events: [])

  /// - Parameters:
  ///   - columns: where fields come from; a field that is not named comes from the field of its own name, unless that is used for another.
  ///     Where nothing tells the event, it is a `screen_view`.
  ///   - events: what the app's own events mean.
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

  /// The plan for an export of which the app map says the same things.
  func reading(_ export: ExportFields) -> FieldPlan { FieldPlan(columns: columns, events: events, times: times, export: export) }

  private init(columns: [FieldSource.Assignment], events: [EventMapping], times: TimeNotation, export: ExportFields?) {
    self.times = times
    self.columns = columns
    self.events = events
    var export = export
    var alternatives: [(field: NativeField, paths: [RecordPath])] = []
    paths = NativeField.allCases.map { export == nil ? RecordPath(members: [$0.word]) : nil }
    for column in columns {
      guard let field = NativeField(word: column.field) else { continue }
      export?.sources[field] = nil
      switch column.source {
      case .path(let names): paths[field.rawValue] = export?.path(names) ?? RecordPath(members: names)
      case .firstOf(let all):
        paths[field.rawValue] = all.first.map { export?.path($0) ?? RecordPath(members: $0) }
        if all.count > 1 { alternatives.append((field, all.dropFirst().map { export?.path($0) ?? RecordPath(members: $0) })) }
      case .constant(let text):
        paths[field.rawValue] = nil
        // An empty text: the log has nothing for this field, whatever its own fields are called.
        if !text.isEmpty { constants.append((field, text)) }
      }
    }
    self.export = export
    fallbacks = alternatives.map { field, paths in (field, paths.map { place(of: $0) }) }
    for mapping in events {
      mappings.append(
        Mapping(
          conditions: mapping.conditions.map { (place(ofNames: $0.path), $0.test) },
          assignments: mapping.assignments.compactMap { assignment in
            guard let field = NativeField(word: assignment.field) else { return nil }
            switch assignment.source {
            case .path(let path): return (field, .places([place(ofNames: path)]))
            case .firstOf(let all): return (field, .places(all.map { place(ofNames: $0) }))
            case .constant(let text): return (field, .constant(text))
            }
          }))
    }
    for path in export?.paths ?? [] { _ = place(of: path) }
  }

  /// The place of the value at a path, which is read from now on.
  mutating func place(of path: RecordPath) -> Int {
    if let place = paths.firstIndex(of: path) { return place }
    paths.append(path)
    return paths.count - 1
  }

  /// The place of a field that the app map names. What an export calls otherwise is meant where it is called as in the navigation log.
  private mutating func place(ofNames names: [String]) -> Int {
    guard let export else { return place(of: RecordPath(members: names)) }
    if names.count == 1, let field = NativeField(word: names[0]) { return field.rawValue }
    return place(of: export.path(names))
  }

  /// The places of the dimensions, where they are as the record says.
  var context: Range<Int> {
    let places = NativeField.dimensions
    let assigned = constants.map(\.field) + fallbacks.map(\.field) + mappings.flatMap { $0.assignments.map(\.field) }
    return export != nil || assigned.contains { places.contains($0.rawValue) } ? 0..<0 : places
  }

  /// Whether the columns alone say where an event stands, so that records are read by nothing else.
  var isComplete: Bool {
    let fields = Set(columns.map(\.field))
    return fields.contains("time") && fields.contains("user") && (fields.contains("event") || fields.contains("screen"))
  }
}
