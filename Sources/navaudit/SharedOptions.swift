import ArgumentParser
import Foundation
import Measures
import NavigationAudit
import NavigationModel
import UsabilityRules

/// The value of `--columns`: `user=participant,time=timestamp`.
struct ColumnNames {
  let named: [(field: String, column: String)]

  init(argument: String) throws {
    named = try argument.split(separator: ",").map { part in
      let names = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
        throw ValidationError("--columns takes field=column pairs, such as user=participant,time=timestamp, not `\(part)`")
      }
      return (names[0], names[1])
    }
  }
}

extension Severity: ExpressibleByArgument {}

extension RuleSelection {
  /// The families and the rules.
  static let words = RuleFamily.allCases.map(\.rawValue) + Rule.all.map(\.id)
}

extension LogFormats {
  /// - Throws: if there is no format with this name.
  static func expect(_ name: String?) throws {
    let known = all.map(\.name)
    if let name, !known.contains(name) {
      throw ValidationError.unknown("unknown format", name, among: known, otherwise: "navaudit knows \(known.joined(separator: ", "))")
    }
  }
}
