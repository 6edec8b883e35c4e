import Foundation
import TestSupport
import Testing

/// The consistency of options, and messages about other spellings.
@Suite("Command line")
struct CommandLineTests {
  private let folder: TemporaryFolder
  private let navaudit: Navaudit

  init() throws {
    folder = try TemporaryFolder()
    navaudit = Navaudit(in: folder)
    try folder.write(Fixtures.smallLog(users: 12).ndjson, to: "log.ndjson")
  }

  @Test(arguments: [
    (["analyse", "log.ndjson"], "unknown command `analyse`; did you mean `analyze`?"),
    (["xyzzy"], "unknown command `xyzzy`; `navaudit --help` lists the commands"),
    (["log.ndjson"], "`log.ndjson` is a file or folder, not a command; `navaudit analyze log.ndjson` reads logs"),
    (["analyze"], "missing expected argument '<log> ...'; see `navaudit analyze --help`"),
    (["analyze", "log.ndjson", "--outptu", "x"], "unknown option '--outptu'; did you mean '--output'?"),
    (["analyze", "log.ndjson", "--fail-on", "eror"], "the value 'eror' is invalid for '--fail-on <severity>'; there are 'info', 'warning' or 'error'"),
    (["analyze", "log.ndjson", "-j", "two"], "the value 'two' is invalid for '-j <count>'; see `navaudit analyze --help`"),
    (["analyze", "log.ndjson", "--gap", "15x"], "--gap takes a duration from 1m to 100000m, such as 15m, not `15x`"),
    (["analyze", "log.ndjson", "--gap", "30s"], "--gap takes a duration from 1m to 100000m, such as 15m, not `30s`"),
    (["analyze", "log.ndjson", "--gap", "99999999999999999999h"], "--gap takes a duration from 1m to 100000m, such as 15m, not `99999999999999999999h`"),
    (["analyze", "log.ndjson", "--max-rejected", "5"], "--max-rejected takes a percentage from 0% to 100%, such as 5%, not `5`"),
    (["analyze", "log.ndjson", "--max-rejected", "500%"], "--max-rejected takes a percentage from 0% to 100%, such as 5%, not `500%`"),
    (["analyze", "log.ndjson", "--memory", "5K"], "--memory takes a size of at least 64M, such as 512M or 4G, not `5K`"),
    (["analyze", "log.ndjson", "--segment", "platfrom"], "no dimension is called `platfrom`; did you mean `platform`?"),
    (["analyze", "log.ndjson", "--select", "depht,tabs"], "no rule or family is called `depht`; did you mean `depth`?"),
    (["analyze", "log.ndjson", "--format", "ndjsn"], "unknown format `ndjsn`; did you mean `ndjson`?"),
    (["analyze", "log.ndjson", "--allow", "truncatd"], "--allow does not know `truncatd`; did you mean `truncated`?"),
    (["analyze", "log.ndjson", "--write", "sarif=a,xml=b"], "unknown format `xml`; --write knows codequality, junit, sarif"),
    (["report"], "name a store: --store Reports/navigation.sqlite"),
    (["report", "a.sqlite", "--store", "b.sqlite"], "name one store: with --store or as the argument"),
    (["compare", "--by", "platform"], "name two logs or stores, or one with --by or --before and --after"),
    (["compare", "a.sqlite", "--store", "b.sqlite"], "--store takes one input; pass two stores as arguments"),
    (["forget", "app.sqlite", "user-1"], "forget takes the store as an option: navaudit forget user-1 --store app.sqlite"),
    (["rules", "dpeth"], "no rule or family is called `dpeth`; did you mean `depth`?"),
  ])
  func `wrong usage is one line that says what to write`(arguments: [String], message: String) throws {
    let outcome = try navaudit.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors == "navaudit: \(message)\n")
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
    for family in ["depth", "path", "task", "tabs", "menu", "gesture", "touch"] {
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

  @Test func `the schema is JSON that knows the rules`() throws {
    let outcome = try navaudit("schema")
    let schema = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect((schema["properties"] as? [String: Any])?.count == 21)
    #expect(outcome.output.contains("\"depth.over-limit\""))
    #expect(try navaudit("schema", "--markdown").output.hasPrefix("# Keys of the app map\n"))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `completions`(shell: String) throws {
    let outcome = try navaudit("--generate-completion-script", shell)
    #expect(outcome.status == 0)
    for word in ["analyze", "schema", "max-rejected", "depth.over-limit"] { #expect(outcome.output.contains(word), "\(shell): \(word)") }
  }
}
