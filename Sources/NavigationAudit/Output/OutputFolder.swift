import Foundation

/// A folder of reports that is complete or untouched: files are written beside their final places and moved there when all of them are done.
struct OutputFolder {
  let path: String
  /// Where files are written until ``finish(removing:)``.
  private let work: Unfinished
  /// The folders that were made for it, the outermost first.
  private let made: [String]

  /// - Throws: ``AuditError`` where nothing can be written.
  init(_ path: String) throws(AuditError) {
    self.path = path
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
      throw AuditError("\(path): is a file; name a folder for the reports")
    }
    (made, work) = try Self.makeFolders(to: path)
    Unfinished.removeLeftovers(in: path)
  }

  /// Makes a folder, those above it that are missing, and in it the one that files are written to.
  private static func makeFolders(to path: String) throws(AuditError) -> (made: [String], work: Unfinished) {
    var made: [String] = []
    do throws(POSIXError) {
      for _ in 0..<10 {
        try make(path, &made)
        do throws(POSIXError) {
          return (made, try Unfinished(.folder, in: path))
        } catch where error.code == .ENOENT {
          // Another run that had made the folder has just taken it away again.
          continue
        }
      }
      throw POSIXError(.ENOENT)
    } catch {
      removeFolders(made)
      throw AuditError("\(path): the reports cannot be written there (\(error.reason)); name a folder that can be written with --output")
    }
  }

  private static func make(_ path: String, _ made: inout [String]) throws(POSIXError) {
    if path.isEmpty { throw POSIXError(.ENOENT) }
    var end = path.startIndex
    while end < path.endIndex {
      end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      if mkdir(folder, 0o777) == 0 {
        made.append(folder)
      } else if errno != ENOENT, !FileManager.default.fileExists(atPath: folder + "/") {
        throw errno == EEXIST ? POSIXError(.ENOTDIR) : POSIXError.last
      }
    }
  }

  /// Removes folders that were made, as far as nobody else has put something into them.
  private static func removeFolders(_ made: [String]) {
    for folder in made.reversed() { rmdir(folder) }
  }

  /// Whether a file is the one that stands in this folder under a name.
  func holds(_ file: String, named name: String) -> Bool {
    func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path }
    return resolved(file) == resolved(path + "/" + name)
  }

  func workPath(of file: String) -> String { work.path + "/" + file }

  /// - Parameter file: its place in the folder; folders on the way are made.
  func write(_ bytes: some Collection<UInt8>, to file: String) throws {
    do {
      if let end = file.lastIndex(of: "/") {
        try FileManager.default.createDirectory(atPath: workPath(of: String(file[..<end])), withIntermediateDirectories: true)
      }
      try Data(bytes).write(to: URL(fileURLWithPath: workPath(of: file)))
    } catch {
      throw AuditError("\(path)/\(file): cannot be written (\(error.reason)); check the disk and the permissions")
    }
  }

  /// Writes a file piece by piece, for what may be too long to be held in memory.
  func write(to file: String, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
    try write([], to: file)
    guard let handle = FileHandle(forWritingAtPath: workPath(of: file)) else {
      throw AuditError("\(path)/\(file): cannot be written; check the disk and the permissions")
    }
    defer { try? handle.close() }
    try body { bytes in
      do {
        try handle.write(contentsOf: Data(bytes))
      } catch {
        throw AuditError("\(path)/\(file): cannot be written (\(error.reason)); check the disk and the permissions")
      }
    }
  }

  /// Does something while no other run moves files into the folder.
  func alone<T>(_ body: () throws -> T) rethrows -> T { try Unfinished.alone(in: path, body) }

  /// Moves all files to their places, and removes files of earlier runs that this one did not write.
  func finish(removing stale: [String]) throws {
    let files = FileManager.default
    do {
      let (written, folders) = try contents()
      // Looked at before anything is moved, so that an earlier report stays whole.
      for file in written where files.fileExists(atPath: path + "/" + file + "/") {
        throw AuditError("\(path)/\(file): cannot be written (it is a folder); remove it, or name another folder with --output")
      }
      for folder in folders where mkdir(path + "/" + folder, 0o777) != 0 && !files.fileExists(atPath: path + "/" + folder + "/") {
        throw AuditError("\(path)/\(folder): cannot be made (\(String(cString: strerror(errno)))); remove what stands there, or name another folder with --output")
      }
      for file in written {
        guard rename(workPath(of: file), path + "/" + file) == 0 else {
          throw AuditError("\(path)/\(file): cannot be written (\(String(cString: strerror(errno)))); check the permissions")
        }
      }
      for file in stale where !written.contains(file) {
        try? files.removeItem(atPath: path + "/" + file)
        // The folder it was in, where nothing else is in it.
        if let end = file.lastIndex(of: "/") { rmdir(path + "/" + file[..<end]) }
      }
      try files.removeItem(atPath: work.path)
    } catch let error as AuditError {
      throw error
    } catch {
      throw AuditError("\(path): cannot be written (\(error.reason)); check the disk and the permissions")
    }
  }

  /// What was written: the files, and the folders that they are in, the outer ones first.
  private func contents() throws -> (files: [String], folders: [String]) {
    let names = try FileManager.default.subpathsOfDirectory(atPath: work.path).sorted()
    var isFolder = Set<String>()
    for name in names where FileManager.default.fileExists(atPath: workPath(of: name) + "/") { isFolder.insert(name) }
    return (names.filter { !isFolder.contains($0) }, names.filter { isFolder.contains($0) })
  }

  /// Leaves everything as it was.
  func discard() {
    work.discard()
    Self.removeFolders(made)
  }
}
