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

extension WrittenFile {
  /// The file as a resource of a data package, for files other than tables.
  var resource: JSON {
    let ending = path.split(separator: ".").last.map(String.init) ?? ""
    var members: [(name: String, value: JSON)] = [
      ("name", .string(path.lowercased())), ("path", .string(path)), ("format", .string(ending)),
    ]
    if let type = Self.mediaTypes[ending] { members.append(("mediatype", .string(type))) }
    return .object(members + size)
  }

  /// The size and hash of a file, for its resource.
  var size: [(name: String, value: JSON)] { [("bytes", .integer(bytes)), ("hash", .string(hash))] }

  private static let mediaTypes = ["csv": "text/csv", "html": "text/html", "json": "application/json", "md": "text/markdown", "svg": "image/svg+xml"]
}
