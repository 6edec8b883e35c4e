import Foundation
import TestSupport

// PostHog, Matomo, Countly and OpenTelemetry.

extension Vendor {
  static let postHog: [Vendor] = [
    Vendor(format: "posthog", shape: "batch export") { events in
      // PostHog's exporter compresses chunk by chunk: one file, several members.
      let records = events.map { postHogEvent($0, id: "uuid", properties: postHogProperties($0)) }
      let chunks = stride(from: 0, to: records.count, by: 400).map { lines(Array(records[$0..<min($0 + 400, records.count)])).gzipped }
      return ["2026-03-02.jsonl.gz": chunks.reduce(Data(), +), "manifest.json": Data("{\"files\":[]}".utf8)]
    },
    Vendor(format: "posthog", shape: "pages of the interface") { events in
      let records = events.map { postHogEvent($0, id: "id", properties: postHogProperties($0)) }
      let half = records.count / 2
      let next = "https://us.posthog.com/api/projects/1/events?before=2026"
      return [
        "page1.json": Data(json(["next": next, "results": Array(records[..<half])] as Members).utf8),
        "page2.json": Data(json(["next": nil, "results": Array(records[half...])] as Members).utf8),
      ]
    },
    Vendor(format: "posthog", shape: "properties as text") { events in
      ["table.jsonl": lines(events.map { postHogEvent($0, id: "uuid", properties: json(postHogProperties($0))) })]
    },
    Vendor(format: "posthog", shape: "result of a query") { events in
      let rows = events.map { event -> Any? in
        [event.id, postHogName(event), json(postHogProperties(event)), event.time, event.user, ""] as [Any?]
      }
      let answer: Members = [
        "columns": ["uuid", "event", "properties", "timestamp", "distinct_id", "elements_chain"] as [Any?], "hasMore": false, "results": rows,
        "types": [["uuid", "UUID"] as [Any?]] as [Any?],
      ]
      return ["query.json": Data(json(answer).utf8)]
    },
  ]

  private static func postHogEvent(_ event: AppEvent, id: String, properties: Any?) -> Any? {
    [
      id: event.id, "event": postHogName(event), "distinct_id": event.number > 20 ? "login-\(event.user)" : event.user,
      "person_id": "person-" + event.user, "properties": properties, "person_properties": [:] as Members, "elements_chain": "",
      "timestamp": event.time.replacing("Z", with: "000+00:00"), "created_at": AppEvent.text(event.milliseconds + 5000),
    ] as Members
  }

  private static func postHogName(_ event: AppEvent) -> String {
    switch event.kind {
    case .screenView: "$screen"
    case .appOpen: "Application Opened"
    case .appBackground: "Application Backgrounded"
    case .chatter: "$feature_flag_called"
    }
  }

  private static func postHogProperties(_ event: AppEvent) -> Members {
    [
      "$screen_name": event.screen, "$session_id": event.session, "$device_id": event.user, "$app_version": event.appVersion,
      "$os_name": event.systemName, "$os_version": event.osVersion, "$device_type": event.isTablet ? "Tablet" : "Mobile",
      "$device_model": event.model, "from_background": event.kind == .appOpen(isCold: false),
    ]
  }

  static let matomo: [Vendor] = [
    Vendor(format: "matomo", shape: "pages of visits", missing: [.milliseconds, .appVersion, .lifecycle]) { events in
      // The newest visit first; wall clocks two hours ahead of UTC.
      let visits = events.bySession.reversed().enumerated().map { place, session -> Any? in
        let first = session[0]
        let seconds = first.milliseconds / 1000
        return [
          "idSite": "3", "idVisit": String(place), "visitorId": first.user, "userId": place % 2 == 0 ? nil : "", "serverTimestamp": seconds + 60,
          "firstActionTimestamp": seconds, "visitDuration": "33", "deviceType": first.isTablet ? "Tablette" : "Smartphone",
          "deviceTypeIcon": "plugins/Morpheus/icons/dist/devices/\(first.isTablet ? "tablet" : "smartphone").png", "deviceModel": first.model,
          "operatingSystemName": first.systemName, "operatingSystemVersion": first.osVersion,
          "actionDetails": session.map { action($0, visit: place) },
        ] as Members
      }
      let half = visits.count / 2
      return ["visits-0.json": Data(json(Array(visits[..<half])).utf8), "visits-1.json": Data(json(Array(visits[half...])).utf8)]
    }
  ]

  private static func action(_ event: AppEvent, visit: Int) -> Any? {
    let timestamp = event.milliseconds / 1000 + 7200
    let pageId = String(visit * 10_000 + event.number)
    guard event.kind == .screenView else {
      return [
        "type": "event", "eventCategory": "cart", "eventAction": "add", "eventName": "soap", "pageId": pageId, "timestamp": timestamp,
      ] as Members
    }
    return [
      "type": "action", "url": "http://org.example.app/\(event.number)", "pageTitle": event.screen, "pageId": pageId, "timeSpent": "8",
      "pageviewPosition": "1", "timestamp": timestamp,
    ] as Members
  }

