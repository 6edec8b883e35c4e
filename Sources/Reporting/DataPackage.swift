import Measures

/// `datapackage.json`: a Frictionless data package (version 1 of the specification) that describes every CSV of a run.
public struct DataPackage: Sendable {
  public static let fileName = "datapackage.json"

  public let title: String
  public let tables: [Table]

  /// - Parameter tables: the tables that are written, in the order in which they are listed. A table whose rows are written piece by piece
  ///   is given without them.
  public init(title: String, tables: [Table]) {
    self.title = title
    self.tables = tables
  }

  public var text: String {
    JSON.object([
      ("profile", .string("tabular-data-package")),
      ("name", .string("navaudit")),
      ("title", .string(title)),
      (
        "description",
        .string("What navaudit found in a navigation log. Shares are fractions, times are UTC, an empty cell means: not known.")
      ),
      ("resources", .array(tables.map { resource($0) })),
    ]).text
  }

  /// The columns by which a row of each table is known. Adding a table with such a key is a line here.
  static let keys: [String: [String]] = [
    "findings": ["rule", "subject_kind", "subject", "section"],
    "summary": ["metric"],
    "depth": ["depth"],
    "screens": ["screen"],
    "tabs": ["tab"],
    "tab_switches": ["from", "to"],
    "more": ["item"],
    "menus": ["menu"],
    "menu_items": ["menu", "item"],
    "gestures": ["gesture"],
    "discovery": ["container", "item", "session_number"],
    "transitions": ["from", "to"],
    "daily": ["date", "platform", "app_version"],
    "tasks": ["task"],
    "trails": ["step", "from", "to"],
    "sessions": ["session"],
    "log_quality": ["check"],
    "compare": ["before", "after", "metric", "subject_kind", "subject", "section"],
    "compare_findings": ["before", "after", "change", "rule", "subject_kind", "subject", "section"],
    "compare_checks": ["before", "after", "check"],
  ]

  private func resource(_ table: Table) -> JSON {
    var schema: [(name: String, value: JSON)] = [
      ("fields", .array(table.columns.map { field($0) })),
      ("missingValues", .array([.string("")])),
    ]
    if let key = Self.keys[table.name].map({ $0 + table.segmentColumns }), isUnique(key, in: table) {
      schema.append(("primaryKey", .array(key.map { .string($0) })))
    }
    return .object([
      ("profile", .string("tabular-data-resource")),
      ("name", .string(table.name)),
      ("path", .string(table.fileName)),
      ("description", .string(table.meaning)),
      ("format", .string("csv")),
      ("mediatype", .string("text/csv")),
      ("encoding", .string("utf-8")),
      (
        "dialect",
        .object([
          ("delimiter", .string(",")), ("lineTerminator", .string("\n")), ("quoteChar", .string("\"")),
          ("doubleQuote", .bool(true)), ("skipInitialSpace", .bool(false)), ("header", .bool(true)),
        ])
      ),
      ("schema", .object(schema)),
    ])
  }

  private func field(_ column: Table.Column) -> JSON {
    var members: [(name: String, value: JSON)] = [
      ("name", .string(column.name)), ("type", .string(column.kind.frictionlessType)),
      ("description", .string(column.meaning)),
    ]
    if column.kind == .share {
      members.append(("constraints", .object([("minimum", .integer(0)), ("maximum", .integer(1))])))
    }
    return .object(members)
  }

  /// Names of the log may coincide where they mean different things (a tab called like the More list): then rows have no key.
  private func isUnique(_ key: [String], in table: Table) -> Bool {
    let places = key.compactMap { name in table.columns.firstIndex { $0.name == name } }
    guard places.count == key.count else { return false }
    var seen = Set<[[UInt8]]>()
    for row in table.rows {
      let cells = places.map { place -> [UInt8] in
        if case .text(let text) = row[place] { return Array(text.withoutFormula.utf8) }
        return Array(row[place].text.utf8)
      }
      if cells.allSatisfy(\.isEmpty) || !seen.insert(cells).inserted { return false }
    }
    return true
  }
}

extension Table {
  /// The name of its file.
  public var fileName: String { name + ".csv" }
}

extension Table.Column.Kind {
  var frictionlessType: String {
    switch self {
    case .text: "string"
    case .integer: "integer"
    case .number, .share: "number"
    case .date: "date"
    case .time: "datetime"
    }
  }
}
