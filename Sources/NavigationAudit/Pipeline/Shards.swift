import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore

/// The stores in a folder, each with all sessions of some users (`navaudit map --store`), read as one.
struct Shards {
  let path: String
  let stores: [Store]

  /// The stores that a path names: those in a folder, by name, otherwise the path itself.
  static func files(of path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = names.filter { !$0.hasPrefix(".") }.sorted { $0.precedesByScalars($1) }.map {
      (path.hasSuffix("/") ? path : path + "/") + $0
    }.filter(isStore)
    return files.isEmpty ? [path] : files
  }

  /// Whether a path names a store, or a folder with stores.
  static func areStores(_ path: String) -> Bool { isStore(files(of: path)[0]) }

  /// Whether a file is an SQLite database. False for a pipe, which can be read only once.
  private static func isStore(_ path: String) -> Bool {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path)
    else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
  }

  /// How many files the process may have open: the soft limit, which is 256 on macOS, is raised as far as systems let
  /// it be.
  private static var openFiles: Int {
    var limit = rlimit()
    #if os(Linux)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limit) == 0 else { return .max }
    var raised = limit
    raised.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 10_240))
    if raised.rlim_cur > limit.rlim_cur, setrlimit(files, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }

  /// Opens the stores that a path names, for reading.
  /// - Throws: ``AuditError`` if they cannot be read as one: they share users, or differ in the key, the app map or the
  ///   session limits.
  init(_ path: String, cache: Int = Store.defaultCache, waiting: StoreWaiting) throws {
    self.path = path
    let files = Self.files(of: path)
    // A store is a file with a journal and its index; a run has some other files open.
    let needed = 3 * files.count + 28
    let limit = Self.openFiles
    guard needed <= limit else {
      throw AuditError(
        """
        \(path): \(files.count) stores take \(needed) open files, more than the limit of \(limit); raise it with \
        `ulimit -n \(needed)`
        """)
    }
    stores = try files.map { file in
      let store = try Store.open(file, for: .read, cache: cache / files.count, waiting: waiting)
      try store.beginReading()
      return store
    }
    try expectAlike()
    try expectDifferentUsers()
  }

  func check() throws { for store in stores { try store.check() } }
  func close() throws { for store in stores { try store.close() } }

  private func expectAlike() throws {
    let settings: [(key: Store.MetaKey, what: String)] = [
      (.pseudonymKey, "another key"), (.appMap, "another app map"), (.gap, "another --gap"),
      (.longestPause, "another `longest_pause` in its app map"),
      (.infersStructure, "another setting of --infer"),
    ]
    for store in stores.dropFirst() {
      for (key, what) in settings where try store.meta(key) != stores[0].meta(key) {
        throw AuditError(
          """
          \(store.path): was made with \(what) than \(stores[0].path); make all stores of a folder with the same \
          settings, or name one store
          """)
      }
    }
  }

  private func expectDifferentUsers() throws {
    if stores.count == 1 { return }
    var users = try stores.flatMap { try $0.pseudonyms() }
    users.sort()
    guard let user = zip(users, users.dropFirst()).first(where: { $0 == $1 })?.0 else { return }
    let files = try stores.filter { try $0.holds(user) }.map(\.path)
    throw AuditError(
      """
      \(files.joined(separator: " and ")): have a user in common; put all events of each user into one store, or \
      move one of the stores out of the folder
      """)
  }

  func account() throws -> LogAccount {
    try stores.dropFirst().reduce(into: stores[0].account()) { $0.add(try $1.account()) }
  }
}
