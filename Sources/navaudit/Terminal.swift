import Foundation
import Reporting

/// What the command line writes and where: results to standard output, all else to standard error.
enum Terminal {
  static func print(_ text: String) { write(text + "\n", to: .standardOutput) }
  static func write(_ text: String) { write(text, to: .standardOutput) }

  /// A line for people about the run itself.
  static func note(_ text: String) { write(text + "\n", to: .standardError) }

  static func complain(_ error: any Error) {
    // Messages quote what files hold.
    for line in "\(error)".unicodeScalars.split(separator: "\n") { note("navaudit: \(String(line).madeVisible(limit: .max))") }
  }

  /// A line that the next one takes the place of.
  static func progress(_ text: String) { write("\r\u{1B}[K" + text, to: .standardError) }
  static func endProgress() { write("\r\u{1B}[K", to: .standardError) }

  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether results may be coloured: on a terminal, unless `NO_COLOR` is set or it is a dumb one.
  static var hasColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// Whoever reads the results may stop reading: that is no error.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  private static func write(_ text: String, to handle: FileHandle) { try? handle.write(contentsOf: Data(text.utf8)) }
}
