import Foundation
import GRDB
import TestSupport
import Testing

/// A run deletes or overwrites none of the user's files.
@Suite("Files of the user")
struct LostFileTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }
  var navaudit: Navaudit { refusal.navaudit }

  init() throws {
    refusal = try Refusal()
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
  }

  // MARK: - The folder of the reports

  @Test(arguments: sampled(["sessions.csv", "navigation.sqlite", "report.md", "pictures/trend.svg", "tabs.csv", "datapackage.json", "findings.csv"], to: 2))
  func `a log in the place of a report`(name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path("o/pictures"), withIntermediateDirectories: true)
    try folder.copy(URL(fileURLWithPath: folder.path("log.ndjson")), to: "o/\(name)")
    let message = "o/\(name): is a log of this run, and a report would overwrite it; name another folder with --output"
    try refusal.expectUnchanged(["analyze", "o/\(name)", "-o", "o"], message: message)
    try refusal.expectUnchanged(["analyze", "o/\(name)", "-o", "./o/../o"], message: message.replacing("o/\(name):", with: "./o/../o/\(name):"))
    if name.hasSuffix(".csv") { try refusal.expectUnchanged(["analyze", "o", "-o", "o"], message: message) }
    // By another name: a hard link, and a link with the name of the report.
    try FileManager.default.linkItem(atPath: folder.path("o/\(name)"), toPath: folder.path("hard.ndjson"))
    try refusal.expectUnchanged(["analyze", "hard.ndjson", "-o", "o"], message: message)
    try folder.remove("o/\(name)")
    try FileManager.default.createSymbolicLink(atPath: folder.path("o/\(name)"), withDestinationPath: folder.path("log.ndjson"))
    try refusal.expectUnchanged(["analyze", "log.ndjson", "-o", "o"], message: message)
  }

  @Test(.thorough) func `standard input that comes from the place of a report`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("o"), withIntermediateDirectories: true)
    try folder.copy(URL(fileURLWithPath: folder.path("log.ndjson")), to: "o/tabs.csv")
    let before = try refusal.state
    let outcome = try navaudit.run(["-c", "\"$0\" analyze - -o o < o/tabs.csv", Navaudit.binary.path], through: "sh")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("navaudit: o/tabs.csv: is a log of this run"))
    #expect(differences(before, try refusal.state) == [])
  }

  @Test func `a map, a baseline or a compared log in the place of a report`() throws {
    try folder.write("tabs: [Home]\n", to: "o/report.md")
    try refusal.expectUnchanged(
      ["analyze", "log.ndjson", "--map", "o/report.md", "-o", "o"],
      message: "o/report.md: is the app map of this run, and a report would overwrite it; name another folder with --output")
    try folder.write(#"{"version": 1, "findings": []}"#, to: "p/findings.csv")
    try refusal.expectUnchanged(
      ["analyze", "log.ndjson", "--baseline", "p/findings.csv", "-o", "p"],
      message: "p/findings.csv: is the baseline of this run, and a report would overwrite it; name another folder with --output")
    try folder.write(Fixtures.smallLog(users: 4).ndjson, to: "q/compare.csv")
    try refusal.expectUnchanged(
      ["compare", "log.ndjson", "q/compare.csv", "-o", "q"],
      message: "q/compare.csv: is a log of this run, and a report would overwrite it; name another folder with --output")
  }

  @Test func `files that no run has written stay, and those of earlier runs are replaced`() throws {
    try folder.write("mine", to: "Earlier/notes.txt")
    try folder.write("mine", to: "Earlier/pictures/mine.svg")
    #expect(try navaudit("analyze", "log.ndjson", "-o", "Earlier").status == 0)
    #expect(!folder.exists("Earlier/sessions.csv"), "of the run before, which was asked for it")
    #expect(try folder.text("Earlier/notes.txt") == "mine")
    #expect(try folder.text("Earlier/pictures/mine.svg") == "mine")
    // One that is no longer written, and that the user has changed.
    #expect(try navaudit("analyze", "log.ndjson", "-o", "Earlier", "--sessions").status == 0)
    try folder.write("mine", to: "Earlier/sessions.csv")
    #expect(try navaudit("analyze", "log.ndjson", "-o", "Earlier").status == 0)
    #expect(try folder.text("Earlier/sessions.csv") == "mine")
    for file in sampled(["datapackage.json", "report.md", "tabs.csv", "pictures/trend.svg"], to: 2) {
      let written = try folder.data("Earlier/\(file)")
      try folder.write("mine", to: "Earlier/\(file)")
      try refusal.expectUnchanged(
        ["analyze", "log.ndjson", "-o", "Earlier"],
        message: "Earlier/\(file == "datapackage.json" ? "findings.csv" : file): was changed since navaudit wrote it, so it is not replaced; "
          + "move it away, or name another folder with --output")
      try folder.write(written, to: "Earlier/\(file)")
    }
  }

  @Test func `a folder with the name of a report keeps all that is in it`() throws {
    try folder.write("mine", to: "o/sessions.csv/notes.txt")
    #expect(try navaudit("analyze", "log.ndjson", "-o", "o").status == 0)
    #expect(try folder.text("o/sessions.csv/notes.txt") == "mine")
    try refusal.expectUnchanged(
      ["analyze", "log.ndjson", "-o", "o", "--sessions"],
      message: "o/sessions.csv: cannot be written (it is a folder); remove it, or name another folder with --output")
  }

  @Test(.thorough) func `pictures that are a link to another folder`() throws {
    try folder.write("mine", to: "elsewhere/trend.svg")
    try folder.write("mine", to: "o/notes.txt")
    try FileManager.default.createSymbolicLink(atPath: folder.path("o/pictures"), withDestinationPath: folder.path("elsewhere"))
    try refusal.expectUnchanged(
      ["analyze", "log.ndjson", "-o", "o"],
      message: "o/pictures: cannot be used (it is a link); move it away, or name another folder with --output")
  }

  @Test(.thorough) func `reports of a log and of a comparison lie in one folder`() throws {
    try folder.write(Fixtures.smallLog(users: 12).ndjson, to: "one.ndjson")
    try folder.write(Fixtures.smallLog(users: 14).ndjson, to: "more.ndjson")
    for _ in 0..<2 {
      #expect(try navaudit("compare", "one.ndjson", "more.ndjson", "--allow", "overlap", "-o", "Earlier").status == 0)
      #expect(try navaudit("analyze", "log.ndjson", "-o", "Earlier").status == 0)
    }
    #expect(folder.exists("Earlier/comparison.md") && folder.exists("Earlier/report.md"))
  }

  // MARK: - Files that options name

  @Test func `a file that is read is not written`() throws {
    try navaudit("ingest", "log.ndjson", "--store", "app.sqlite")
    try navaudit("baseline", "app.sqlite", "-o", "known.json")
    try folder.write("tabs: [Home]\n", to: "map.yml")
    try FileManager.default.linkItem(atPath: folder.path("log.ndjson"), toPath: folder.path("hard"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("soft"), withDestinationPath: folder.path("log.ndjson"))
    let cases: [([String], String)] = [
      (["analyze", "log.ndjson", "--rejected", "./log.ndjson"], "./log.ndjson: is a log of this run, which --rejected would overwrite"),
      (["analyze", "log.ndjson", "--rejected", "hard"], "hard: is a log of this run, which --rejected would overwrite"),
      (["analyze", "log.ndjson", "--rejected", "soft"], "soft: is a log of this run, which --rejected would overwrite"),
      (["analyze", "log.ndjson", "--map", "map.yml", "--write", "sarif=map.yml"], "map.yml: is the app map of this run, which --write sarif would overwrite"),
      (
        ["analyze", "log.ndjson", "--baseline", "known.json", "--write", "junit=known.json"],
        "known.json: is the baseline of this run, which --write junit would overwrite"
      ),
      (["report", "app.sqlite", "--write", "sarif=app.sqlite"], "app.sqlite: is the store of this run, which --write sarif would overwrite"),
      (
        ["ingest", "log.ndjson", "--store", "app.sqlite", "--rejected", "app.sqlite"], "app.sqlite: is named by --rejected and by --store; name a file for each"
      ),
      (["baseline", "app.sqlite", "-o", "app.sqlite"], "app.sqlite: is the store of this run, which --output would overwrite"),
      (["init", "log.ndjson", "--force", "-o", "log.ndjson"], "log.ndjson: is a log of this run, which --output would overwrite"),
      (["analyze", "log.ndjson", "--write", "sarif=x", "--write", "junit=./x"], "./x: is named by --write sarif and by --write junit; name a file for each"),
      (
        ["analyze", "log.ndjson", "-o", "o", "--write", "sarif=o/report.md"],
        "o/report.md: is named by --write sarif, but a report goes there; name another file, or another folder with --output"
      ),
    ]
    for (arguments, message) in sampled(cases, every: 3) {
      try refusal.expectUnchanged(arguments, message: message.hasSuffix("overwrite") ? message + "; name another file" : message)
    }
  }

  // MARK: - Stores

  @Test func `an analysis does not replace a store that was ingested into`() throws {
    try navaudit("ingest", "log.ndjson", "--store", "navigation.sqlite")
    for more in [[], ["--minimum-group", "2"]] {
      try refusal.expectUnchanged(
        ["analyze", "log.ndjson", "-o", "."] + more,
        message: "./navigation.sqlite: a store filled by `navaudit ingest`, so it is not replaced; name another place, "
          + "or ingest the logs and run `navaudit report ./navigation.sqlite`")
    }
    // A store that `analyze` made belongs to the user after they add to it.
    try folder.write(Fixtures.smallLog(users: 5).ndjson, to: "more.ndjson")
    #expect(try navaudit("ingest", "more.ndjson", "--store", "Earlier/navigation.sqlite").status == 0)
    #expect(try navaudit("analyze", "log.ndjson", "-o", "Earlier").status == 2)
  }

  @Test func `an analysis replaces its own store, and nothing else that is called so`() throws {
    #expect(try navaudit("analyze", "log.ndjson", "-o", "Earlier").status == 0)
    #expect(try navaudit("analyze", "log.ndjson", "-o", "Earlier", "--minimum-group", "2").status == 0)
    #expect(!folder.exists("Earlier/navigation.sqlite"))
    try navaudit("analyze", "log.ndjson", "-o", "Earlier")
    try DatabaseQueue(path: folder.path("Earlier/navigation.sqlite")).write { try $0.execute(sql: "CREATE TABLE mine (text)") }
    let end = "so it is not replaced; move it away, or name another place"
    try refusal.expectUnchanged(
      ["analyze", "log.ndjson", "-o", "Earlier"], message: "Earlier/navigation.sqlite: contains `mine`, which navaudit did not create, \(end)")
    try DatabaseQueue(path: folder.path("other.sqlite")).write { try $0.execute(sql: "CREATE TABLE mine (text)") }
    for (contents, why) in [(try folder.data("other.sqlite"), "is not a navaudit store"), (Data("mine".utf8), "is not a navaudit store")] {
      try folder.write(contents, to: "o/navigation.sqlite")
      try refusal.expectUnchanged(["analyze", "log.ndjson", "-o", "o"], message: "o/navigation.sqlite: \(why), \(end)")
    }
    try folder.remove("o/navigation.sqlite")
    try FileManager.default.createSymbolicLink(atPath: folder.path("o/navigation.sqlite"), withDestinationPath: folder.path("other.sqlite"))
    try refusal.expectUnchanged(
      ["analyze", "log.ndjson", "-o", "o"], message: "o/navigation.sqlite: is a link, a folder or a device, \(end)")
  }
}
