import Foundation
import NavigationAudit
import TestSupport

/// A log of people who do the same in every session: open a tab, go down a level, and further actions.
struct ComparedLog: Sendable {
  var users: Range<Int>
  var prefix = "u"
  var fields: [(String, String)] = [("app_version", "1.0"), ("platform", "ios")]
  /// The days of March 2026 on which each has a session.
  var days = 1...7
  var begins: [(String, KeyValuePairs<String, String>)] = [
    ("tab_select", ["target": "Home", "screen": "Home"]), ("push", ["screen": "Product"]),
  ]
  /// A user's further actions.
  var more: @Sendable (_ user: Int) -> [(String, KeyValuePairs<String, String>)] = { _ in [] }

  static let opensMenu: [(String, KeyValuePairs<String, String>)] = [("menu_open", [:]), ("menu_select", ["target": "Settings", "screen": "Settings"])]

  func with(_ name: String, _ value: String) -> ComparedLog {
    var log = self
    log.fields.removeAll { $0.0 == name }
    log.fields.append((name, value))
    return log
  }

  func on(_ days: ClosedRange<Int>) -> ComparedLog {
    var log = self
    log.days = days
    return log
  }

  var lines: [LogLine] {
    users.flatMap { user in
      days.flatMap { day -> [LogLine] in
        (begins + more(user)).enumerated().map { index, word in
          var line = LogLine(
            "2026-03-\(day < 10 ? "0" : "")\(day)T0\(user % 8):\(user % 50 + 10):\(index + 10).\(user)Z", "\(prefix)\(user)", word.0, word.1)
          line.fields += fields.map { ($0.0, .text($0.1)) }
          return line
        }
      }
    }
  }
}

/// Comparisons in a temporary folder.
struct Comparing {
  let folder = TemporaryFolder()

  func write(_ logs: ComparedLog..., to name: String) throws { try folder.write(logs.flatMap(\.lines).ndjson, to: name) }

  /// Compares files of the folder.
  func callAsFunction(
    _ inputs: String..., options: AuditOptions = AuditOptions(), configure: (inout ComparisonOptions) throws -> Void = { _ in }
  ) async throws -> ComparisonOutcome {
    var comparison = ComparisonOptions()
    comparison.inputs = inputs.map { folder.path($0) }
    try configure(&comparison)
    return try await Audit(options).compare(comparison, output: folder.path("Comparison"))
  }

  /// The checks that refuse a comparison, by id.
  func refusals(
    _ inputs: String..., options: AuditOptions = AuditOptions(), configure: (inout ComparisonOptions) throws -> Void = { _ in }
  ) async throws -> [String] {
    var comparison = ComparisonOptions()
    comparison.inputs = inputs.map { folder.path($0) }
    try configure(&comparison)
    do {
      _ = try await Audit(options).compare(comparison, output: folder.path("Comparison"))
      return []
    } catch let refusal as ComparisonRefusal {
      return refusal.checks.map(\.id)
    }
  }
}
