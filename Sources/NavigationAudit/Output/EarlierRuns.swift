import Foundation
import NavigationStore
import Reporting
import UsabilityRules

/// The runs whose findings a store keeps, for a later run to compare with.
enum EarlierRuns {
  /// The number of runs that are kept.
  static let most = 60

  /// The runs of a given store: a file, or a folder of reports.
  static func of(_ path: String, waiting: StoreWaiting) throws -> [JudgedRun] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw AuditError("\(path): no such file; name a store, or a folder of reports that holds one")
    }
    let file = isFolder.boolValue ? path + "/" + Audit.storeName : path
    guard FileManager.default.fileExists(atPath: file) else {
      throw AuditError("\(path): holds no \(Audit.storeName) to compare with; name a store, or a folder of reports that holds one")
    }
    let store = try Store.open(file, for: .read, waiting: waiting)
    let runs = try store.judgedRuns()
    try store.close()
    guard !runs.isEmpty else { throw AuditError("\(path): holds no findings of an earlier run; analyze its logs again first") }
    return runs
  }

  /// The runs of the store that an analysis will replace; empty if there is none.
  static func replaced(_ path: String, waiting: StoreWaiting) throws -> [JudgedRun] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let store = try Store.open(path, for: .read, waiting: waiting)
    let runs = try store.judgedRuns()
    try store.close()
    return Array(runs.suffix(most))
  }
}

extension AuditContents.EarlierRun {
  /// - Parameter least: findings based on fewer users are left out.
  init(_ run: JudgedRun, least: Int?) {
    let small = 1..<(least ?? 1)
    self.init(
      period: run.scope.start...max(run.scope.start, run.scope.end), users: run.scope.users,
      findings: run.findings.filter { !small.contains($0.users ?? 0) }.map { finding in
        .init(
          rule: finding.rule, severity: Severity(rawValue: finding.severity) ?? .info, isOver: finding.state == FindingState.over.rawValue,
          subjectKind: finding.subjectKind, subject: finding.subject, section: finding.section, value: finding.value, low: finding.low,
          high: finding.high, threshold: finding.threshold, extraTaps: finding.extraTaps, message: finding.message)
      })
  }
}
