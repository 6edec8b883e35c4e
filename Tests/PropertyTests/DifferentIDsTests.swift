import Foundation
import TestSupport
import Testing

/// Two users are two, wherever their ids begin to differ, in every format.
@Suite("Ids that differ stay two")
struct DifferentIDsTests {
  /// A format, and its record of a user.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let record: @Sendable (_ user: String) -> String
    var header: String?

    init(_ name: String, header: String? = nil, _ record: @escaping @Sendable (String) -> String) {
      testDescription = name
      self.header = header
      self.record = record
    }

    func data(_ users: [String]) -> Data { ((header.map { [$0] } ?? []) + users.map(record)).ndjson }

    static let all = [
      Form("native") { #"{"time":1777890030,"user":"\#($0)","event":"screen_view","screen":"Home"}"# },
      Form("csv", header: "time,user,event,screen") { "1777890030,\($0),screen_view,Home" },
      Form("posthog") {
        #"{"uuid":"\#($0)","event":"$screen","distinct_id":"\#($0)","timestamp":"2026-05-04T10:20:30Z","#
          + #""properties":{"$screen_name":"Home"}}"#
      },
      Form("ga4") {
        #"{"event_timestamp":"1777890030000000","event_name":"screen_view","user_pseudo_id":"\#($0)","#
          + #""event_params":[{"key":"firebase_screen","value":{"string_value":"Home"}}]}"#
      },
      Form("amplitude") {
        #"{"event_type":"[Amplitude] Screen Viewed","event_time":"2026-05-04 10:20:30","device_id":"\#($0)","#
          + #""event_properties":{"[Amplitude] Screen Name":"Home"}}"#
      },
      Form("mixpanel") {
        #"{"event":"Screen Viewed","properties":{"time":1777890030,"distinct_id":"\#($0)","screen":"Home"}}"#
      },
      Form("segment") {
        #"{"messageId":"\#($0)","type":"screen","anonymousId":"\#($0)","timestamp":"2026-05-04T10:20:30Z","name":"Home"}"#
      },
      Form("snowplow") {
        #"{"event_id":"\#($0)","collector_tstamp":"2026-05-04T10:20:30Z","event_name":"screen_view","#
          + #""domain_userid":"\#($0)","unstruct_event_com_snowplowanalytics_mobile_screen_view_1":{"name":"Home"}}"#
      },
      Form("countly") {
        #"{"_id":"\#($0)","e":"[CLY]_view","n":"Home","did":"\#($0)","ts":1777890030123,"sg":{"name":"Home","visit":1}}"#
      },
      Form("otlp") {
        #"{"resourceLogs":[{"resource":{"attributes":[{"key":"app.installation.id","value":{"stringValue":"\#($0)"}}]},"#
          + #""scopeLogs":[{"logRecords":[{"timeUnixNano":"1777890030123000000","eventName":"screen","attributes":["#
          + #"{"key":"screen.name","value":{"stringValue":"Home"}}]}]}]}]}"#
      },
    ]
  }

  /// Where ids differ: after so many bytes.
  private static let lengths = [64, 299, 1999]

  private func users(_ log: Data, _ name: String) throws -> String? {
    let run = Run()
    try run.folder.write(log, to: name)
    try run("analyze", name, "--no-store", "--output", "Out")
    return try run.folder.table("Out/summary.csv").cell("users", column: "value")
  }

  private static func pairs(_ character: String = "x") -> [String] {
    lengths.flatMap { length in
      // With something before the characters, each of their bytes comes to lie at the limit.
      (0..<3).flatMap { before -> [String] in
        let beginning = String(repeating: "-", count: before)
        let middle = String(repeating: character, count: (length - before) / character.utf8.count)
        let id = beginning + middle + String(repeating: ".", count: length - (beginning + middle).utf8.count)
        return [id + "1", id + "2"]
      }
    }
  }

  @Test(arguments: sampled(Form.all, every: 4)) func `at any place`(form: Form) throws {
    let ids = Self.pairs()
    #expect(try users(form.data(ids), "log") == "\(ids.count)")
  }

  /// Lists of events under the id of their user: `{"member-1": […], "member-2": […]}`.
  @Test(arguments: sampled(["x", #"\u00e9"#, "é", #"\ud83d\ude00"#, "😀", #"\\"#], to: 3))
  func `as names of lists`(character: String) throws {
    let ids = Self.pairs(character)
    let lists = ids.map { id in
      let events = (0..<150).map { #"{"t":\#(1_777_890_030 + $0 * 20),"view":"\#(["Home", "List", "Item"][$0 % 3])"}"# }
      return #""\#(id)":[\#(events.joined(separator: ","))]"#
    }
    #expect(try users(Data(("{" + lists.joined(separator: ",") + "}").utf8), "log.json") == "\(ids.count)")
  }
}
