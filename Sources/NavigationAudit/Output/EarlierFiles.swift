import Foundation
import Reporting

/// The unchanged files of earlier runs in a folder: only these are replaced or removed.
struct EarlierFiles {
  private let folder: String
  private let listed: [String: [WrittenFile]]
  /// Each file's entry in the package.
  private let descriptions: [WrittenFile: DataPackage.Resource]

  /// - Parameter folder: its data package lists the files of earlier runs.
  init(in folder: String) {
    self.folder = folder
    let path = folder + "/" + DataPackage.fileName
    var files: [WrittenFile] = []
    var descriptions: [WrittenFile: DataPackage.Resource] = [:]
    if Self.kind(of: path) == S_IFREG, let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self),
      let found = DataPackage.resources(in: text)
    {
      files = found.compactMap(\.file)
      descriptions = Dictionary(zip(files, found)) { $1 }
      files.append(WrittenFile(path: DataPackage.fileName, bytes: data.count, hash: SHA256.text(of: data)))
    }
    listed = Dictionary(grouping: files, by: \.path)
    self.descriptions = descriptions
  }

  /// The file type at a path, without following links; 0 if nothing is there.
  static func kind(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  /// Whether the folder holds a file of this name that no run wrote, or that was changed since.
  func isForeign(_ file: String) -> Bool { Self.kind(of: folder + "/" + file) != 0 && present(file) == nil }

  /// The file as an earlier run wrote it; nil if it is missing or was changed.
  func present(_ file: String) -> WrittenFile? {
    let path = folder + "/" + file
    var status = stat()
    guard let known = listed[file], lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      known.contains(where: { $0.bytes == status.st_size }), let found = Self.read(path, as: file)
    else { return nil }
    return known.contains(found) ? found : nil
  }

  /// All files as earlier runs wrote them, ordered by path. Files behind a linked folder are not included.
  func allPresent() -> [WrittenFile] {
    listed.keys.sorted().filter { file in
      file.split(separator: "/").dropLast().reduce(into: (path: folder, isOwn: true)) { way, name in
        way.path += "/" + name
        way.isOwn = way.isOwn && name != ".." && Self.kind(of: way.path) == S_IFDIR
      }.isOwn
    }.compactMap(present)
  }

  /// How the package describes a file.
  func description(of file: WrittenFile) -> DataPackage.Resource? { descriptions[file] }

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
