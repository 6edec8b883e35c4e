import NavigationModel
import Yams

extension AppMap {
  /// Columns named on the command line, read like `columns` of a map.
  package static func columns(_ named: [(field: String, column: String)]) throws(AppMapError) -> [FieldSource.Assignment] {
    let pairs = named.map { (Node($0.field, .implicit, .doubleQuoted), Node($0.column, .implicit, .doubleQuoted)) }
    var reader = AppMapReader(rules: [])
    let columns = reader.columns(MapNode(Node(pairs)))
    guard reader.issues.isEmpty else { throw AppMapError(file: "--columns", issues: reader.issuesInOrder) }
    return columns
  }

  /// Adds columns in place of those of the same fields.
  package mutating func take(columns named: [FieldSource.Assignment]) {
    let fields = Set(named.map(\.field))
    columns = named + columns.filter { !fields.contains($0.field) }
  }
}
