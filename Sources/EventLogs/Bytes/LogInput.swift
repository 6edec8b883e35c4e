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
