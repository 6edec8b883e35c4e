#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file system's information about a path.
struct FileStatus {
  /// Kinds of files that are treated differently.
  enum Kind { case regular, folder, other }
  let kind: Kind
  let isLink: Bool
  let size: Int
  let identity: FileIdentity

  /// The status of the file at a path, following links; `nil` (and `errno`) if there is none.
  init?(of location: FilePathBytes) {
    self.init(location, isLink: false)
  }

  /// The status of a folder entry, like `init(of:)`, and whether the entry is a link.
  init?(ofEntry location: FilePathBytes) {
    var entry = stat()
    guard lstat(location.terminated, &entry) == 0 else { return nil }
    self.init(location, isLink: entry.st_mode & S_IFMT == S_IFLNK)
  }

  private init?(_ location: FilePathBytes, isLink: Bool) {
    var status = stat()
    guard stat(location.terminated, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    self.isLink = isLink
    size = Int(status.st_size)
    identity = FileIdentity(status)
  }

  /// The regular file that standard input comes from; nil for a terminal, a pipe or a device.
  static var identityOfStandardInput: FileIdentity? {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(status)
  }

  /// The error for the system call that just failed for `name`.
  static func failure(name: String, code: Int32 = errno) -> LogInputError {
    code == ENOENT || code == ENOTDIR
      ? .missing(name: name) : .unreadable(name: name, reason: String(cString: strerror(code)))
  }
}

/// The identity of a file: device and inode.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64

  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// A path in the bytes of the file system, which need not be UTF-8.
struct FilePathBytes: Sendable, Equatable {
  /// The bytes, ending in NUL.
  let terminated: [CChar]

  init(_ path: String) {
    terminated = path.utf8CString.map { $0 }
  }

  init(cString: UnsafePointer<CChar>) {
    var bytes: [CChar] = []
    var next = cString
    while next.pointee != 0 {
      bytes.append(next.pointee)
      next += 1
    }
    terminated = bytes + [0]
  }

  private init(terminated: [CChar]) {
    self.terminated = terminated
  }

  /// The bytes without the NUL, for sorting.
  var bytes: [UInt8] { terminated.dropLast().map { UInt8(bitPattern: $0) } }

  /// The path as text; bytes that are not UTF-8 become replacement characters.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path of `name` inside this folder.
  func appending(_ name: FilePathBytes) -> FilePathBytes {
    let slash = CChar(UInt8(ascii: "/"))
    var path = Array(terminated.dropLast())
    if path.last != slash { path.append(slash) }
    return FilePathBytes(terminated: path + name.terminated)
  }

  /// The path as text for a one-line message: control and bidirectional characters become `?`.
  var displayName: String {
    var name = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: name.append("?")
      default: name.append(scalar)
      }
    }
    return String(name)
  }
}
