import Measures

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
        Document.Grid(
          columns: [.init("In"), .init("Item"), .init("Users", .trailing, isMinor: true)]
            + milestones.map { .init($0 == 1 ? "1st session" : "By session \($0)", .trailing, isMinor: $0 == 2 || $0 > 5) },
          rows: rows,
          extent: .init(row: "item", total: curves.count, order: .first("found by most people"), brief: Self.items, file: table.fileName))),
    ]
    return Document.Section("How soon people find hidden items", anchor: Self.anchor("discovery"), blocks, isFolded: true)
  }
}
