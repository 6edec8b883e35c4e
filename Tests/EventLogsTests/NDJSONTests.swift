import NavigationModel
import TestSupport
import Testing

@testable import EventLogs

@Suite struct NDJSONTests {
  @Test("every field is read") func everyField() async throws {
    let (events, _, tables) = try await readLog(
      """
      {"time":"2026-03-01T00:00:00Z","user":"u1","event":"tab_select","id":"e1","session":"s1","screen":"Home","target":"Start","container":"side",\
      "via":"swipe","outcome":"blocked","value":"3","depth":2,"x":10.5,"y":20,"platform":"ios","os_version":"18.3","app_version":"4.1.0",\
      "device":"phone","width":"compact","locale":"de_DE","variant":"B"}
      """)
    let event = try #require(events.first)
    let text = { tables.names.text($0) }
    #expect(event.time == 1_772_323_200_000_000)
    #expect(tables.users.text(Name(rawValue: event.user)) == "u1")
    #expect(event.kind == .tabSelect)
    #expect(event.id == "e1".withUTF8Bytes { ByteInterner.hash($0) })
    #expect(event.session == "s1".withUTF8Bytes { ByteInterner.hash($0) })
    #expect([event.screen, event.target, event.container, event.value].map(text) == ["Home", "Start", "side", "3"])
    #expect(event.via == .swipe)
    #expect(event.outcome == .blocked)
    #expect(event.depth == 2)
    #expect(event.x == 10.5 && event.y == 20)
    let segment = tables.segments.snapshot()[Int(event.segment.rawValue)]
    #expect(
      Segment.dimensions.map { text(segment[keyPath: $0.path]) } == [
        "ios", "18.3", "4.1.0", "phone", "compact", "de_DE", "B",
      ])
  }

  @Test("every kind of event has its word; another word is kept as other") func kinds() async throws {
    let words = EventKind.allCases.filter { $0 != .other }.map(\.word) + ["purchase"]
    let (events, _, _) = try await readLog(
      words.map { #"{"time":1,"user":"u","event":"\#($0)"}"# }.joined(separator: "\n"))
    #expect(events.map(\.kind) == EventKind.allCases.filter { $0 != .other } + [.other])
  }

  @Test("a depth is a level from 1 to 100", arguments: [1, 2, 99, 100] as [UInt8]) func levels(depth: UInt8)
    async throws
  {
    #expect(
      try await readLog(#"{"time":1,"user":"u","event":"push","depth":\#(depth)}"#).events.map(\.depth) == [depth])
  }

  @Test("a stack has at most a hundred screens", arguments: [100, 101]) func longStacks(count: Int) async throws {
    let value = repeatElement("\"A\"", count: count).joined(separator: ",")
    let (events, _, _) = try await readLog(#"{"time":1,"user":"u","event":"stack","value":[\#(value)]}"#)
    #expect(events[0].value.isKnown == (count == 100) && events[0].isNavigation == (count == 100))
  }

  @Test("personal data in a stack is masked screen by screen") func maskedStacks() async throws {
    let (events, _, tables) = try await readLog(
      #"{"time":1,"user":"u","event":"stack","value":["Home","anna@example.com"]}"# + "\n"
        + #"{"time":2,"user":"u","event":"push","screen":"anna@example.com"}"#)
    #expect(tables.names.text(events[0].value) == ListText.text(["Home", tables.names.text(events[1].screen)]))
    #expect(!tables.names.text(events[0].value).contains("anna"))
  }

  @Test("a line that is rejected is kept, with its number") func keptRejections() async throws {
    let good = #"{"time":1,"user":"u","event":"push"}"#
    let (_, log, _) = try await readLog("\(good)\nnot json\n\(good)\n", keepsRejected: true)
    #expect(log.tally.rejections.map(\.line) == [2] && log.tally.rejections.map(\.text) == ["not json"])
  }

  @Test("a line that is not UTF-8 is rejected") func notUTF8() async throws {
    var data = Array(#"{"time":1,"user":"u","event":"push","screen":"A"}"#.utf8)
    data.append(0x0A)
    data += Array(#"{"time":1,"user":"u","event":"push","screen":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    let (events, log, _) = try await readLog(.init(data))
    #expect(events.count == 1)
    #expect(log.rejectedByReason == ["not UTF-8": 1])
  }

  @Test("times without an offset are counted") func withoutZone() async throws {
    let (_, log, _) = try await readLog(
      #"{"time":"2026-03-01 00:00:00","user":"u","event":"push"}"# + "\n"
        + #"{"time":"2026-03-01T00:00:00Z","user":"u","event":"push"}"#)
    #expect(log.tally.withoutZone == 1)
  }

  @Test("times without an offset are those of the plan's zone") func zone() async throws {
    var plan = FieldPlan.native
    plan.zone = try #require(CalendarDays(zone: "Europe/Berlin"))
    let lines = ["2026-03-01 01:00:00", "2026-03-01T00:00:00Z", "2026-07-01T02:00:00.25", "2026-07-01T00:00:00.25Z"].map
    {
      #"{"time":"\#($0)","user":"u","event":"push"}"#
    }
    let times = try await readLog(lines.joined(separator: "\n"), plan: plan).events.map(\.time)
    #expect(times[0] == times[1] && times[2] == times[3])
  }

  @Test(
    "the result does not depend on how the log is cut into blocks, nor on the threads", arguments: [1, 2, 3],
    [64, 1000, 1 << 20])
  func blocks(workers: Int, blockSize: Int) async throws {
    let lines = (0..<200).map { #"{"time":\#($0),"user":"u\#($0 % 7)","event":"push","screen":"S\#($0 % 13)"}"# }
    let (events, log, tables) = try await readLog(lines.joined(separator: "\n"), workers: workers, blockSize: blockSize)
    #expect(events.map(\.time) == (0..<200).map { Int64($0) * 1_000_000 })
    #expect(events.map { tables.names.text($0.screen) } == (0..<200).map { "S\($0 % 13)" })
    #expect(log.tally.events == 200)
  }

  @Test(
    "dimensions do not depend on the records before, however records end", .thorough,
    arguments: sampled(Array(0..<4 as Range<UInt64>), thorough: 2))
  func endings(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let required = [#""time":1"#, #""user":"u""#, #""event":"push""#]
    let dimensions = [
      #""platform":"ios""#, #""platform":"android""#, #""platform":null"#, #""platform":true"#, #""app_version":4.10"#,
      #""app_version":"4.1\u0030""#,
      #""locale":"de_DE" "#, #""locale":["de"]"#, #""device":{"a":1}"#, #""device":"}""#, #""width":"compact""#,
      #""variant":"""#, #""os\u005fversion":"18""#,
    ]
    let others = [#""screen":"A""#, #""unknown":[{}]"#, #""target":"platform""#]
    let tails = ["}", " } ", "}x", "},", ""]
    let lines = (0..<300).map { _ -> String in
      var members = required + others.filter { _ in Bool.random(using: &generator) }
      // Many records have the same ending.
      members.append(
        contentsOf: Array(dimensions.shuffled(using: &generator).prefix(Int.random(in: 0...2, using: &generator))))
      if Bool.random(using: &generator) { members.shuffle(using: &generator) }
      let tail = Int.random(in: 0..<12, using: &generator)
      return "{" + members.joined(separator: ",") + (tail < tails.count ? tails[tail] : "}")
    }
    func read(_ text: String) async throws -> [String] {
      let (events, _, tables) = try await readLog(text, workers: 1)
      let segments = tables.segments.snapshot()
      return events.map { event in
        Segment.dimensions.map { tables.names.text(segments[Int(event.segment.rawValue)][keyPath: $0.path]) }.joined(
          separator: "|")
      }
    }
    var alone: [String] = []
    // The first line determines the format.
    let first = "{\(required.joined(separator: ","))}"
    for line in lines { alone += try await read(first + "\n" + line).dropFirst() }
    #expect(try await read(([first] + lines).joined(separator: "\n")).dropFirst() == alone[...])
    #expect(Set(alone).count > 20 && alone.count < lines.count)
  }

  @Test("a log of another kind is refused with the names that it has") func otherKind() async throws {
    await #expect {
      try await readLog(#"{"event_name":"a","ts":1,"nested":{"x":1}}"#)
    } throws: { error in
      "\(error)".hasSuffix(
        """
        log: no field `time`, `user`; the first record has `event_name`, `ts`, `nested`; map the columns under \
        `columns:` in navaudit.yml
        """
      )
    }
    await #expect { try await readLog("Dear diary\nToday I") } throws: { "\($0)".contains("unknown log format") }
  }
}
