import Measures
import NavigationStore
import Reporting

/// `sessions.csv`: one row for each session. It may be long, so its rows come straight from the store.
struct SessionsTable {
  /// The dimensions beside platform and version, by which the tables are told apart.
  private let more: [String]

  init(segments: [String] = []) { more = segments.filter { $0 != "platform" && $0 != "app_version" } }

  /// The table without its rows.
  var empty: Table {
    var columns = Self.plain.columns
    columns += more.map { .init($0, .text, "The \($0); empty where it is not known.") }
    return Table(name: Self.plain.name, meaning: Self.plain.meaning, columns: columns, rows: [])
  }

  private static let plain = Table(
    name: "sessions", meaning: "One row for each session.",
    columns: [
      .init("session", .text, "The session: its user and its number."),
      .init("user", .text, "The user's pseudonym."),
      .init("start", .time, "Time of its first event."),
      .init("duration_s", .number, "From its first to its last event, seconds."),
      .init("platform", .text, "The platform; empty where it is not known."),
      .init("app_version", .text, "The version of the app; empty where it is not known."),
      .init("steps", .integer, "Its steps."),
      .init("visits", .integer, "Its forward steps."),
      .init("depth", .integer, "The largest depth of its steps; empty without steps."),
      .init("tab_switches", .integer, "Tab steps into another section."),
      .init("more_items", .integer, "Choices from the More list."),
      .init("menu_opens", .integer, "How often a menu was opened, implied opens included."),
      .init("menu_items", .integer, "Choices from menus."),
      .init("backs", .integer, "Back steps."),
    ],
    rows: [])

  /// Writes the rows as CSV, piece by piece.
  func write(_ store: Store, to write: ([UInt8]) throws -> Void) throws {
    var writer = CSVWriter(columns: empty.columns)
    var waiting = 0
    try store.forEachSession { row in
      writer.append([
        .text(row.session), .text(row.user), .time(row.start), .number(Double(row.end - row.start) / 1e6),
        .text(row.platform ?? ""), .text(row.appVersion ?? ""), .integer(row.steps), .integer(row.visits),
        row.steps > 0 ? .integer(row.depth) : .unknown, .integer(row.tabSwitches), .integer(row.moreItems),
        .integer(row.menuOpens), .integer(row.menuItems), .integer(row.backs),
      ] + more.map { .text(row.dimensions[$0] ?? "") })
      waiting += 1
      if waiting == 10_000 {
        try write(writer.take())
        waiting = 0
      }
    }
    try write(writer.take())
  }
}
