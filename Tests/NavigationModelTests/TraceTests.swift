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

  @Test(arguments: Case.all("traces") { $0.hasPrefix("Each token") })
  func `each token is an event`(token: Case) throws {
    #expect(try [words(token.input)] == token.expected)
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

  @Test(arguments: Case.all("traces") { $0.hasPrefix("Each error") })
  func `each error says where it is and what is expected`(wrong: Case) {
    let error = #expect(throws: TraceError.self) { try Trace(parsing: wrong.input) }
    #expect(error.map { [$0.description] } == wrong.expected)
  }

  @Test func `Any mixture of quality is read or refused, and what is read is in order`() throws {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "Home", ">", "<", ":", "=", "@", "!", "{", "}", "|", "(", ")", "x", "3", "*", "&", "+", "2s", "\"", "\\", "#",
      "\n",
      " ", " ", " ", "tab", "menu", "menu/", "more", "modal", "tap", "link", "id", "platform", ",", "-", ".", "é",
      "+9999h",
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

  @Test func `Times stop growing`() throws {
    let events = try only("( +1000000h A ) x 1000")
    #expect(events.last?.time == Trace.end)
  }
}
