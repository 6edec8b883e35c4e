import Foundation
import Reporting

/// The output of the command line: results to standard output, everything else to standard error.
enum Terminal {
  /// Text for people, with CI commands broken up.
  /// - Parameter isDone: whether it says what the run has written: that is done, even if nobody wants to hear of it.
  static func print(_ text: String, isDone: Bool = false) { write(text.withoutJobCommands + "\n", isDone: isDone) }
  /// Text for programs, unchanged.
  static func write(_ text: String, isDone: Bool = false) {
    let code = write(text, to: STDOUT_FILENO)
    // The reader may stop early.
    if code == 0 || code == EPIPE || isDone && code == EBADF { return }
    note(
      """
      navaudit: standard output: cannot be written (\(String(cString: strerror(code)))); check the disk, or write to \
      another file
      """)
    exit(2)
  }

  static func note(_ text: String) { _ = write(text.withoutJobCommands + "\n", to: STDERR_FILENO) }

  static func complain(_ error: any Error) {
    // Messages quote the contents of files.
    for line in "\(error)".unicodeScalars.split(separator: "\n") {
      note("navaudit: \(String(line).madeVisible(limit: .max))")
    }
  }

  /// A line that the next one replaces.
  static func progress(_ text: String) { _ = write("\r\u{1B}[K" + text, to: STDERR_FILENO) }
  static func endProgress() { _ = write("\r\u{1B}[K", to: STDERR_FILENO) }

  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether results may be colored: on a terminal, unless `NO_COLOR` is set or it is a dumb terminal.
  static var hasColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// The reader of the results may stop early: that is not an error. A file that may not grow is one like any other.
  static func ignoreSignalsOfWriting() { for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) } }

  /// Opens standard input, output and error if the process was started without them, so that no file of the run gets
  /// their descriptors, and writing to output fails as it should.
  static func expectStreams() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)]
    where fcntl(descriptor, F_GETFD) < 0 {
      let opened = open("/dev/null", mode)
      if opened >= 0, opened != descriptor {
        dup2(opened, descriptor)
        close(opened)
      }
    }
  }

  /// - Returns: the error code; 0 if everything was written.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    Array(text.utf8).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(descriptor, piece.baseAddress, piece.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&request, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }
}

extension String {
  /// The width of the terminal's lines, in columns.
  static let columns = 100

  /// The text in a color or weight (ECMA-48, SGR).
  func painted(_ code: Int, if inColor: Bool) -> String { inColor ? "\u{1B}[\(code)m\(self)\u{1B}[0m" : self }

  /// The text in lines of at most 100 columns, broken at spaces; longer words are cut in the middle.
  /// - Parameter indent: of all lines but the first, and what stands before the first.
  func wrapped(indent: Int = 0) -> String {
    let room = Self.columns - indent
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      let word = String(word).cutInTheMiddle(to: room)
      if line.isEmpty {
        line = word
      } else if line.count + 1 + word.count <= room {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    lines.append(line)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
