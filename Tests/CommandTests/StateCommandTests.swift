import Foundation
import TestSupport
import Testing

/// The inputs of `map`, `survey` and `reduce`: each refusal is one line, and changes nothing.
@Suite("States on the command line", .thorough)
struct StateCommandTests {
  let refusal: Refusal

  init() throws {
    refusal = try Refusal()
    let lines = RandomLog(seed: 1).lines
    for (number, part) in [
      lines.filter { $0["user"]?.last?.isNumber == true && ($0["user"] ?? "") < "user-5" }, lines.filter { ($0["user"] ?? "") >= "user-5" },
    ].enumerated() {
      try refusal.folder.write(part.ndjson, to: "\(number).ndjson")
    }
    try run("survey", "0.ndjson", "1.ndjson", "--output", "all.survey")
    for number in 0...1 { try run("map", "\(number).ndjson", "--survey", "all.survey", "--output", "\(number).state") }
  }

  @discardableResult
  private func run(_ arguments: String..., input: Data = Data()) throws -> Navaudit.Outcome {
    let outcome = try refusal.navaudit.run(arguments, input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome
  }

  private func refuses(_ arguments: String..., input: Data = Data(), message: String, location: SourceLocation = #_sourceLocation) throws {
    try refusal.expectUnchanged(arguments, input: input, message: message, location: location)
  }

  private func state(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: refusal.folder.path(name))) }

  @Test func `states through pipes, as bytes and as text`() throws {
    try run("reduce", "0.state", "1.state", "--allow", "overlap", "--output", "Files")
    let bytes = try state("0.state") + state("1.state")
    try run("reduce", "-", "--allow", "overlap", "--output", "Bytes", input: bytes)
    let text = try (0...1).map { try run("map", "\($0).ndjson", "--survey", "all.survey", "--base64", "--output", "-").output }
    #expect(text.allSatisfy { $0.hasSuffix("\n") && $0.split(separator: "\n").count == 1 })
    try run("reduce", "-", "--allow", "overlap", "--output", "Text", input: Data(text.joined().utf8))
    let files = try refusal.folder.contents(of: "Files")
    #expect(differences(files, try refusal.folder.contents(of: "Bytes")) == [])
    #expect(differences(files, try refusal.folder.contents(of: "Text")) == [])
  }

  @Test func `nobody is the neutral element`() throws {
    let nobody = try run("map", "-", "--survey", "all.survey", "--output", "nobody.state")
    #expect(nobody.errors.contains("0 users, 0 sessions, 0 events"))
    try run("reduce", "0.state", "--output", "One")
    try run("reduce", "nobody.state", "0.state", "--output", "Two")
    #expect(differences(try refusal.folder.contents(of: "One"), try refusal.folder.contents(of: "Two")) == [])
    try refuses("reduce", "nobody.state", "--output", "New", message: "nobody.state: no events; name a log with one event per line")
  }

  @Test func `what is not a whole state`() throws {
    let bytes = try state("0.state")
    try refusal.folder.write(Data(), to: "empty")
    try refuses("reduce", "empty", "--output", "New", message: "empty: is empty, not a state; `navaudit map` writes one even where there is nobody")
    try refuses("reduce", "0.ndjson", "--output", "New", message: "0.ndjson: is not a state or a survey; `navaudit map` and `navaudit survey` make them")
    try refuses("reduce", "none", "--output", "New", message: "none: no such file; check the path")
    for length in [4, 11, 31, 40, bytes.count / 2, bytes.count - 1] {
      try refusal.folder.write(bytes.prefix(length), to: "cut")
      try refuses("reduce", "cut", "--output", "New", message: "cut: is a state that ends too early; copy it again, or map its logs again")
    }
    for place in [12, 17, 30, 50, bytes.count / 2, bytes.count - 4] {
      var flipped = bytes
      flipped[place] ^= 0x40
      try refusal.folder.write(flipped, to: "flipped")
      let outcome = try refusal.navaudit.run(["reduce", "flipped", "--output", "New"])
      #expect(outcome.status == 2 && outcome.errorLines.count == 1 && outcome.errors.hasPrefix("navaudit: flipped: is a "), "\(place): \(outcome.errors)")
    }
    var newer = bytes
    newer[8] = 2
    try refusal.folder.write(newer, to: "newer")
    try refuses("reduce", "newer", "--output", "New", message: "newer: was written by a newer navaudit (format 2, this one reads 1); use that version")
    try refuses(
      "map", "0.ndjson", "--survey", "1.state", "--output", "x.state", message: "1.state: is a state; --survey takes what `navaudit reduce` makes of surveys")
  }

  @Test func `states that do not go together`() throws {
    try refuses("reduce", "0.state", "0.state", "--output", "New", message: "0.state: holds the same log as 0.state; name each state once")
    try run("reduce", "0.state", "1.state", "--allow", "overlap", "--output", "both.state")
    try refuses(
      "reduce", "both.state", "1.state", "--allow", "overlap", "--output", "New", message: "1.state: holds the same log as both.state; name each state once")
    try refuses(
      "reduce", "0.state", "1.state", "--output", "New",
      message:
        "1.state: does not say which users it holds, so some may be counted twice; map with --bucket, or pass --allow overlap if no user is in two states")
    try refuses(
      "reduce", "0.state", "all.survey", "--allow", "overlap", "--output", "New",
      message: "all.survey: is a survey, and 0.state a state; reduce states or surveys, not both")
    for (option, value, message) in [
      ("--gap", "10m", "--gap 10m instead of 30m; map all logs with the same --gap"),
      ("--longest-pause", "2h", "--longest-pause 2h instead of 4h; map all logs with the same --longest-pause"),
      ("--segment", "platform", "another --segment; map all logs with the same --segment"),
      ("--minimum-group", "5", "another --minimum-group; map all logs with the same --minimum-group"),
      ("--key", "k", "another key; map all logs with the same --key, or with one --survey"),
    ] {
      try run("map", "1.ndjson", option, value, "--output", "other.state")
      try refuses("reduce", "0.state", "other.state", "--allow", "overlap", "--output", "New", message: "other.state: was made with \(message)")
    }
    try run("survey", "0.ndjson", "1.ndjson", "--key", "k", "--output", "k.survey")
    try run("map", "1.ndjson", "--key", "k", "--output", "own.state")
    try run("map", "0.ndjson", "--key", "k", "--survey", "k.survey", "--output", "k.state")
    try refuses(
      "reduce", "k.state", "own.state", "--allow", "overlap", "--output", "New",
      message:
        "own.state: was made with another first or last session start; run `navaudit survey` on all logs, `navaudit reduce` on the surveys, and `navaudit map --survey` with the result"
    )
  }

  @Test func `buckets`() throws {
    let outcome = try refusal.navaudit.run(["map", "0.ndjson", "--bucket", "0/3", "--output", "b.state"])
    #expect(outcome.status == 2 && outcome.errors.contains("users belong to other buckets; put each user into bucket floor(h * 3 / 2^32)"))
    try run("map", "0.ndjson", "--bucket", "0/1", "--survey", "all.survey", "--output", "a.state")
    try run("map", "1.ndjson", "--bucket", "0/1", "--survey", "all.survey", "--output", "b.state")
    try refuses(
      "reduce", "a.state", "b.state", "--output", "New",
      message: "b.state: holds users of the same buckets as a.state; name states of different buckets, or pass --allow overlap")
    try run("reduce", "a.state", "b.state", "--allow", "overlap", "--output", "New")
    let wrong = try refusal.navaudit.run(["map", "0.ndjson", "--bucket", "3/3", "--output", "b.state"])
    #expect(wrong.status == 64)
  }

  @Test func `nothing of the user's is replaced`() throws {
    try refuses("map", "0.ndjson", "--output", "1.ndjson", message: "1.ndjson: is not a state, so it is not replaced; name another file with --output")
    try refuses("map", "0.ndjson", "--output", "0.ndjson", message: "0.ndjson: is a log of this run, which --output would overwrite; name another file")
    try refuses("reduce", "0.state", "--output", "0.state", message: "0.state: is a state of this run, which --output would overwrite; name another file")
    try refuses(
      "map", "0.ndjson", "--output", "no/such/folder/a.state",
      message: "no/such/folder/a.state: cannot be written (No such file or directory); check the folder and the permissions, or name another file")
    try run("map", "0.ndjson", "--output", "1.state")
  }

  @Test func `stores beside states`() throws {
    try refusal.folder.write(Data(), to: "parts/.keep")
    for number in 0...1 { try run("map", "\(number).ndjson", "--survey", "all.survey", "--output", "\(number).state", "--store", "parts/\(number).sqlite") }
    try run("report", "parts", "--output", "Parts")
    try run("reduce", "0.state", "1.state", "--allow", "overlap", "--output", "Reduced")
    // The examples in unknown_events.csv are those of each log.
    #expect(differences(try refusal.folder.tables(of: "Parts"), try refusal.folder.tables(of: "Reduced")).filter { $0 != "unknown_events.csv" } == [])
    // So do the other commands that take a store.
    try run("baseline", "parts", "--output", "parts.json")
    // Again: it replaces its own store, and nothing else.
    try run("map", "1.ndjson", "--survey", "all.survey", "--output", "1.state", "--store", "parts/1.sqlite")
    try refuses(
      "map", "1.ndjson", "--output", "x.state", "--store", "0.ndjson",
      message: "0.ndjson: is not a navaudit store, so it is not replaced; move it away, or name another place")
    try refuses(
      "map", "1.ndjson", "--output", "x.state", "--store", "1.ndjson",
      message: "1.ndjson: is not a navaudit store, so it is not replaced; move it away, or name another place")
    try run("ingest", "1.ndjson", "--store", "own.sqlite")
    try refuses(
      "map", "1.ndjson", "--output", "x.state", "--store", "own.sqlite",
      message:
        "own.sqlite: a store filled by `navaudit ingest`, so it is not replaced; name another place, or ingest the logs and run `navaudit report own.sqlite`")
    try refuses(
      "report", "parts", "--sessions", "--output", "New", message: "parts: sessions.csv comes from one store; name one of the stores, or leave --sessions out")
    let both = try refusal.navaudit.run(["map", "1.ndjson", "--output", "x.state", "--store", "x.sqlite", "--minimum-group", "3"])
    #expect(both.status == 64 && both.errors.contains("--store holds every session of every user, which --minimum-group hides; use only one of them"))
    try run("map", "0.ndjson", "--survey", "all.survey", "--output", "x.state", "--store", "parts/2.sqlite")
    try refuses(
      "report", "parts", "--output", "New",
      message:
        "parts/0.sqlite and parts/2.sqlite: have a user in common; put all events of each user into one store, or move one of the stores out of the folder")
    try run("map", "0.ndjson", "--key", "other", "--output", "x.state", "--store", "parts/2.sqlite")
    try refuses(
      "compare", "parts", "own.sqlite", "--output", "New",
      message: "parts/2.sqlite: was made with another key than parts/0.sqlite; make all stores of a folder with the same settings, or name one store")
  }

  @Test func `what takes everybody is said so`() throws {
    try refuses(
      "map", "0.ndjson", "--infer", "--output", "x.state",
      message:
        "inferring the structure needs all users; let `navaudit init LOG --output navaudit.yml` infer it once, from all logs or a sample of users, and name that --map"
    )
  }
}
