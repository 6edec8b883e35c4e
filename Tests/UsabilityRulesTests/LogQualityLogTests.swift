@testable import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// Invariants of every check: logs may be split into parts, and merged in any order.
@Suite struct LogQualityLogTests {
  /// In this log, every check finds something, except `no-zone` and `duplicate`, which are counted while reading.
  static let log = """
    @session=s1 tab:Home +200ms Home Home +100ms Home +900ms Home & @session=s2 tab:Home
    @session=s1 tab:Home > A & Home
    @platform=android Home UINavigationController +300ms UINavigationController
    @platform=ios tab:Home tab:Orders Home tab:Nowhere!
    @session=a tab:Home +1h tab:Orders{session=b} +1h > A{session=a} +1h > B{session=b}
    """

  private func results(_ log: String, parts: Int = 1, map: AppMap = AppMap(tabs: ["Home"])) throws -> [LogCheckResult] {
    let measured = try TraceMeasures(log, map: map, parts: parts)
    let notRun = Rule.judge(measured.measures, measured.scope).withoutEvidence
    return LogCheck.results(LogCheckContext(measured.measures, measured.scope, rulesWithoutEvidence: notRun))
  }

  @Test("parts that are merged give the same rows") func parts() throws {
    let whole = try results(Self.log)
    for parts in 2...5 { #expect(try results(Self.log, parts: parts) == whole) }
  }

  @Test("the order of users does not matter") func users() throws {
    let lines = Self.log.split(separator: "\n").map(String.init)
    #expect(try results(lines.reversed().joined(separator: "\n")) == results(Self.log))
  }

  @Test("hand-counted figures of one log") func figures() throws {
    let found = Dictionary(uniqueKeysWithValues: try results(Self.log).map { ($0.check, $0) })
    // Home +100ms Home, UINavigationController +300ms; of 4 + 1 + 3 + 1 screen views. (200 ms after `tab:Home` the
    // first one is an arrival.)
    #expect(found["double-screen"]?.count == 2)
    #expect(found["double-screen"]?.share == 2.0 / 9)
    // s1 and s2, s1 and none, none, none, a and b: those without are 1 + 3 + 4 events of 6 + 3 + 3 + 4 + 4.
    #expect(found["mixed-sessions"]?.count == 8)
    #expect(found["mixed-sessions"]?.share == 8.0 / 20)
    // b begins during a.
    #expect(found["clock"]?.count == 1)
    #expect(found["clock"]?.consequence.plain.hasPrefix("1 session that overlaps") == true)
    // Home after Orders, of tab:Home, tab:Home, tab:Home, tab:Home, tab:Orders, Home, tab:Home, tab:Orders.
    #expect(found["silent-switch"]?.count == 1)
    #expect(found["silent-switch"]?.share == 1.0 / 8)
    #expect(found["thin"]?.count == 5)
    #expect(found["unmapped"]?.count == 2)
  }

  @Test("a platform without structure is named, and the roots only where the map has none") func roots() throws {
    let trace = "@platform=ios tab:Home > A * 30\n@platform=android Home A * 10"
    let bare = try results(trace).first { $0.check == "no-structure" }
    #expect(bare?.count == 10 && bare?.consequence.plain.contains("`roots`") == true)
    let declared = try results(trace, map: AppMap(tabs: ["Home"], roots: ["Home": "Home"])).first {
      $0.check == "no-structure"
    }
    #expect(declared?.count == 10 && declared?.consequence.plain.contains("`roots`") == false)
  }

  @Test("what is written of the signs does not depend on the order in which parts were merged") func coding() throws {
    let names = NameTable()
    let parts = try Self.log.split(separator: "\n").map {
      try TraceMeasures(String($0), names: names).measures.logQuality
    }
    func bytes(_ signs: LogQuality) throws -> [UInt8] { try BinaryEncoder.bytes(of: signs, names: names) }
    var all = LogQuality()
    for part in parts { all.merge(part) }
    let forward = try bytes(all)
    var other = parts[4]
    for part in parts[..<4].reversed() { other.merge(part) }
    #expect(try bytes(other) == forward)
    let others = NameTable()
    let decoded = try BinaryDecoder.value(LogQuality.self, from: bytes(other), names: others)
    #expect(try BinaryEncoder.bytes(of: decoded, names: others) == forward)
    #expect(decoded.doubleScreens == 2 && decoded.overlappingSessions == 1 && decoded.screenViews == 9)
  }

  @Test("a cold start is followed by nothing that was logged twice") func coldStart() throws {
    #expect(try results("Home +200ms cold +100ms Home").first { $0.check == "double-screen" }?.count == 0)
  }
}
