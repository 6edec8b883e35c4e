import Foundation
import TestSupport
import Testing

/// The consistency of options, and messages about other spellings.
@Suite("Command line")
struct CommandLineTests {
  private let navaudit = Navaudit()
  private var folder: TemporaryFolder { navaudit.folder }
  private static let log = Fixtures.smallLog(users: 12).ndjson

  init() throws {
    try folder.write(Self.log, to: "log.ndjson")
  }

  @Test(arguments: sampled(Case.all("wrong-usage"), every: 3))
  func `wrong usage is one line that says what to write`(usage: Case) throws {
    let outcome = try navaudit.run(usage.input.matches(of: /"([^"]*)"|\S+/).map { String($0.1 ?? $0.0) })
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors == "navaudit: \(usage.expected[0])\n")
    #expect(folder.everything() == ["log.ndjson"])
  }

  @Test func `a store is named with --store, or as the argument where it is the only input`() throws {
    #expect(try navaudit("ingest", "log.ndjson", "--store", "app.sqlite", "-q").status == 0)
    for arguments in [["app.sqlite"], ["--store", "app.sqlite"]] {
      for command in ["report", "baseline"] {
        let output = command == "baseline" ? "known.json" : "Reports"
        let outcome = try navaudit.run([command] + arguments + ["-q", "--output", output])
        #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      }
      // The only version there is: refused, but recognized as input.
      let compared = try navaudit.run(["compare"] + arguments + ["--by", "app_version"])
      #expect(compared.errors == "navaudit: app.sqlite: all sessions have the app_version 1.0; name a dimension with two values or more\n")
    }
  }

  @Test func `what is not a store says which command reads it`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "logs/log.ndjson")
    for command in ["report", "baseline"] {
      #expect(
        try navaudit(command, "--store", "logs").errors
          == "navaudit: logs: a folder, not a store; to read the logs in it, run `navaudit analyze logs`\n")
      #expect(
        try navaudit(command, "log.ndjson").errors
          == "navaudit: log.ndjson: not a navaudit store; name a navigation.sqlite, or run `navaudit analyze log.ndjson` if this is a log\n")
    }
    #expect(try navaudit("report", "none.sqlite").status == 2)
  }

  @Test func `lists take commas, and may be repeated`() throws {
    func rules(_ arguments: String...) throws -> String {
      try navaudit.run(["analyze", "log.ndjson", "-q", "--output", "Reports", "--write", "junit=found.xml"] + arguments)
      return try folder.text("found.xml")
    }
    let listed = try rules("--select", "tabs.more-toll,depth")
    #expect(try rules("--select", "tabs.more-toll", "--select", "depth") == listed)
    #expect(try rules("--select", "tabs") != listed)
    let both = try navaudit("analyze", "log.ndjson", "-q", "--output", "Reports", "--write", "sarif=a.sarif,junit=b.xml", "--ignore", "touch,gesture.failing")
    #expect(both.status == 0)
    #expect(folder.exists("a.sarif") && folder.exists("b.xml"))
    #expect(try navaudit("analyze", "log.ndjson", "-q", "--output", "Reports", "--allow", "truncated,old-times").status == 0)
  }

  @Test(.thorough) func `durations have units`() throws {
    func sessions(_ arguments: String...) throws -> String {
      #expect(try navaudit.run(["analyze", "log.ndjson", "-q", "--output", "Reports"] + arguments).status == 0)
      return try folder.text("Reports/summary.csv")
    }
    #expect(try sessions("--gap", "90s") == sessions("--gap", "90s", "-j2"))
    #expect(try sessions("--gap", "120m") == sessions("--gap", "2h"))
    #expect(try sessions("--longest-pause", "0") == sessions("--longest-pause", "0h"))
    #expect(try sessions("--longest-pause", "48h") == sessions("--longest-pause", "2d"))
    #expect(try folder.text("Reports/report.md").contains("2 days") == false)
  }

  @Test func `rules lists a family`() throws {
    let all = try navaudit("rules").output.split(separator: "\n")
    for family in sampled(["depth", "path", "task", "tabs", "menu", "gesture", "touch"], to: 2) {
      let listed = try navaudit("rules", family).output.split(separator: "\n").map { $0.prefix { $0 != " " } }
      #expect(!listed.isEmpty)
      #expect(listed == all.filter { $0.hasPrefix("\(family).") }.map { $0.prefix { $0 != " " } })
    }
  }

  @Test func `the version has a short form`() throws {
    let outcome = try navaudit("-V")
    #expect(outcome.status == 0)
    #expect(outcome.output == (try navaudit("--version").output))
    #expect(outcome.output.split(separator: ".").count == 3)
    #expect(try navaudit().output.contains("USAGE: navaudit"))
  }

  @Test func `an empty column leaves its field out`() throws {
    let lines = (0..<200).map { number in
      #"{"time":"2026-03-02T10:\#(10 + number / 10):00Z","user":"u\#(number % 10)","session":"s\#(number)","event":"tab_select","target":"T\#(number / 10 % 2)"}"#
    }
    try folder.write(Data(lines.joined(separator: "\n").utf8), to: "cut.ndjson")
    for (options, sessions) in [([], "200"), (["--columns", "session="], "10")] {
      let outcome = try navaudit.run(["analyze", "cut.ndjson", "--output", "Cut", "--no-store"] + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try folder.table("Cut/summary.csv").rows.first { $0[0] == "sessions" }?[1] == sessions)
    }
  }

  @Test func `the schema is JSON that knows the rules`() throws {
    let outcome = try navaudit("schema")
    let schema = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect((schema["properties"] as? [String: Any])?.count == 22)
    #expect(outcome.output.contains("\"depth.over-limit\""))
    #expect(try navaudit("schema", "--markdown").output.hasPrefix("# Keys of the app map\n"))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `completions`(shell: String) throws {
    let outcome = try navaudit("--generate-completion-script", shell)
    #expect(outcome.status == 0)
    for word in ["analyze", "schema", "max-rejected", "depth.over-limit"] { #expect(outcome.output.contains(word), "\(shell): \(word)") }
  }
}
