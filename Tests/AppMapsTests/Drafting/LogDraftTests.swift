import Testing

@testable import AppMaps

@Suite("Drafts of large logs")
struct LogDraftTests {
  @Test(arguments: [(0, 0), (40_000, 0), (40_001, 1), (80_001, 1), (80_002, 2), (4_000_000, 7)])
  func `users are sampled until some 40,000 records remain`(records: Int, zeros: Int) {
    #expect(LogDraft.zeros(sampling: records) == zeros)
  }

  @Test func `lists of one length are titles, and those that grow and shrink are stacks`() {
    func areStacks(_ lists: [[Substring]]) -> Bool {
      StackSteps(zip(lists, lists.dropFirst()).map { (before: $0, now: $1) }).areOfStacks
    }
    #expect(!areStacks((0..<9).map { ["Shop", "Page \($0)"] }))
    #expect(areStacks((0..<9).map { $0 % 2 == 0 ? ["Home"] : ["Home", "Page \($0)"] }))
  }
}
