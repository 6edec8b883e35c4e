import Measures
import NavigationModel
import TestSupport

/// The tables of a trace, as written, row by row.
struct TraceTables {
  let measures: Measures
  let scope: MeasureScope

  /// - Parameters:
  ///   - parts: the number of parts among which the users are distributed; their measures are merged.
  ///   - order: the order in which the parts are merged.
  init(_ trace: String, map: AppMap = AppMap(), parts: Int = 1, order: [Int]? = nil, names: NameTable = NameTable()) throws {
    var measured = try Self.parts(trace, map: map, parts: parts, names: names)
    let order = order ?? Array(measured.indices)
    var all = measured[order[0]]
    for part in order.dropFirst() { all.merge(measured[part]) }
    measured = []
    self.init(all, map: map, names: names)
  }

  init(_ measures: Measures, map: AppMap = AppMap(), names: NameTable) {
    self.measures = measures
    measures.tabSets.internTabs(names)
    let declared = DeclaredNames(map, names: names)
    scope = MeasureScope(measures: measures, names: names.snapshot(), map: map, declared: declared, intake: Intake())
  }

  /// The measures of the users in each part, finished.
  static func parts(_ trace: String, map: AppMap = AppMap(), span: SessionSpan? = nil, parts: Int, names: NameTable) throws -> [Measures] {
    let segments = SegmentTable()
    let users = try Trace.events(trace, names: names, segments: segments)
    var stack = NavigationStack(map: NavigationMap(map, names: names))
    let allSegments = segments.snapshot()
    var builder = SessionBuilder()
    var path = Reconstruction()
    var measured = [Measures](repeating: Measures(DeclaredNames(map, names: names), span: span), count: parts)
    for (user, events) in users.enumerated() {
      var events = events
      for (index, range) in builder.build(&events).0.enumerated() {
        var segment = Segment()
        for event in events[range] { segment.fill(from: allSegments[Int(event.segment.rawValue)]) }
        let session = Session(
          user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user) + 1), number: index + 1, start: events[range].first?.time ?? 0,
          end: events[range].last?.time ?? 0, events: range.count, segment: segment)
        events[range].withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        measured[user % parts].observe(session, path)
      }
    }
    for part in measured.indices { measured[part].finish() }
    return measured
  }

  /// The rows of a table, with cells separated by spaces, and `-` for empty ones.
  subscript(name: String) -> [String] {
    table(name).rows.map { row in row.map { $0.text.isEmpty ? "-" : $0.text }.joined(separator: " ") }
  }

  /// The cells of some columns.
  subscript(name: String, columns: String...) -> [String] {
    let rows = TableRows(table(name))
    return rows.indices.map { row in columns.map { rows.text(row, $0).isEmpty ? "-" : rows.text(row, $0) }.joined(separator: " ") }
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
    return rows.first("metric", metric).map { row in columns.map { rows.text(row, $0) } }
  }

  func table(_ name: String) -> Table {
    measures.tables(scope).first { $0.name == name } ?? Table(name: "none", meaning: "", columns: [])
  }

  /// All tables as one text.
  var text: String {
    measures.tables(scope).map { table in table.name + "\n" + self[table.name].joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

/// A log with a bit of everything: several users, sessions, parts, platforms, days.
let variedTrace = """
  @platform=ios @app_version=1 tab:Home=Home > Product > +2s Reviews < < tab:Orders=Orders menu:Settings=Settings menu menu! & Home +2s < more=More more:Coupons
  @platform=android tab:Home=Home modal:Sheet +1s modal! tab:Orders=Orders tab:Home=Home tab:Orders! tabs:Home|Orders|Help badge:Orders=3 * 3
  @platform=ios @app_version=2 tab:Orders=Orders > A@4 > B > C > D gesture:swipe < gesture:swipe! cold link:Offer > Product < <
  A B A C D A & & menu +3s menu:About=About menu:Settings more more:Help more:Coupons=Offers * 2
  @platform=web gesture:pinch
  @platform=ios tab:Home=Home > A tab:Orders=Orders > B +3s tab:Home=Home +3s tab:Orders=Orders tab:Home tab:Home edit:Orders|Home * 2
  """
