import TestSupport
import Testing

@testable import AppMaps

@Suite("Drafts of large logs")
struct LogDraftTests {
  @Test(arguments: [(0, 0), (40_000, 0), (40_001, 1), (80_001, 1), (80_002, 2), (4_000_000, 7)])
  func `users are sampled until some 40,000 records remain`(records: Int, zeros: Int) {
    #expect(LogDraft.zeros(sampling: records) == zeros)
  }

  @Test func `people walk from place to place, and what things have follows no ways`() {
    let links: [Int32: [Int32]] = [0: [1, 2, 3], 1: [0, 4], 2: [0, 5], 3: [0], 4: [1], 5: [2]]
    var random = SeededGenerator(seed: 7)
    var walked = Ways()
    var drawn = Ways()
    for person in 0..<20 as Range<Int32> {
      var place: Int32 = 0
      var value: Int32 = 0
      for _ in 0..<12 {
        let next = links[place, default: [0]].randomElement(using: &random) ?? 0
        walked.add(place, next, of: person)
        place = next
        let other = (0..<6 as Range<Int32>).filter { $0 != value }.randomElement(using: &random) ?? 0
        drawn.add(value, other, of: person)
        value = other
      }
    }
    #expect(walked.areOfPlaces && walked.gain > 0.5, "\(walked.gain)")
    #expect(!drawn.areOfPlaces && drawn.gain < 0.1, "\(drawn.gain)")
  }

  @Test func `lists of one length are titles, and those that grow and shrink are stacks`() {
    func areStacks(_ lists: [[Substring]]) -> Bool {
      StackSteps(zip(lists, lists.dropFirst()).map { (before: $0, now: $1) }).areOfStacks
    }
    #expect(!areStacks((0..<9).map { ["Shop", "Page \($0)"] }))
    #expect(areStacks((0..<9).map { $0 % 2 == 0 ? ["Home"] : ["Home", "Page \($0)"] }))
  }
}
