import Foundation
import TestSupport
import Testing

@Suite("Pictures beside the report")
struct PictureFileTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  init() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try folder.write(
      """
      {"time":"2026-03-02T06:00:00Z","user":"u1","event":"screen_view","screen":"A"}
      {"time":"2026-03-02T06:00:09Z","user":"u1","event":"screen_view","screen":"B"}

      """, to: "views.ndjson")
  }

  @Test func `the report names each picture that is there`() throws {
    try navaudit("analyze", "log.ndjson", "--output", "Reports")
    let pictures = folder.everything(in: "Reports/pictures")
    let report = try folder.text("Reports/report.md")
    #expect(report.matches(of: /\]\((pictures\/[a-z-]+\.svg)\)/).count == 2 * pictures.count, "shown, and linked to itself")
    for picture in pictures {
      #expect(report.contains("](pictures/\(picture))"))
      #expect(try folder.text("Reports/pictures/\(picture)").hasPrefix("<svg xmlns="))
    }
    #expect(try folder.text("Reports/report.html").components(separatedBy: "<figure>").count - 1 == pictures.count)
  }

  @Test func `pictures of an earlier run go, what is not ours stays`() throws {
    try navaudit("analyze", "log.ndjson", "--output", "Reports")
    try folder.write("mine", to: "Reports/pictures/mine.svg")
    try navaudit("analyze", "views.ndjson", "--output", "Reports")
    #expect(folder.everything(in: "Reports/pictures") == ["flows.svg", "mine.svg"])
  }

  @Test func `no empty folder is left`() throws {
    try navaudit("analyze", "log.ndjson", "--output", "Reports")
    try folder.write(
      #"{"time":"2026-03-02T06:00:00Z","user":"u1","event":"app_open"}"# + "\n", to: "nothing.ndjson")
    try navaudit("analyze", "nothing.ndjson", "--output", "Reports")
    #expect(!folder.exists("Reports/pictures"))
  }

  @Test func `a file in the place of the folder leaves the earlier report whole`() throws {
    try navaudit("analyze", "log.ndjson", "--output", "Earlier")
    for picture in folder.everything(in: "Earlier/pictures") { try FileManager.default.removeItem(atPath: folder.path("Earlier/pictures/\(picture)")) }
    try FileManager.default.removeItem(atPath: folder.path("Earlier/pictures"))
    try folder.write("mine", to: "Earlier/pictures")
    let before = try folder.contents(of: "Earlier")
    let outcome = try navaudit("analyze", "views.ndjson", "--output", "Earlier")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("navaudit: Earlier/pictures: cannot be used (it is not a folder)"))
    #expect(outcome.errorLines.count == 1)
    #expect(try folder.contents(of: "Earlier") == before)
  }
}
