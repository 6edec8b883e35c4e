import Measures
import NavigationModel
import TestSupport

/// The tables of a trace, as written, row by row.
extension TraceMeasures {
  /// The rows of a table, with cells separated by spaces, and `-` for empty ones.
  subscript(name: String) -> [String] {
    table(name).rows.map { row in row.map { $0.text.isEmpty ? "-" : $0.text }.joined(separator: " ") }
  }

  /// The cells of some columns.
  subscript(name: String, columns: String...) -> [String] { self[name, columns: columns] }

  subscript(name: String, columns columns: [String]) -> [String] {
    let rows = TableRows(table(name))
    return rows.indices.map { row in
      columns.map { rows.text(row, $0).isEmpty ? "-" : rows.text(row, $0) }.joined(separator: " ")
    }
  }

  /// A row of the summary: value, n.
  func summary(_ metric: String) -> String {
    summary(metric, ["value", "n"]).map { $0.map { $0.isEmpty ? "-" : $0 }.joined(separator: " of ") } ?? "no such row"
  }

  /// A share of the summary with both bounds of its interval.
  func interval(_ metric: String) -> String {
    summary(metric, ["value", "ci_low", "ci_high"])?.joined(separator: " ") ?? "no such row"
  }

  private func summary(_ metric: String, _ columns: [String]) -> [String]? {
    let rows = TableRows(table("summary"))
    return rows.first(.metric, metric).map { row in columns.map { rows.text(row, $0) } }
  }

  func table(_ name: String) -> Table {
    tables.first { $0.name == name } ?? Table(name: "none", meaning: "", columns: [])
  }

  /// All tables as one text.
  var text: String {
    tables.map { table in table.name + "\n" + self[table.name].joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

/// A log with a bit of everything: several users, sessions, parts, platforms, days.
let variedTrace = """
  @platform=ios @app_version=1 tab:Home=Home > Product > +2s Reviews < < tab:Orders=Orders menu:Settings=Settings menu \
  menu! & Home +2s < more=More more:Coupons
  @platform=android tab:Home=Home modal:Sheet +1s modal! tab:Orders=Orders tab:Home=Home tab:Orders! \
  tabs:Home|Orders|Help badge:Orders=3 * 3
  @platform=ios @app_version=2 tab:Orders=Orders > A@4 > B > C > D gesture:swipe < gesture:swipe! cold link:Offer > \
  Product < <
  A B A C D A & & menu +3s menu:About=About menu:Settings more more:Help more:Coupons=Offers * 2
  @platform=web gesture:pinch
  @platform=ios tab:Home=Home > A tab:Orders=Orders > B +3s tab:Home=Home +3s tab:Orders=Orders tab:Home tab:Home \
  edit:Orders|Home * 2
  """
