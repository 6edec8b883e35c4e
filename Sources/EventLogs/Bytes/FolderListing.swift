#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// All files below a folder that may be logs, sorted by the bytes of their paths.
///
/// Links to files are followed; links to folders are skipped, so there are no cycles.
struct FolderListing {
  /// A file that may be a log.
  struct File {
    let location: FilePathBytes
    let status: FileStatus
    /// The bytes of the path, the sort key.
    let sortKey: [UInt8]
  }

  private(set) var files: [File] = []
  private(set) var passedOver: [PassedOver] = []

  /// Lists a folder and everything below it.
  init(of folder: FilePathBytes) throws(LogInputError) {
    var folders = [folder]
    while let next = folders.popLast() {
      let entries = try FolderListing.entries(of: next)
      let own = entries.contains { $0.text == OwnOutput.packageName } ? OwnOutput.files(in: next) : []
      for entry in entries {
        if own.contains(entry.text) {
          passedOver.append(PassedOver(name: next.appending(entry).displayName, reason: .ownOutput))
          continue
        }
        try add(next.appending(entry), name: entry.text, folders: &folders)
      }
    }
    files.sort { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
    passedOver.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Sorts an entry into files to read, folders to list, and skipped ones.
  private mutating func add(
    _ location: FilePathBytes, name: String, folders: inout [FilePathBytes]
  ) throws(LogInputError) {
    func passOver(_ reason: PassedOver.Reason) {
      passedOver.append(PassedOver(name: location.displayName, reason: reason))
    }
    if FileNames.isHidden(name) { return passOver(.hidden) }
    if FileNames.isNoLog(name) { return passOver(.notALog) }
    guard let status = FileStatus(ofEntry: location) else {
      if errno == ENOENT || errno == ELOOP { return passOver(.brokenLink) }
      throw FileStatus.failure(name: location.displayName)
    }
    switch status.kind {
    case .folder:
      if status.isLink { return passOver(.folderLink) }
      folders.append(location)
    case .other:
      passOver(.special)
    case .regular:
      if status.size == 0 { return passOver(.empty) }
      files.append(File(location: location, status: status, sortKey: location.bytes))
    }
  }

  /// The names in one folder, in no particular order.
  private static func entries(of folder: FilePathBytes) throws(LogInputError) -> [FilePathBytes] {
    guard let stream = opendir(folder.terminated) else {
      throw FileStatus.failure(name: folder.displayName)
    }
    defer { closedir(stream) }
    var names: [FilePathBytes] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw FileStatus.failure(name: folder.displayName) }
        return names
      }
      // The name is read in place: an entry may be shorter than its type.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
      let name = FilePathBytes(
        cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      if name.text != "." && name.text != ".." { names.append(name) }
    }
  }
}

extension FilePathBytes {
  /// The absolute path with all links resolved; `nil` if nothing is there.
  var resolved: FilePathBytes? {
    guard let path = realpath(terminated, nil) else { return nil }
    defer { free(path) }
    return FilePathBytes(cString: path)
  }
}

/// A file or folder in a folder of logs that was skipped.
package struct PassedOver: Sendable, Equatable {
  /// Why it was skipped.
  package enum Reason: String, Sendable, Equatable {
    case hidden = "hidden"
    case empty = "empty"
    case notALog = "not a log"
    case special = "not a regular file"
    case folderLink = "a link to a folder"
    case brokenLink = "a broken link"
    case alreadyRead = "read already"
    case ownOutput = "navaudit's own reports"
  }

  /// Its path, as messages show it.
  package let name: String
  /// Why it was skipped.
  package let reason: Reason
}

/// The tables that navaudit wrote into a folder, according to their data package.
enum OwnOutput {
  static let packageName = "datapackage.json"
  /// No data package of navaudit is longer.
  private static let longest = 4 << 20

  /// The names of these files; empty for another program's data package.
  static func files(in folder: FilePathBytes) -> Set<String> {
    guard let file = fopen(folder.appending(FilePathBytes(packageName)).terminated, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = fread(&bytes, 1, longest, file)
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    guard text.contains(/"name"\s*:\s*"navaudit"/), text.contains("findings.csv") else { return [] }
    let paths = text.matches(of: /"path"\s*:\s*"([^"\/]+)"/).map { String($0.1) }
    return Set(paths)
  }
}

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
