import Foundation
import TestSupport
import Testing

@testable import EventLogs

/// The layout of records in a file, and the handling of foreign ones.
@Suite("Shapes and mixtures of exports")
struct ExportShapeTests {
  private func ga4(_ screen: String, second: Int) -> String {
    "{\"event_timestamp\":\"17778900\(second)000000\",\"event_name\":\"screen_view\",\"user_pseudo_id\":\"a\","
      + "\"event_params\":[{\"key\":\"firebase_screen\",\"value\":{\"string_value\":\"\(screen)\"}}]}"
  }

  private let native = "{\"time\":1777890030,\"user\":\"a\",\"event\":\"screen_view\",\"screen\":\"Home\"}"
  private let postHog =
    """
    {\"event\":\"$screen\",\"distinct_id\":\"a\",\"timestamp\":\"2026-05-04T10:20:30Z\",\"properties\":{\"$screen_name\":\"Home\"}}
    """

  @Test func `half and half is not decided`() async {
    let lines = [native, ga4("A", second: 30), postHog, native, postHog, ga4("B", second: 31)]
    await #expect {
      try await DecodedFixture(text: lines.joined(separator: "\n"))
    } throws: { error in
      "\(error)".contains(
        "the first records are in two formats; choose one with --format ga4 or --format posthog or --format ndjson")
    }
  }

  @Test func `an array that is cut off loses its last record`() async throws {
    let whole = "[" + (30..<40).map { ga4("S\($0)", second: $0) }.joined(separator: ",\n") + "]"
    let fixture = try await DecodedFixture(text: String(whole.dropLast(20)))
    #expect(fixture.lines.count == 9)
    #expect(fixture.rejected == ["cut off at the end of the file": 1])
  }

  @Test func `rows of a query get the names of its columns`() async throws {
    let text = """
      {"cache_key": "x", "columns": ["uuid", "event", "timestamp", "distinct_id", "properties", "a \\" b\\\\", \
      "elements_chain"],
       "results": [
        ["p1", "$screen", "2026-05-04T10:20:30Z", "u", "{\\"$screen_name\\":\\"A, [B]\\"}", null, ""],
        ["p2", "$screen", "2026-05-04T10:20:31Z", "u", {"$screen_name": "C", "list": [1, [2]]}, 7, "", "more"],
        ["p3", "$screen"],
        {"uuid": "p4", "event": "$screen", "timestamp": "2026-05-04T10:20:33Z", "distinct_id": "u", "properties": \
        {"$screen_name": "D"}}
       ], "types": [["uuid", "UUID"]], "hasMore": false}
      """
    let fixture = try await DecodedFixture(text: text)
    #expect(fixture.formats == ["posthog"])
    #expect(
      fixture.lines == [
        "10:20:30 u screen_view screen=A, [B] id=1", "10:20:31 u screen_view screen=C id=2",
        "10:20:33 u screen_view screen=D id=3",
      ])
    #expect(fixture.rejected == ["no time": 1])
  }

  @Test func `rows of a query whose columns are not named are counted`() async throws {
    let text = "{\"results\":[" + postHog + ",[\"p1\",\"$screen\"]],\"columns\":[\"uuid\",\"event\"]}"
    let fixture = try await DecodedFixture(text: text)
    #expect(fixture.lines.count == 1)
    #expect(fixture.rejected == ["not a JSON object": 1])
  }

  @Test func `blocks of any size give the same events`() async throws {
    let data = try Data(contentsOf: Fixtures.file("exports/posthog.jsonl"))
    let whole = try await DecodedFixture(data: data).lines
    for size in [700, 1500, 4096] { #expect(try await DecodedFixture(data: data, blockSize: size).lines == whole) }
  }

  static let fixtures = [
    "amplitude.ndjson", "countly-queue.ndjson", "countly.ndjson", "ga4.ndjson", "logcat.txt", "matomo.json",
    "measure.ndjson", "mixpanel.ndjson", "otlp-spans.jsonl", "otlp.jsonl", "posthog.jsonl", "segment.ndjson",
    "snowplow.csv", "snowplow.ndjson", "snowplow.tsv", "splunk.jsonl", "telemetrydeck.ndjson",
  ]

  /// Truncated, changed and shuffled anywhere: unreadable data is rejected or refused, and nothing crashes.
  @Test(arguments: sampled(fixtures)) func `broken in any place`(file: String) async throws {
    let whole = try Data(contentsOf: Fixtures.file("exports/" + file))
    let events = try await DecodedFixture(data: whole).lines.count
    var random = SeededGenerator(seed: 7)
    for round in 0..<40 {
      var data = whole
      switch round % 4 {
      case 0: data = data.prefix(Int.random(in: 0..<data.count, using: &random))
      case 1:
        for _ in 0..<20 {
          data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      case 2:
        for _ in 0..<20 {
          data[Int.random(in: 0..<data.count, using: &random)] =
            Array("{}[]\",:\\;\n".utf8).randomElement(using: &random) ?? 0
        }
      default:
        let start = Int.random(in: 0..<data.count, using: &random)
        data.removeSubrange(start..<min(start + Int.random(in: 1...200, using: &random), data.count))
      }
      do {
        #expect(try await DecodedFixture(data: data).lines.count <= events + 20)
      } catch {
        #expect(error is LogFormatError || error is LogInputError, "\(error)")
      }
    }
  }

  @Test func `a log that an older Firebase exported`() async {
    await #expect {
      try await DecodedFixture(text: "{\"user_dim\":{\"app_info\":{}},\"event_dim\":[{\"name\":\"screen_view\"}]}\n")
    } throws: { "\($0)".contains("a Firebase export from before July 2018 (`event_dim`, `user_dim`); flatten it") }
  }

  @Test func `an interface that refused`() async {
    await #expect {
      try await DecodedFixture(text: "{\"result\":\"error\",\"message\":\"You must be\\nlogged in\"}")
    } throws: { "\($0)".contains("an error response of the API (You must be logged in); export the visits again") }
  }
}
