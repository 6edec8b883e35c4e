import Measures

/// The counts of a rule: named columns, integers and names.
package struct RuleCounts: Sendable, Equatable {
  package let columns: [String]
  package let rows: [[Table.Cell]]

  package init(_ columns: [String], _ rows: [[Table.Cell]]) {
    self.columns = columns
    self.rows = rows
  }
}
