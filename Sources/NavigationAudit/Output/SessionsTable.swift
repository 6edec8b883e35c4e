import Measures
import NavigationModel
import NavigationStore
import Reporting

extension Store.SessionFiguresRow {
  /// `sessions.csv`: one row for each session.
  /// - Parameter segments: the dimensions that the tables are broken down by; each becomes a column.
  static func table(segments: [String]) -> TableDefinition<Self> {
    let more = segments.filter { $0 != "platform" && $0 != "app_version" }
    return TableDefinition(
      "sessions", "One row for each session.", order: .given,
      [
        .key("session", "The session: its user and its number.") { $0.session },
        .text("user", "The user's pseudonym.") { $0.user },
        .time("start", "Time of its first event.") { $0.start },
        .measure("duration_s", "From its first to its last event, seconds.", in: .seconds) { Double($0.end - $0.start) / 1e6 },
        .text("platform", "The platform; empty where it is not known.") { $0.platform },
        .text("app_version", "The version of the app; empty where it is not known.") { $0.appVersion },
        .count("steps", "Its steps.") { $0.figures.steps },
        .count("visits", "Its forward steps.") { $0.figures.visits },
        .extreme("depth", "The largest depth of its steps; empty without steps.", in: .levels) { $0.figures.steps > 0 ? $0.figures.depth : nil },
        .count("tab_switches", "Tab steps into another section.") { $0.figures.tabSwitches },
        .count("more_items", "Choices from the More list.") { $0.figures.moreItems },
        .count("menu_opens", "How often a menu was opened, implied opens included.") { $0.figures.menuOpens },
        .count("menu_items", "Choices from menus.") { $0.figures.menuItems },
        .count("backs", "Back steps.") { $0.figures.backs },
      ] + more.map { dimension in .text(.init(dimension), "The \(dimension); empty where it is not known.") { $0.dimensions[dimension] } })
  }
}
