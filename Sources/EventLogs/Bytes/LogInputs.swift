import Foundation
import NavigationModel

/// Everything that a run reads, in order, and what was skipped.
package struct LogInputs: Sendable, Equatable {
  /// The inputs: in the order of the arguments, those of a folder sorted by the bytes of their paths.
  package var inputs: [LogInput] = []
  /// Files and folders that were found but not read, each with its reason.
  package var skipped: [SkippedFile] = []
  /// The regular files among the inputs, including archives and redirected standard input.
  package private(set) var identities: Set<FileIdentity> = []

  package init(_ inputs: [LogInput] = []) { self.inputs = inputs }

  /// Finds what the user named: files, folders (with everything below them), `-` for standard input.
  ///
  /// A file that is given twice, or found again through a link or its folder, is read once.
  ///
  /// - Throws: if something is missing, cannot be read, or is a folder without logs.
  package static func find(_ arguments: [String]) throws(LogInputError) -> LogInputs {
    var found = LogInputs()
    for argument in arguments {
      if argument == "-" {
        if !found.inputs.contains(.standardInput) { found.inputs.append(.standardInput) }
        continue
      }
      let location = FilePathBytes(argument)
      guard let status = FileStatus(of: location) else {
        throw FileStatus.failure(name: location.displayName)
      }
      switch status.kind {
      case .folder:
        try found.add(folder: location)
      case .regular:
        try found.add(file: location, status: status)
      case .other:
        found.inputs.append(location.input(kind: .stream, size: nil))
      }
    }
    // Last: a file that is also given by name is read, too.
    if found.inputs.contains(.standardInput), let identity = FileStatus.identityOfStandardInput {
      found.identities.insert(identity)
    }
    return found
  }

  /// Adds a regular file, or the members of a ZIP archive, unless they are already there.
  private mutating func add(file location: FilePathBytes, status: FileStatus) throws(LogInputError) {
    guard identities.insert(status.identity).inserted else {
      skipped.append(SkippedFile(name: location.displayName, reason: .alreadyRead))
      return
    }
    let file = location.input(kind: .file, size: status.size)
    guard ZipArchive.begins(location) else { return inputs.append(file) }
    try add(membersOf: file, size: status.size)
  }

  private mutating func add(membersOf archive: LogInput, size: Int) throws(LogInputError) {
    let before = inputs.count
    let left = skipped.count
    let members = try ZipArchive(archive.location, size: size, name: archive.name).members
    func holds(_ path: String) -> Bool { members.contains { $0.path == path } }
    if holds("[Content_Types].xml") || (holds("mimetype") && holds("content.xml")) {
      let kind = holds("xl/workbook.xml") ? "an Excel workbook" : "a document of an office program"
      throw .notALog(
        name: archive.name, kind: kind, advice: "save the sheet with the events as CSV (UTF-8), and name that file")
    }
    // Members may overlap: each may be small, but not their sum.
    let total = members.reduce(0) { $0.addingReportingOverflow($1.size).overflow ? .max : $0 + $1.size }
    if DecompressionLimits().refuse(compressed: size, decompressed: total) {
      throw .decompressionBomb(name: archive.name, compressed: size, decompressed: total)
    }
    for member in members where !member.isFolder {
      let path = FilePathBytes(member.path).displayName
      let name = archive.name + "/" + path
      if let reason = member.reasonToPassOver {
        skipped.append(SkippedFile(name: name, reason: reason))
      } else {
        inputs.append(
          LogInput(
            name: name, path: archive.path + "/" + path, kind: .file, size: member.compressedSize,
            location: archive.location, member: member))
      }
    }
    if inputs.count == before { throw .noLogs(name: archive.name, skipped: skipped.count - left) }
  }

  /// Adds all logs below a folder, sorted by the bytes of their paths. Links to files are followed; links to folders
  /// are skipped, so there are no cycles.
  private mutating func add(folder: FilePathBytes) throws(LogInputError) {
    var folders = [folder]
    var files: [(location: FilePathBytes, status: FileStatus)] = []
    var passedOver: [SkippedFile] = []
    while let next = folders.popLast() {
      let entries = try Self.entries(of: next)
      let own = entries.contains { $0.text == Self.packageName } ? Self.ownOutput(in: next) : []
      for entry in entries {
        let location = next.appending(entry)
        let reason: SkippedFile.Reason? =
          try own.contains(entry.text) ? .ownOutput : Self.sort(location, name: entry.text, &folders, &files)
        if let reason { passedOver.append(SkippedFile(name: location.displayName, reason: reason)) }
      }
    }
    files.sort { $0.location.bytes.lexicographicallyPrecedes($1.location.bytes) }
    skipped += passedOver.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    guard !files.isEmpty else { throw .noLogs(name: folder.displayName, skipped: passedOver.count) }
    for file in files { try add(file: file.location, status: file.status) }
  }

  /// Adds an entry of a folder to the folders to list, or to the files that may be logs.
  /// - Returns: why it is skipped, if it is neither.
  private static func sort(
    _ location: FilePathBytes, name: String, _ folders: inout [FilePathBytes],
    _ files: inout [(location: FilePathBytes, status: FileStatus)]
  ) throws(LogInputError) -> SkippedFile.Reason? {
    if isHidden(name) { return .hidden }
    if isNoLog(name) { return .notALog }
    guard let status = FileStatus(of: location) else {
      if errno == ENOENT || errno == ELOOP { return .brokenLink }
      throw FileStatus.failure(name: location.displayName)
    }
    switch status.kind {
    case .folder where status.isLink: return .folderLink
    case .folder: folders.append(location)
    case .other: return .special
    case .regular where status.size == 0: return .empty
    case .regular where Container.isState(OpenFile.beginning(of: location, Container.longestStateMark)[...]):
      // `navaudit map` wrote it.
      return .ownOutput
    case .regular: files.append((location, status))
    }
    return nil
  }

  private static func entries(of folder: FilePathBytes) throws(LogInputError) -> [FilePathBytes] {
    guard let stream = opendir(folder.terminated) else { throw FileStatus.failure(name: folder.displayName) }
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
      let name = FilePathBytes(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      if name.text != "." && name.text != ".." { names.append(name) }
    }
  }

  /// Reads the first bytes of all streams, so that they can be looked at; they are read again with the rest.
  package mutating func readHeads() throws(LogInputError) {
    for index in inputs.indices where inputs[index].kind != .file && inputs[index].head == nil {
      inputs[index].head = try SequentialStream(inputs[index]).head(StreamHead.length)
    }
  }

  private static let packageName = "datapackage.json"
  /// No data package of navaudit is longer.
  private static let longestPackage = 4 << 20

  /// The names of the tables that navaudit wrote into a folder, according to their data package; empty for another
  /// program's data package.
  private static func ownOutput(in folder: FilePathBytes) -> Set<String> {
    let bytes = OpenFile.beginning(of: folder.appending(FilePathBytes(packageName)), longestPackage)
    let text = String(decoding: bytes, as: UTF8.self)
    guard ownName.isFound(in: text), text.contains("findings.csv") else { return [] }
    return Set(paths.matches(in: text).compactMap { $0.split(separator: "\"").last.map(String.init) })
  }

  private static let ownName: Pattern = #""name"\s*:\s*"navaudit""#
  private static let paths: Pattern = #""path"\s*:\s*"[^"/]+""#

  // Names in a folder that are certainly not logs. The lists are deliberately short: possible logs are opened, and
  // their first bytes decide.

  /// Names that exporters and projects put next to logs, in lower case.
  private static let names: Set<String> = [
    "manifest.json", "datapackage.json", "_success", "_metadata", "_common_metadata", "schema.json", "makefile",
    "dockerfile",
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

  static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

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

extension ZipArchive.Member {
  /// Why it is not a log, as for a file in a folder; nil if it may be one.
  fileprivate var reasonToPassOver: SkippedFile.Reason? {
    let isHidden = path.split(separator: "/").contains {
      $0 == "__MACOSX" || ($0 != ".." && LogInputs.isHidden(String($0)))
    }
    if isHidden { return .hidden }
    if LogInputs.isNoLog(fileName) { return .notALog }
    return size == 0 ? .empty : nil
  }
}

extension FilePathBytes {
  fileprivate func input(kind: LogInput.Kind, size: Int?) -> LogInput {
    LogInput(name: displayName, path: resolved?.text ?? text, kind: kind, size: size, location: self)
  }

  /// The absolute path with all links resolved; `nil` if nothing is there.
  var resolved: FilePathBytes? {
    guard let path = realpath(terminated, nil) else { return nil }
    defer { free(path) }
    return FilePathBytes(cString: path)
  }
}

/// An input: a file, standard input, or a stream such as a FIFO.
///
/// `LogInputs.find(_:)` makes them from command line arguments; `ByteSource` opens them.
package struct LogInput: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case file
    /// A FIFO, a device or a socket given by the user: read once, from start to end.
    case stream
    case standardInput
  }

  /// The name in messages and reports: the path as given, with control characters replaced.
  package let name: String
  /// The absolute path with symbolic links resolved; `-` for standard input.
  package let path: String
  package let kind: Kind
  /// The size on disk when it was found, for progress; `nil` for streams.
  package let size: Int?
  /// The path to open, in the bytes of the file system (not necessarily UTF-8).
  let location: FilePathBytes
  var member: ZipArchive.Member?
  /// The first bytes of a stream, if they were read before it is.
  var head: StreamHead?

  /// Only what was read of a stream.
  var headOnly: LogInput {
    var input = self
    input.head = head.map { StreamHead(bytes: $0.bytes, file: nil, isOver: true) }
    return input
  }

  package static let standardInput = LogInput(
    name: "standard input", path: "-", kind: .standardInput, size: nil, location: FilePathBytes("-"))

  /// What was read of the standard input of the process.
  package static func standardInput(_ bytes: [UInt8]) -> LogInput {
    var input = standardInput
    input.head = StreamHead(bytes: bytes, file: nil, isOver: true)
    return input
  }
}

