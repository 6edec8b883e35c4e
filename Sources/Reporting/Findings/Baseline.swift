import NavigationModel
import UsabilityRules

/// Findings that a team knows about and accepts for now: only others count for the exit status.
///
/// Its file is versioned, sorted JSON, to be kept beside the code. It identifies findings by rule, subject and section,
/// never by a number or a path, so a finding whose figures change is still the same.
public struct Baseline: Sendable, Equatable {
  /// Sorted by rule, section and subject, without repetitions.
  public let entries: [FindingKey]
  private let index: FindingIndex

  /// The version of the file format. Raise it when an older navaudit would misread the file.
  public static let version = 1

  public init(_ entries: some Sequence<FindingKey>) {
    func key(_ entry: FindingKey) -> [String] { [entry.rule, entry.section.map { ":\($0)" } ?? "", entry.subject] }
    self.entries = Set(entries).sorted { a, b in key(a).lexicographicallyPrecedes(key(b)) { $0.precedesByScalars($1) } }
    index = FindingIndex(self.entries)
  }

  public init(of findings: [Finding]) { self.init(findings.map(\.key)) }

  public func knows(_ finding: Finding) -> Bool { index.contains(finding.key) }

  package struct Contents: Codable {
    package let version: Int
    package let findings: [FindingKey]
  }

  /// The text of the file.
  public var json: String { String.json(Contents(version: Self.version, findings: entries)) }
}

extension FindingsFormat {
  /// The findings as known ones (``Baseline``): `--baseline` reads them.
  public static let baseline = FindingsFormat(name: "baseline", summary: "Known findings, for --baseline.") { record in
    Baseline(of: record.findings.map(\.finding)).json
  }
}
