import Foundation
import TestSupport
import Testing

/// The terminal output: the summary, its colors, the progress line, and Ctrl-C.
@Suite("At the terminal")
struct TerminalTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  // MARK: - Summary

  @Test func `the summary says how the log was read, the verdict, what to do and where the files are`() throws {
    try folder.write(Self.week, to: "log.ndjson")
    let outcome = try navaudit(
      "analyze", "log.ndjson", "--output", "Reports", "--select", "tabs.more-toll", "--select", "menu.on-ios")
    #expect(outcome.output == Self.golden)
  }

  /// Three sessions of each user in a week: with less, the plan comes with a warning.
  private static let week = Data(
    String(decoding: Fixtures.smallLog(users: 40).ndjson, as: UTF8.self).replacing("-03-02T", with: "-03-04T")
      .replacing("-03-03T", with: "-03-07T").utf8)

  static let golden = """
    40 users, 120 sessions, 1,320 events.
    Read as: ndjson.
    Verdict: About 1 in 10 taps was unnecessary (120 extra taps in 7 days). A plan, and 2 findings: 1 to
    fix now, 1 good to know.
      1. Move Settings from the menu into the tab bar on iOS.
         Saves 120 taps in 7 days; among 40 users; costs nobody a tap; confirmed on the other half of
         the users.
      2. For 120 of 240 changes of section, people went through More, with an extra tap each time. Link
         to Coupons from Settings, where people most often set out for it.
         Saves up to 120 taps in 7 days; costs nobody a tap; moderate evidence.
      … and in the report: 1 good to know.
    Reports in Reports: start with Reports/report.html.

    """

  @Test func `three actions are shown, the rest is counted, in lines of 100 columns`() throws {
    let outcome = try navaudit("analyze", Fixtures.sample("").path, "--output", "Reports")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.wholeMatch(of: /\ \ \d\. .+/) != nil }.count == 3)
    #expect(lines.allSatisfy { $0.count <= 100 || $0.contains("/") })
    #expect(
      lines.suffix(2) == [
        "  … and in the report: 4 more changes and 1 good to know.",
        "Reports in Reports: start with Reports/report.html.",
      ])
    // The report has the same text.
    let report = try String(contentsOf: folder.url.appendingPathComponent("Reports/report.md"), encoding: .utf8)
    for text in [
      "was unnecessary", "Link to Coupons from Home and Product, where people most often set out for it",
      "432 of 739 taps on Price tag did nothing.", "Let Price tag open something",
      "Wishlist from the menu into the tab",
    ] {
      #expect(outcome.output.contains(text) && report.replacing("*", with: "").contains(text), "\(text)")
    }
  }

  @Test func `long names are cut in the middle`() throws {
    let long = "The screen with a very long name that nobody would ever want to read to its end"
    // A tap that works shows that the log holds other taps than dead ones.
    let lines = (0..<40).flatMap { user in
      (0..<6).map {
        let (target, outcome) = $0 < 5 ? (long, "dead") : ("Buy", "ok")
        return
          #"{"user":"u\#(user)","time":\#(1_700_000_000 + $0 * 10),"event":"tap","target":"\#(target)","outcome":"\#(outcome)","screen":"Home"}"#
      }
    }
    try folder.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "log.ndjson")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "Reports")
    #expect(
      outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "Let The screen with a …o read to its end open something"))
  }

  // MARK: - Color

  /// The terminal output of a run.
  private func onTerminal(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let terminal = try PseudoTerminal()
    let process = try navaudit.start(
      arguments, output: terminal.device, environment: ["TERM": "xterm"].merging(environment) { $1 })
    // Read while it runs: the buffers of terminals are small.
    var text = ""
    try wait(for: "a run on a terminal") {
      text += terminal.read()
      return !process.isRunning
    }
    #expect(process.terminationStatus == 0)
    return text + terminal.read()
  }

  private static let escape = "\u{1B}["

  @Test(.thorough) func `color shows on a terminal that has it, unless it is not wanted`() throws {
    try folder.write(Fixtures.smallLog(users: 40).ndjson, to: "log.ndjson")
    let run = ["analyze", "log.ndjson", "--output", "Reports"]
    let colored = try onTerminal(run)
    #expect(colored.contains("\u{1B}[1mVerdict: ") && colored.contains("  1. \u{1B}[1m"))
    let plainly =
      [([], ["NO_COLOR": "1"]), (["--json"], [:]), ([], ["TERM": "dumb"])]
      as [([String], [String: String])]
    for (more, environment) in plainly {
      #expect(!(try onTerminal(run + more, environment: environment).contains(Self.escape)))
    }
    // Without the escape sequences, it is the text for a file.
    let plain = colored.replacing(/\u{1B}\[\d+m/, with: "").replacing("\r\n", with: "\n")
    #expect(plain == (try navaudit("analyze", "log.ndjson", "--output", "Reports").output))
  }

  // MARK: - Progress

  /// A run that waits for standard input, with its errors on a terminal or a pipe.
  private struct WaitingRun {
    let process: Process
    let input = Pipe()
    let errors = Pipe()

    init(_ navaudit: Navaudit, _ arguments: [String], terminal: PseudoTerminal? = nil) throws {
      process = try navaudit.start(arguments, input: input, errors: terminal.map { $0.device as Any } ?? errors)
      try input.fileHandleForWriting.write(contentsOf: Fixtures.smallLog(users: 20).ndjson)
    }

    /// What it has written by the time its progress shows.
    func progress(on terminal: PseudoTerminal) throws -> String {
      var seen = ""
      try wait(for: "the progress of a run") {
        seen += terminal.read()
        return seen.contains("events/s")
      }
      return seen
    }

    func finish() throws {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
  }

  @Test func `progress shows on a terminal after a second and goes at the end`() throws {
    let terminal = try PseudoTerminal()
    let run = try WaitingRun(navaudit, ["analyze", "-", "--output", "Reports"], terminal: terminal)
    var seen = try run.progress(on: terminal)
    try run.finish()
    seen += terminal.read()
    #expect(seen.contains("\r\u{1B}[Kreading 0 MB"))
    #expect(seen.hasSuffix("\r\u{1B}[K"))
    #expect(run.process.terminationStatus == 0)
  }

  @Test(.thorough) func `progress is silent where it is not seen or not wanted`() throws {
    let quiet = try PseudoTerminal()
    let runs = [
      try WaitingRun(navaudit, ["analyze", "-", "--output", "A", "--quiet"], terminal: quiet),
      try WaitingRun(navaudit, ["analyze", "-", "--output", "B"]),
    ]
    // One that was started later shows its progress.
    let terminal = try PseudoTerminal()
    let loud = try WaitingRun(navaudit, ["analyze", "-", "--output", "C"], terminal: terminal)
    _ = try loud.progress(on: terminal)
    for run in runs + [loud] { try run.finish() }
    #expect(quiet.read() == "")
    #expect(runs[1].errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    #expect(runs.allSatisfy { $0.process.terminationStatus == 0 })
  }

  // MARK: - Interrupts

  @Test(
    arguments: [
      (["analyze", "-", "--output", "Out"], SIGINT), (["ingest", "-", "--store", "app.sqlite"], SIGTERM),
      (["map", "-", "--output", "one.state"], SIGHUP),
    ],
    sampled([1, 0, 6]))
  func `a signal ends a run, whenever it comes, and leaves nothing`(
    command: (words: [String], signal: Int32), megabytes: Int
  ) throws {
    // Under `nohup`, the tests would ignore it, and the run with them.
    if command.signal == SIGHUP { signal(SIGHUP, SIG_DFL) }
    try folder.write("mine", to: "Out/notes.txt")
    let before = folder.everything()
    let run = try WaitingRun(navaudit, command.words)
    let lines = Fixtures.smallLog(users: 200).ndjson
    for _ in 0..<(megabytes << 20) / lines.count { try run.input.fileHandleForWriting.write(contentsOf: lines) }
    try wait(for: "a run that reads its input") { unread(run.input) == 0 }
    kill(run.process.processIdentifier, command.signal)
    run.process.waitUntilExit()
    #expect(run.process.terminationReason == .exit && run.process.terminationStatus == 128 + command.signal)
    #expect(
      String(decoding: run.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        == "navaudit: stopped; nothing was written\n")
    #expect(folder.everything() == before)
  }
}