/// The first bytes of a stream, which can be read once, and where the rest comes from.
final class StreamHead: Sendable, Equatable {
  /// How much of a stream is looked at before it is read.
  static let length = 64 << 20

  let bytes: [UInt8]
  let file: OpenFile?
  let isOver: Bool

  init(bytes: [UInt8], file: OpenFile?, isOver: Bool) { (self.bytes, self.file, self.isOver) = (bytes, file, isOver) }

  static func == (one: StreamHead, other: StreamHead) -> Bool { one === other }
}

/// Why a log cannot be read: what happened, where, and what to do, in one line.
package enum LogInputError: Error, Equatable, Sendable, CustomStringConvertible {
  case missing(name: String)
  case noLogs(name: String, skipped: Int)
  /// The system refused to open or read it.
  case unreadable(name: String, reason: String)
  /// It is a file of another kind, recognized by its first bytes.
  case notALog(name: String, kind: String, advice: String)
  /// Truncated compressed data; `offset` counts bytes of the file.
  case cutOff(name: String, container: Container, offset: Int)
  /// Damaged compressed data; `offset` counts bytes of the file.
  case damaged(name: String, container: Container, offset: Int, detail: String)
  case decompressionBomb(name: String, compressed: Int, decompressed: Int)
  case endlessLine(name: String, line: Int, length: Int)
  /// More bytes than a file of this role has.
  case tooLong(name: String, most: Int, what: String)

  package var description: String {
    switch self {
    case .missing(let name): "\(name): no such file or folder; check the path"
    case .noLogs(let name, let skipped):
      "\(name): contains no logs (\(skipped == 1 ? "1 other file" : "\(skipped) other files") skipped); "
        + "name one with .ndjson, .jsonl, .csv or .tsv files, plain or compressed"
    case .unreadable(let name, let reason):
      "\(name): cannot be read (\(reason)); check the permissions, or name another file"
    case .notALog(let name, let kind, let advice): "\(name): is \(kind), not a log; \(advice)"
    case .cutOff(let name, let container, let offset):
      "\(name): the \(container) data is cut off at byte \(offset); copy or export the file again"
    case .damaged(let name, let container, let offset, let detail):
      "\(name): the \(container) data is broken at byte \(offset) (\(detail)); copy or export the file again"
    case .decompressionBomb(let name, let compressed, let decompressed):
      "\(name): \(compressed) bytes decompress to \(decompressed) or more, like a decompression bomb; "
        + "if this is a log, decompress it yourself and name the plain file"
    case .endlessLine(let name, let line, let length):
      "\(name): line \(line) is longer than \(length) bytes; name a log with one event per line"
    case .tooLong(let name, let most, let what):
      "\(name): has more than \(most >> 20) MB, too many for \(what); name another file"
    }
  }
}

/// A file or folder in a folder of logs that was skipped.
package struct SkippedFile: Sendable, Equatable {
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
  package let reason: Reason
}
