import Measures

/// Tests compare tables with what is written: they read columns by their names.
extension TableRows {
  package func text(_ row: Int, _ column: String) -> String { cell(row, TypedColumn<Never>(column)).text }

  /// 0 if unknown.
  package func integer(_ row: Int, _ column: String) -> Int { count(row, TypedColumn(column)) }

  package func number(_ row: Int, _ column: String) -> Double? { self[row, TypedColumn(column)] }
}
