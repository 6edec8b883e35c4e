import EventLogs
import Foundation
import Measures
import Reporting
import UsabilityRules

extension AuditContents.EarlierReport {
  /// Reads a report: its findings from `findings.csv`, its period and size from `summary.csv`.
  /// - Parameter folder: the folder of the report.
  /// - Throws: ``AuditError`` if there is none.
  init(in folder: String) throws(AuditError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw AuditError("\(folder): no such folder; name a folder of reports")
    }
    guard isFolder.boolValue else { throw AuditError("\(folder): is a file; name the folder of an earlier report, which holds its \(Self.file)") }
    guard FileManager.default.fileExists(atPath: folder + "/" + Self.file) else {
      throw AuditError("\(folder): holds no \(Self.file) to compare with; name a folder of reports")
    }
    func unreadable(_ file: String) -> AuditError {
      AuditError("\(folder)/\(file): is not a table of a report by navaudit; name another folder, or write that report again")
    }
    func records(_ file: String) throws(AuditError) -> [[String]] {
      guard let data = FileManager.default.contents(atPath: folder + "/" + file), let records = CSVRows.cells(of: Array(data)) else {
        throw unreadable(file)
      }
      return records
    }
    guard let findings = Finding.findings(in: try records(Self.file)) else { throw unreadable(Self.file) }
    let summary = try records(Self.summary)
    guard let rows = SummaryRow.rows(in: summary), let period = Table.period(in: summary) else { throw unreadable(Self.summary) }
    func time(_ text: String) throws(AuditError) -> Int64 {
      // A report without a period is one without events.
      if text.isEmpty { return 0 }
      let time = Array(text.utf8).withUnsafeBufferPointer { Timestamp($0, .usual) }
      guard case .microseconds(let time, _) = time else { throw unreadable(Self.summary) }
      return time
    }
    func count(_ figure: Figure) -> Int { rows.first { $0.metric == figure.name }?.count ?? 0 }
    let start = try time(period.start)
    self.init(
      period: start...max(start, try time(period.end)), users: count(.users), sessions: count(.sessions), events: count(.events), findings: findings)
  }

  private static let file = Finding.table.empty.fileName
  private static let summary = "summary.csv"

  /// Whether a folder holds a report.
  static func isIn(_ folder: String) -> Bool {
    [file, summary].allSatisfy { FileManager.default.fileExists(atPath: folder + "/" + $0) }
  }
}
