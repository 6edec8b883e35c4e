import Harness
import Simulation
import TestSupport
import Testing

/// No false alarms, and none missed: a well-built app has no findings, and each of its flaws is found by its rule and
/// no other.
///
/// Serialized: in parallel, the logs would take gigabytes.
@Suite("Each flaw is found by its rule and no other", .serialized)
struct FlawMatrixTests {
  static let seeds: [UInt64] = sampled([1, 2])
  /// In the quick suite one of each family.
  static let flaws =
    isThorough
    ? Flaw.allCases
    : [.depthOverLimit, .pathPingPong, .taskLost, .tabsNeglected, .menuAbandoned, .gestureUndiscovered, .touchDead]

  /// What is planted in the well-built app with some flaws, and what is found: warnings and errors, and all findings of
  /// the rules of these flaws.
  func verdict(_ flaws: [Flaw], users: Int, seed: UInt64) throws -> (planted: [Subject], alarms: [Subject]) {
    let app = try SimulatedApp.wellBuilt().with(flaws)
    var log: [UInt8] = []
    let planted = try simulate(app: app, options: SimulationOptions(users: users, seed: seed)) { log += $0 }
    let findings = try Audited(binary: Navaudit.binary.path).findings(log, map: app.appMap(), options: ["--no-store"])
    let rules = flaws.map(\.rule)
    return (
      planted.map(\.finding), findings.filter { $0.severity != "info" || rules.contains($0.about.rule) }.map(\.about)
    )
  }

  @Test(.thorough, arguments: seeds)
  func `the well-built app raises no alarm`(seed: UInt64) throws {
    #expect(try verdict([], users: 500, seed: seed).alarms == [])
  }

  @Test(arguments: flaws, seeds)
  func `a flaw alone raises its own alarm`(flaw: Flaw, seed: UInt64) throws {
    let verdict = try verdict([flaw], users: 300, seed: seed)
    #expect(verdict.alarms == verdict.planted)
  }
}
