import Foundation
import TestSupport
import Testing

/// Paths that lead to what is far too long, to nothing, or to something that never answers.
@Suite("Hostile paths")
struct HostilePathTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }

  init() throws {
    refusal = try Refusal()
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
  }

  private static let tooLong = "large: has more than 16 MB, too many for"

  /// Each option that names a small file, and what is said of one of three gigabytes.
  private static let small: [(arguments: [String], message: String)] = [
    (["analyze", "log.ndjson", "--map", "large", "-o", "New"], "\(tooLong) an app map; name another file"),
    (["analyze", "log.ndjson", "--baseline", "large", "-o", "New"], "\(tooLong) a baseline; name another file"),
    (["analyze", "log.ndjson", "--format", "large.yml", "-o", "New"], ""),
    (["reduce", "large", "-o", "New"], "large: is not a state or a survey; `navaudit map` makes them"),
    (["reduce", "/dev/zero", "-o", "New"], "/dev/zero: is not a state or a survey; `navaudit map` makes them"),
    (
      ["map", "log.ndjson", "-o", "New", "--survey", "large"],
      "large: is not a state or a survey; `navaudit map` makes them"
    ),
  ]

  #if os(Linux)
    @Test(arguments: small.indices) func `what cannot be so long is refused before it takes memory`(index: Int) throws {
      for name in ["large", "large.yml"] {
        try folder.write("", to: name)
        #expect(truncate(folder.path(name), 3 << 30) == 0)
      }
      let (arguments, message) = Self.small[index]
      let peak = try refusal.navaudit.peakMemory(arguments)
      #expect(peak < 300 << 20, "\(arguments): \(peak >> 20) MB")
      if message.isEmpty {
        #expect(try refusal.navaudit.run(arguments).errors.contains("has more than 16 MB, too many for formats"))
      } else {
        #expect(try refusal.navaudit.run(arguments).errors == "navaudit: \(message)\n")
      }
      #expect(!folder.exists("New"))
    }
  #endif

  @Test func `an app map may come from a pipe`() throws {
    let run = try refusal.navaudit.run(
      ["-c", "echo 'app: Piped' | \"$0\" analyze log.ndjson --map /dev/stdin --output New", Navaudit.binary.path],
      through: "sh")
    #expect(run.status == 0 && run.output.contains("Piped: "), "\(run.errors)")
  }

  @Test func `pipes that nobody writes to, where a run looks without being asked`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "logs/a.ndjson")
    for name in ["logs/datapackage.json", "logs/navaudit.yml", "Earlier/findings.csv"] {
      if folder.exists(name) { try folder.remove(name) }
      #expect(mkfifo(folder.path(name), 0o600) == 0)
    }
    #expect(try refusal.navaudit.run(["analyze", "logs", "--output", "New"]).status == 0)
    let outcome = try refusal.navaudit.run(["analyze", "logs", "--output", "Earlier"])
    #expect(outcome.status == 2 && outcome.errors.contains("Earlier/findings.csv: is a link or a device"))
  }

  /// A log may be a pipe.
  @Test(arguments: [
    ["analyze", "log.ndjson", "--map"], ["analyze", "log.ndjson", "--baseline"], ["analyze", "log.ndjson", "--format"],
    ["map", "log.ndjson", "-o", "new.state", "--survey"], ["reduce"], ["init", "--check", "--map"],
  ]) func `a pipe that nobody writes to is refused where a file is read whole`(arguments: [String]) throws {
    #expect(mkfifo(folder.path("pipe.yml"), 0o600) == 0)
    let outcome = try refusal.navaudit.run(arguments + ["pipe.yml"])
    #expect(outcome.status == 2 || outcome.status == 64)
    #expect(outcome.errors.contains("pipe.yml: cannot be read (it is a pipe, to which nobody may ever write)"))
    #expect(!folder.exists("Reports") && !folder.exists("new.state"))
  }

  @Test(arguments: [
    ["analyze", "log.ndjson", "-o", "New", "--rejected", "pipe"],
    ["analyze", "log.ndjson", "-o", "New", "--write", "sarif=pipe"], ["map", "log.ndjson", "-o", "pipe"],
    ["init", "log.ndjson", "--force", "-o", "pipe"],
  ]) func `a pipe that nobody reads is refused where a file is written`(arguments: [String]) throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let outcome = try refusal.navaudit.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "navaudit: pipe: nobody reads this pipe; start what reads it before, or name a file\n")
    #expect(!folder.exists("New"))
  }

  @Test func `a run that fails leaves no new file of rejected lines`() throws {
    try folder.write(Fixtures.smallLog().ndjson + Data("no record\n".utf8), to: "broken.ndjson")
    for (least, isLeft) in [("1000", false), ("2", true)] {
      let outcome = try refusal.navaudit.run([
        "analyze", "broken.ndjson", "-o", "New", "--rejected", "rejected.tsv", "--minimum-group", least,
      ])
      #expect(outcome.status == (isLeft ? 0 : 2), "\(outcome.errors)")
      #expect(folder.exists("rejected.tsv") == isLeft)
    }
  }

  @Test func `reports that may not grow name the limit`() throws {
    let outcome = try refusal.navaudit.run(
      [
        "-c", "ulimit -f 16; \"$0\" \"$@\" 2>&1 | cat; exit 2", Navaudit.binary.path, "analyze", "log.ndjson",
        "--no-store", "--output", "New",
      ], through: "sh")
    #expect(outcome.output.contains("cannot be written (File too large: `ulimit -f` is set)"), "\(outcome.output)")
    #expect(!folder.exists("New"))
  }

  @Test(arguments: [
    ["analyze", "log.ndjson", "-o", "New", "--rejected", "LINK"],
    ["analyze", "log.ndjson", "-o", "New", "--write", "sarif=LINK"], ["map", "log.ndjson", "-o", "LINK"],
    ["init", "log.ndjson", "-o", "LINK"],
  ]) func `a link that leads nowhere is not replaced by a file`(arguments: [String]) throws {
    for (link, target) in [("dangling", "no such file"), ("looping", "looping")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
      try refusal.expectUnchanged(
        arguments.map { $0.replacing("LINK", with: link) },
        message: "\(link): is a link that leads nowhere, so it is not replaced; remove it, or name another file")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(link)) == target)
    }
  }

  @Test func `a store is a file`() throws {
    try refusal.expectUnchanged(
      ["ingest", "log.ndjson", "--store", "/dev/null"],
      message: "/dev/null: a device or a pipe, not a store; name a file")
    #expect(access("/dev/null-journal", F_OK) != 0)
  }

  /// Files that may not grow stand for a full disk.
  @Test func `a new store that cannot be made is not left behind, and no hidden folder is named`() throws {
    let before = try refusal.state
    for (arguments, place) in [
      (["ingest", "log.ndjson", "--store", "new.sqlite"], "new.sqlite"),
      (["analyze", "log.ndjson", "--output", "New"], "New/navigation.sqlite"),
    ] {
      let outcome = try refusal.navaudit.run(
        ["-c", "ulimit -f 16; \"$0\" \"$@\" 2>&1 | cat; exit 2", Navaudit.binary.path] + arguments, through: "sh")
      #expect(outcome.output.hasPrefix("navaudit: \(place): the store cannot be used ("), "\(outcome.output)")
      #expect(!outcome.output.contains(".navaudit-"))
      #expect(differences(before, try refusal.state) == [])
    }
  }
}
