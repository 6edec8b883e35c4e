import AppMaps
import NavigationModel
import Testing

/// The rules in the maps of these tests.
let rulesOfMaps = [
  RuleSchema(id: "depth.over-limit", thresholds: ["warning", "error"]),
  RuleSchema(id: "menu.item-undiscovered", thresholds: ["share"]),
  RuleSchema(id: "tabs.over-five", thresholds: []),
]

@Suite struct `Reading an app map` {
  private func read(_ yaml: String) throws -> AppMap {
    try AppMap.read(yaml: yaml, file: "navaudit.yml", rules: rulesOfMaps)
  }

  @Test func `the map of LogsAndExports.md`() throws {
    let map = try read(
      #"""
      app: Bazaar
      tabs: [Home, Search, Orders, Profile, More]     # in order; `more` names the overflow tab
      more: {tab: More, items: [Coupons, Stores, Help]}
      menus:
        menu: {items: [Settings, Wishlist, About], screen: Drawer}
      screens:
        Home/Category: {parent: Home}
      roots: {Home: Home, Search: Search}
      tasks:
        - {name: track an order, start: Home, goal: Orders/Track}
      events:                                          # for logs whose events have names of their own
        - {match: {event: nav_click, params.area: drawer}, event: menu_select, target: params.item}
      screen_names:                                    # ordered rewriting, first match wins
        - {pattern: "^Product/\\d+$", name: Product}
      rules:
        depth.over-limit: {warning: 5, error: 6}
        menu.item-undiscovered: {exempt: [Logout, Imprint]}
      """#)

    var expected = AppMap()
    expected.app = "Bazaar"
    expected.tabs = ["Home", "Search", "Orders", "Profile", "More"]
    expected.more = .init(tab: "More", items: ["Coupons", "Stores", "Help"])
    expected.menus = [.init(name: "menu", items: ["Settings", "Wishlist", "About"], screen: "Drawer")]
    expected.screens = [.init(name: "Home/Category", parent: "Home")]
    expected.roots = [.init(tab: "Home", screen: "Home"), .init(tab: "Search", screen: "Search")]
    expected.tasks = [.init(name: "track an order", start: "Home", goal: "Orders/Track")]
    expected.events = [
      .init(
        conditions: [.init(path: ["event"], text: "nav_click"), .init(path: ["params", "area"], text: "drawer")],
        assignments: [
          .init(field: "event", source: .constant("menu_select")),
          .init(field: "target", source: .path(["params", "item"])),
        ])
    ]
    expected.screenNames = [.init(pattern: #"^Product/\d+$"#, name: "Product")]
    var depth = AppMap.RuleSettings(rule: "depth.over-limit")
    depth.thresholds = ["warning": 5, "error": 6]
    var menu = AppMap.RuleSettings(rule: "menu.item-undiscovered")
    menu.exemptions = [.init(subject: "Logout"), .init(subject: "Imprint")]
    expected.rules = [depth, menu]
    #expect(map == expected)
    #expect(map.rewrite(screen: "Product/17") == "Product")
  }

  @Test(arguments: ["", "\n", "# nothing yet\n", "---\n", "~", "{}", "app:\ntabs:\nmenus: ~\nrules: null\nevents:\n"])
  func `what is empty declares nothing`(yaml: String) throws {
    #expect(try read(yaml) == AppMap())
  }

  @Test func `the short forms`() throws {
    let map = try read(
      """
      tabs: [A, B]
      more: [Help, About]
      menus:
        menu: [Settings, Help]
        account:
        tools: {screen: Drawer}
      screens:
        Lonely:
        Child: {parent: Lonely}
        Other: ~
      """)
    #expect(map.more == .init(tab: nil, items: ["Help", "About"]))
    #expect(
      map.menus == [
        .init(name: "menu", items: ["Settings", "Help"]), .init(name: "account"),
        .init(name: "tools", screen: "Drawer"),
      ])
    #expect(map.screens == [.init(name: "Lonely"), .init(name: "Child", parent: "Lonely"), .init(name: "Other")])
  }

  @Test func `numbers, switches and dates are names as they are written`() throws {
    let map = try read("app: 4.10\ntabs: [1e3, 007, On, no, 2024-01-01, 1_000, 'null', \"a\\tb\"]\n")
    #expect(map.app == "4.10")
    #expect(map.tabs == ["1e3", "007", "On", "no", "2024-01-01", "1_000", "null", "a\tb"])
  }

  @Test func `settings of rules`() throws {
    let map = try read(
      """
      rules:
        tabs.over-five: off
        menu.item-undiscovered:
          share: .05
          off: no
          exempt: [Logout, {subject: Imprint, reason: the law asks for it}, {subject: Off}, No]
        depth.over-limit: {off: true, error: 1e1}
      """)
    #expect(map.rules.map(\.rule) == ["tabs.over-five", "menu.item-undiscovered", "depth.over-limit"])
    #expect(map.rules.map(\.isOff) == [true, false, true])
    #expect(map.rules.map(\.thresholds) == [[:], ["share": 0.05], ["error": 10]])
    #expect(
      map.settings(of: "menu.item-undiscovered")?.exemptions == [
        .init(subject: "Logout"), .init(subject: "Imprint", reason: "the law asks for it"), .init(subject: "Off"),
        .init(subject: "No"),
      ])
  }

  @Test(arguments: [
    ("off", true), ("Off", true), ("false", true), ("no", true), ("'off'", true), ("on", false), ("true", false),
    ("yes", false),
  ])
  func `a rule is switched by one word`(word: String, isOff: Bool) throws {
    #expect(try read("rules: {tabs.over-five: \(word)}").rules.map(\.isOff) == [isOff])
    let inverse = isOff ? "true" : "false"
    #expect(try read("rules: {tabs.over-five: {off: \(inverse)}}").rules.map(\.isOff) == [isOff])
  }

  @Test func `columns are names, paths, lists of names and constants`() throws {
    let map = try read(
      """
      columns:
        user: user_pseudo_id
        time: params.at.micros
        screen: [event.name, "0"]
        event: {constant: screen_view}
        platform: {constant: 4}
        locale: {constant: ''}
        x: 7
      """)
    #expect(
      map.columns == [
        .init(field: "user", source: .path(["user_pseudo_id"])),
        .init(field: "time", source: .path(["params", "at", "micros"])),
        .init(field: "screen", source: .path(["event.name", "0"])),
        .init(field: "event", source: .constant("screen_view")),
        .init(field: "platform", source: .constant("4")),
        .init(field: "locale", source: .constant("")),
        .init(field: "x", source: .path(["7"])),
      ])
  }

  @Test func `all native fields can be columns`() throws {
    let fields = [
      "time", "user", "event", "id", "session", "screen", "target", "container", "via", "outcome", "value", "depth",
      "x", "y",
      "platform", "os_version", "app_version", "device", "width", "locale", "variant",
    ]
    let map = try read("columns:\n" + fields.map { "  \($0): my_\($0)\n" }.joined())
    #expect(map.columns == fields.map { .init(field: $0, source: .path(["my_\($0)"])) })
  }

  @Test(arguments: EventKind.allCases) func `all kinds can be mapped`(kind: EventKind) throws {
    let map = try read("events: [{match: {a: b}, event: \(kind.word)}]")
    #expect(map.events[0].assignments == [.init(field: "event", source: .constant(kind.word))])
  }

  @Test func `event mappings keep their order, and match empty texts and names that contain dots`() throws {
    let map = try read(
      """
      events:
        - match: {[event.name]: tap, area: "", n: 4.0}
          via: {constant: swipe}
          event: back
          screen: [to.screen]
        - {event: push, match: {type: go}}
      """)
    #expect(
      map.events == [
        .init(
          conditions: [
            .init(path: ["event.name"], text: "tap"), .init(path: ["area"], text: ""), .init(path: ["n"], text: "4.0"),
          ],
          assignments: [
            .init(field: "via", source: .constant("swipe")), .init(field: "event", source: .constant("back")),
            .init(field: "screen", source: .path(["to.screen"])),
          ]),
        .init(
          conditions: [.init(path: ["type"], text: "go")],
          assignments: [.init(field: "event", source: .constant("push"))]),
      ])
  }

  @Test func `lists can be shared with YAML aliases`() throws {
    let map = try read("menus:\n  left: &items [A, B]\n  right: {items: *items}\n")
    #expect(map.menus == [.init(name: "left", items: ["A", "B"]), .init(name: "right", items: ["A", "B"])])
  }

  @Test(arguments: [
    "\u{FEFF}app: Bazaar\ntabs: [A]\n", "app: Bazaar\r\ntabs: [A]\r\n", "---\napp: Bazaar\ntabs: [A]\n...\n",
  ])
  func `byte order mark, line ends and document marks do not matter`(yaml: String) throws {
    let map = try read(yaml)
    #expect(map.app == "Bazaar")
    #expect(map.tabs == ["A"])
  }

  @Test func `roots may be given where no tabs are listed, and for the More tab`() throws {
    #expect(try read("roots: {Home: Start}").roots == [.init(tab: "Home", screen: "Start")])
    #expect(try read("tabs: [Home]\nmore: [Help]\nroots: {More: List}").roots == [.init(tab: "More", screen: "List")])
    #expect(try read("tabs: [Home, Etc]\nmore: {tab: Etc}\nroots: {Etc: List}").more?.tab == "Etc")
  }
}
