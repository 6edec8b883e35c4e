import NavigationModel

/// Event mappings for common event names, used through `presets` in the app map.
package struct EventPreset: Sendable {
  package let name: String
  package let summary: String
  package let mappings: [EventMapping]

  package static let all: [EventPreset] = [.commonNames, .ga4Recommended, .navigationClick, .nativeEvents]

  /// `Tab Tapped`, `tab_selected`, `Menu Opened`, `Back Button Clicked`, …
  static let commonNames = EventPreset(
    name: "common-names",
    summary:
      """
      Events named for what happened: `Tab Tapped`, `tab_selected`, `Menu Opened`, `menu_item_click`, `Back \
      Pressed`, …
      """,
    mappings: [
      named(#"^(bottom[ _-]?(nav|tab|bar)|tab([ _-]?(bar|item))?)[ _-]?\#(touched)$"#, .tabSelect, target: labels),
      named(
        #"^(menu|drawer|side[ _-]?menu|hamburger)[ _-]?(item|option|entry)[ _-]?\#(touched)$"#, .menuSelect,
        target: labels),
      // `menu_select` is a choice from a menu.
      named(
        #"^(menu|drawer|side[ _-]?menu|hamburger)([ _-]?(menu|button|icon))?[ _-]?(open(ed)?|tap(ped)?|click(ed)?|press(ed)?|touch(ed)?)$"#,
        .menuOpen),
      named(#"^(menu|drawer|side[ _-]?menu|hamburger)[ _-]?(closed?|dismiss(ed)?)$"#, .menuClose),
      named(#"^more([ _-]?(tab|list|menu))?[ _-]?(open(ed)?|\#(touched))$"#, .moreOpen),
      named(#"^more[ _-]?(item|option|entry)[ _-]?\#(touched)$"#, .moreSelect, target: labels),
      named(#"^((nav(igate|igation)?[ _-]?)?back|go[ _-]?back)([ _-]?button)?([ _-]?\#(touched))?$"#, .back),
    ])

  /// `select_content` of GA4's recommended events.
  static let ga4Recommended = EventPreset(
    name: "ga4-recommended",
    summary:
      """
      `select_content` of GA4's recommended events, by its `content_type`: a tab, a menu item, an item of the More \
      list.
      """,
    mappings: [
      content(["tab", "tab_bar", "tabbar", "bottom_nav", "bottom_navigation", "navigation_tab"], .tabSelect),
      content(["menu", "menu_item", "drawer", "drawer_item", "side_menu", "hamburger"], .menuSelect),
      content(["more", "more_item", "more_list"], .moreSelect),
    ])

  /// `navigation_click`, with its location in the properties.
  static let navigationClick = EventPreset(
    name: "navigation-click",
    summary:
      """
      `navigation_click`, `nav_click`, `navigation_tap` and the like, with the place of the touch in `area`, `type`, \
      `location` or `component`.
      """,
    mappings: [
      area(
        ["tab", "tabs", "tab_bar", "tabbar", "bottom", "bottom_bar", "bottom_nav", "bottom_navigation"], .tabSelect,
        target: labels),
      area(["menu", "drawer", "side_menu", "sidebar", "hamburger"], .menuSelect, target: labels),
      area(["more", "more_list", "overflow"], .moreSelect, target: labels),
      area(["back", "back_button"], .back, target: nil),
    ].flatMap(\.self))

  /// The navigation log's events, sent through an analytics product.
  static let nativeEvents = EventPreset(
    name: "native-events",
    summary:
      "The navigation log's own events (`tab_select`, `push`, `back`, …) with its own fields as their properties.",
    mappings: EventKind.allCases.filter { $0 != .other && $0 != .screenView }.map { kind in
      EventMapping(
        conditions: [.init(path: ["event"], text: kind.word)],
        assignments: [.init(field: "event", source: .constant(kind.word))]
          + ["screen", "target", "container", "via", "outcome", "value", "depth", "x", "y"].map {
            .init(field: $0, source: .path(["params", $0]))
          })
    })

  private static let touched = "(tap(ped)?|click(ed)?|press(ed)?|select(ed)?|touch(ed)?|switch(ed)?|change[d]?)"

  private static let labels = [
    "tab", "tab_name", "item", "item_name", "item_id", "label", "target", "name", "title", "element", "text",
    "link_text",
  ]

  private static func named(_ pattern: String, _ kind: EventKind, target: [String]? = nil) -> EventMapping {
    EventMapping(
      conditions: [.init(path: ["event"], test: .matches("(?i)" + pattern))],
      assignments: assignments(kind, target: target))
  }

  private static func content(_ types: [String], _ kind: EventKind) -> EventMapping {
    EventMapping(
      conditions: [
        .init(path: ["event"], text: "select_content"), .init(path: ["params", "content_type"], test: .isOneOf(types)),
      ],
      assignments: assignments(kind, target: ["item_name", "item_id", "content_id"]))
  }

  private static func area(_ words: [String], _ kind: EventKind, target: [String]?) -> [EventMapping] {
    ["area", "type", "location", "component", "nav_type", "menu"].map { property in
      EventMapping(
        conditions: [
          .init(path: ["event"], test: .matches("(?i)^nav(igation)?[ _-]?(tap|click|select)(ed)?$")),
          .init(path: ["params", property], test: .matches("(?i)^(" + words.joined(separator: "|") + ")$")),
        ],
        assignments: assignments(kind, target: target))
    }
  }

  private static func assignments(_ kind: EventKind, target: [String]?) -> [FieldSource.Assignment] {
    let event = FieldSource.Assignment(field: "event", source: .constant(kind.word))
    return target.map { [event, .init(field: "target", source: .firstOf($0.map { ["params", $0] }))] } ?? [event]
  }
}
