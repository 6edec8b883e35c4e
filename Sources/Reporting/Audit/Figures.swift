import Measures
import UsabilityRules

/// The tables of the report: the essentials of the CSV files, in plain language.
struct Figures {
  let contents: ReportContents

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
  static func anchor(for finding: Finding, in contents: ReportContents) -> String? {
    guard let table = Rule.rule(finding.rule)?.table, contents.table(table)?.rows.isEmpty == false else { return nil }
    return anchor(table)
  }

  private func section(_ figure: FigureTable) -> Document.Section? {
    guard let table = contents.table(figure.table), !table.rows.isEmpty else { return nil }
    let rows = TableRows(table)
    let shown = figure.choose(from: rows, atMost: max(Self.rows, figure.limit))
    let labels = SectionLabels(contents)
    let columns = figure.columns.filter { column in shown.contains { column.words($0, rows, labels) != nil } }
    var blocks: [Document.Block] = []
    if let explanation = figure.explanation { blocks.append(.paragraph(explanation)) }
    blocks.append(
      .grid(
        columns: columns.map(\.heading), rows: shown.map { row in columns.map { .text("\($0.words(row, rows, labels) ?? "–")") } },
        extent: .init(
          row: figure.row, total: table.rows.count, order: figure.order, brief: figure.limit, file: table.fileName)))
    return Document.Section(figure.heading, anchor: Self.anchor(figure.table), blocks, isCollapsed: true)
  }

  /// The depth histogram.
  private var depth: Document.Section? {
    guard let table = contents.table("depth"), !table.rows.isEmpty else { return nil }
    let levels = TableRows(table)
    let limits = DepthLimits(contents.scope.map)
    let sessions = levels.indices.reduce(0) { $0 + levels.count($1, .sessions) }
    let most = levels.indices.map { levels.count($0, .sessions) }.max() ?? 0
    let rows = levels.indices.map { row -> [Document.Grid.Cell] in
      func shown(_ column: TypedColumn<Int>) -> Document.Grid.Cell { .text("\(levels[row, column]?.grouped ?? "–")") }
      let count = levels.count(row, .sessions)
      return [
        .text("\(limits.label(levels.count(row, .depth)))"),
        shown(.visits), shown(.sessions),
        .text(sessions > 0 && levels[row, .sessions] != nil ? "\((Double(count) / Double(sessions)).percent)" : ""),
        shown(.users),
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
        columns: [
          .init("Level", .trailing), .init("Visits", .trailing, isMinor: true), .init("Sessions", .trailing),
          .init("Of all sessions", .trailing), .init("Users", .trailing), .init("Sessions, as a bar", isMinor: true),
        ],
        rows: shown),
    ]
    if shown.count < rows.count {
      blocks.append(
        .paragraph(
          "The first \(shown.count) of the \(rows.count.of("level")) that were reached; the deepest is \(levels.count(levels.indices.last ?? 0, .depth).grouped). All are in \(link: table.fileName, to: .file(table.fileName))."
        ))
    }
    return Document.Section("How deep people go", anchor: Self.anchor("depth"), blocks, isCollapsed: true)
  }

  private static let depths = 15
}

extension Figures {
  /// The measures of the log, in plain language.
  var summary: Document.Section? {
    guard let table = contents.table("summary") else { return nil }
    let summary = TableRows(table)
    let rows = Figure.all.compactMap { figure in
      isOfUse(figure) ? summary.first(.metric, figure.name).map { (figure: figure, row: $0) } : nil
    }
    let shown = rows.filter { summary[$0.row, .value] != nil }
    let hidden = rows.count - shown.count
    var blocks: [Document.Block] = [
      .grid(
        columns: [
          .init("Measure"), .init("Value", .trailing), .init("95% interval", .trailing), .init("Out of", .trailing, isMinor: true),
          .init("Meaning", isMinor: true),
        ],
        rows: shown.map { Self.cells($0.figure, $0.row, of: summary) })
    ]
    if hidden > 0 {
      blocks.append(
        .paragraph(
          contents.scope.structureKnown
            ? "\(hidden.of("measure")) had nothing to measure\(contents.hidden.map { ", or fewer than \($0.least) users," } ?? "") and \(hidden == 1 ? "is" : "are") left out."
            : """
            \(hidden.of("measure")) that need\(hidden == 1 ? "s" : "") the structure of the app \(hidden == 1 ? "is" : "are") not \
            known and left out.
            """
        ))
    }
    return Document.Section("In short", anchor: "table-summary", blocks, isCollapsed: true)
  }

