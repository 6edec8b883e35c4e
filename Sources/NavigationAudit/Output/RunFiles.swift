import EventLogs
import Foundation
import Measures
import NavigationStore
import Reporting
import UsabilityRules

/// The files that a run reads, and those that it is asked to write: no file that it reads may be overwritten, and none
/// written twice.
struct RunFiles {
  private var read: [PathIdentity: String] = [:]
  /// The files of an earlier report to compare with, which may be that in the folder of the reports.
  private var earlier: Set<PathIdentity> = []
  private var written: [PathIdentity: String] = [:]

  /// The files that a run with these options reads and writes, except in the folder of the reports.
  /// - Parameter map: the map that is used if none is given.
  init(
    _ options: AuditOptions, logs: Set<FileIdentity> = [], map: LoadedMap? = nil, stores: [String] = [],
    states: [String] = [], survey: String? = nil
  ) throws(AuditError) {
    for log in logs { read[PathIdentity(log)] = "a log" }
    for store in stores { for file in Store.files { add(store + file, as: "the store") } }
    add(options.map ?? map?.file, as: "the app map")
    add(options.baseline, as: "the baseline")
    add(survey, as: "the survey")
    for state in states where state != "-" { add(state, as: "a state") }
    if let format = options.format, LogFormat.isFile(format) { add(format, as: "the format") }
    if let since = options.since {
      let files = Store.files + (AuditReport.allFiles + [Audit.storeName]).map { "/" + $0 }
      earlier = Set(files.compactMap { PathIdentity(since + $0) })
    }
    try write(options.rejectedFile, named: "--rejected")
    for output in options.findingsOutputs { try write(output.file, named: "--write \(output.format.name)") }
  }

  /// Adds a file that is read.
  /// - Parameter what: its role, such as `the app map`.
  private mutating func add(_ path: String?, as what: String) {
    if let path, let identity = PathIdentity(path) { read[identity] = what }
  }

  /// Adds a file that is written.
  /// - Throws: ``AuditError`` if the run reads the file, or already writes it, or it is a link that leads nowhere.
  mutating func write(_ path: String?, named option: String) throws(AuditError) {
    guard let path else { return }
    try PendingFile.expectNoDeadLink(path)
    try claim(path, named: option)
  }

  private mutating func claim(_ path: String, named option: String) throws(AuditError) {
    guard let identity = PathIdentity(path) else { return }
    if let what = read[identity] ?? (earlier.contains(identity) ? "part of the earlier report" : nil) {
      throw AuditError("\(path): is \(what) of this run, which \(option) would overwrite; name another file")
    }
    if let other = written[identity] {
      throw AuditError("\(path): is named by \(other) and by \(option); name a file for each")
    }
    written[identity] = option
  }

  mutating func write(store path: String) throws(AuditError) {
    for file in Store.files { try claim(path + file, named: "--store") }
  }

  /// Checks that a file can be written or removed in a folder of reports.
  /// - Throws: ``AuditError`` if the run reads it, or an option names it.
  func expectFree(_ path: String) throws(AuditError) {
    guard let identity = PathIdentity(path) else { return }
    if let what = read[identity] {
      throw AuditError(
        "\(path): is \(what) of this run, and a report would overwrite it; name another folder with --output")
    }
    if let option = written[identity] {
      throw AuditError(
        "\(path): is named by \(option), but a report goes there; name another file, or another folder with --output")
    }
  }
}

/// The file that a path leads to, so that two paths to one file are equal: through links, hard links, `./` and the
/// like.
struct PathIdentity: Hashable {
  /// Of the file or, if it does not exist, of its nearest existing parent.
  private let identity: FileIdentity
  private var missing: [String] = []

  init(_ identity: FileIdentity) { self.identity = identity }

