import Measures
import Tables

/// The counts of a rule: named columns, integers and names.
public struct RuleCounts: Sendable, Equatable {
  public let columns: [String]
  public let rows: [[Table.Cell]]

  public init(_ columns: [String], _ rows: [[Table.Cell]]) {
    self.columns = columns
    self.rows = rows
  }
}
