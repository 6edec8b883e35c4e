import Foundation
import NavigationModel
import Reporting
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

  /// The default name of the file.
  public static let fileName = "navaudit-baseline.json"

  public init(_ entries: some Sequence<FindingKey>) {
    func key(_ entry: FindingKey) -> [String] { [entry.rule, entry.section.map { ":\($0)" } ?? "", entry.subject] }
    self.entries = Set(entries).sorted { a, b in key(a).lexicographicallyPrecedes(key(b)) { $0.precedesByScalars($1) } }
    index = FindingIndex(self.entries)
  }

  public init(of findings: [Finding]) { self.init(findings.map(\.key)) }

  public func knows(_ finding: Finding) -> Bool { index.contains(finding.key) }

  private struct Header: Decodable { let version: Int }

  private struct Contents: Codable {
    let version: Int
    let findings: [FindingKey]
  }

  /// Reads a baseline file.
  /// - Throws: ``AuditError``.
  public init(file: String) throws {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw AuditError("\(file): the baseline cannot be read; check the path, or write one with `navaudit baseline`")
    }
    do {
      let version = try JSONDecoder().decode(Header.self, from: data).version
      guard version == Self.version else {
        throw AuditError(
          """
          \(file): the baseline has version \(version), and this navaudit reads version \(Self.version); rewrite it \
          with `navaudit baseline`
          """
        )
      }
      self.init(try JSONDecoder().decode(Contents.self, from: data).findings)
    } catch let error as DecodingError {
      guard let fault = error.fault else {
        throw AuditError("\(file): the baseline is not JSON; rewrite it with `navaudit baseline`")
      }
      throw AuditError("\(file): this is no baseline (\(fault)); write one with `navaudit baseline`")
    }
  }

  /// The text of the file.
  public var json: String { String.json(Contents(version: Self.version, findings: entries)) }

  /// Writes a baseline file atomically.
  /// - Throws: ``AuditError``.
  public func write(to file: String) throws {
    do {
      try PendingFile(file, json).finish()
    } catch {
      throw AuditError(
        "\(file): the baseline cannot be written; check the folder and the permissions, or name another file")
    }
  }
}

extension DecodingError {
  /// What is wrong with a file of known findings; nil if it is not JSON.
  fileprivate var fault: String? {
    func path(_ keys: [any CodingKey]) -> String {
      keys.reduce(into: "") { path, key in
        path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? key.stringValue : ".\(key.stringValue)")
      }
    }
    return switch self {
    case .dataCorrupted(let context): context.codingPath.isEmpty ? nil : "`\(path(context.codingPath))` is wrong"
    case .keyNotFound(let key, let context): "`\(path(context.codingPath + [key]))` is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.codingPath.isEmpty ? "it is not an object" : "`\(path(context.codingPath))` is of another type"
    @unknown default: "it cannot be understood"
    }
  }
}

/// The comparison of a run with a baseline.
public struct BaselineComparison: Sendable, Equatable {
  /// The baseline file, as given.
  public let file: String
  public let baseline: Baseline
  /// Entries whose rules ran and found nothing: they can be removed.
  public let stale: [FindingKey]

  /// - Parameter notJudged: the ids of rules that this run left out, or that had nothing to check. Their entries are
  ///   not stale.
  public init(file: String, baseline: Baseline, findings: [Finding], notJudged: Set<String>) {
    self.file = file
    self.baseline = baseline
    let found = FindingIndex(findings.map(\.key))
    stale = baseline.entries.filter { !notJudged.contains($0.rule) && !found.contains($0) }
  }
}