  /// Figures of a More list or a menu are shown only if there is one.
  private func isOfUse(_ figure: Figure) -> Bool {
    switch figure.control {
    case nil: true
    case .moreList: contents.table("more")?.rows.isEmpty == false || contents.measures.moreList.opens > 0
    case .menu: contents.table("menus")?.rows.isEmpty == false
    }
  }

  private static func cells(_ figure: Figure, _ row: Int, of summary: TableRows) -> [Document.Grid.Cell] {
    let of: Document.Text = if let n = summary[row, .n], !figure.rows.isEmpty { "\(n.of(figure.rows))" } else { "" }
    let interval: Document.Text =
      if let low = summary[row, .value.low], let high = summary[row, .value.high] {
        "\(low.percentNumber)–\(high.percentNumber)%"
      } else {
        ""
      }
    return [
      .text("\(figure.title)"), .text("\(figure.text(summary[row, .value]))"), .text(interval), .text(of), .text("\(figure.meaning)"),
    ]
  }
}

extension Figures {
  /// The sessions after which an item's discovery is shown.
  private static let milestones = [1, 2, 3, 5, 10]
  private static let items = 40

  /// How soon people find hidden items: a row for each item.
  var discovery: Document.Section? {
    guard let table = contents.table("discovery") else { return nil }
    let curves = DiscoveryCurve.all(TableRows(table))
    guard !curves.isEmpty else { return nil }
    let last = curves.map(\.points.count).max() ?? 1
    let milestones = Self.milestones.filter { $0 <= last }
    let shown = curves.sorted { a, b in a.last.found > b.last.found }.prefix(Figures.rows)
    let rows = shown.map { curve -> [Document.Grid.Cell] in
      [
        .text("\(curve.container.madeVisible(limit: 120))"), .text("\(curve.item.madeVisible(limit: 120))"),
        .text("\(curve.users.grouped)"),
      ]
        + milestones.map { session in
          .text(session <= curve.points.count ? "\(curve.points[session - 1].found.percent)" : "–")
        }
    }
    let blocks: [Document.Block] = [
      .paragraph(
        """
        The share of users who had used an item by the end of their first, second, … session. Kaplan–Meier estimate, which accounts for \
        users with fewer sessions; – if no user is left.
        """
      ),
      .grid(
        columns: [.init("In"), .init("Item"), .init("Users", .trailing, isMinor: true)]
          + milestones.map { .init($0 == 1 ? "1st session" : "By session \($0)", .trailing, isMinor: $0 == 2 || $0 > 5) },
        rows: rows,
        extent: .init(row: "item", total: curves.count, order: .first("found by most people"), brief: Self.items, file: table.fileName)),
    ]
    return Document.Section("How soon people find hidden items", anchor: Self.anchor("discovery"), blocks, isCollapsed: true)
  }
}

/// How soon users find a hidden item: its rows of the table `discovery`.
struct DiscoveryCurve {
  /// The number of a user's session, 1 being the first; the share of users who had used the item by its end, and the bounds of its 95% band, if known.
  typealias Point = (session: Int, found: Double, low: Double?, high: Double?)

  let container: String
  let item: String
  /// The new users.
  let users: Int
  /// One for each session from the first; not empty.
  private(set) var points: [Point]

  var last: Point { points[points.count - 1] }
  /// The session after which this share of the users had found it.
  func session(reaching share: Double) -> Int? { points.first { $0.found >= share - 1e-12 }?.session }

  /// The curve of the first sessions.
  func cut(after session: Int) -> DiscoveryCurve {
    var curve = self
    curve.points = Array(points.prefix(session))
    return curve
  }

  /// The curves of all items, in the order of the table.
  static func all(_ rows: TableRows) -> [DiscoveryCurve] {
    var curves: [DiscoveryCurve] = []
    for row in rows.indices {
      guard let undiscovered = rows[row, .undiscoveredShare] else { continue }
      let point = (
        session: rows.count(row, .sessionNumber), found: 1 - undiscovered, low: rows[row, .undiscoveredShare.high].map { 1 - $0 },
        high: rows[row, .undiscoveredShare.low].map { 1 - $0 }
      )
      if point.session == 1 {
        curves.append(
          .init(container: rows[row, .container], item: rows[row, .item], users: rows.count(row, .atRisk), points: [point]))
      } else if !curves.isEmpty {
        curves[curves.count - 1].points.append(point)
      }
    }
    return curves
  }
}
