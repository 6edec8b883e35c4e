import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

/// A made-up app, exported in the shape of each vendor, must give the tables of its native log of `screen_view`, life cycle and other events.
@Suite("The same app in each vendor's shape", .thorough)
struct SameAppTests {
  private static let shop = Result { try [AppEvent].shop() }

  @Test(arguments: Vendor.all) func `gives the tables of its native log`(vendor: Vendor) throws {
    let events = try Self.shop.get().carried(without: vendor.missing)
    let native = try Self.native(events, without: vendor.missing)
    let exported = try Self.analysis(vendor.files(events))
    #expect(exported.formats == [vendor.expectedFormat ?? vendor.format])
    let different = differences(native, exported.tables)
    let first = different.first.map { Self.firstDifference(native[$0], exported.tables[$0]) } ?? ""
    #expect(different == [], "\(first)")
  }

  @Test func `a shop that is large enough to tell`() throws {
    let events = try Self.shop.get()
    #expect(Set(events.map(\.user)).count == 60)
    #expect(Set(events.map(\.session)).count > 200)
    #expect(events.count { $0.kind == .screenView } > 2000)
    #expect(events.contains { $0.kind == .appOpen(isCold: true) } && events.contains { $0.kind == .appBackground })
    #expect(Set(events.map(\.id)).count < events.count, "some events stand there twice")
    #expect(events.contains(where: \.isTablet) && Set(events.map(\.platform)) == ["ios", "android"])
  }

  /// The tables of the native log, computed once for all vendors with the same gaps.
  private static func native(_ events: [AppEvent], without missing: Set<Missing>) throws -> [String: Data] {
    if let known = natives.withLock({ $0[missing] }) { return known }
    let tables = try analysis(["log.ndjson": events.native(without: missing)]).tables
    natives.withLock { $0[missing] = tables }
    return tables
  }

  private static let natives = Mutex<[Set<Missing>: [String: Data]]>([:])

  /// The tables of an analysis, and the formats in which its files were read.
  private static func analysis(_ files: [String: Data]) throws -> (tables: [String: Data], formats: [String]) {
    let folder = TemporaryFolder()
    for (name, data) in files { try folder.write(data, to: "log/" + name) }
    let outcome = try Navaudit(in: folder)("analyze", "log", "--output", "Reports", "--sessions", "--key", "k")
    #expect(outcome.status == 0, "\(outcome.errors)")
    guard outcome.status == 0 else { return ([:], []) }
    let formats = try DatabaseQueue(path: folder.path("Reports/navigation.sqlite")).read {
      try String.fetchAll($0, sql: "SELECT DISTINCT format FROM source ORDER BY 1")
    }
    // Each vendor names its own events.
    return (try folder.tables(of: "Reports").filter { $0.key != "unknown_events.csv" }, formats)
  }

  private static func firstDifference(_ native: Data?, _ exported: Data?) -> String {
    func lines(_ data: Data?) -> [Substring] { String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n") }
    let pairs = zip(lines(native), lines(exported))
    return pairs.first { $0 != $1 }.map { "native \($0), exported \($1)" } ?? "one is shorter"
  }
}
