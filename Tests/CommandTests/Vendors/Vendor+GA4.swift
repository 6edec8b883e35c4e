import Foundation
import TestSupport

extension Vendor {
  static let ga4: [Vendor] = [
    // `bq extract`: integers as texts, nulls left out, shards in gzip.
    Vendor(format: "ga4", shape: "shards of `bq extract`", missing: [.lifecycle]) { events in
      let records = events.map { event -> Any? in
        let isView = event.kind == .screenView
        let parameters: [Any?] =
          [parameter("ga_session_id", ["int_value": String(event.sessionStart)]), parameter("ga_session_number", ["int_value": "3"])]
          + [parameter("firebase_event_origin", ["string_value": "auto"]), parameter("firebase_screen", ["string_value": event.screen])]
          + [parameter("firebase_screen_class", ["string_value": "UIHostingController"])]
          + [parameter("firebase_screen_id", ["int_value": "-7301188204411200331"])]
        return [
          "event_date": "20260302", "event_timestamp": "\(event.milliseconds)000", "event_name": isView ? "screen_view" : "user_engagement",
          "event_params": parameters, "event_bundle_sequence_id": "57", "event_server_timestamp_offset": "866657",
          "user_pseudo_id": event.user, "user_properties": [] as [Any?],
          "device": [
            "category": event.isTablet ? "tablet" : "mobile", "mobile_model_name": event.model, "operating_system": event.systemName,
            "operating_system_version": event.osVersion, "language": event.locale,
          ] as Members,
          "app_info": ["id": "org.example.app", "version": event.appVersion] as Members, "platform": event.platform.uppercased(),
          "batch_event_index": String(event.number),
        ] as Members
      }
      let half = records.count / 2
      return [
        "events_000000000000.json.gz": lines(Array(records[..<half])).gzipped, "events_000000000001.json.gz": lines(Array(records[half...])).gzipped,
      ]
    },
    // The console: an array, with explicit nulls.
    Vendor(format: "ga4", shape: "array of the console", missing: [.lifecycle]) { events in
      ["console.json": Data("[".utf8) + Data(events.map { json(spelledOut($0, asNumbers: false)) }.joined(separator: ",\n").utf8) + Data("]".utf8)]
    },
    // A client library: numbers as numbers, names set manually, no bundle number.
    Vendor(format: "ga4", shape: "rows of a client library", missing: [.lifecycle]) { events in
      ["rows.jsonl": lines(events.map { spelledOut($0, asNumbers: true) })]
    },
  ]

  private static func parameter(_ key: String, _ value: Members) -> Any? { ["key": key, "value": value] as Members }

  private static func spelledOut(_ event: AppEvent, asNumbers: Bool) -> Any? {
    func number(_ value: Int64) -> Any? { asNumbers ? value : String(value) }
    func text(_ key: String, _ text: String?) -> Any? {
      parameter(key, ["string_value": text, "int_value": nil, "float_value": nil, "double_value": nil])
    }
    return [
      "event_timestamp": number(event.milliseconds * 1000), "event_previous_timestamp": nil,
      "event_name": event.kind == .screenView ? "screen_view" : "session_start",
      "event_params": [
        text("firebase_screen", nil), text("screen_name", event.screen), text("screen_class", "MainActivity"),
        parameter("ga_session_id", ["string_value": nil, "int_value": number(event.sessionStart), "float_value": nil, "double_value": nil]),
      ] as [Any?],
      "event_bundle_sequence_id": nil, "user_id": nil, "user_pseudo_id": event.user, "privacy_info": nil,
      "device": ["category": nil, "operating_system_version": event.osVersion, "web_info": nil] as Members,
      "app_info": ["version": event.appVersion] as Members, "platform": event.platform.uppercased(), "ecommerce": nil,
    ] as Members
  }
}
