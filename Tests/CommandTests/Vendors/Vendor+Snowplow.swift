import Foundation
import NavigationModel
import TestSupport

extension Vendor {
  static let snowplow: [Vendor] = [
    Vendor(format: "snowplow-tsv", shape: "enriched events", missing: [.coldStart]) { events in
      ["run=2026-03-02-10-00-00/part-00000.gz": Data(events.map { enriched($0) + "\n" }.joined().utf8).gzipped, "run=2026-03-02-10-00-00/_SUCCESS": Data()]
    },
    Vendor(format: "snowplow-json", shape: "flattened by an SDK", missing: [.coldStart]) { events in
      [
        "events.json": lines(
          events.map { event -> Any? in
            [
              "app_id": "shop", "platform": "mob", "collector_tstamp": AppEvent.text(event.milliseconds + 30_000),
              "dvce_created_tstamp": event.time, "event": "unstruct", "event_id": uuid(event), "event_vendor": "com.snowplowanalytics.mobile",
              "event_name": eventName(event), "contexts_com_snowplowanalytics_snowplow_client_session_1": [session(event)] as [Any?],
              "contexts_com_snowplowanalytics_snowplow_mobile_context_1": [mobile(event)] as [Any?],
              "contexts_com_snowplowanalytics_mobile_application_1": [["version": event.appVersion, "build": "1"] as Members] as [Any?],
              "unstruct_event_com_snowplowanalytics_mobile_screen_view_1": event.kind == .screenView ? view(event) : nil,
            ] as Members
          })
      ]
    },
    Vendor(format: "snowplow-json", shape: "nested", missing: [.coldStart]) { events in
      [
        "events.json": lines(
          events.map { event -> Any? in
            [
              "collector_tstamp": AppEvent.text(event.milliseconds + 30_000), "dvce_created_tstamp": event.time, "event_id": uuid(event),
              "event_name": eventName(event), "contexts": contexts(event), "unstruct_event": unstruct(event),
            ] as Members
          })
      ]
    },
    Vendor(format: "snowplow-csv", shape: "a warehouse, contexts in columns", missing: [.coldStart]) { events in
      let header =
        warehouse + [
          "contexts_com_snowplowanalytics_snowplow_client_session_1_0_1", "contexts_com_snowplowanalytics_snowplow_mobile_context_1_0_2",
          "contexts_com_snowplowanalytics_mobile_application_1_0_0", "unstruct_event_com_snowplowanalytics_mobile_screen_view_1_0_0",
        ]
      let rows = events.map { event in
        row(
          cells(event) + [
            json([["session_id": event.session, "user_id": event.user, "event_index": String(event.number)] as Members] as [Any?]),
            json([["os_type": event.platform, "os_version": event.osVersion, "device_model": event.model] as Members] as [Any?]),
            json([["version": event.appVersion] as Members] as [Any?]), event.kind == .screenView ? json(view(event)) : "",
          ])
      }
      return ["events.csv": Data((row(header) + rows.joined()).utf8)]
    },
  ]

  private static let warehouse = ["platform", "collector_tstamp", "dvce_created_tstamp", "event_id", "domain_userid", "event_name", "event_fingerprint"]

  private static func cells(_ event: AppEvent) -> [String] {
    ["mob", clock(event.milliseconds + 30_000), clock(event.milliseconds), uuid(event), "", eventName(event), "f" + event.id]
  }

  /// The line of 131 cells; the numbers of the columns are those of the documentation.
  private static func enriched(_ event: AppEvent) -> String {
    var cells = [String](repeating: "", count: 131)
    cells[0] = "shop"
    cells[1] = "mob"
    cells[2] = clock(event.milliseconds + 60_000)
    cells[3] = clock(event.milliseconds + 30_000)
    cells[4] = clock(event.milliseconds)
    cells[5] = "unstruct"
    cells[6] = uuid(event)
    cells[12] = "login-\(event.user)"
    cells[52] = json(contexts(event))
    cells[58] = json(unstruct(event))
    cells[119] = clock(event.milliseconds + 20_000)
    cells[124] = clock(event.milliseconds + 10_000)
    cells[125] = "com.snowplowanalytics.mobile"
    cells[126] = eventName(event)
    cells[127] = "jsonschema"
    cells[128] = "1-0-0"
    return cells.joined(separator: "\t")
  }

  private static func contexts(_ event: AppEvent) -> Any? {
    let snowplow = "iglu:com.snowplowanalytics.snowplow"
    return [
      "schema": snowplow + "/contexts/jsonschema/1-0-1",
      "data": [
        ["schema": snowplow + "/client_session/jsonschema/1-0-2", "data": session(event)] as Members,
        ["schema": snowplow + "/mobile_context/jsonschema/1-0-3", "data": mobile(event)] as Members,
        [
          "schema": "iglu:com.snowplowanalytics.mobile/application/jsonschema/1-0-0",
          "data": ["version": event.appVersion, "build": "420"] as Members,
        ] as Members,
      ] as [Any?],
    ] as Members
  }

  private static func unstruct(_ event: AppEvent) -> Any? {
    let data: Members = [
      "schema": "iglu:com.snowplowanalytics.mobile/\(eventName(event))/jsonschema/1-0-0",
      "data": event.kind == .screenView ? view(event) : ["foregroundIndex": 1] as Members,
    ]
    return ["schema": "iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0", "data": data] as Members
  }

  private static func session(_ event: AppEvent) -> Any? {
    ["userId": event.user, "sessionId": event.session, "sessionIndex": 7, "previousSessionId": nil, "eventIndex": event.number] as Members
  }

  private static func mobile(_ event: AppEvent) -> Any? {
    ["osType": event.platform, "osVersion": event.osVersion, "deviceManufacturer": "x", "deviceModel": event.model] as Members
  }

  private static func view(_ event: AppEvent) -> Any? { ["name": event.screen, "id": uuid(event), "previousName": "Home"] as Members }

  private static func eventName(_ event: AppEvent) -> String {
    switch event.kind {
    case .screenView: "screen_view"
    case .appOpen: "application_foreground"
    case .appBackground: "application_background"
    case .chatter: "screen_end"
    }
  }

  /// `2026-05-04 10:20:30.123`
  private static func clock(_ milliseconds: Int64) -> String { String(AppEvent.text(milliseconds).dropLast()).replacing("T", with: " ") }

  /// An id in the form of a UUID, the same for each copy.
  private static func uuid(_ event: AppEvent) -> String {
    let hash = fnv1a(event.id.utf8)
    let digits = "0000000000000000" + String(hash, radix: 16)
    let hex = Array(String(repeating: "0", count: 16) + digits.suffix(16))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-")
  }
}
