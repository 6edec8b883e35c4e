import EventLogs
import Foundation
import Reporting
import UsabilityRules

extension Baseline {
  private struct Header: Decodable { let version: Int }

  /// Reads a baseline file.
  /// - Throws: ``AuditError``.
  public init(file: String) throws {
    guard let bytes = try SmallFile.bytes(of: file, as: "a baseline", mayBeStream: true) else {
      throw AuditError(
        "\(file): the baseline cannot be read; check the path, or write one with `--write baseline=FILE`")
    }
    let data = Data(bytes)
    do {
      let version = try JSONDecoder().decode(Header.self, from: data).version
      guard version == Self.version else {
        throw AuditError(
          """
          \(file): the baseline has version \(version), and this navaudit reads version \(Self.version); write it \
          again with `--write baseline=FILE`
          """)
      }
      self.init(try JSONDecoder().decode(Contents.self, from: data).findings)
    } catch let error as DecodingError {
      guard let fault = error.fault else {
        throw AuditError("\(file): the baseline is not JSON; write it again with `--write baseline=FILE`")
      }
      throw AuditError("\(file): this is no baseline (\(fault)); write one with `--write baseline=FILE`")
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
