import EventLogs
import Foundation
import Measures
import Reporting
import Synchronization

/// A folder of reports that is complete or untouched: files are written next to their final paths and moved there when
/// all are done.
///
/// Only files that earlier runs wrote are replaced or removed (``EarlierFiles``). Everything else in the folder is the
/// user's.
final class OutputFolder: Sendable {
  let path: String
  /// The folder for files until ``finish(package:removing:)``.
  private let work: Unfinished
  private let made: [String]
  private let written = Mutex<[WrittenFile]>([])

  /// - Throws: ``AuditError`` if the folder is not writable.
  init(_ path: String) throws(AuditError) {
    self.path = path
    try Self.expectNoFile(path)
    (made, work) = try Self.makeFolders(to: path)
    Unfinished.removeLeftovers(in: path)
  }

  private static func expectNoFile(_ path: String) throws(AuditError) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
      throw AuditError("\(path): is a file; name a folder for the reports")
    }
  }

  /// Checks that a run can write its reports into a folder, before it begins to read.
  /// - Parameters:
  ///   - files: the files that the run may write.
  ///   - all: the files that it may write or remove.
  ///   - runFiles: the files that the run reads, and those that it writes elsewhere.
  /// - Throws: ``AuditError`` if a file would be lost.
  static func expectNoLoss(in path: String, writing files: [String], of all: [String], runFiles: RunFiles) throws {
    try expectNoFile(path)
    for file in all { try runFiles.expectFree(path + "/" + file) }
    guard FileManager.default.fileExists(atPath: path + "/") else { return }
    try Unfinished.alone(in: path) { try expectOwn(files, in: path, EarlierFiles(in: path)) }
  }

  /// - Throws: ``AuditError`` if the path of a file is taken by something that no run wrote.
  private static func expectOwn(_ files: [String], in path: String, _ earlier: EarlierFiles) throws(AuditError) {
    for folder in Set(files.map { $0.parentFolder }.filter { $0 != "." }).sorted() {
      switch EarlierFiles.kind(of: path + "/" + folder) {
      case 0, S_IFDIR: break
      case let kind:
        let what = kind == S_IFLNK ? "a link" : "not a folder"
        throw AuditError(
          "\(path)/\(folder): cannot be used (it is \(what)); move it away, or name another folder with --output")
      }
    }
    for file in files where earlier.isForeign(file) {
      switch EarlierFiles.kind(of: path + "/" + file) {
      case S_IFDIR:
        throw AuditError(
          "\(path)/\(file): cannot be written (it is a folder); remove it, or name another folder with --output")
      case S_IFREG:
        throw AuditError(
          """
          \(path)/\(file): was changed since navaudit wrote it, so it is not replaced; move it away, or name another \
          folder with --output
          """)
      default:
        throw AuditError(
          """
          \(path)/\(file): is a link or a device, so it is not replaced; move it away, or name another folder with \
          --output
          """)
      }
    }
  }

  /// Creates a folder with its missing parents, and in it the folder for unfinished files.
  private static func makeFolders(to path: String) throws(AuditError) -> (made: [String], work: Unfinished) {
    var made: [String] = []
    do throws(POSIXError) {
      for _ in 0..<10 {
        try make(path, &made)
        do throws(POSIXError) {
          return (made, try Unfinished(.folder, in: path))
        } catch  where error.code == .ENOENT {
          // Another run that had created the folder has just removed it.
          continue
        }
      }
      throw POSIXError(.ENOENT)
    } catch {
      removeFolders(made)
      throw AuditError(
        """
        \(path): the reports cannot be written there (\(error.reason)); name a folder that can be written with \
        --output
        """)
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
        continue
      }
      let error = POSIXError.last
      if error.code != .ENOENT, !FileManager.default.fileExists(atPath: folder + "/") {
        throw error.code == .EEXIST ? POSIXError(.ENOTDIR) : error
      }
    }
  }

  private static func removeFolders(_ made: [String]) {
    for folder in made.reversed() { rmdir(folder) }
  }

  /// Whether `file` is the one with this name in the folder.
  func holds(_ file: String, named name: String) -> Bool {
    func resolved(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    return resolved(file) == resolved(path + "/" + name)
  }

  /// The files that were written, in the order in which they were complete.
  var files: [String] { written.withLock { $0.map(\.path) } }

  func workPath(of file: String) -> String { work.path + "/" + file }

  /// - Parameter file: the path in the folder; missing folders are created.
  func write(_ bytes: some Collection<UInt8>, to file: String) throws {
    try write(to: file) { write in try write(Array(bytes)) }
  }

  /// Writes a file piecewise, because it may be too long for memory. It is not synced to disk: a report can be made
  /// again.
  func write(to file: String, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
    let handle = try writing(file) {
      if let end = file.lastIndex(of: "/") {
        try FileManager.default.createDirectory(
          atPath: workPath(of: String(file[..<end])), withIntermediateDirectories: true)
      }
      let descriptor = open(workPath(of: file), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      if descriptor < 0 { throw POSIXError.last }
      return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
    var hash = SHA256()
    try body { bytes in
      hash.update(bytes)
      try writing(file) { try handle.write(contentsOf: bytes) }
    }
    let entry = WrittenFile(path: file, bytes: hash.count, hash: hash.text)
    written.withLock { $0.append(entry) }
  }

  /// Writes a table, piecewise.
  func write(_ table: Table) throws {
    try write(to: table.fileName) { write in
      var writer = CSVWriter(table)
      for row in table.rows { try writer.append(row, flushingTo: write) }
      try write(writer.take())
    }
  }

  /// Copies a file of another folder.
  /// - Parameter isListed: whether the data package lists it.
  func copy(_ source: String, to file: String, isListed: Bool = true) throws {
    let handle = try writing(file) { try FileHandle(forReadingFrom: URL(fileURLWithPath: source)) }
    try write(to: file) { write in
      while let bytes = try writing(file, { try handle.read(upToCount: 1 << 20) }), !bytes.isEmpty {
        try write([UInt8](bytes))
      }
    }
    if !isListed { written.withLock { $0.removeAll { $0.path == file } } }
  }

  private func writing<T>(_ file: String, _ work: () throws -> T) throws -> T {
    do {
      return try work()
    } catch {
      throw AuditError("\(path)/\(file): cannot be written (\(error.reason)); check the disk and the permissions")
    }
  }

  /// Runs `body` while no other run moves files into the folder.
  func alone<T>(_ body: () throws -> T) rethrows -> T { try Unfinished.alone(in: path, body) }

  /// Moves all files to their final paths, and removes files of earlier runs that this one did not write. Call it
  /// within ``alone(_:)``.
  ///
  /// A run that is killed meanwhile leaves a package that lists both the old and the new files, so the next run knows
  /// all of them.
  func finish(package: DataPackage, removing stale: [String]) throws {
    try finish(removing: stale) { package.text(files: $0, others: $1) }
  }

  /// - Parameter package: the data package of the files that were written, and of those that stay.
  func finish(removing stale: [String], package: (_ files: [WrittenFile], _ others: [JSON]) -> String) throws {
    let (files, folders) = try writing("") { try contents() }
    let earlier = EarlierFiles(in: path)
    // Checked before anything is moved, so that an earlier report stays complete.
    let names = self.files
    try Self.expectOwn(names + [DataPackage.fileName], in: path, earlier)
    let kept = earlier.allPresent.filter { $0.path != DataPackage.fileName }
    let gone = Set(stale).subtracting(names)
    let others = kept.filter { !gone.contains($0.path) && !names.contains($0.path) }
    // All that needs room on the disk is written before anything is moved.
    let listOfBoth = DataPackage.fileName + ".both"
    try put(DataPackage.list(of: kept + written.withLock(\.self)), as: listOfBoth)
    try put(package(written.withLock(\.self), others.compactMap { earlier.descriptions[$0] }), as: DataPackage.fileName)
    var made: [String] = []
    do {
      for folder in folders { try makeFolder(folder, &made) }
      try move(listOfBoth, to: DataPackage.fileName)
      for file in files { try move(file) }
    } catch {
      Self.removeFolders(made)
      throw error
    }
    for file in kept where gone.contains(file.path) {
      unlink(path + "/" + file.path)
      // Removes the file's folder, if it is empty.
      if file.path.contains("/") { rmdir(path + "/" + file.path.parentFolder) }
    }
    try move(DataPackage.fileName)
    work.discard()
  }

  private func makeFolder(_ folder: String, _ made: inout [String]) throws(AuditError) {
    let place = path + "/" + folder
    if mkdir(place, 0o777) == 0 { return made.append(place) }
    let error = POSIXError.last
    if EarlierFiles.kind(of: place) == S_IFDIR { return }
    throw AuditError(
      """
      \(place): cannot be created (\(error.reason)); remove what is there, or name another folder with --output
      """)
  }

  private func put(_ package: String, as file: String) throws {
    try writing(DataPackage.fileName) { try Data(package.utf8).write(to: URL(fileURLWithPath: workPath(of: file))) }
  }

  private func move(_ file: String, to name: String? = nil) throws(AuditError) {
    let place = path + "/" + (name ?? file)
    guard rename(workPath(of: file), place) == 0 else {
      throw AuditError("\(place): cannot be written (\(POSIXError.last.reason)); check the permissions")
    }
  }

  /// The written files and their folders, the outer ones first.
  private func contents() throws -> (files: [String], folders: [String]) {
    let names = try FileManager.default.subpathsOfDirectory(atPath: work.path).sorted()
    let byKind = Dictionary(grouping: names) { FileManager.default.fileExists(atPath: workPath(of: $0) + "/") }
    return (byKind[false] ?? [], byKind[true] ?? [])
  }

  func discard() {
    work.discard()
    Self.removeFolders(made)
  }
}

/// The unchanged files of earlier runs in a folder: only these are replaced or removed.
struct EarlierFiles {
  private let folder: String
  /// As an earlier run wrote them, by path. Files behind a linked folder are not included.
  private var unchanged: [String: WrittenFile] = [:]
  /// How the package describes each file.
  private(set) var descriptions: [WrittenFile: JSON] = [:]
  /// The data package that lists them; nil if there is none, or if it was changed.
  private(set) var package: String?

  /// - Parameter folder: its data package lists the files of earlier runs.
  init(in folder: String) {
    self.folder = folder
    let path = folder + "/" + DataPackage.fileName
    guard Self.kind(of: path) == S_IFREG, let data = try? SmallFile.bytes(of: path, as: "a data package"),
      let text = String(validating: data, as: UTF8.self),
      let found = DataPackage.resources(in: text)
    else { return }
    package = text
    let files = found.compactMap { WrittenFile($0) }
    descriptions = Dictionary(zip(files, found)) { $1 }
    let listed = files + [WrittenFile(path: DataPackage.fileName, bytes: data.count, hash: SHA256.text(of: data))]
    for (file, known) in Dictionary(grouping: listed, by: \.path) { unchanged[file] = present(file, among: known) }
  }

  /// The file type at a path, without following links; 0 if nothing is there.
  static func kind(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  /// Whether the folder holds a file of this name that no run wrote, or that was changed since.
  func isForeign(_ file: String) -> Bool { Self.kind(of: folder + "/" + file) != 0 && unchanged[file] == nil }

  /// All files as earlier runs wrote them, ordered by path.
  var allPresent: [WrittenFile] { unchanged.values.sorted { $0.path < $1.path } }

  /// The file as an earlier run wrote it; nil if it is missing or was changed.
  private func present(_ file: String, among known: [WrittenFile]) -> WrittenFile? {
    var path = folder
    for name in file.split(separator: "/").dropLast() {
      path += "/" + name
      if name == ".." || Self.kind(of: path) != S_IFDIR { return nil }
    }
    path = folder + "/" + file
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      known.contains(where: { $0.bytes == status.st_size }),
      let found = Self.read(path, as: file)
    else { return nil }
    return known.contains(found) ? found : nil
  }

  private static func read(_ path: String, as file: String) -> WrittenFile? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var hash = SHA256()
    do {
      while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty { hash.update([UInt8](bytes)) }
    } catch {
      return nil
    }
    return WrittenFile(path: file, bytes: hash.count, hash: hash.text)
  }
}

/// Files that a run has begun and not finished: undone if the process has to exit before the run ends.
final class Leftovers: Sendable {
  /// Finishes something begun, atomically: it is undone before, or not at all.
  typealias Ending = (_ finishing: () throws -> Void) throws -> Void

  private struct State {
    /// What restores the previous state. It may be called while the run is still working.
    var undos: [(number: Int, undo: @Sendable () -> Void)] = []
    var next = 0
    /// Whether the outcome of the run is written, so that it stays.
    var isFinished = false
    /// Whether everything was undone, so that nothing may be finished any more.
    var isAbandoned = false

    mutating func add(_ undo: @escaping @Sendable () -> Void) -> Int {
      next += 1
      undos.append((next, undo))
      return next
    }
  }

  private let state = Mutex(State())

  /// Undoes what was begun if `body` fails before its end.
  /// - Parameter isPart: whether more must follow, until the outcome of the run is written.
  func undoing<T>(
    _ undo: @escaping @Sendable () -> Void, isPart: Bool = false,
    unless body: (_ end: @escaping Ending) async throws -> T
  ) async throws -> T {
    let number = state.withLock { $0.add(undo) }
    func end(_ finishing: () throws -> Void) throws {
      try state.withLock { state in
        if state.isAbandoned { throw CancellationError() }
        try finishing()
        state.undos.removeAll { !isPart || $0.number == number }
        if !isPart { state.isFinished = true }
      }
    }
    do {
      return try await body(end)
    } catch {
      state.withLock { state in
        guard let index = state.undos.firstIndex(where: { $0.number == number }) else { return }
        state.undos.remove(at: index).undo()
      }
      throw error
    }
  }

  /// Undoes something if the run fails, or ends, before its outcome is written.
  func undoIfFailing(_ undo: @escaping @Sendable () -> Void) { state.withLock { _ = $0.add(undo) } }

  /// Undoes everything that was begun, the last first.
  /// - Returns: whether the outcome of the run was written before.
  func undoAll() -> Bool {
    state.withLock { state in
      state.isAbandoned = true
      for (_, undo) in state.undos.reversed() { undo() }
      state.undos = []
      return state.isFinished
    }
  }
}
