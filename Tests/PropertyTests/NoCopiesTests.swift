import Foundation
import TestSupport
import Testing

/// Different states are no copies however soon they follow each other, and events with different ids never are.
@Suite("What differs is not logged twice")
struct NoCopiesTests {
  /// States of a navigation, 20 microseconds apart, as a coordinator or a deep link that pushes several levels makes
  /// them.
  private func lines(_ seed: UInt64, hasIDs: Bool) -> [String] {
    var random = SeededGenerator(seed: seed)
    var time = 1_777_890_030_000_003
    // A navigation event repeats the one before it, whatever lies between.
    var lastMove = ""
    return (0..<400).map { number in
      time += random.once(in: 6) ? 40_000_000 : random.pick([20, 900, 3000, 120_000])
      var state: String
      repeat {
        let list = (0..<Int.random(in: 1...3, using: &random)).map { _ in "\"\(random.pick(["A", "B", "C", "D"]))\"" }
        state =
          random.pick([
            #""event":"stack","value":[\#(list.joined(separator: ","))]"#,
            #""event":"tabs_shown","value":["Home","\#(random.pick(["A", "B", "C"]))"]"#,
            #""event":"badge","target":"Home","value":\#(Int.random(in: 0...9, using: &random))"#,
            #""event":"push","screen":"\#(random.pick(["A", "B", "C"]))""#,
          ])
      } while state == lastMove && !hasIDs
      if state.contains("\"stack\"") || state.contains("\"push\"") { lastMove = state }
      return #"{\#(hasIDs ? "\"id\":\"\(number)\"," : "")"time":\#(time),"user":"u\#(number / 40)",\#(state)}"#
    }
  }

  @Test(arguments: sampled([(1, false), (2, true), (3, false), (4, true)] as [(UInt64, Bool)], to: 2))
  func `by reports or by the check of lines`(seed: UInt64, hasIDs: Bool) throws {
    let run = Run()
    try run.folder.write(lines(seed, hasIDs: hasIDs).ndjson, to: "log")
    try run("analyze", "log", "--no-store", "--output", "Out")
    let quality = try run.folder.table("Out/log_quality.csv")
    for check in ["doubled", "batched-time", "duplicate"] {
      #expect(quality.cell(check, column: "count") == "0", "\(check)")
    }
    let checked = try run("check-log", "log").output
    for check in ["doubled", "batched-time", "constant-id", "two-libraries"] {
      #expect(!checked.contains("[\(check)]"), "\(checked)")
    }
  }
}
