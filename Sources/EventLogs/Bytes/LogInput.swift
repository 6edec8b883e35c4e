/// An input: a file, standard input, or a stream such as a FIFO.
///
/// `LogInputs.find(_:)` makes them from command line arguments; `ByteSource` opens them.
package struct LogInput: Sendable, Equatable {
  /// The kind of input.
  package enum Kind: Sendable, Equatable {
    /// A regular file.
    case file
    /// A FIFO, a device or a socket given by the user: read once, from start to end.
    case stream
    /// The standard input of the process, `-` on the command line.
    case standardInput
  }

  /// The name in messages and reports: the path as given, with control characters replaced.
  package let name: String
  /// The absolute path with symbolic links resolved; `-` for standard input.
  package let path: String
  /// The kind of input.
  package let kind: Kind
  /// The size on disk when it was found, for progress; `nil` for streams.
  package let size: Int?
  /// The path to open, in the bytes of the file system (not necessarily UTF-8).
  let location: FilePathBytes
  /// The member of the ZIP archive at that path; nil for the file itself.
  var member: ZipArchive.Member?

  /// The standard input of the process.
  package static let standardInput = LogInput(
    name: "standard input", path: "-", kind: .standardInput, size: nil, location: FilePathBytes("-"))
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
