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
