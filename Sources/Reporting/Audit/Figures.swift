import Measures
import UsabilityRules

// The tables of the report: the essentials of the CSV files, in plain language.

private let mostRows = 100

private func anchor(_ table: String) -> String { "table-" + table.replacing("_", with: "-") }

extension ReportContents {
  var figuresSection: Document.Section? {
    guard measures.totals.users > 0 else { return nil }
    let inner = [summary, depth] + FigureTable.all(calendar).map { section($0) } + [discovery]
    let sections = inner.compactMap(\.self)
    return sections.isEmpty ? nil : Document.Section("Tables", anchor: "figures", sections: sections, isCollapsed: true)
  }

  /// The More tab, which is not selected: it opens the list. So does a tab that opens a menu.
  var openers: Set<String> { Set([scope.map.more?.tab ?? "More"] + texts(.menu, of: "menus")) }

  /// The table with the numbers of a finding.
  func tableAnchor(for finding: Finding) -> String? {
    guard let name = Rule.rule(finding.rule)?.table, table(name)?.rows.isEmpty == false else { return nil }
    return anchor(name)
  }

  private func section(_ figure: FigureTable) -> Document.Section? {
    guard let table = table(figure.table), !table.rows.isEmpty else { return nil }
    let rows = TableRows(table)
    let shown = figure.choose(from: rows, atMost: max(mostRows, figure.limit)).filter { row in
      !figure.leavesOutOpeners || !openers.contains(rows[row, .tab]) || rows.count(row, .users) > 0
    }
    let labels = SectionLabels(self)
    // A column that says nothing of any row is left out, and a table of nothing else.
    let columns = figure.columns.filter { column in
      shown.contains { row in column.words(row, rows, labels).map { $0 != "0" } ?? false }
    }
    guard columns.contains(where: { $0.heading.alignment == .trailing }) else { return nil }
    var blocks: [Document.Block] = []
    if let explanation = figure.explanation { blocks.append(.paragraph(explanation)) }
    blocks.append(
      .grid(
        columns: columns.map(\.heading),
        rows: shown.map { row in columns.map { .text("\($0.words(row, rows, labels) ?? "–")") } },
        extent: .init(
          row: figure.row, total: table.rows.count, order: figure.order, endsWithFirst: figure.highest.isEmpty,
          brief: figure.limit,
          file: table.fileName)))
    return Document.Section(figure.heading, anchor: anchor(figure.table), blocks, isCollapsed: true)
  }

  private var depth: Document.Section? {
    guard let table = table("depth"), !table.rows.isEmpty else { return nil }
    let levels = TableRows(table)
    let limits = DepthLimits(scope.map)
    let sessions = levels.indices.reduce(0) { $0 + levels.count($1, .sessions) }
    let most = levels.indices.map { levels.count($0, .sessions) }.max() ?? 0
    // Someone may open a hundred thousand screens one above the other.
    let shown = levels.indices.prefix(15).map { row -> [Document.Grid.Cell] in
      func shown(_ column: TypedColumn<Int>) -> Document.Grid.Cell { .text("\(levels[row, column]?.grouped ?? "–")") }
      let count = levels.count(row, .sessions)
      let share: Document.Text =
        sessions > 0 && levels[row, .sessions] != nil ? "\((Double(count) / Double(sessions)).percent)" : ""
      return [
        .text("\(limits.label(levels.count(row, .depth)))"), shown(.visits), shown(.sessions), .text(share),
        shown(.users),
        .bar(most > 0 ? Double(count) / Double(most) : 0),
      ]
    }
    var blocks: [Document.Block] = [
      """
      The root of a tab is level 1, and every level down adds one. Sessions and users are counted at the deepest level \
      they reached. \
      Deeper than level \(limits.warning) is a warning, deeper than level \(limits.error) an error \
      (\(code: "depth.over-limit")).
      """,
      .grid(
        columns: [
          .init("Level", .trailing), .init("Visits", .trailing, isMinor: true), .init("Sessions", .trailing),
          .init("Of all sessions", .trailing), .init("Users", .trailing), .init("Sessions, as a bar", isMinor: true),
        ],
        rows: shown),
    ]
    if shown.count < levels.indices.count {
      blocks.append(
        """
        The first \(shown.count) of the \(levels.indices.count.of("level")) that were reached; the deepest is \
        \(levels.count(levels.indices.last ?? 0, .depth).grouped). All are in \
        \(link: table.fileName, to: .file(table.fileName)).
        """
      )
    }
    return Document.Section("How deep people go", anchor: anchor("depth"), blocks, isCollapsed: true)
  }

