/// The kinds of events that are written, in the order of the table's words.
enum EventWord: Int32, CaseIterable {
  case screenView, tabSelect, tabsShown, tabsEdit, moreOpen, moreSelect, menuOpen, menuSelect, menuClose
  case push, back, toRoot, modalOpen, modalClose, deepLink, gesture, tap, badge, tabBar, rotate, appOpen, appBackground

  /// The name in the log.
  var text: String {
    switch self {
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
    }
  }
}
