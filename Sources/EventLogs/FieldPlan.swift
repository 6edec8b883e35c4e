import NavigationModel

/// Where each native field of a log's events comes from, as the app map says: the paths to read out of each record, constants, and the meaning of
/// the app's own events.
package struct FieldPlan: Sendable {
  /// The paths to read, by place. The first places are those of the native fields; nil where nothing is read.
  private(set) var paths: [[String]?]
  /// Fields that are the same for all records.
  private(set) var constants: [(field: NativeField, text: String)] = []
  private(set) var mappings: [Mapping] = []

  /// An event mapping with its paths as places.
  struct Mapping: Sendable {
    var conditions: [(place: Int, text: String)]
    var assignments: [(field: NativeField, source: Source)]
  }

  enum Source: Sendable {
    case place(Int)
    case constant(String)
  }

  /// The plan of the native log.
  package static let native = FieldPlan(columns: [], events: [])

  /// - Parameters:
  ///   - columns: where fields come from; a field that is not named comes from the field of its own name, unless that is used for another.
  ///     Where nothing tells the event, it is a `screen_view`.
  ///   - events: what the app's own events mean.
  package init(columns: [FieldSource.Assignment], events: [EventMapping]) {
    paths = NativeField.allCases.map { [$0.word] }
    var used: Set<[String]> = []
    var assigned: Set<NativeField> = []
    for column in columns {
      guard let field = NativeField(word: column.field) else { continue }
      assigned.insert(field)
      switch column.source {
      case .path(let path):
        paths[field.rawValue] = path
        used.insert(path)
      case .constant(let text):
        paths[field.rawValue] = nil
        constants.append((field, text))
      }
    }
    if !columns.isEmpty {
      for field in NativeField.allCases where !assigned.contains(field) && used.contains([field.word]) {
        paths[field.rawValue] = nil
        if field == .event { constants.append((.event, EventKind.screenView.word)) }
      }
      if !assigned.contains(.event), assigned.contains(.screen), paths[NativeField.event.rawValue] != nil {
        defaultEvent = EventKind.screenView.word
      }
    }
    for mapping in events {
      mappings.append(
        Mapping(
          conditions: mapping.conditions.map { (place(of: $0.path), $0.text) },
          assignments: mapping.assignments.compactMap { assignment in
            guard let field = NativeField(word: assignment.field) else { return nil }
            switch assignment.source {
            case .path(let path): return (field, .place(place(of: path)))
            case .constant(let text): return (field, .constant(text))
            }
          }))
    }
  }

  /// The event of records that do not name one.
  private(set) var defaultEvent: String?

  private mutating func place(of path: [String]) -> Int {
    if let place = paths.firstIndex(of: path) { return place }
    paths.append(path)
    return paths.count - 1
  }

  /// Whether records are read as they are.
  var isNative: Bool { constants.isEmpty && mappings.isEmpty && defaultEvent == nil }
}
