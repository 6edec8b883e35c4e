/// The kinds of events of the navigation log.
///
/// The raw values are part of the store's format: append, never renumber.
public enum EventKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case other = 0
  case screenView, tabSelect, tabsShown, tabsEdit
  case moreOpen, moreSelect
  case menuOpen, menuSelect, menuClose
  case push, back, toRoot, modalOpen, modalClose, deepLink
  case gesture, tap, badge, tabBar, rotate
  case appOpen, appBackground
  case taskStart, taskEnd

  /// The word in the log's `event` field.
  public var word: String {
    switch self {
    case .other: "other"
    case .screenView: "screen_view"
    case .tabSelect: "tab_select"
    case .tabsShown: "tabs_shown"
    case .tabsEdit: "tabs_edit"
    case .moreOpen: "more_open"
    case .moreSelect: "more_select"
    case .menuOpen: "menu_open"
    case .menuSelect: "menu_select"
    case .menuClose: "menu_close"
    case .push: "push"
    case .back: "back"
    case .toRoot: "to_root"
    case .modalOpen: "modal_open"
    case .modalClose: "modal_close"
    case .deepLink: "deep_link"
    case .gesture: "gesture"
    case .tap: "tap"
    case .badge: "badge"
    case .tabBar: "tab_bar"
    case .rotate: "rotate"
    case .appOpen: "app_open"
    case .appBackground: "app_background"
    case .taskStart: "task_start"
    case .taskEnd: "task_end"
    }
  }
}

extension EventKind {
  /// The kind with this word in the log; nil if there is none.
  public init?(word: String) {
    guard let kind = EventKind.allCases.first(where: { $0.word == word }) else { return nil }
    self = kind
  }
}
