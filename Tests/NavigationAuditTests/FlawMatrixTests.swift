import Foundation
import NavigationAudit
import Simulation
import TestSupport
import Testing
import UsabilityRules

/// No false alarms, and none missed: a well-built app has no findings, and each of its flaws is found by its rule and no other.
///
/// Serialized: in parallel, the logs would take gigabytes.
@Suite("Each flaw is found by its rule and no other", .tags(.slow), .serialized)
struct FlawMatrixTests {
  static let seeds: [UInt64] = [1, 2]

  /// The findings on the well-built app with some flaws.
  struct Verdict {
    /// What was planted, as `rule: subject`.
    let planted: [String]
    let findings: [Finding]

    init(_ flaws: [Flaw], users: Int, seed: UInt64) async throws {
      let app = try SimulatedApp.wellBuilt().with(flaws)
      var log = Data()
      let summary = try simulate(app: app, options: SimulationOptions(users: users, seed: seed)) { log.append(contentsOf: $0) }
      planted = summary.flaws.map { "\($0.rule): \($0.subject)" }

      let folder = try TemporaryFolder()
      var options = AuditOptions()
      options.logs = [try folder.write(log, to: "log.ndjson")]
      options.map = try folder.write(app.appMap(), to: "navaudit.yml")
      findings = try await Audit(options).analyze(output: folder.path("Reports")).findings
    }

    /// Warnings and errors, and all findings of the rules of the planted flaws, as `rule: subject`.
    func alarms(_ flaws: [Flaw] = []) -> [String] {
      let rules = flaws.map(\.rawValue)
      return findings.filter { $0.severity > .info || rules.contains($0.rule) }.map { "\($0.rule): \($0.subject)" }
    }

    /// The findings with their numbers, for diagnosing a failure.
    var told: String { findings.map { "\($0.severity) \($0.rule): \($0.message)" }.joined(separator: "\n") }
  }

  @Test(arguments: seeds)
  func `the well-built app raises no alarm`(seed: UInt64) async throws {
    let verdict = try await Verdict([], users: 500, seed: seed)
    #expect(verdict.alarms() == [], "\(verdict.told)")
  }

  @Test(arguments: Flaw.allCases, seeds)
  func `a flaw alone raises its own alarm`(flaw: Flaw, seed: UInt64) async throws {
    let verdict = try await Verdict([flaw], users: 300, seed: seed)
    #expect(verdict.alarms([flaw]) == verdict.planted, "\(verdict.told)")
  }
}
