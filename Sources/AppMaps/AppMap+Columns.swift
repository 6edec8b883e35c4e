import NavigationModel

extension AppMap {
  /// Columns named on the command line, read like `columns` of a map.
  package static func columns(_ named: [(field: String, column: String)]) throws(AppMapError) -> [FieldSource.Assignment] {
    let members = named.map { "\(YAMLText.scalar($0.field)): \(YAMLText.scalar($0.column))" }.joined(separator: ", ")
    return try read(yaml: "columns: {\(members)}", file: "--columns", rules: []).columns
  }

  /// Adds columns in place of those of the same fields.
  package mutating func take(columns named: [FieldSource.Assignment]) {
    let fields = Set(named.map(\.field))
    columns = named + columns.filter { !fields.contains($0.field) }
  }
}
