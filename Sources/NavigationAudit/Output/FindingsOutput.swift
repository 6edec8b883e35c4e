import Reporting
import UsabilityRules

/// A findings file for another program, as in `--write sarif=findings.sarif`.
public struct FindingsOutput: Sendable {
  public let format: FindingsFormat
  public let file: String

  public init(_ format: FindingsFormat, file: String) {
    self.format = format
    self.file = file
  }
}

extension [FindingsOutput] {
  /// Writes the files next to their final paths.
  func pending(_ record: FindingsRecord) throws -> [PendingFile] {
    var pending: [PendingFile] = []
    do {
      for output in self { pending.append(try PendingFile(output.file, output.format.render(record))) }
    } catch {
      pending.forEach { $0.discard() }
      throw error
    }
    return pending
  }
}

extension FindingsRecord {
  /// - Parameters:
  ///   - contents: the contents of the reports.
  ///   - map: the text of the app map, if findings can be pinned to its lines.
  init(_ contents: AuditContents, file: String?, map: String?, comparison: BaselineComparison?) {
    let lines = map.map { MapLines(yaml: $0) }
    let findings = contents.findings.map { finding in
      Entry(finding, isNew: comparison?.baseline.knows(finding) != true, line: lines?.line(of: finding))
    }
    self.init(version: Audit.version, app: contents.app, rulesNotRun: contents.rulesNotRun, findings: findings, file: file)
    hasBaseline = comparison != nil
  }
}
