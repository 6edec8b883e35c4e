import Foundation
import TestSupport
import Testing

/// The inputs of `map` and `reduce`: each refusal is one line, and changes nothing.
@Suite("States on the command line", .thorough)
struct StateCommandTests {
  let refusal: Refusal

  init() throws {
    refusal = try Refusal()
    let lines = RandomLog(seed: 1).lines
    for (number, part) in [
      lines.filter { $0["user"]?.last?.isNumber == true && ($0["user"] ?? "") < "user-5" },
      lines.filter { ($0["user"] ?? "") >= "user-5" },
    ].enumerated() {
      try refusal.folder.write(part.ndjson, to: "\(number).ndjson")
    }
    try run("map", "0.ndjson", "1.ndjson", "--survey-only", "--output", "all.survey")
    for number in 0...1 { try run("map", "\(number).ndjson", "--survey", "all.survey", "--output", "\(number).state") }
  }

  @discardableResult
  private func run(_ arguments: String..., input: Data = Data()) throws -> Navaudit.Outcome {
    let outcome = try refusal.navaudit.run(arguments, input: input)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome
  }

  private func refuses(_ arguments: String..., message: String, location: SourceLocation = #_sourceLocation) throws {
    try refusal.expectUnchanged(arguments, message: message, location: location)
  }

  private func state(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: refusal.folder.path(name)))
  }

  @Test func `states through pipes`() throws {
    try run("reduce", "0.state", "1.state", "--allow", "overlap", "--output", "Files")
    let bytes = try state("0.state") + state("1.state")
    try run("reduce", "-", "--allow", "overlap", "--output", "Bytes", input: bytes)
    let files = try refusal.folder.contents(of: "Files")
    #expect(differences(files, try refusal.folder.contents(of: "Bytes")) == [])
  }

  @Test func `what is not a whole state`() throws {
    let bytes = try state("0.state")
    for length in [4, 11, 31, 40, bytes.count / 2, bytes.count - 1] {
      try refusal.folder.write(bytes.prefix(length), to: "cut")
      try refuses(
        "reduce", "cut", "--output", "New",
        message: "cut: is a state that ends too early; copy it again, or map its logs again")
    }
    for place in [12, 17, 30, 50, bytes.count / 2, bytes.count - 4] {
      var flipped = bytes
      flipped[place] ^= 0x40
      try refusal.folder.write(flipped, to: "flipped")
      let outcome = try refusal.navaudit.run(["reduce", "flipped", "--output", "New"])
      #expect(
        outcome.status == 2 && outcome.errorLines.count == 1 && outcome.errors.hasPrefix("navaudit: flipped: is a "),
        "\(place): \(outcome.errors)")
    }
    var newer = bytes
    newer[8] = 5
    try refusal.folder.write(newer, to: "newer")
    try refuses(
      "reduce", "newer", "--output", "New",
      message: "newer: was written by a newer navaudit (format 5, this one reads 4); use that version")
  }
}
