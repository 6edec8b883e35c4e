import Foundation
import TestSupport
import Testing

@Suite("analyze")
struct AnalyzeTests {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  @Test func `a run writes all files and nothing else`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "Reports", "--write", "sarif=out.sarif")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("3 users, 9 sessions, 99 events."))
    #expect(outcome.output.contains("Reports in Reports: start with Reports/report.html."))
    let written = folder.everything(in: "Reports")
    // The data package describes all other files.
    let package = try #require(
      JSONSerialization.jsonObject(with: folder.data("Reports/datapackage.json")) as? [String: Any])
    let described = try #require(package["resources"] as? [[String: Any]]).compactMap { $0["path"] as? String }
    #expect(described.count { $0.hasPrefix("pictures/") && $0.hasSuffix(".svg") } > 0)
    #expect(Set(written).subtracting(described) == ["datapackage.json", "navigation.sqlite", "pictures"])
    #expect(folder.everything().filter { !$0.hasPrefix("Reports/") } == ["Reports", "log.ndjson", "out.sarif"])
  }

  @Test func `the headers are those that are documented`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "--output", "Reports", "--sessions")
    let documented = try Fixtures.documentedColumns()
    #expect(documented.keys.contains("sessions"))
    for (table, columns) in documented {
      #expect(try folder.table("Reports/\(table).csv").columns == columns, "\(table).csv")
    }
    for (file, bytes) in try folder.tables(of: "Reports") {
      #expect(try CSVTable(folder.text("Reports/\(file)")).columns.suffix(3) == CSVTable.common[...], "\(file)")
      #expect(bytes.last == UInt8(ascii: "\n"), "\(file) ends with a line feed")
      #expect(!bytes.contains(UInt8(ascii: "\r")), "\(file) holds no carriage return")
    }
  }

  @Test func `json is for machines: one object on standard output`() throws {
    try folder.write(Fixtures.smallLog(users: 40).ndjson, to: "log.ndjson")
    let outcome = try navaudit("analyze", "log.ndjson", "--output", "Reports", "--json", "--quiet")
    #expect(outcome.errors == "")
    #expect(outcome.output.hasSuffix("}\n") && !outcome.output.hasSuffix("\n\n"))
    let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["users"] as? Int == 40)
    #expect(object["sessions"] as? Int == 120)
    #expect(object["folder"] as? String == "Reports")
    #expect((object["files"] as? [String])?.sorted() == folder.everything(in: "Reports").filter { $0 != "pictures" })
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.count == (try folder.table("Reports/findings.csv").rows.count))
    #expect(findings.compactMap { $0["rule"] as? String } == (try folder.table("Reports/findings.csv")["rule"]))
  }

  @Test func `the report names each picture that is there`() throws {
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try navaudit("analyze", "log.ndjson", "--output", "Reports")
    let pictures = folder.everything(in: "Reports/pictures")
    let report = try folder.text("Reports/report.md")
    #expect(
      report.matches(of: /\]\((pictures\/[a-z-]+\.svg)\)/).count == 2 * pictures.count, "shown, and linked to itself")
    for picture in pictures {
      #expect(report.contains("](pictures/\(picture))"))
      #expect(try folder.text("Reports/pictures/\(picture)").hasPrefix("<svg xmlns="))
    }
    #expect(try folder.text("Reports/report.html").components(separatedBy: "<figure>").count - 1 == pictures.count)
  }
}
