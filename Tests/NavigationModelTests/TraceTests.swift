import NavigationModel
import Testing

@testable import TestSupport

/// The trace notation: the meaning of each token, and its errors.
@Suite struct TraceTests {
  let names = NameTable()
  let segments = SegmentTable()

  /// The events of the only user of a text.
  func only(_ text: String) throws -> [Event] {
    let users = try Trace.events(text, names: names, segments: segments)
    try #require(users.count == 1)
    return users[0]
  }

  /// The event of a text with one event, as words: `push screen=Product depth=3`.
  func words(_ text: String) throws -> String {
    let events = try only(text)
    try #require(events.count == 1)
    let event = events[0]
    var words = [event.kind.word]
    for (field, name) in [
      ("screen", event.screen), ("target", event.target), ("container", event.container), ("value", event.value),
    ] where name.isKnown { words.append("\(field)=\(names.text(name))") }
    if event.via != .unknown { words.append("via=\(event.via)") }
    if event.outcome != .ok { words.append("outcome=\(event.outcome)") }
    if event.depth > 0 { words.append("depth=\(event.depth)") }
    if !event.x.isNaN { words.append("x=\(event.x)") }
    if !event.y.isNaN { words.append("y=\(event.y)") }
    return words.joined(separator: " ")
  }

  /// Seconds from the start of each event.
  func seconds(_ events: [Event]) -> [Double] { events.map { Double($0.time - Trace.start) / 1_000_000 } }

