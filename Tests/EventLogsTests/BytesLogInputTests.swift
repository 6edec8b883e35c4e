import Foundation
import TestSupport
import Testing

@testable import EventLogs

@Suite("What the user names on the command line")
struct BytesLogInputTests {
  let folder = TemporaryFolder()

  /// The names of inputs, relative to the temporary folder.
  private func names(_ inputs: [LogInput]) -> [String] {
    inputs.map { $0.name.replacingOccurrences(of: folder.url.path + "/", with: "") }
  }

  @Test("A folder is read whole, sorted by the bytes of the paths")
  func folderIsSorted() throws {
    for name in ["b.ndjson", "a/z.csv", "a.ndjson", "a/b/c.jsonl.gz", "Z.tsv", "ä.csv", "a-b.csv"] {
      try folder.write("x\n", to: name)
    }
    let found = try LogInputs.find([folder.url.path])
    #expect(names(found.inputs) == ["Z.tsv", "a-b.csv", "a.ndjson", "a/b/c.jsonl.gz", "a/z.csv", "b.ndjson", "ä.csv"])
    #expect(found.skipped.isEmpty)
    #expect(found.inputs.allSatisfy { $0.kind == .file && $0.size == 2 })
  }

  @Test("What is clearly no log is passed over and reported")
  func skipped() throws {
    let strangers = [
      "manifest.json", "_SUCCESS", "part-0.fin", "navaudit.yml", "x.YAML", "README.md", "LICENSE", "LICENSE-MPL-2.0.md",
      "LICENSE-Apache-2.0", "navigation.sqlite", "README", "_committed_123", "x.csv.part",
    ]
    for name in strangers + ["license-events.csv", "readme-taps.ndjson", "events"] { try folder.write("x\n", to: name) }
    try folder.write("x", to: ".hidden")
    try folder.write("x", to: ".git/config")
    try folder.write("", to: "empty.csv")
    let found = try LogInputs.find([folder.url.path])
    #expect(names(found.inputs) == ["events", "license-events.csv", "readme-taps.ndjson"])
    let reasons = Dictionary(uniqueKeysWithValues: found.skipped.map { ($0.name, $0.reason) })
    for name in strangers { #expect(reasons[folder.path(name)] == .notALog, "\(name)") }
    #expect(reasons[folder.path(".git")] == .hidden)
    #expect(reasons[folder.path(".hidden")] == .hidden)
    #expect(reasons[folder.path("empty.csv")] == .empty)
    #expect(found.skipped.map(\.name) == found.skipped.map(\.name).sorted())
  }

  @Test("A log in whose place something else came after it was found is refused, not waited for")
  func replacedMeanwhile() throws {
    try folder.write("x\n", to: "a.csv")
    let input = try #require(try LogInputs.find([folder.path("a.csv")]).inputs.first)
    try folder.remove("a.csv")
    try #require(mkfifo(folder.path("a.csv"), 0o600) == 0)
    #expect(throws: LogInputError.unreadable(name: folder.path("a.csv"), reason: "it is no longer a file")) {
      _ = try ByteSource(opening: input)
    }
  }

  @Test("Links to files are followed, links to folders and to nowhere are not, and no file is read twice")
  func links() throws {
    try folder.write("x\n", to: "logs/a.csv")
    try folder.write("y\n", to: "elsewhere/b.csv")
    let manager = FileManager.default
    for (link, target) in [
      ("loop", "."), ("b.csv", "../elsewhere/b.csv"), ("c.csv", "a.csv"), ("d.csv", "nowhere"), ("e.csv", "e.csv"),
    ] {
      try manager.createSymbolicLink(atPath: folder.path("logs/" + link), withDestinationPath: target)
    }
    try #require(mkfifo(folder.path("logs/pipe"), 0o600) == 0)
    let found = try LogInputs.find([folder.path("logs"), folder.path("logs/a.csv")])
    #expect(names(found.inputs) == ["logs/a.csv", "logs/b.csv"])
    #expect(found.inputs[1].path.hasSuffix("/elsewhere/b.csv"))
    let reasons = found.skipped.map { $0.reason.rawValue }.sorted()
    #expect(
      reasons == [
        "a broken link", "a broken link", "a link to a folder", "not a regular file",
        "read already", "read already",
      ])
  }

  @Test("Files that are named are read whatever they are called; - is standard input, once")
  func named() throws {
    let readme = try folder.write("x\n", to: "README.md")
    let empty = try folder.write("", to: "empty.csv")
    let found = try LogInputs.find(["-", readme, empty, "-", "/dev/null"])
    #expect(found.inputs.map(\.kind) == [.standardInput, .file, .file, .stream])
    #expect(found.inputs[0].path == "-" && found.inputs[0].name == "standard input")
  }

  @Test("Missing file, folder without logs")
  func errors() throws {
    let missing = folder.path("no\nsuch.csv")
    let error = try #require(throws: LogInputError.self) { try LogInputs.find([missing]) }
    #expect(error.description == folder.path("no?such.csv") + ": no such file or folder; check the path")
    try folder.write("x", to: "README.md")
    let none = try #require(throws: LogInputError.self) { try LogInputs.find([folder.url.path]) }
    #expect(
      none.description
        == "\(folder.url.path): contains no logs (1 other file skipped); "
        + "name one with .ndjson, .jsonl, .csv or .tsv files, plain or compressed")
  }

  @Test("A file without read permission", .enabled(if: getuid() != 0, "root may read everything"))
  func unreadable() throws {
    let file = try folder.write("x\n", to: "a.csv")
    chmod(file, 0)
    let error = try #require(throws: LogInputError.self) { try readBlocks(try LogInputs.find([file]).inputs) }
    #expect(
      error.description == "\(file): cannot be read (Permission denied); check the permissions, or name another file")
  }

  @Test("A name that is not UTF-8 can be opened")
  func strangeName() throws {
    #if os(Linux)  // macOS has no such names
      let name: [CChar] = [0x61, -1, 0x2E, 0x63, 0x73, 0x76, 0]  // a, the byte FF, .csv
      let location = FilePathBytes(folder.url.path).appending(FilePathBytes(cString: name))
      let descriptor = open(location.terminated, O_WRONLY | O_CREAT, 0o600)
      try #require(descriptor >= 0)
      #expect(write(descriptor, "x\n", 2) == 2)
      close(descriptor)
      let found = try LogInputs.find([folder.url.path])
      #expect(names(found.inputs) == ["a\u{FFFD}.csv"])
      #expect(try readBlocks(found.inputs).records.count == 1)
    #endif
  }
}
