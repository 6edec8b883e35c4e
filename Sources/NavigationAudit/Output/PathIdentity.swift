import EventLogs
import Foundation

/// The file that a path leads to, so that two paths to one file are equal: through links, hard links, `./` and the like.
struct PathIdentity: Hashable {
  /// Of the file or, if it does not exist, of its nearest existing parent.
  private let identity: FileIdentity
  /// The missing path components below that folder.
  private var missing: [String] = []

  private init(_ identity: FileIdentity) { self.identity = identity }

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
    var (one, two) = (stat(), stat())
    guard other != name, stat(path, &one) == 0, stat(path.dropLast(name.count) + other, &two) == 0 else { return false }
    return FileIdentity(one) == FileIdentity(two)
  }

  /// For a file with a known identity.
  init(of identity: FileIdentity) { self.init(identity) }
}
