/// An event before it is a line.
struct LogEntry: Sendable {
  /// The words of the native format.
  enum Kind: String, Sendable {
    case stack, tap, gesture, badge
    case tabSelect = "tab_select"
    case moreOpen = "more_open"
    case menuOpen = "menu_open"
    case menuSelect = "menu_select"
    case menuClose = "menu_close"
    case modalOpen = "modal_open"
    case modalClose = "modal_close"
    case tabsShown = "tabs_shown"
    case tabsEdit = "tabs_edit"
    case taskStart = "task_start"
    case taskEnd = "task_end"
    case appOpen = "app_open"
    case appBackground = "app_background"
  }

  var kind: Kind
  var screen: String?
  var target: String?
  var container: String?
  var via: String?
  var outcome: String?
  var names: [String] = []
  var count: Int?
  var x: Double?
  var y: Double?
}

/// An entry with what makes it a line of a session.
struct LogRecord: Sendable {
  let entry: LogEntry
  /// Microseconds since 1970.
  let time: Int64
  /// The number of the record in this launch, from 1.
  let number: Int
  /// The number of the session in this launch, from 1.
  let session: Int
  /// Whether it is the first of its session, and so says on what the app runs.
  let isFirst: Bool
}