  static let countly: [Vendor] = [
    Vendor(format: "countly", shape: "drill documents", missing: [.lifecycle]) { events in
      ["drill.json": lines(events.map { document($0, id: $0.id, ts: $0.milliseconds, visit: 1, version: $0.appVersion) })]
    },
    Vendor(format: "countly", shape: "mongoexport", missing: [.lifecycle]) { events in
      [
        "drill.json": lines(
          events.map {
            document(
              $0, id: ["$oid": $0.id] as Members, ts: ["$numberLong": String($0.milliseconds)] as Members, visit: ["$numberInt": "1"] as Members,
              version: $0.appVersion.replacing(".", with: ":"))
          })
      ]
    },
    Vendor(format: "countly-queue", shape: "the SDK's queue", missing: [.lifecycle, .ids, .session]) { events in
      [
        "queue.json": lines(
          events.map { event -> Any? in
            [
              "key": "[CLY]_view", "count": 1, "timestamp": event.milliseconds, "hour": 9, "dow": 1, "device_id": event.user,
              "segmentation": segmentation(event, visit: 1),
              "metrics": ["_os": event.systemName, "_os_version": event.osVersion, "_app_version": event.appVersion] as Members,
            ] as Members
          })
      ]
    },
  ]

  /// Other events are the records that close a view.
  private static func document(_ event: AppEvent, id: Any?, ts: Any?, visit: Any?, version: String) -> Any? {
    [
      "_id": id, "a": "62e0f9e3ac58e3dfbca6466c", "e": "[CLY]_view", "n": event.screen, "uid": "u1", "did": event.user, "ts": ts,
      "lsid": event.session, "sg": segmentation(event, visit: visit),
      "up": ["p": event.systemName, "pv": event.osVersion, "av": version, "d": event.model] as Members, "c": 1,
    ] as Members
  }

  private static func segmentation(_ event: AppEvent, visit: Any?) -> Members {
    event.kind == .screenView
      ? ["name": event.screen, "segment": event.systemName, "visit": visit] : ["name": event.screen, "segment": event.systemName, "dur": 8]
  }

  static let openTelemetry: [Vendor] = [
    Vendor(format: "otlp", shape: "logs of the collector", missing: [.ids, .coldStart]) { events in
      ["logs.jsonl": lines(events.bySession.map { resource("resourceLogs", "scopeLogs", "logRecords", $0, logRecord) })]
    },
    Vendor(format: "otlp-spans", shape: "spans of the collector", missing: [.ids, .lifecycle]) { events in
      ["spans.jsonl": lines(events.bySession.map { resource("resourceSpans", "scopeSpans", "spans", $0, span) })]
    },
  ]

  private static func attribute(_ key: String, _ text: String) -> Any? {
    ["key": key, "value": ["stringValue": text] as Members] as Members
  }

  private static func resource(
    _ root: String, _ scopes: String, _ records: String, _ session: [AppEvent], _ record: (AppEvent) -> Any?
  ) -> Any? {
    let event = session[0]
    let attributes = [
      attribute("service.name", "example-app"), attribute("service.version", event.appVersion), attribute("os.name", event.systemName),
      attribute("os.version", event.osVersion), attribute("app.installation.id", event.user), attribute("device.model.identifier", event.model),
    ]
    return [
      root: [
        [
          "resource": ["attributes": attributes] as Members,
          scopes: [["scope": ["name": "ui"] as Members, records: session.map(record)] as Members] as [Any?],
        ] as Members
      ] as [Any?]
    ] as Members
  }

  private static func logRecord(_ event: AppEvent) -> Any? {
    let session = attribute("session.id", event.session)
    let (name, attributes): (String, [Any?]) =
      switch event.kind {
      case .screenView: ("app.screen.view", [session, attribute("app.screen.name", event.screen)])
      case .appOpen: ("device.app.lifecycle", [session, attribute("ios.app.state", "foreground")])
      case .appBackground: ("device.app.lifecycle", [session, attribute("android.app.state", "background")])
      case .chatter: ("session.start", [session])
      }
    return ["timeUnixNano": "\(event.milliseconds)000000", "eventName": name, "attributes": attributes] as Members
  }

  private static func span(_ event: AppEvent) -> Any? {
    let session = attribute("session.id", event.session)
    let attributes = event.kind == .screenView ? [session, attribute("screen.name", event.screen)] : [session]
    return [
      "name": event.kind == .screenView ? "Created" : "GET", "startTimeUnixNano": "\(event.milliseconds)000000",
      "endTimeUnixNano": "\(event.milliseconds + 20)000000", "attributes": attributes,
    ] as Members
  }
}
