import Foundation
import GRDB
import TestSupport
import Testing

/// Unusable outputs, maps and stores: one clear line, status 2, nothing half-written.
@Suite("Bad places, maps and stores")
struct BadPlaceTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }

  init() throws {
    refusal = try Refusal()
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
  }

  @Test func `a map that is not UTF-8`() throws {
    try folder.write(Data([0x61, 0x3A, 0xFF]), to: "map.yml")
    try refusal.expect("analyze", "log.ndjson", "--map", "map.yml", message: "map.yml: the app map is not UTF-8; save it as UTF-8")
  }

  @Test func `a store that is cut off`() throws {
    try refusal.navaudit("ingest", Fixtures.file("conformance/shop-full/log.ndjson.zst").path, "--store", "app.sqlite")
    let whole = try folder.data("app.sqlite")
    try folder.write(whole.prefix(whole.count / 2 / 4096 * 4096), to: "cut.sqlite")
    let outcome = try refusal.navaudit("report", "cut.sqlite", "--output", "New")
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("navaudit: cut.sqlite: the store is damaged ("))
    #expect(!folder.exists("New"))
  }

  @Test(.thorough) func `standard input that comes from the place of a report`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("o"), withIntermediateDirectories: true)
    try folder.copy(URL(fileURLWithPath: folder.path("log.ndjson")), to: "o/tabs.csv")
    let before = try refusal.state
    let outcome = try refusal.navaudit.run(["-c", "\"$0\" analyze - -o o < o/tabs.csv", Navaudit.binary.path], through: "sh")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("navaudit: o/tabs.csv: is a log of this run"))
    #expect(differences(before, try refusal.state) == [])
  }
}
