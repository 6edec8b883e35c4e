import Foundation
import TestSupport
import Testing

/// The consistency of options, and messages about other spellings.
@Suite("Command line")
struct CommandLineTests {
  private let folder: TemporaryFolder
  private let navaudit: Navaudit
  private static let log = Fixtures.smallLog(users: 12).ndjson

  init() throws {
    folder = try TemporaryFolder()
    navaudit = Navaudit(in: folder)
    try folder.write(Self.log, to: "log.ndjson")
  }

  private static let wrong = [
    (["analyse", "log.ndjson"], "unknown command `analyse`; did you mean `analyze`?"),
    (["xyzzy"], "unknown command `xyzzy`; `navaudit --help` lists the commands"),
    (["log.ndjson"], "`log.ndjson` is a file or folder, not a command; `navaudit analyze log.ndjson` reads logs"),
    (["analyze"], "missing expected argument '<log> ...'; see `navaudit analyze --help`"),
    (["analyze", "log.ndjson", "--outptu", "x"], "unknown option '--outptu'; did you mean '--output'?"),
    (["analyze", "log.ndjson", "--fail-on", "eror"], "the value 'eror' is invalid for '--fail-on <severity>'; there are 'info', 'warning' or 'error'"),
    (["analyze", "log.ndjson", "-j", "two"], "the value 'two' is invalid for '-j <count>'; see `navaudit analyze --help`"),
    (["analyze", "log.ndjson", "--gap", "15x"], "--gap takes a duration from 1m to 100000m, such as 15m, not `15x`"),
    (["analyze", "log.ndjson", "--gap", "30s"], "--gap takes a duration from 1m to 100000m, such as 15m, not `30s`"),
    (["analyze", "log.ndjson", "--gap", "0m"], "--gap takes a duration from 1m to 100000m, such as 15m, not `0m`"),
    (["analyze", "log.ndjson", "--gap", "99999999999999999999h"], "--gap takes a duration from 1m to 100000m, such as 15m, not `99999999999999999999h`"),
    (["analyze", "log.ndjson", "--longest-pause", "ten"], "--longest-pause takes a duration from 0h to 100000h, such as 15m, not `ten`"),
    (["analyze", "log.ndjson", "--workers", "0"], "--workers takes a count from 1 to 1024, not 0"),
    (["analyze", "log.ndjson", "--max-rejected", "5"], "--max-rejected takes a percentage from 0% to 100%, such as 5%, not `5`"),
    (["analyze", "log.ndjson", "--max-rejected", "500%"], "--max-rejected takes a percentage from 0% to 100%, such as 5%, not `500%`"),
    (["analyze", "log.ndjson", "--memory=63M"], "--memory takes a size of at least 64M, such as 512M or 4G, not `63M`"),
    (["analyze", "log.ndjson", "--memory=64X"], "--memory takes a size of at least 64M, such as 512M or 4G, not `64X`"),
    (["analyze", "log.ndjson", "--memory=M"], "--memory takes a size of at least 64M, such as 512M or 4G, not `M`"),
    (["analyze", "log.ndjson", "--memory=0"], "--memory takes a size of at least 64M, such as 512M or 4G, not `0`"),
    (["analyze", "log.ndjson", "--memory=-1G"], "--memory takes a size of at least 64M, such as 512M or 4G, not `-1G`"),
    (["analyze", "log.ndjson", "--memory=64 M"], "--memory takes a size of at least 64M, such as 512M or 4G, not `64 M`"),
    (["analyze", "log.ndjson", "--memory=1e9"], "--memory takes a size of at least 64M, such as 512M or 4G, not `1e9`"),
    (["analyze", "log.ndjson", "--memory=64MM"], "--memory takes a size of at least 64M, such as 512M or 4G, not `64MM`"),
    (["analyze", "log.ndjson", "--memory=9999999999T"], "--memory takes a size of at least 64M, such as 512M or 4G, not `9999999999T`"),
    (["analyze", "log.ndjson", "--segment", "platfrom"], "no dimension is called `platfrom`; did you mean `platform`?"),
    (
      ["analyze", "log.ndjson", "--segment", "color"],
      "no dimension is called `color`; there are platform, os_version, app_version, device, width, locale, variant"
    ),
    (
      ["analyze", "log.ndjson", "--segment", "platform,"],
      "no dimension is called ``; there are platform, os_version, app_version, device, width, locale, variant"
    ),
    (["analyze", "log.ndjson", "--segment", "platform,device,platform"], "--segment names platform twice"),
    (["analyze", "log.ndjson", "--select", "depht,tabs"], "no rule or family is called `depht`; did you mean `depth`?"),
    (["analyze", "log.ndjson", "--format", "ndjsn"], "unknown format `ndjsn`; did you mean `ndjson`?"),
    (["analyze", "log.ndjson", "--allow", "truncatd"], "--allow does not know `truncatd`; did you mean `truncated`?"),
    (
      ["analyze", "log.ndjson", "--write", "sarif"],
      "--write takes a format and a file, as in sarif=findings.sarif, not `sarif`; formats: codequality, junit, sarif"
    ),
    (
      ["analyze", "log.ndjson", "--write", "sarif="],
      "--write takes a format and a file, as in sarif=findings.sarif, not `sarif=`; formats: codequality, junit, sarif"
    ),
    (
      ["analyze", "log.ndjson", "--write", "sarif=-"],
      "--write takes a format and a file, as in sarif=findings.sarif, not `sarif=-`; formats: codequality, junit, sarif"
    ),
    (["analyze", "log.ndjson", "--write", "sarif=a,xml=b"], "unknown format `xml`; --write knows codequality, junit, sarif"),
    (["analyze", "log.ndjson", "--write", "sarif=a", "--write", "junit=a"], "--write names a twice; name a file for each format"),
    (["analyze", "log.ndjson", "--annotations", "gitlab"], "unknown CI system `gitlab`; --annotations knows github"),
    (["analyze", "log.ndjson", "--annotations", "github", "--json"], "--annotations and --json both write to standard output; use only one of them"),
    (["analyze", "log.ndjson", "--color", "sometimes"], "the value 'sometimes' is invalid for '--color <when>'; there are 'auto', 'always' or 'never'"),
    (["analyze", "log.ndjson", "--from", "2026-3-1"], "`2026-3-1` is no date; write one like 2026-03-14"),
    (["analyze", "log.ndjson", "--from", "2026-02-30"], "`2026-02-30` is no date; write one like 2026-03-14"),
    (
      ["analyze", "log.ndjson", "--from", "2026-03-02", "--to", "2026-03-01"],
      "2026-03-01 comes before 2026-03-02; name the earlier day first; see `navaudit analyze --help`"
    ),
    (["analyze", "log.ndjson", "--since", "x", "--since-last"], "--since-last and --since name two earlier reports; leave one of them out"),
    (["ingest"], "missing expected argument '<log> ...'; see `navaudit ingest --help`"),
    (["report"], "name a store: --store Reports/navigation.sqlite"),
    (["baseline"], "name a store: --store Reports/navigation.sqlite"),
    (["report", "a.sqlite", "--store", "b.sqlite"], "name one store: with --store or as the argument"),
    (["check-log"], "name a log, or - for standard input"),
    (["compare", "--by", "platform"], "name two logs or stores, or one with --by or --before and --after"),
    (["compare", "a.sqlite", "--store", "b.sqlite"], "--store takes one input; pass two stores as arguments"),
    (["forget", "app.sqlite", "user-1"], "forget takes the store as an option: navaudit forget user-1 --store app.sqlite"),
    (["rules", "dpeth"], "no rule or family is called `dpeth`; did you mean `depth`?"),
    (["compare", "a"], "name two inputs, or the sides of one: --before dimension=value --after dimension=value, or --by dimension"),
    (["compare", "a", "b", "c"], "compare takes one input or two, not 3; name a folder for more files of a side"),
    (["compare", "a", "--by", "color"], "no dimension is called `color`; there are platform, os_version, app_version, device, width, locale, variant"),
    (["compare", "a", "b", "--by", "variant"], "--by compares sessions of one input; name one"),
    (["compare", "a", "--by", "variant", "--before", "variant=A"], "--by cannot be combined with --before or --after"),
    (["compare", "a", "--before", "variant=A", "--after", "variant=A"], "--before and --after name the same sessions"),
    (["compare", "a", "--before", "variant", "--after", "variant=A"], "invalid condition `variant`; write `dimension=value`, such as app_version=4.1.0"),
    (["compare", "a", "--by", "platform", "--users", "same"], "--users same requires two sides: two inputs, or --before and --after"),
    (["compare", "a", "b", "--reference", "A"], "--reference requires --by"),
    (["compare", "-", "-"], "standard input can be one side only"),
    (["compare", "a", "b", "--split", "A=1,B=1"], "--split requires an experiment: --by variant, or --before variant=… --after variant=…"),
    (["compare", "a", "b", "--smallest", "2"], "--smallest takes a percentage from 0.01% to 99.99%, such as 5%, not `2`"),
    (["compare", "a", "b", "--allow", "users"], "no check that can be allowed is called `users`; did you mean `mixed-users`?"),
    (["compare", "a", "b", "--select", "nonsense"], "no rule or family is called `nonsense`; `navaudit rules` lists them"),
  ]

  @Test(arguments: sampled(wrong, every: 3))
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
