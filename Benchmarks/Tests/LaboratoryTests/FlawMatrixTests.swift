import Foundation
import Simulation
import TestSupport
import Testing

/// No false alarms, and none missed: a well-built app has no findings, and each of its flaws is found by its rule and no other.
///
/// Serialized: in parallel, the logs would take gigabytes.
@Suite("Each flaw is found by its rule and no other", .serialized)
struct FlawMatrixTests {
  static let seeds: [UInt64] = sampled([1, 2])
  /// In the quick suite one of each family.
  static let flaws =
    isThorough ? Flaw.allCases : [.depthOverLimit, .pathPingPong, .taskIndirect, .tabsNeglected, .menuAbandoned, .gestureUndiscovered, .touchDead]

  /// The findings on the well-built app with some flaws.
  struct Verdict {
    /// What was planted, as `rule: subject`.
    let planted: [String]
    private let findings: CSVTable

    init(_ flaws: [Flaw], users: Int, seed: UInt64) throws {
      let app = try SimulatedApp.wellBuilt().with(flaws)
      var log = Data()
      let all = try simulate(app: app, options: SimulationOptions(users: users, seed: seed)) { log.append(contentsOf: $0) }
      planted = all.map { "\($0.rule): \($0.subject)" }

      let folder = TemporaryFolder()
      try folder.write(log, to: "log.ndjson")
      try folder.write(app.appMap(), to: "navaudit.yml")
      try Navaudit(in: folder)("analyze", "log.ndjson", "--map", "navaudit.yml", "--output", "Reports", "--no-store")
      findings = try folder.table("Reports/findings.csv")
    }

    /// Warnings and errors, and all findings of the rules of the planted flaws, as `rule: subject`.
    func alarms(_ flaws: [Flaw] = []) -> [String] {
      let rules = flaws.map(\.rule)
      return zip(findings["severity"], zip(findings["rule"], findings["subject"])).compactMap { severity, finding in
        severity != "info" || rules.contains(finding.0) ? "\(finding.0): \(finding.1)" : nil
      }
    }

    /// The findings with their numbers, for diagnosing a failure.
    var told: String { findings.rows.map { $0.joined(separator: ", ") }.joined(separator: "\n") }
  }

  @Test(.thorough, arguments: seeds)
  func `the well-built app raises no alarm`(seed: UInt64) throws {
    let verdict = try Verdict([], users: 500, seed: seed)
    #expect(verdict.alarms() == [], "\(verdict.told)")
  }

  @Test(arguments: flaws, seeds)
  func `a flaw alone raises its own alarm`(flaw: Flaw, seed: UInt64) throws {
    let verdict = try Verdict([flaw], users: 300, seed: seed)
    #expect(verdict.alarms([flaw]) == verdict.planted, "\(verdict.told)")
  }
}
