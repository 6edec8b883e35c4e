import Foundation

/// A folder of reports that is complete or untouched: files are written beside their final places and moved there when all of them are done.
struct OutputFolder {
  let path: String
  /// Where files are written until ``finish(removing:)``.
  let workPath: String
  /// The folders that were made for it, the outermost first.
  private let made: [String]

  /// - Throws: ``AuditError`` where nothing can be written.
  init(_ path: String) throws {
    self.path = path
    let files = FileManager.default
    var isFolder: ObjCBool = false
    let exists = files.fileExists(atPath: path, isDirectory: &isFolder)
    if exists && !isFolder.boolValue { throw AuditError("\(path): is a file; name a folder for the reports") }
    workPath = path + "/.navaudit-\(ProcessInfo.processInfo.processIdentifier)"
    made = try Self.makeFolders(to: workPath, for: path)
    Self.removeLeftovers(in: path)
  }

  /// Makes a folder and those above it that are missing.
  /// - Returns: the folders that were made, the outermost first.
  private static func makeFolders(to last: String, for path: String) throws -> [String] {
    var made: [String] = []
    var end = last.startIndex
    while end < last.endIndex {
      end = last[end...].dropFirst().firstIndex(of: "/") ?? last.endIndex
      let folder = String(last[..<end])
      if mkdir(folder, 0o777) == 0 {
        made.append(folder)
        continue
      }
      let code = errno == EEXIST ? ENOTDIR : errno
      if !FileManager.default.fileExists(atPath: folder + "/") {
        removeFolders(made)
        throw AuditError(
          "\(path): the reports cannot be written there (\(String(cString: strerror(code)))); name a folder that can be written with --output")
      }
    }
    return made
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

  func workPath(of file: String) -> String { workPath + "/" + file }

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
      try files.removeItem(atPath: workPath)
    } catch let error as AuditError {
      throw error
    } catch {
      throw AuditError("\(path): cannot be written (\(error.reason)); check the disk and the permissions")
    }
  }

  /// What was written: the files, and the folders that they are in, the outer ones first.
  private func contents() throws -> (files: [String], folders: [String]) {
    let names = try FileManager.default.subpathsOfDirectory(atPath: workPath).sorted()
    var isFolder = Set<String>()
    for name in names where FileManager.default.fileExists(atPath: workPath(of: name) + "/") { isFolder.insert(name) }
    return (names.filter { !isFolder.contains($0) }, names.filter { isFolder.contains($0) })
  }

  /// Leaves everything as it was.
  func discard() {
    try? FileManager.default.removeItem(atPath: workPath)
    Self.removeFolders(made)
  }

  /// What runs left that did not come to their end.
  private static func removeLeftovers(in path: String) {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: path)) ?? [] where name.hasPrefix(".navaudit-") {
      guard let process = Int32(name.dropFirst(".navaudit-".count)), process != ProcessInfo.processInfo.processIdentifier else {
        continue
      }
      if kill(process, 0) != 0 && errno == ESRCH { try? files.removeItem(atPath: path + "/" + name) }
    }
  }
}

extension Error {
  /// The system's words for what went wrong, in short.
  var reason: String {
    let error = self as NSError
    if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(cause.code)))
    }
    if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
    return error.localizedDescription
  }
}
