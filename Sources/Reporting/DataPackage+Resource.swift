import Measures

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
