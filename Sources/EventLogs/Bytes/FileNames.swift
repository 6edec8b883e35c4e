/// Names in a folder that are certainly not logs.
///
/// The list is deliberately short: possible logs are opened, and their first bytes decide.
enum FileNames {
  /// Names that exporters and projects put next to logs, in lower case.
  private static let names: Set<String> = [
    "manifest.json", "datapackage.json", "_success", "_metadata", "_common_metadata", "makefile", "dockerfile",
    "package.json", "package.resolved",
  ]
  /// Names with and without an extension, in lower case.
  private static let stems: [String] = ["license", "licence", "readme", "notice", "changelog", "copying"]
  /// Prefixes of the names of commit markers (Spark, Databricks), in lower case.
  private static let beginnings: [String] = ["_committed_", "_started_", "_temporary"]
  /// Extensions of settings, documents, databases, images, programs, checksums and incomplete downloads.
  private static let endings: Set<String> = [
    "fin", "yml", "yaml", "toml", "ini", "md", "markdown", "rst", "html", "htm", "css", "pdf", "docx", "xlsx",
    "sqlite", "sqlite3", "db", "sqlite-wal", "sqlite-shm", "sqlite-journal",
    "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "swift", "py", "r", "sh", "js", "ts", "sql", "ipynb",
    "md5", "sha1", "sha256", "crc", "part", "crdownload", "tmp", "bak", "swp", "lock",
  ]

  /// Whether a file or folder of this name is hidden.
  static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

  /// Whether a file or folder of this name is certainly not a log.
  static func isNoLog(_ name: String) -> Bool {
    let name = name.lowercased()
    if names.contains(name) { return true }
    if beginnings.contains(where: { name.hasPrefix($0) }) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if let ending = parts.last, parts.count > 1, endings.contains(String(ending)) { return true }
    // LICENSE, LICENSE.txt and LICENSE-MPL-2.0, but not license-events.csv.
    guard let stem = stems.first(where: { name.hasPrefix($0) }) else { return false }
    let rest = name.dropFirst(stem.count)
    return rest.isEmpty || rest == ".txt" || (rest.first == "-" && !rest.contains("."))
      || (rest.first == "-" && rest.last?.isNumber == true)
  }
}
