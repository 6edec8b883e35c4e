import ArgumentParser
import Foundation
import NavigationAudit
import Reporting
import UsabilityRules

struct CheckLogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-log",
    abstract: "Check how an app logs: what a report could tell, and what is wrong with which lines.",
    discussion: """
      For a little log, while you instrument an app. It names each problem with its lines and what to do about it. \
      From standard input, problems are \
      named as soon as the input pauses, and the rest at its end or on Ctrl-C.

        navaudit check-log app.ndjson
        adb logcat -v raw -s nav | navaudit check-log -
      """)

  @OptionGroup var log: LogArguments

  @Option(
    help: ArgumentHelp("App map to read the logs with.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var map: String?

  @OptionGroup var columns: ColumnsOption
  @OptionGroup var format: FormatOption

  @Flag(help: "Exit with status 1 if there are problems.")
  var strict = false

  @Flag(help: "Print the outcome as JSON.")
  var json = false

  func run() async throws {
    var options = AuditOptions(log, columns, format)
    options.map = map
    let audit = Audit(options)
    let read = log.logs.contains("-") ? try await watch(audit) : nil
    let outcome = try await running(audit, quiet: json) { try await $0.checkLog(standardInput: read) }
    if json {
      Terminal.write(outcome.json + "\n")
    } else {
      Terminal.print(outcome.summary(of: log.logs))
    }
    if strict, !outcome.isSound { throw ExitCode(1) }
  }

  /// Reads standard input to its end, and says what is wrong whenever it pauses.
  private func watch(_ audit: Audit) async throws -> [UInt8] {
    let input = try LiveInput()
    defer { input.close() }
    var printed: Set<String> = []
    while try input.read() {
      // What cannot be read yet may be read with more lines.
      guard !json, let outcome = try? await audit.checkLog(standardInput: input.completeLines) else { continue }
      for problem in outcome.problems where printed.insert(problem.check + problem.fix).inserted {
        Terminal.print(LogCheckOutcome.text(problem, inOneFile: true))
      }
    }
    if !printed.isEmpty { Terminal.print("") }
    return input.bytes
  }
}

extension LogCheckOutcome {
  private static var shownLines: Int { 5 }
  private static var shownKinds: Int { 12 }

  fileprivate func summary(of logs: [String]) -> String {
    let counts = [Wording.count(events, "event"), Wording.count(users, "user"), Wording.count(sessions, "session")]
    let names = logs.map { $0 == "-" ? "standard input" : $0.madeVisible() }.joined(separator: ", ")
    var lines = notes.map { $0.madeVisible() } + ["\(names): \(counts.joined(separator: ", "))"]
    if !kinds.isEmpty { lines.append("Read: \(list(kinds))") }
    if !unread.isEmpty { lines.append("Not understood, and left out: \(list(unread))") }
    lines.append(
      answers.isEmpty
        ? "A report could tell nothing from it." : "A report could tell: \(answers.joined(separator: ", ")).")
    if !lacks.isEmpty { lines.append("It could not tell:") }
    lines += lacks.map { "  \($0.topic): \($0.remedy)" }
    lines.append("")
    let files = Set(problems.flatMap { $0.lines.map(\.file) })
    lines += problems.map { Self.text($0, inOneFile: files.count <= 1) }
    lines.append(problems.isEmpty ? "No problems found." : "\(Wording.count(problems.count, "problem")).")
    return lines.joined(separator: "\n")
  }

  /// `line 14, 17 and 3 more: what was found [check]`, and what to do.
  fileprivate static func text(_ problem: Problem, inOneFile: Bool) -> String {
    """
    \(places(problem.lines, inOneFile: inOneFile)): \(problem.what.madeVisible(limit: 400)) [\(problem.check)]\n  \
    Fix: \(problem.fix.madeVisible(limit: 400))
    """
  }

  private static func places(_ lines: [Line], inOneFile: Bool) -> String {
    let shown = lines.prefix(shownLines).map { inOneFile ? "\($0.line)" : "\($0.file.madeVisible()):\($0.line)" }
      .joined(separator: ", ")
    let rest = lines.count > shownLines ? " and \(Wording.count(lines.count - shownLines)) more" : ""
    return (inOneFile ? lines.count == 1 ? "line " : "lines " : "") + shown + rest
  }

  private func list(_ kinds: [(event: String, count: Int)]) -> String {
    let shown = kinds.prefix(Self.shownKinds).map { "\($0.event.madeVisible(limit: 60)) \(Wording.count($0.count))" }
      .joined(separator: ", ")
    return shown + (kinds.count > Self.shownKinds ? " and \(kinds.count - Self.shownKinds) more kinds" : "")
  }
}

/// Standard input that comes piece by piece, until it ends or somebody presses Ctrl-C.
final class LiveInput {
  private(set) var bytes: [UInt8] = []
  /// How much of it was looked at.
  private var seen = 0
  private let interruption: Int32

  /// How long the input pauses before it is looked at, milliseconds.
  private static let pause: Int32 = 300
  /// What is longer is looked at only when it ends.
  private static let longest = 4 << 20

  init() throws {
    interruption = try SignalPipe.open([SIGINT])
  }

  var completeLines: [UInt8] { Array(bytes.prefix((bytes.lastIndex(of: 0x0A) ?? -1) + 1)) }

  /// Reads until the input pauses with something new to look at, which is true, or ends.
  /// - Throws: if it cannot be read.
  func read() throws -> Bool {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let isNew = bytes.count > seen && bytes.count < Self.longest
      var requests = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&requests, 2, isNew ? Self.pause : -1)
      if ready < 0, errno == EINTR { continue }
      if ready == 0 {
        seen = bytes.count
        return true
      }
      if requests[1].revents != 0 { return false }
      let count = Foundation.read(STDIN_FILENO, &room, room.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count < 0 {
        throw AuditError(
          "standard input: cannot be read (\(String(cString: strerror(errno)))); check the permissions, or name a file")
      }
      if count == 0 { return false }
      bytes += room[..<count]
    }
  }

  /// From now on, Ctrl-C ends the process.
  func close() {
    SignalPipe.close([SIGINT], then: SIG_DFL)
    Foundation.close(interruption)
  }
}
