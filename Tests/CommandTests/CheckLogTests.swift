import Foundation
import TestSupport
import Testing

/// What `check-log` says of little logs.
@Suite("check-log")
struct CheckLogTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// Lines of one user and session, one every 2.1 s.
  /// - Parameter events: the members of each line after the user and the session; `time` and `user` may be given again.
  private static func log(_ events: [String]) -> String {
    events.enumerated().map { index, event in
      let seconds = index * 21 / 10
      let tenths = index * 21 % 10
      let time =
        event.contains(#""time""#)
        ? "" : #""time":"2026-03-02T08:\#(pad(seconds / 60)):\#(pad(seconds % 60)).\#(tenths)13Z","#
      let user = event.contains(#""user""#) ? "" : #""user":"u7","session":"s7","#
      return "{\(time)\(user)\(event)}"
    }.joined(separator: "\n") + "\n"
  }

  private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private struct Outcome: Decodable {
    struct Line: Decodable { let line: Int }
    struct Problem: Decodable { let check: String, what: String, fix: String, lines: [Line] }
    let problems: [Problem]
  }

  /// Faults that take many lines.
  static let longFaults: [(events: [String], expected: String)] = [
    (
      (1...16).map { #""event":"push","screen":"Screen \#("ABCDEFGHIJKLMNOP".dropFirst($0 - 1).first!)""# },
      "missing-back: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"
    ),
    (
      (1...10).map { #""event":"screen_view","screen":"A","user":"u\#($0)""# },
      "changing-id: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
    ),
    (
      (1...10).map { #""event":"screen_view","screen":"A","user":"u","session":"s\#($0)""# },
      "changing-id: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
    ),
    (
      (1...10).map { #""event":"screen_view","screen":"A","time":\#(1_772_438_400 + $0)"# },
      "coarse-time: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
    ),
    (["A", "B", "C", "D"].map { #""event":"push","screen":"\#($0)","time":1772438400.123"# }, "batched-time: 2, 3, 4"),
    (
      [#""event":"stack","target":"A","value":[\#(repeatElement("\"A\"", count: 101).joined(separator: ","))]"#],
      "bad-list: 1"
    ),
  ]

  @Test(
    arguments: longFaults
      + sampled(Case.all("log-faults"), every: 6).map { ($0.input.components(separatedBy: " \n "), $0.expected[0]) })
  func `each fault is named with its lines`(events: [String], expected: String) throws {
    try folder.write(Self.log(events), to: "log.ndjson")
    let problems = try JSONDecoder().decode(
      Outcome.self, from: Data(navaudit("check-log", "log.ndjson", "--json").output.utf8)
    ).problems
    let found = try #require(problems.first { expected.hasPrefix("\($0.check): ") }, "\(problems.map(\.check))")
    #expect("\(found.check): \(found.lines.map { "\($0.line)" }.joined(separator: ", "))" == expected)
    #expect(!found.fix.isEmpty && !found.what.isEmpty)
  }

  @Test(arguments: [(19, false), (18, true)])
  func `a log with more broken lines than a report takes is said to be refused`(readable: Int, isRefused: Bool) throws {
    let lines = Self.log((0..<readable).map { #""event":"screen_view","screen":"S\#($0 % 3)""# })
    try folder.write(lines + "no record\n", to: "log.ndjson")
    #expect(try navaudit("check-log", "log.ndjson").output.contains("a report refuses") == isRefused)
    #expect(try navaudit.run(["analyze", "log.ndjson"]).status == (isRefused ? 2 : 0))
  }
}
