import Measures
import UsabilityRules

/// The tables of the report: the essentials of the CSV files, in plain language.
struct Figures {
  let contents: AuditContents

  /// The most rows of a table in any report.
  static let rows = 100

  static func anchor(_ table: String) -> String { "table-" + table.replacing("_", with: "-") }

  var section: Document.Section? {
    guard contents.measures.totals.users > 0 else { return nil }
    let inner = [summary, depth] + FigureTable.all(contents.calendar).map { section($0) } + [discovery]
    let sections = inner.compactMap(\.self)
    return sections.isEmpty ? nil : Document.Section("The figures", anchor: "figures", sections: sections)
  }

  /// The table with the numbers of a finding.
  static func anchor(for finding: Finding, in contents: AuditContents) -> String? {
    guard let table = finding.table, contents.table(table)?.rows.isEmpty == false else { return nil }
    return anchor(table)
  }

  private func section(_ figure: FigureTable) -> Document.Section? {
    guard let table = contents.table(figure.table), !table.rows.isEmpty else { return nil }
    let rows = TableRows(table)
    let shown = figure.choose(from: rows, atMost: max(Self.rows, figure.limit))
    let columns = figure.columns.filter { $0.says(anything: shown, of: rows) }
    let labels = SectionLabels(contents)
    var blocks: [Document.Block] = []
    if let explanation = figure.explanation { blocks.append(.paragraph(explanation)) }
    blocks.append(
      .grid(
        Document.Grid(
          columns: columns.map(\.heading), rows: shown.map { row in columns.map { $0.cell(row, of: rows, labels) } },
          extent: .init(
            row: figure.row, total: table.rows.count, order: figure.order, brief: figure.limit, file: table.fileName))))
    return Document.Section(figure.heading, anchor: Self.anchor(figure.table), blocks, isFolded: true)
  }

  /// The depth histogram.
  private var depth: Document.Section? {
    guard let table = contents.table("depth"), !table.rows.isEmpty else { return nil }
    let levels = TableRows(table)
    let limits = DepthLimits(contents.scope.map)
    let sessions = levels.indices.reduce(0) { $0 + levels.integer($1, "sessions") }
    let most = levels.indices.map { levels.integer($0, "sessions") }.max() ?? 0
    let rows = levels.indices.map { row -> [Document.Grid.Cell] in
      func shown(_ column: String) -> Document.Grid.Cell {
        .text(levels.cell(row, column) == .unknown ? "–" : "\(levels.integer(row, column).grouped)")
      }
      let count = levels.integer(row, "sessions")
      let level = levels.integer(row, "depth")
      return [
        .text("\(limits.label(level))"),
        shown("visits"), shown("sessions"),
        .text(sessions > 0 && levels.cell(row, "sessions") != .unknown ? "\((Double(count) / Double(sessions)).percent)" : ""),
        shown("users"),
        .bar(most > 0 ? Double(count) / Double(most) : 0),
      ]
    }
    let shown = Array(rows.prefix(Self.depths))
    var blocks: [Document.Block] = [
      .paragraph(
        """
        The root of a tab is level 1, and every level down adds one. Sessions and users are counted at the deepest level they reached. \
        Deeper than level \(limits.warning) is a warning, deeper than level \(limits.error) an error (\(code: "depth.over-limit")).
        """
      ),
      .grid(
        Document.Grid(
          columns: [
            .init("Level", .trailing), .init("Visits", .trailing, isMinor: true), .init("Sessions", .trailing),
            .init("Of all sessions", .trailing), .init("Users", .trailing), .init("Sessions, as a bar", isMinor: true),
          ],
          rows: shown)),
    ]
    if shown.count < rows.count {
      blocks.append(
        .paragraph(
          "The first \(shown.count) of the \(rows.count.of("level")) that were reached; the deepest is \(levels.integer(levels.indices.last ?? 0, "depth").grouped). All are in \(link: table.fileName, to: .file(table.fileName))."
        ))
    }
    return Document.Section("How deep people go", anchor: Self.anchor("depth"), blocks, isFolded: true)
  }

  private static let depths = 15
}