  @Test(arguments: [
    ("Home", "screen_view screen=Home"),
    ("Home/Category", "screen_view screen=Home/Category"),
    ("Übersicht", "screen_view screen=Übersicht"),
    ("?", "screen_view screen=?"),
    (#""My orders""#, "screen_view screen=My orders"),
    (#""a \" b \\ c""#, #"screen_view screen=a " b \ c"#),
    (#""tab""#, "screen_view screen=tab"),
    (#""""#, "screen_view"),
    ("Home@2", "screen_view screen=Home depth=2"),
    ("> Product", "push screen=Product"),
    (">Product@100", "push screen=Product depth=100"),
    (#"> "Product page""#, "push screen=Product page"),
    ("<", "back"),
    ("<:Home", "back screen=Home"),
    ("<{via=swipe}", "back via=swipe"),
    ("^", "to_root"),
    ("tab:Orders", "tab_select target=Orders"),
    ("tab:Orders=List@1", "tab_select screen=List target=Orders depth=1"),
    ("tab:Orders!", "tab_select target=Orders outcome=blocked"),
    ("more", "more_open"),
    ("more=List", "more_open screen=List"),
    ("more:Coupons", "more_select target=Coupons"),
    ("more:Coupons=Offers", "more_select screen=Offers target=Coupons"),
    ("menu", "menu_open"),
    ("menu/side", "menu_open container=side"),
    ("menu:Settings", "menu_select target=Settings"),
    ("menu/side:Settings=Prefs", "menu_select screen=Prefs target=Settings container=side"),
    ("menu!", "menu_close"),
    ("menu/side!{via=outside}", "menu_close container=side via=outside"),
    (#""menu/side""#, "screen_view screen=menu/side"),
    ("modal:Sheet", "modal_open screen=Sheet"),
    ("modal", "modal_open"),
    ("modal!", "modal_close"),
    ("link:Offer{via=url}", "deep_link screen=Offer via=url"),
    ("link", "deep_link"),
    ("gesture:swipe", "gesture target=swipe"),
    ("gesture:swipe!{screen=Home}", "gesture screen=Home target=swipe outcome=failed"),
    ("tap:Buy", "tap target=Buy"),
    ("tap:Buy!dead{x=10, y=-20.5}", "tap target=Buy outcome=dead x=10.0 y=-20.5"),
    ("tap!missed", "tap outcome=missed"),
    ("badge:Orders=3", "badge target=Orders value=3"),
    ("badge:Orders=", "badge target=Orders"),
    (#"tabs:Home|"My orders"|More"#, "tabs_shown value=Home|My orders|More"),
    ("edit:B|A", "tabs_edit value=B|A"),
    ("bar:hidden", "tab_bar outcome=hidden"),
    ("bar:shown", "tab_bar outcome=shown"),
    ("rotate:landscape", "rotate target=landscape"),
    ("rotate:landscape!", "rotate target=landscape outcome=refused"),
    ("cold", "app_open via=cold"),
    ("background", "app_background"),
    ("event:app_open{via=warm}", "app_open via=warm"),
    ("event:push{target=Product,depth=4}", "push target=Product depth=4"),
    (">{target=Product}", "push target=Product"),
  ])
  func `Each token is an event`(text: String, expected: String) throws {
    #expect(try words(text) == expected)
  }

  @Test func `A line is a session with ten seconds between its events`() throws {
    let events = try only("Home > Product > Reviews < < tab:Orders")
    #expect(events.map(\.kind) == [.screenView, .push, .push, .back, .back, .tabSelect])
    #expect(seconds(events) == [0, 10, 20, 30, 40, 50])
    #expect(events.allSatisfy { $0.user == 0 && $0.id == 0 && $0.session == 0 && $0.segment == .none })
  }

  @Test func `A wait counts for the next event only`() throws {
    #expect(seconds(try only("Home +2s A +300ms B C +5min D +1h E")) == [0, 2, 2.3, 12.3, 312.3, 3912.3])
    #expect(seconds(try only("+0s Home +0ms A")) == [0, 0])
  }

  @Test func `A push may wait for its screen`() throws {
    let events = try only("> +1s Product")
    #expect(events.map(\.kind) == [.push, .screenView])
    #expect(events[0].screen == .unknown)
    #expect(seconds(events) == [0, 1])
  }

  @Test func `An ampersand begins a further session of the same user an hour later`() throws {
    #expect(seconds(try only("Home > A & Home")) == [0, 10, 3610])
    #expect(seconds(try only("Home > A\n& Home\n\n# and again\n& Home")) == [0, 10, 3610, 7210])
    #expect(seconds(try only("Home & +24h Home")) == [0, 86_400])
    #expect(seconds(try only("( Home & ) x 2")) == [0, 3600], "an ampersand at the end adds nothing")
  }

  @Test func `Each line is another user, and a number at its end stands for many`() throws {
    let users = try Trace.events("Home * 3\nHome > A *2\n& Home", names: names, segments: segments, firstUser: 10)
    #expect(users.map { $0.map(\.user) } == [[10], [11], [12], [13, 13, 13], [14, 14, 14]])
    #expect(users[3].map(\.time) == users[4].map(\.time))
  }

  @Test func `Groups repeat, also in each other`() throws {
    let events = try only("( A (B) x 2 ) x 2")
    #expect(events.map { names.text($0.screen) } == ["A", "B", "B", "A", "B", "B"])
  }

  @Test func `Dimensions hold from where they stand to the end of the user`() throws {
    let users = try Trace.events(
      "A @platform=ios B @app_version=4.1.0 C\n& D @platform= E\nF", names: names, segments: segments)
    let all = segments.snapshot()
    let texts = users.map {
      $0.map { event in
        let segment = all[Int(event.segment.rawValue)]
        return names.text(segment.platform) + " " + names.text(segment.appVersion)
      }
    }
    #expect(texts == [[" ", "ios ", "ios 4.1.0", "ios 4.1.0", " 4.1.0"], [" "]])
  }

  @Test func `Session ids end with the session`() throws {
    let events = try only("@session=s1 A @session=s2 B{id=7} C{session=s1} & D")
    #expect(events[0].session != 0 && events[1].session != 0)
    #expect(events[0].session == events[2].session)
    #expect(events[0].session != events[1].session)
    #expect(events[3].session == 0)
    #expect(events.map { $0.id != 0 } == [false, true, false, false])
  }

  @Test func `Blank lines and comments say nothing`() throws {
    #expect(try Trace.events("", names: names, segments: segments).isEmpty)
    #expect(try Trace.events("\n  \r\n# Home\n", names: names, segments: segments).isEmpty)
    #expect(try only("  Home # > A\r\n").count == 1)
  }

  @Test(arguments: [
    ("Home >", "line 1, column 7: expected the screen pushed, or a wait, after `>`, found the end of the line"),
    ("Home\nHome > <", "line 2, column 8: expected the screen pushed, or a wait, after `>`, found `<`"),
    ("tab", "line 1, column 4: expected `:` and the tab, found the end of the line"),
    ("tab: Orders", "line 1, column 5: expected the tab, found a space"),
    ("tap:Buy!gone", "line 1, column 9: expected one of `dead`, `missed`, found `gone`"),
    ("badge:Orders", "line 1, column 13: expected `=` and the badge's value, found the end of the line"),
    ("bar:up", "line 1, column 5: expected one of `hidden`, `shown`, found `up`"),
    ("page:Home", "line 1, column 1: expected a word of the notation before `:`, or quotes around a screen, found `page`"),
    ("Home!", "line 1, column 5: expected a space, found `!`"),
    ("Home@0", "line 1, column 6: expected the depth, 1…100, found `0`"),
    ("Home@101", "line 1, column 6: expected the depth, 1…100, found `101`"),
    ("Home@x", "line 1, column 6: expected the depth, 1…100, found `x`"),
    ("\"Home", "line 1, column 6: expected `\"` at the end of the name that begins in column 1, found the end of the line"),
    ("+2 Home", "line 1, column 3: expected `ms`, `s`, `min` or `h`, found a space"),
    ("+2d Home", "line 1, column 3: expected `ms`, `s`, `min` or `h`, found `d`"),
    ("+s Home", "line 1, column 2: expected how long to wait, 0…1000000, found `s`"),
    ("( Home", "line 1, column 7: expected `)` for the `(` in column 1, found the end of the line"),
    ("( Home ) 3", "line 1, column 10: expected `x` and how many times, after `)`, found `3`"),
    ("( Home ) x 0", "line 1, column 12: expected how many times, 1…1000000, found `0`"),
    ("Home ) x 3", "line 1, column 6: expected an event or the end of the line, found `)`"),
    ("Home * 0", "line 1, column 8: expected the number of users, 1…1000000, found `0`"),
    ("Home * 2 A", "line 1, column 10: expected the end of the line after the number of users, found `A`"),
    ("& Home", "line 1, column 1: expected a first session before `&`, found `&`"),
    ("Home\n& Home * 2", "line 2, column 1: expected the number of users only where their first session is, found `&`"),
    (
      "@color=red",
      "line 1, column 2: expected one of `session`, `platform`, `os_version`, `app_version`, `device`, `width`, `locale`, `variant`, found `color`"
    ),
    ("@platform", "line 1, column 10: expected `=` and the platform, found the end of the line"),
    (
      "<{via=foot}",
      "line 1, column 7: expected one of `unknown`, `button`, `swipe`, `system`, `outside`, `back`, `timeout`, `push`, `url`, `widget`, `cold`, `warm`, `first`, found `foot`"
    ),
    (
      "<{how=foot}",
      "line 1, column 3: expected one of `screen`, `target`, `container`, `value`, `id`, `session`, `via`, `outcome`, `depth`, `x`, `y`, found `how`"
    ),
    ("tap{x=left}", "line 1, column 7: expected a number of points, found `l`"),
    ("tap{x=1", "line 1, column 8: expected `,` or `}`, found the end of the line"),
    ("(( A ) x 1000000 ) x 1000000", "line 1, column 1: expected at most 2000000 events in all, found more"),
    ("((( ) x 1000000 ) x 1000000) x 1000000", "line 1, column 1: expected at most 2000000 events in all, found more"),
    ("A B C * 1000000", "line 1, column 1: expected at most 2000000 events in all, found more"),
  ])
  func `Each error says where it is and what is expected`(text: String, message: String) {
    let error = #expect(throws: TraceError.self) { try Trace(parsing: text) }
    #expect(error?.description == message)
  }

  @Test func `Any mixture of quality is read or refused, and what is read is in order`() throws {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "Home", ">", "<", ":", "=", "@", "!", "{", "}", "|", "(", ")", "x", "3", "*", "&", "+", "2s", "\"", "\\", "#", "\n",
      " ", " ", " ", "tab", "menu", "menu/", "more", "modal", "tap", "link", "id", "platform", ",", "-", ".", "é", "+9999h",
    ]
    var read = 0
    for _ in 0..<(isThorough ? 20_000 : 2000) {
      let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      guard let trace = try? Trace(parsing: text) else { continue }
      read += 1
      for events in trace.events(names: names, segments: segments) {
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
      }
    }
    #expect(read > 100)
  }

  @Test func `Hundred nested groups are refused, and times stop growing`() throws {
    #expect(throws: TraceError.self) { try Trace(parsing: String(repeating: "(", count: 100)) }
    let events = try only("( +1000000h A ) x 1000")
    #expect(events.last?.time == Trace.end)
  }
}
