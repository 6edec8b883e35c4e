import Foundation
import NavigationAudit
import TestSupport
import Testing

@Suite("Comparisons")
struct ComparisonTests {
  let folder = TemporaryFolder()

  /// Whatever the number of threads and the distribution of lines to files: the same bytes.
  @Test(.thorough) func `the same sides give the same bytes`() async throws {
    let lines = try LogSource.shop(seed: 4, style: .full, users: 50).lines
    try folder.write(lines.ndjson, to: "one/log.ndjson")
    for (number, part) in lines.cut(into: 3).enumerated() {
      try folder.write(part.ndjson, to: "three/\(number).ndjson")
    }
    var contents: [[String: Data]] = []
    for (input, workers) in [("one", 1), ("three", 1), ("one", 3)] {
      var options = AuditOptions()
      options.workers = workers
      options.gap = 30
      var comparison = ComparisonOptions()
      comparison.inputs = [folder.path(input)]
      comparison.by = "platform"
      comparison.allowed = Set(ComparisonOptions.checksToAllow)
      _ = try await Audit(options).compare(comparison, output: folder.path("Comparison"))
      contents.append(try folder.contents(of: "Comparison"))
    }
    #expect(differences(contents[0], contents[1]) == [])
    #expect(differences(contents[0], contents[2]) == [])
    #expect(Set(contents[0].keys).isSuperset(of: Self.files))
  }

  static let files = [
    "compare.csv", "compare_checks.csv", "compare_findings.csv", "compare_moves.csv", "comparison.html",
    "comparison.md", "datapackage.json",
  ]
}
