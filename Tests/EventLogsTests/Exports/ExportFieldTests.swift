import Foundation
import TestSupport
import Testing

@testable import EventLogs

/// Files of `Tests/Fixtures/exports`, which have the quirks of their products, and what each must become:
/// `Tests/Fixtures/cases/exports`.
@Suite("Exports")
struct ExportFieldTests {
  private static let files =
    (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.file("cases/exports").path).sorted()) ?? []

  @Test(arguments: files) func `every field of an export`(file: String) async throws {
    let export = String(file.dropLast(".txt".count))
    let expected = try String(contentsOf: Fixtures.file("cases/exports/" + file), encoding: .utf8).split(
      separator: "\n"
    ).filter { !$0.hasPrefix("//") }
    let fixture = try await DecodedFixture(export)
    let log =
      fixture.formats.map { "format: \($0)" }
      + fixture.rejected.sorted { $0.key < $1.key }.map { "rejected: \($0.key): \($0.value)" }
    #expect(log + fixture.lines == expected.map(String.init))
  }

  @Test(arguments: Case.all("decoding")) func `lines become events, or are rejected`(log: Case) async throws {
    let fixture = try await DecodedFixture(text: log.input)
    let rejected = fixture.rejected.sorted { $0.key < $1.key }.map { "rejected: \($0.key): \($0.value)" }
    #expect(fixture.lines + rejected == log.expected)
  }

  @Test func `every export has its expected events`() throws {
    let exports = try FileManager.default.contentsOfDirectory(atPath: Fixtures.file("exports").path)
    #expect(Set(exports.map { $0 + ".txt" }) == Set(Self.files))
  }
}
