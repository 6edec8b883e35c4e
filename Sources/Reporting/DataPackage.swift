import Foundation
import Measures
import Tables

/// `datapackage.json`: a Frictionless data package (version 1 of the specification) that describes every CSV of a run and lists every file with its
/// size and hash.
///
/// It shows a later run which files in a folder are its own to replace. The member `digest`, a hash of the text without that member, proves that
/// the package was not changed.
public struct DataPackage: Sendable {
  public static let fileName = "datapackage.json"

  public let title: String
  public let tables: [Table]
  private let zone: String

  /// - Parameter tables: the written tables, in the order of the list. A table whose rows are written piecewise
  ///   is given without rows.
  /// - Parameter calendar: what a day is.
  public init(title: String, tables: [Table], calendar: CalendarDays = .utc) {
    self.title = title
    self.tables = tables
    zone = calendar.zone
  }

  /// - Parameters:
  ///   - files: the files of this run, in the order of the list.
  ///   - others: the resources of other files in the folder, from ``resources(in:)``.
  package func text(files: [WrittenFile], others: [String] = []) -> String {
    let byPath = Dictionary(files.map { ($0.path, $0) }) { $1 }
    let names = Set(tables.map(\.fileName))
    return Self.sealed([
      ("profile", .string("data-package")),
      ("name", .string("navaudit")),
      ("title", .string(title)),
      (
        "description",
        .string(
          "What navaudit found in a navigation log. Shares are fractions, times are UTC\(zone == "UTC" ? "" : ", days are those of \(zone)"), an empty cell means: not known."
        )
      ),
      (
        "resources",
        .array(
          tables.map { resource($0, byPath[$0.fileName]) } + files.filter { !names.contains($0.path) }.map(\.resource) + others.map { .written($0) })
      ),
    ])
  }

  /// A package that only lists files, for the time while a run moves them to their final paths. A path may be listed with several hashes.
  package static func list(of files: [WrittenFile]) -> String {
    sealed([("profile", .string("data-package")), ("name", .string("navaudit")), ("resources", .array(files.map(\.resource)))])
  }

  /// The files that a package lists, each with the text of its resource; nil if the package was changed since navaudit wrote it.
  package static func resources(in text: String) -> [(file: WrittenFile, text: String)]? {
    guard let digest = text.range(of: digestStart, options: .backwards), sealed(String(text[..<digest.lowerBound])) == text,
      let start = text.range(of: "\"resources\": [\n    {", options: .backwards),
      let end = text.range(of: "\n  ]", options: .backwards, range: start.upperBound..<digest.lowerBound)
    else { return nil }
    struct Resource: Decodable {
      let path: String
      let bytes: Int?
      let hash: String?
    }
    // Resources begin at the indentation of their list; their contents are indented further.
    return text[start.upperBound..<end.lowerBound].components(separatedBy: ",\n    {").compactMap { rest -> (file: WrittenFile, text: String)? in
      let text = "{" + rest
      guard let resource = try? JSONDecoder().decode(Resource.self, from: Data(text.utf8)), let bytes = resource.bytes, let hash = resource.hash else {
        return nil
      }
      return (WrittenFile(path: resource.path, bytes: bytes, hash: hash), text)
    }
  }

  /// The files that a package lists; nil if it was changed.
  package static func files(in text: String) -> [WrittenFile]? { resources(in: text)?.map(\.file) }

  private static let digestStart = ",\n  \"digest\": \""

  private static func sealed(_ members: [(name: String, value: JSON)]) -> String { sealed(String(JSON.object(members).text.dropLast(3))) }

  /// - Parameter text: without the final brace and line end.
  private static func sealed(_ text: String) -> String { text + digestStart + SHA256.text(of: text.utf8) + "\"\n}\n" }

  private func resource(_ table: Table, _ file: WrittenFile?) -> JSON {
    var schema: [(name: String, value: JSON)] = [
      ("fields", .array(table.allColumns.map { field($0) })),
      ("missingValues", .array([.string("")])),
    ]
    if hasUniqueKeys(table) { schema.append(("primaryKey", .array(table.keys.map { .string($0.name) }))) }
    let members: [(name: String, value: JSON)] = [
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
    ]
    return .object(members + (file?.size ?? []) + [("schema", .object(schema))])
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

  /// Names of the log may coincide with fixed ones (a tab named like the More list): then rows have no key.
  private func hasUniqueKeys(_ table: Table) -> Bool {
    let keys = table.keyIndices
    guard !keys.isEmpty else { return false }
    // As written, texts with formulas or invisible characters may become equal to others.
    func written(_ cell: Table.Cell) -> String { if case .text(let text) = cell { text.asCell } else { cell.text } }
    var isAltered = false
    for row in table.rows {
      if keys.allSatisfy({ row.cells[$0].isEmpty }) { return false }
      if keys.contains(where: { row.cells[$0].isAltered }) { isAltered = true }
    }
    if !isAltered && table.isStrictlySorted(by: keys) { return true }
    var seen = Set<[[UInt8]]>()
    return table.rows.allSatisfy { row in seen.insert(keys.map { Array(written(row.cells[$0]).utf8) }).inserted }
  }
}

extension Table.Cell {
  /// Whether it is written as an empty cell.
  fileprivate var isEmpty: Bool {
    switch self {
    case .unknown: true
    case .text(let text): text.isEmpty
    default: false
    }
  }

  /// Whether it is a text that is changed when written.
  fileprivate var isAltered: Bool { if case .text(let text) = self { text.asCell != text } else { false } }
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
