import Foundation
import TestSupport
import Testing

/// What a product counts orders what has one time, however high the count.
@Suite("The sequence of an export orders events of one time")
struct SequenceTests {
  enum Export: CaseIterable {
    case ga4, amplitude, snowplow

    func lines(hasOwnTimes: Bool) -> [String] {
      Walk.all.flatMap { walk in
        switch self {
        case .ga4: walk.ga4(hasOwnTimes: hasOwnTimes)
        case .amplitude: walk.amplitude(hasOwnTimes: hasOwnTimes)
        case .snowplow: walk.snowplow(hasOwnTimes: hasOwnTimes)
        }
      }
    }
  }

  /// How often people went from each screen to each other one.
  private func transitions(_ lines: [String]) throws -> [String] {
    let run = Run()
    try run.folder.write(lines.ndjson, to: "log")
    try run("analyze", "log", "--no-store", "--output", "Out")
    return try run.folder.table("Out/transitions.csv").lines
  }

  @Test(arguments: Export.allCases) func `as their own times would, whatever the order of the lines`(export: Export)
    throws
  {
    let expected = try transitions(export.lines(hasOwnTimes: true))
    #expect(expected.count > 30)
    var random = SeededGenerator(seed: 3)
    let lines = export.lines(hasOwnTimes: false)
    #expect(try transitions(lines) == expected)
    #expect(try transitions(lines.shuffled(using: &random)) == expected)
    #expect(try transitions(lines.reversed()) == expected)
  }
}
