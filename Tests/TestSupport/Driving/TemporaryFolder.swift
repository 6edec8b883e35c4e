import Foundation

/// A new folder that is removed when the value is destroyed.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() {
    url = Self.parent.appendingPathComponent("navaudit-tests-\(UUID().uuidString)")
    do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch {
      fatalError("no temporary folder: \(error)")
    }
  }

  /// The tests write some twenty thousand little files, which the system's folder in memory takes in a third of the
  /// processor time of a disk. The thorough ones also write large logs.
  private static let parent: URL = {
    let memory = "/dev/shm"
    var room = statvfs()
    if ProcessInfo.processInfo.environment["TMPDIR"] == nil, access(memory, W_OK | X_OK) == 0,
      statvfs(memory, &room) == 0,
      UInt64(room.f_bavail) * UInt64(room.f_frsize) > (isThorough ? 8 : 1) << 30
    {
      return URL(fileURLWithPath: memory)
    }
    return FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
  }()

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of something in the folder.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file with its parent folders, and returns its path.
  @discardableResult
  package func write(_ bytes: some Collection<UInt8>, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

  package func copy(_ file: URL, to name: String) throws {
    try FileManager.default.copyItem(at: file, to: url.appendingPathComponent(name))
  }

  package func data(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }
  package func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }
  /// A table of a report, without the columns common to all tables.
  package func table(_ name: String) throws -> CSVTable { try CSVTable(text(name)).withoutCommon }
  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(name))
  }

  /// The paths of everything below the folder, or below a folder in it, including hidden files, sorted.
  package func everything(in name: String = "") -> [String] {
    let start = name.isEmpty ? url.path : path(name)
    return (FileManager.default.enumerator(atPath: start)?.compactMap { $0 as? String } ?? []).sorted()
  }

  /// The contents of all files below a folder, by name, except those with one of these extensions.
  package func contents(of name: String, without endings: [String] = []) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for file in everything(in: name) where !endings.contains(where: file.hasSuffix) {
      var isFolder: ObjCBool = false
      let full = name + "/" + file
      if FileManager.default.fileExists(atPath: path(full), isDirectory: &isFolder), !isFolder.boolValue {
        contents[file] = try data(full)
      }
    }
    return contents
  }

  /// The CSV files of a folder of reports, by name.
  package func tables(of name: String) throws -> [String: Data] {
    try contents(of: name).filter { $0.key.hasSuffix(".csv") }
  }
}

/// The names of the files that differ, or are in only one of two folders.
package func differences(_ a: [String: Data], _ b: [String: Data]) -> [String] {
  Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }.sorted()
}
