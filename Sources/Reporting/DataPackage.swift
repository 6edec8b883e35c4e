import Foundation
import Measures

/// `datapackage.json`: a Frictionless data package (version 1 of the specification) that describes every CSV of a run and lists every file with its
/// size and hash.
///
/// It shows a later run which files in a folder are its own to replace. The member `digest`, a hash of the text without that member, proves that
/// the package was not changed.
package struct DataPackage: Sendable {
  package static let fileName = "datapackage.json"

  package let title: String
  package let tables: [Table]
  private let zone: String

  /// - Parameter tables: the written tables, in the order of the list. A table whose rows are written piecewise
  ///   is given without rows.
  /// - Parameter calendar: what a day is.
  package init(title: String, tables: [Table], calendar: CalendarDays = .utc) {
    self.title = title
    self.tables = tables
    zone = calendar.zone
  }

  /// - Parameters:
  ///   - files: the files of this run, in the order of the list.
  ///   - others: the resources of other files in the folder, from ``resources(in:)``.
  package func text(files: [WrittenFile], others: [Resource] = []) -> String {
    let byPath = Dictionary(files.map { ($0.path, $0) }) { $1 }
    let names = Set(tables.map(\.fileName))
    let days = zone == "UTC" ? "" : ", days are those of \(zone)"
    return Self.sealed(
      Contents(
        title: title,
        description:
          "What navaudit found in a navigation log. Shares are fractions, times are UTC\(days), an empty cell means: not known.",
        resources: tables.map { Resource($0, byPath[$0.fileName], hasKey: hasUniqueKeys($0)) }
          + files.filter { !names.contains($0.path) }.map { Resource($0) } + others))
  }

  /// A package that only lists files, for the time while a run moves them to their final paths. A path may be listed with several hashes.
  package static func list(of files: [WrittenFile]) -> String { sealed(Contents(resources: files.map { Resource($0) })) }

  /// The resources of the files that a package lists; nil if it was changed since navaudit wrote it.
  package static func resources(in text: String) -> [Resource]? {
    let isUnchanged = digestStarts.contains { start in
      text.range(of: start, options: .backwards).map { sealed(String(text[..<$0.lowerBound]), start) == text } ?? false
    }
    guard isUnchanged,
      let contents = try? JSONDecoder().decode(Contents.self, from: Data(text.utf8))
    else { return nil }
    return contents.resources.filter { $0.file != nil }
  }

  /// The files that a package lists; nil if it was changed.
  package static func files(in text: String) -> [WrittenFile]? { resources(in: text)?.compactMap(\.file) }

  /// The members of the file, except the digest.
  private struct Contents: Codable {
    var profile = "data-package"
    var name = "navaudit"
    var title: String?
    var description: String?
    let resources: [Resource]
  }

  /// What stands before the digest: as it is written, and as it was written before.
  private static let digestStarts = [",\n  \"digest\" : \"", ",\n  \"digest\": \""]

  private static func sealed(_ contents: Contents) -> String { sealed(String(String(json: contents).dropLast("\n}\n".count)), digestStarts[0]) }

  /// - Parameter text: without the final brace and line end.
  private static func sealed(_ text: String, _ digestStart: String) -> String { text + digestStart + SHA256.text(of: text.utf8) + "\"\n}\n" }

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
  package var fileName: String { name + ".csv" }
}

extension DataPackage {
  /// The description of a file in a data package: of a table with its columns, of any other with its type.
  package struct Resource: Sendable, Hashable, Codable {
    struct Dialect: Hashable, Codable {
      var delimiter = ","
      var lineTerminator = "\n"
      var quoteChar = "\""
      var doubleQuote = true
      var skipInitialSpace = false
      var header = true
    }

    struct Schema: Hashable, Codable {
      let fields: [Field]
      var missingValues = [""]
      let primaryKey: [String]?
    }

    struct Field: Hashable, Codable {
      struct Constraints: Hashable, Codable {
        let minimum: Int
        let maximum: Int
      }

      let name: String
      let type: String
      let unit: String?
      let description: String
      let constraints: Constraints?
    }

    var profile: String?
    let name: String
    package let path: String
    var description: String?
    let format: String
    let mediatype: String?
    var encoding: String?
    var dialect: Dialect?
    let bytes: Int?
    let hash: String?
    var schema: Schema?

    /// The file as it was written; nil if its size and hash are not given.
    package var file: WrittenFile? {
      guard let bytes, let hash else { return nil }
      return WrittenFile(path: path, bytes: bytes, hash: hash)
    }
  }
}

extension DataPackage.Resource {
  /// A file other than a table.
  init(_ file: WrittenFile) {
    name = file.path.lowercased()
    path = file.path
    format = file.path.split(separator: ".").last.map(String.init) ?? ""
    mediatype = Self.mediaTypes[format]
    bytes = file.bytes
    hash = file.hash
  }

  private static let mediaTypes = ["csv": "text/csv", "html": "text/html", "json": "application/json", "md": "text/markdown", "svg": "image/svg+xml"]

  /// The file of a table.
  /// - Parameters:
  ///   - file: nil if it is not written yet.
  ///   - hasKey: whether no two rows have the same keys.
  init(_ table: Table, _ file: WrittenFile?, hasKey: Bool) {
    profile = "tabular-data-resource"
    name = table.name
    path = table.fileName
    description = table.meaning
    format = "csv"
    mediatype = "text/csv"
    encoding = "utf-8"
    dialect = Dialect()
    bytes = file?.bytes
    hash = file?.hash
    schema = Schema(fields: table.allColumns.map { Field($0) }, primaryKey: hasKey ? table.keys.map(\.name) : nil)
  }
}

extension DataPackage.Resource.Field {
  init(_ column: Table.Column) {
    name = column.name
    type = column.kind.frictionlessType
    unit = column.unit?.rawValue
    description = column.meaning
    constraints = column.kind == .share ? Constraints(minimum: 0, maximum: 1) : nil
  }
}

extension Table.Column.Kind {
  fileprivate var frictionlessType: String {
    switch self {
    case .text: "string"
    case .integer: "integer"
    case .number, .share: "number"
    case .date: "date"
    case .time: "datetime"
    }
  }
}

/// A file of a run, as listed in `datapackage.json`.
package struct WrittenFile: Sendable, Hashable {
  /// Its path in the folder of the reports.
  package let path: String
  package let bytes: Int
  /// The hash of its content, in the form of ``SHA256``.
  package let hash: String

  package init(path: String, bytes: Int, hash: String) {
    (self.path, self.bytes, self.hash) = (path, bytes, hash)
  }
}
