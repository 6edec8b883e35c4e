import EventLogs

/// The files that a run reads, and those that it is asked to write: no file that it reads may be overwritten, and none written twice.
struct RunFiles {
  /// The role of each file that is read.
  private var read: [PathIdentity: String] = [:]
  /// The option that gives each file that is written.
  private var written: [PathIdentity: String] = [:]

  /// - Parameter logs: files that are read as logs.
  init(logs: Set<FileIdentity> = []) {
    for log in logs { read[PathIdentity(of: log)] = "a log" }
  }

  /// Adds a file that is read.
  /// - Parameter what: its role, such as `the app map`.
  mutating func add(_ path: String?, as what: String) {
    if let path, let identity = PathIdentity(path) { read[identity] = what }
  }

  /// Adds a store, with SQLite's journal files.
  mutating func add(store path: String) {
    for file in Self.storeFiles { add(path + file, as: "the store") }
  }

  private static let storeFiles = ["", "-journal", "-wal", "-shm"]

  /// Adds a file that is written.
  /// - Parameter option: the option that gives it.
  /// - Throws: ``AuditError`` if the run reads the file, or already writes it.
  mutating func write(_ path: String?, named option: String) throws(AuditError) {
    guard let path, let identity = PathIdentity(path) else { return }
    if let what = read[identity] { throw AuditError("\(path): is \(what) of this run, which \(option) would overwrite; name another file") }
    if let other = written[identity] { throw AuditError("\(path): is named by \(other) and by \(option); name a file for each") }
    written[identity] = option
  }

  /// Adds a store that is written.
  mutating func write(store path: String) throws(AuditError) {
    for file in Self.storeFiles { try write(path + file, named: "--store") }
  }

  /// Checks that a file can be written or removed in a folder of reports.
  /// - Throws: ``AuditError`` if the run reads it, or an option names it.
  func expectFree(_ path: String) throws(AuditError) {
    guard let identity = PathIdentity(path) else { return }
    if let what = read[identity] {
      throw AuditError("\(path): is \(what) of this run, and a report would overwrite it; name another folder with --output")
    }
    if let option = written[identity] {
      throw AuditError("\(path): is named by \(option), but a report goes there; name another file, or another folder with --output")
    }
  }
}

extension RunFiles {
  /// The files that a run with these options reads and writes, except in the folder of the reports.
  /// - Parameters:
  ///   - map: the map that is used if none is given.
  ///   - stores: stores that are read.
  init(_ options: AuditOptions, logs: Set<FileIdentity> = [], map: LoadedMap? = nil, stores: [String] = []) throws(AuditError) {
    self.init(logs: logs)
    for store in stores { add(store: store) }
    add(options.map ?? map?.file, as: "the app map")
    add(options.baseline, as: "the baseline")
    try write(options.rejectedFile, named: "--rejected")
    for output in options.findingsOutputs { try write(output.file, named: "--write \(output.format.name)") }
  }
}