  /// - Returns: nil for devices and pipes, which may be written several times.
  init?(_ path: String) {
    var status = stat()
    var path = path.isEmpty ? "." : path
    var missing: [String] = []
    while stat(path, &status) != 0 {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      let parent = path.parentFolder
      if parent == path { return nil }
      if name != "." { missing.insert(name, at: 0) }
      path = parent
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { return nil }
    self.init(FileIdentity(status))
    self.missing = Self.ignoresCase(path) ? missing.map { $0.lowercased() } : missing
  }

  /// Whether `a` and `A` are one file in a folder: whether its own name in other letters names it, too.
  private static func ignoresCase(_ folder: String) -> Bool {
    guard let real = realpath(folder, nil) else { return false }
    defer { free(real) }
    let path = String(cString: real)
    let name = path.split(separator: "/").last ?? ""
    let other = String(name.map { $0.isUppercase ? $0.lowercased().first ?? $0 : $0.uppercased().first ?? $0 })
    var one = stat()
    var two = stat()
    guard other != name, stat(path, &one) == 0, stat(path.dropLast(name.count) + other, &two) == 0 else { return false }
    return FileIdentity(one) == FileIdentity(two)
  }
}

extension String {
  var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }

  /// The parent folder of a path. (`NSString` traps on Linux for a name of one letter.)
  var parentFolder: String {
    let path = hasSuffix("/") ? String(dropLast()) : self
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder or, if it does not exist yet, its nearest existing parent.
  var nearestFolder: String {
    var path = isEmpty ? "." : self
    while path != ".", path != "/", !FileManager.default.fileExists(atPath: path + "/") { path = path.parentFolder }
    return path
  }
}

extension ReportContents.EarlierReport {
  /// Reads what a folder of reports, or a store, says of its last report.
  init(at path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      try self.init(in: path)
      return
    }
    let store = try Store.open(path, for: .read)
    let records = try store.findingRecords()
    let extent = try store.reportedExtent()
    try store.close()
    guard let extent, let findings = Finding.findings(in: records) else {
      throw AuditError(
        "\(path): nothing was reported from it yet; run `navaudit report` on it before it is compared with"
      )
    }
    self.init(
      period: extent.period, users: extent.users, sessions: extent.sessions, events: extent.events,
      findings: findings.map(\.asWritten))
  }

  /// Reads a report: its findings from `findings.csv`, its period and size from `summary.csv`.
  init(in folder: String) throws(AuditError) {
    guard FileManager.default.fileExists(atPath: folder) else {
      throw AuditError("\(folder): no such folder; name a folder of reports, or a store")
    }
    guard FileManager.default.fileExists(atPath: folder + "/" + Self.file) else {
      throw AuditError("\(folder): holds no \(Self.file) to compare with; name a folder of reports")
    }
    func unreadable(_ file: String) -> AuditError {
      AuditError(
        "\(folder)/\(file): is not a table of a report by navaudit; name another folder, or write that report again")
    }
    func records(_ file: String) throws(AuditError) -> [[String]] {
      let path = folder + "/" + file
      guard let bytes = try? SmallFile.bytes(of: path, as: "a table", most: SmallFile.mostOfTable),
        let records = csvRows(of: bytes)
      else {
        throw unreadable(file)
      }
      return records
    }
    guard let findings = Finding.findings(in: try records(Self.file)) else { throw unreadable(Self.file) }
    let summary = try records(Self.summary)
    guard let rows = SummaryRow.rows(in: summary), let period = Table.period(in: summary) else {
      throw unreadable(Self.summary)
    }
    func time(_ text: String) throws(AuditError) -> Int64 {
      // A report without a period is one without events.
      if text.isEmpty { return 0 }
      guard let time = Timestamp.microseconds(of: text, .standard) else { throw unreadable(Self.summary) }
      return time
    }
    func count(_ figure: Figure) -> Int { rows.first { $0.metric == figure.name }?.count ?? 0 }
    let start = try time(period.start)
    self.init(
      period: start...max(start, try time(period.end)), users: count(.users), sessions: count(.sessions),
      events: count(.events), findings: findings)
  }

  private static let file = Finding.table.empty.fileName
  private static let summary = "summary.csv"
}
