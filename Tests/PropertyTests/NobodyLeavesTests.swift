import Foundation
import TestSupport
import Testing

/// Whoever is in a log is in nothing that a run writes, but for the rejected lines where somebody asks for them.
@Suite("People stay in the log")
struct NobodyLeavesTests {
  /// What only one person's records hold: the user, and what else says who it is.
  private static let secrets = ["secret-user-7f3a", "ann.smith@example.com", "Ann Smith", "+358 40 123 4567"]

  private static let lines: [String] = {
    let person = secrets[0]
    let facts = """
      "note":"\(secrets[2]), \(secrets[1])","phone":"\(secrets[3])","who":"\(person)","area":"drawer"
      """
    let records = [
      #"{"time":1772000001,"user":"\#(person)","event":"hamburger_thing",\#(facts)}"#,
      #"{"time":1772000002,"user":"\#(person)","event":"mail \#(secrets[1])",\#(facts)}"#,
      #"{"time":1772000003,"user":"\#(person)","event":"screen_view","screen":"Profile/\#(secrets[1])","id":"\#(person)"}"#,
      #"{"time":1772000004,"user":"\#(person)","event":"tap","target":"Call \#(secrets[3])","session":"\#(person)"}"#,
      #"{"time":"soon","user":"\#(person)","event":"push",\#(facts)}"#,
      #"not JSON: \#(person) \#(secrets[1])"#,
    ]
    return records + NamedApp.plain.lines
  }()

  @Test(arguments: [[], ["--minimum-group", "5"]])
  func `no file of a run holds a person`(options: [String]) throws {
    let run = Run()
    try run.folder.write(Self.lines.ndjson, to: "logs/log.ndjson")
    let log = "logs/log.ndjson"
    for (command, file, more) in [
      ("analyze", "Out/Reports", options), ("init", "Out/draft.yml", []), ("map", "Out/a.state", options),
      ("map", "Out/a.survey", options + ["--survey-only"]),
    ] {
      for key in [nil, "k"] {
        let outcome = try run.navaudit.run([command, log, "--output", file + (key ?? "")] + more, key: key)
        #expect(outcome.status == 0, "\(command): \(outcome.errors)")
        try expectNobody(Data((outcome.output + outcome.errors).utf8), "the output of \(command)")
      }
    }
    try run("ingest", log, "--store", "Out/store.sqlite")
    try run.navaudit.run(["compare", log, log, "--output", "Out/Compared", "--allow", "overlap"] + options)
    for name in run.folder.everything(in: "Out") where !name.hasSuffix("/") {
      guard let data = try? run.folder.data("Out/" + name) else { continue }
      try expectNobody(data, name)
      for content in try unpacked(data) { try expectNobody(content, "the content of \(name)") }
    }
  }

  /// A survey made with a key says nothing of its users: those of other users make the same one.
  @Test func `a survey with a key is not made from users`() throws {
    let run = Run()
    let lines = NamedApp.plain.lines
    try run.folder.write(lines.ndjson, to: "one.ndjson")
    try run.folder.write(
      lines.map { $0.replacing("\"user\":\"u", with: "\"user\":\"other") }.ndjson, to: "other.ndjson")
    for name in ["one", "other"] {
      try run("map", name + ".ndjson", "--survey-only", "--output", name, key: "k")
    }
    #expect(try unpacked(run.folder.data("one")) == unpacked(run.folder.data("other")))
  }

  private func expectNobody(_ data: Data, _ place: String) throws {
    for secret in Self.secrets { #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret) in \(place)") }
  }

  /// What a state or a survey holds, packed: all that begins like a frame of zstd.
  private func unpacked(_ data: Data) throws -> [Data] {
    guard data.starts(with: Data("NAVSTATE".utf8)),
      let start = data.range(of: Data([0x28, 0xB5, 0x2F, 0xFD]))?.lowerBound
    else { return [] }
    return [try Data(data[start...]).unpackedFrame]
  }
}