  /// The measures of the log, in plain language.
  private var summary: Document.Section? {
    guard let table = table("summary") else { return nil }
    let summary = TableRows(table)
    let rows = Figure.all.compactMap { figure in
      isOfUse(figure) ? summary.first(.metric, figure.name).map { (figure: figure, row: $0) } : nil
    }
    let shown = rows.filter { summary[$0.row, .value] != nil }
    let missing = rows.count - shown.count
    var blocks: [Document.Block] = [
      .grid(
        columns: [
          .init("Measure"), .init("Value", .trailing), .init("95% interval", .trailing),
          .init("Out of", .trailing, isMinor: true),
          .init("Meaning", isMinor: true),
        ],
        rows: shown.map { Self.cells($0.figure, $0.row, of: summary) })
    ]
    if missing > 0 {
      blocks.append(
        scope.structureKnown
          ? """
          \(missing.of("measure")) had nothing to measure and \(missing == 1 ? "is" : "are") left out.
          """
          : """
          \(missing.of("measure")) that need\(missing == 1 ? "s" : "") the structure of the app \
          \(missing == 1 ? "is" : "are") not known and left out.
          """
      )
    }
    return Document.Section("In short", anchor: "table-summary", blocks, isCollapsed: true)
  }

  /// Figures of a More list or a menu are shown only if there is one.
  private func isOfUse(_ figure: Figure) -> Bool {
    switch figure.control {
    case nil: true
    case .moreList: table("more")?.rows.isEmpty == false || measures.moreList.opens > 0
    case .menu: table("menus")?.rows.isEmpty == false
    }
  }

  private static func cells(_ figure: Figure, _ row: Int, of summary: TableRows) -> [Document.Grid.Cell] {
    let of: Document.Text = if let n = summary[row, .n], !figure.rows.isEmpty { "\(n.of(figure.rows))" } else { "" }
    let interval: Document.Text =
      if let low = summary[row, .value.low], let high = summary[row, .value.high] {
        "\(low.percentNumber)–\(high.percentNumber)%"
      } else { "" }
    return [
      .text("\(figure.title)"), .text("\(figure.text(summary[row, .value]))"), .text(interval), .text(of),
      .text("\(figure.meaning)"),
    ]
  }

  /// How soon people find hidden items: a row for each item.
  private var discovery: Document.Section? {
    guard let table = table("discovery") else { return nil }
    let curves = DiscoveryCurve.all(TableRows(table))
    guard !curves.isEmpty else { return nil }
    let last = curves.map(\.points.count).max() ?? 1
    // The sessions after which an item's discovery is shown.
    let milestones = [1, 2, 3, 5, 10].filter { $0 <= last }
    let shown = curves.sorted { a, b in a.last.found > b.last.found }.prefix(mostRows)
    let rows = shown.map { curve -> [Document.Grid.Cell] in
      let names = [curve.container.madeVisible(limit: 120), curve.item.madeVisible(limit: 120), curve.users.grouped]
      let shares = milestones.map { session in
        session <= curve.points.count ? curve.points[session - 1].found.percent : "–"
      }
      return (names + shares).map { .text(Document.Text($0)) }
    }
    let blocks: [Document.Block] = [
      """
      The share of users who had used an item by the end of their first, second, … session. Kaplan–Meier estimate, \
      which accounts for \
      users with fewer sessions; – if no user is left.
      """,
      .grid(
        columns: [.init("In"), .init("Item"), .init("Users", .trailing, isMinor: true)]
          + milestones.map {
            .init($0 == 1 ? "1st session" : "By session \($0)", .trailing, isMinor: $0 == 2 || $0 > 5)
          },
        rows: rows,
        extent: .init(
          row: "item", total: curves.count, order: "that most people found", brief: 40,
          file: table.fileName)),
    ]
    return Document.Section("How soon people find hidden items", anchor: anchor("discovery"), blocks, isCollapsed: true)
  }
}

/// How soon users find a hidden item: its rows of the table `discovery`.
struct DiscoveryCurve {
  /// The number of a user's session, 1 being the first, and the share of users who had used the item by its end.
  typealias Point = (session: Int, found: Double)

  let container: String
  let item: String
  let users: Int
  /// One for each session from the first; not empty.
  private(set) var points: [Point]

  var last: Point { points[points.count - 1] }

  /// The curves of all items, in the order of the table.
  static func all(_ rows: TableRows) -> [DiscoveryCurve] {
    var curves: [DiscoveryCurve] = []
    for row in rows.indices {
      guard let undiscovered = rows[row, .undiscoveredShare] else { continue }
      let point = (session: rows.count(row, .sessionNumber), found: 1 - undiscovered)
      if point.session == 1 {
        curves.append(
          .init(
            container: rows[row, .container], item: rows[row, .item], users: rows.count(row, .atRisk), points: [point]))
      } else if !curves.isEmpty {
        curves[curves.count - 1].points.append(point)
      }
    }
    return curves
  }
}
