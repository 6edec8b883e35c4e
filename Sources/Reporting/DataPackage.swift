import Foundation
import Measures
import NavigationModel

/// `datapackage.json`: a Frictionless data package (version 1 of the specification) that describes every CSV of a run
/// and lists every file with its size and hash.
///
/// It shows a later run which files in a folder are its own to replace. The member `digest`, a hash of the text without
/// that member, proves that the package was not changed.
package struct DataPackage: Sendable {
  package static let fileName = "datapackage.json"

  package let title: String
  package let tables: [Table]
  private let zone: String

  /// - Parameter tables: the written tables, in the order of the list; those whose rows are written piecewise without
  ///   rows.
  package init(title: String, tables: [Table], calendar: CalendarDays = .utc) {
    self.title = title
    self.tables = tables
    zone = calendar.zone
  }

  /// - Parameter others: the resources of other files in the folder, from ``resources(in:)``.
  package func text(files: [WrittenFile], others: [JSON] = []) -> String {
    let byPath = Dictionary(files.map { ($0.path, $0) }) { $1 }
    let names = Set(tables.map(\.fileName))
    let days = zone == "UTC" ? "" : ", days are those of \(zone)"
    let resources =
      tables.map { resource($0, byPath[$0.fileName]) } + files.filter { !names.contains($0.path) }.map(\.resource)
      + others
    return Self.sealed([
      "profile": "data-package", "name": "navaudit", "title": .text(title),
      "description":
        """
      What navaudit found in a navigation log. Shares are fractions, times are UTC\(days), an empty cell means: \
      not known.
      """,
      "resources": .list(resources),
    ])
  }

  /// The text of a package as it was written, with the resources of more files.
  package static func text(of package: String, with others: [JSON]) -> String {
    guard !others.isEmpty, case .object(var members) = try? JSONDecoder().decode(JSON.self, from: Data(package.utf8)),
      case .list(let resources) = members["resources"]
    else { return package }
    members["digest"] = nil
    members["resources"] = .list(resources + others)
    return sealed(.object(members))
  }

  /// A package that only lists files, for the time while a run moves them to their final paths. A path may be listed
  /// with several hashes.
  package static func list(of files: [WrittenFile]) -> String {
    sealed(["profile": "data-package", "name": "navaudit", "resources": .list(files.map(\.resource))])
  }

  /// The resources of the files that a package lists; nil if it was changed since navaudit wrote it.
  package static func resources(in text: String) -> [JSON]? {
    let isUnchanged = digestStarts.contains { start in
      text.range(of: start, options: .backwards).map { sealed(String(text[..<$0.lowerBound]), start) == text } ?? false
    }
    guard isUnchanged,
      case .list(let resources) = (try? JSONDecoder().decode(JSON.self, from: Data(text.utf8)))?["resources"]
    else { return nil }
    return resources.filter { WrittenFile($0) != nil }
  }

  /// The files that a package lists; nil if it was changed.
  package static func files(in text: String) -> [WrittenFile]? { resources(in: text)?.compactMap { WrittenFile($0) } }

  /// What stands before the digest: as it is written, and as it was written before.
  private static let digestStarts = [",\n  \"digest\" : \"", ",\n  \"digest\": \""]

  /// - Parameter contents: the members of the file, except the digest.
  private static func sealed(_ contents: JSON) -> String {
    sealed(String(String.json(contents.withoutNulls).dropLast("\n}\n".count)), digestStarts[0])
  }

  /// - Parameter text: without the final brace and line end.
  private static func sealed(_ text: String, _ digestStart: String) -> String {
    text + digestStart + SHA256.text(of: text.utf8) + "\"\n}\n"
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
  package var fileName: String { name + ".csv" }
}

extension DataPackage {
  /// How the package describes the file of a table, with its columns.
  /// - Parameter file: nil if it is not written yet.
  private func resource(_ table: Table, _ file: WrittenFile?) -> JSON {
    let fields = table.allColumns.map { column -> JSON in
      [
        "name": .text(column.name), "type": .text(column.kind.frictionlessType), "unit": .init(column.unit?.rawValue),
        "description": .text(column.meaning),
        "constraints": column.kind == .share ? ["minimum": .integer(0), "maximum": .integer(1)] : .null,
      ]
    }
    return [
      "profile": "tabular-data-resource", "name": .text(table.name), "path": .text(table.fileName),
      "description": .text(table.meaning), "format": "csv",
      "mediatype": "text/csv", "encoding": "utf-8",
      "dialect": [
        "delimiter": ",", "lineTerminator": "\n", "quoteChar": "\"", "doubleQuote": .flag(true),
        "skipInitialSpace": .flag(false), "header": .flag(true),
      ],
      "bytes": .init(file?.bytes), "hash": .init(file?.hash),
      "schema": [
        "fields": .list(fields), "missingValues": [""],
        "primaryKey": hasUniqueKeys(table) ? .init(table.keys.map(\.name)) : .null,
      ],
    ]
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
    self.path = path
    self.bytes = bytes
    self.hash = hash
  }

  /// The file that a package describes; nil if its size and hash are not given.
  package init?(_ resource: JSON) {
    guard case .text(let path) = resource["path"], case .integer(let bytes) = resource["bytes"],
      case .text(let hash) = resource["hash"]
    else { return nil }
    self.init(path: path, bytes: bytes, hash: hash)
  }

  /// How a package describes a file other than a table.
  fileprivate var resource: JSON {
    let format = path.split(separator: ".").last.map(String.init) ?? ""
    return [
      "name": .text(path.lowercased()), "path": .text(path), "format": .text(format),
      "mediatype": .init(Self.mediaTypes[format]), "bytes": .integer(bytes),
      "hash": .text(hash),
    ]
  }

  private static let mediaTypes = [
    "csv": "text/csv", "html": "text/html", "json": "application/json", "md": "text/markdown", "svg": "image/svg+xml",
  ]
}
