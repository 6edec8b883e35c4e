import Foundation
import TestSupport
import Testing

/// What *Instrument your app* says about products that are kept: the same event through them, with the map of that
/// page.
@Suite("One event through the product you have")
struct InstrumentedTests {
  @Test(arguments: sampled(["ga4", "amplitude", "posthog", "mixpanel", "segment"], to: 2))
  func `gives the tables of the native log`(product: String) throws {
    let folder = TemporaryFolder()
    let navaudit = Navaudit(in: folder)
    let page = try String(
      contentsOf: Fixtures.committed("Sources/NavigationAudit/NavigationAudit.docc/InstrumentYourApp.md"),
      encoding: .utf8)
    let map = try #require(
      page.components(separatedBy: "```yaml\n").dropFirst().first?.components(separatedBy: "```").first)
    try folder.write(map, to: "map.yml")
    func log(_ name: String) -> String { Fixtures.file("instrumented/\(name).ndjson").path }
    #expect(try navaudit("analyze", log("native"), "--no-store", "--output", "native").status == 0)
    let outcome = try navaudit("analyze", log(product), "--map", "map.yml", "--no-store", "--output", product)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for table in ["screens", "tabs", "tab_switches", "depth", "more", "transitions"] {
      let expected = try folder.table("native/\(table).csv").withoutCommon
      #expect(!expected.rows.isEmpty)
      #expect(try folder.table("\(product)/\(table).csv").withoutCommon.rows == expected.rows, "\(table).csv")
    }
  }
}
