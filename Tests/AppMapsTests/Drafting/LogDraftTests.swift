import Testing

@testable import AppMaps

@Suite("Drafts of large logs")
struct LogDraftTests {
  @Test(arguments: [(0, 0), (40_000, 0), (40_001, 1), (80_001, 1), (80_002, 2), (4_000_000, 7)])
  func `users are sampled until some 40,000 records remain`(records: Int, zeros: Int) {
    #expect(LogDraft.zeros(sampling: records) == zeros)
  }
}
