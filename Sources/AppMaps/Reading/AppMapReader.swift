import EventLogs
import NavigationModel

extension AppMap {
  /// Reads an app map (TheAppMap.md). Strict: what is not understood is refused, never ignored.
  ///
  /// - Parameter yaml: the text of the file; an empty one is a map without declarations.
  /// - Throws: all errors of the map, not only the first.
  package static func read(yaml: String, file: String, rules: [RuleSchema]) throws(AppMapError) -> AppMap {
    var reader = MapReader()
    var map = AppMap()
    guard let root = reader.compose(yaml), !root.isNothing else {
      try reader.finish(file: file)
      return map
    }
    let keys = MapKeys.all(rules)
    let names = keys.map(\.key.name).joined(separator: ", ")
    reader.check(
      root, .record("a map", keys.map(\.key), expected: "a mapping with the keys \(names)", skipsNothing: true))
    reader.checkTabs(of: root)
    try reader.finish(file: file)
    for (key, read) in keys { if let value = root[key.name] { read(value, &map) } }
    return map
  }

  /// Columns named on the command line, read like `columns` of a map; an empty one leaves the field out.
  package static func columns(_ named: [(field: String, column: String)]) throws(AppMapError) -> [FieldSource
    .Assignment]
  {
    let left = named.filter { $0.column.isEmpty }
    let used = named.filter { !$0.column.isEmpty }
    let node = MapNode(used.map { ($0.field, $0.column) })
    var reader = MapReader()
    reader.check(node, MapKeys.columns)
    try reader.finish(file: "--columns")
    return FieldSource.columns(node) + left.map { .init(field: $0.field, source: .constant("")) }
  }

  /// Adds columns in place of those of the same fields.
  package mutating func replace(columns named: [FieldSource.Assignment]) {
    let fields = Set(named.map(\.field))
    columns = named + columns.filter { !fields.contains($0.field) }
  }
}

extension MapReader {
  /// Refuses tabs that `tabs` does not list, unless it lists none.
  fileprivate mutating func checkTabs(of root: MapNode) {
    let tabs = root["tabs"]?.texts ?? []
    if tabs.isEmpty { return }
    let more = root["more"]?["tab"]
    if let more, let tab = more.text, !tabs.contains(tab) {
      refuse(unknown("tab", tab, among: tabs), at: more.position)
    }
    // The More tab may also have a root, even if the map uses its default name.
    let rootTabs = root["more"] == nil ? tabs : tabs + [more?.text ?? "More"]
    for (key, _) in root["roots"]?.pairs ?? [] {
      if let tab = key.text, !rootTabs.contains(tab) { refuse(unknown("tab", tab, among: tabs), at: key.position) }
    }
  }
}

/// A rule that a map can configure, as the reader needs it.
package struct RuleSchema: Sendable, Equatable {
  package let id: String
  package let thresholds: [String]
  /// The rule's title, and the meanings of its thresholds, for the schema.
  package let title: String
  package let meanings: [String: String]

  package init(id: String, thresholds: [String], title: String = "", meanings: [String: String] = [:]) {
    self.id = id
    self.thresholds = thresholds
    self.title = title
    self.meanings = meanings
  }
}
