import NavigationModel

extension Section.Kind {
  /// The word in the store.
  var word: String {
    switch self {
    case .none: "none"
    case .tab: "tab"
    case .more: "more"
    case .menuItem: "menu_item"
    case .link: "link"
    }
  }
}
