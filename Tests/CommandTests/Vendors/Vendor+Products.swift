import Foundation
import TestSupport

// Amplitude, Mixpanel, Segment and RudderStack.

extension Vendor {
  static let amplitude: [Vendor] = [
    Vendor(format: "amplitude", shape: "hours in gzip") { events in
      // Files are by the hour of the upload: late events are in other files.
      let records = events.map { amplitudeEvent($0, time: $0.time.replacing("T", with: " ").replacing("Z", with: "000")) }
      return [
        "123456/123456_2026-03-02_10#0.json.gz": lines(records.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)).gzipped,
        "123456/123456_2026-03-02_11#0.json.gz": lines(records.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)).gzipped,
      ]
    },
    Vendor(format: "amplitude", shape: "times as a re-exporter writes them") { events in
      ["events.json": lines(events.map { amplitudeEvent($0, time: $0.time) })]
    },
  ]

  private static func amplitudeEvent(_ event: AppEvent, time: String) -> Any? {
    let name =
      switch event.kind {
      case .screenView: "[Amplitude] Screen Viewed"
      case .appOpen: "[Amplitude] Application Opened"
      case .appBackground: "[Amplitude] Application Backgrounded"
      case .chatter: "session_start"
      }
    return [
      "$insert_id": event.id, "amplitude_id": event.userNumber, "device_id": event.user,
      // Logged in from the second half of the session on.
      "user_id": event.number > 20 ? "login-\(event.user)" : nil, "session_id": event.sessionStart, "event_id": event.number, "event_type": name,
      "event_time": AppEvent.text(event.milliseconds + 3200), "client_event_time": time,
      "server_upload_time": AppEvent.text(event.milliseconds + 60000), "platform": event.systemName, "os_name": event.platform,
      "os_version": event.osVersion, "device_type": event.model, "device_model": event.model, "version_name": event.appVersion,
      "event_properties": [
        "[Amplitude] Screen Name": event.screen, "[Amplitude] From Background": event.kind != .appOpen(isCold: true),
      ] as Members,
      "user_properties": [:] as Members, "groups": [:] as Members, "uuid": "u-" + event.id,
    ] as Members
  }

  static let mixpanel: [Vendor] = [
    Vendor(format: "mixpanel", shape: "times in milliseconds", missing: [.lifecycle, .session]) { events in
      ["export.json": lines(events.map { mixpanelEvent($0, time: $0.milliseconds) })]
    },
    Vendor(format: "mixpanel", shape: "times in seconds", missing: [.lifecycle, .session, .milliseconds]) { events in
      ["export.json": lines(events.map { mixpanelEvent($0, time: $0.milliseconds / 1000) })]
    },
    Vendor(
      format: "mixpanel", shape: "fractions of seconds in the zone of an Indian project",
      expectedFormat: "mixpanel, times moved by -5 h 30 min to UTC", missing: [.lifecycle, .session]
    ) { events in
      ["export.json": lines(events.map { mixpanelEvent($0, time: Decimal($0.milliseconds + 19_800_000) / 1000) })]
    },
  ]

  private static func mixpanelEvent(_ event: AppEvent, time: Any) -> Any? {
    [
      "event": event.kind == .screenView ? "$mp_page_view" : "$ae_session",
      "properties": [
        "time": time, "distinct_id": event.number > 20 ? "login-\(event.user)" : "$device:" + event.user, "$device_id": event.user,
        "$insert_id": event.id, "current_page_title": event.screen, "$app_version_string": event.appVersion, "$os": event.systemName,
        "$os_version": event.osVersion, "$model": event.model, "$screen_width": event.isTablet ? 834 : 393, "$screen_height": 1194,
        // Uploaded half a minute later, or after hours without a connection.
        "$mp_api_timestamp_ms": event.milliseconds + (event.userNumber % 5 == 0 ? 10_000_000 : 28_000), "mp_lib": "swift",
      ] as Members,
    ] as Members
  }

  static let segment: [Vendor] = [
    Vendor(format: "segment", shape: "Segment", missing: [.session]) { events in
      ["segment-logs/source/1777852800000/a.gz": lines(events.map { call($0, isRudder: false) }).gzipped]
    },
    Vendor(format: "segment", shape: "RudderStack") { events in
      ["rudder-logs/source/03-02-2026/1.json.gz": lines(events.map { call($0, isRudder: true) }).gzipped]
    },
  ]

  private static func call(_ event: AppEvent, isRudder: Bool) -> Any? {
    let isScreen = event.kind == .screenView
    let track =
      switch event.kind {
      case .screenView: isRudder ? event.screen : nil as String?
      case .appOpen: "Application Opened"
      case .appBackground: "Application Backgrounded"
      case .chatter: "Product Viewed"
      }
    let context: Members = [
      "sessionId": isRudder ? event.sessionStart : nil, "sessionStart": event.number == 0 ? true : nil,
      "app": ["name": "Example", "version": event.appVersion, "build": "420"] as Members,
      "device": ["model": event.model, "type": event.platform, "id": "x"] as Members,
      "os": ["name": event.systemName, "version": event.osVersion] as Members,
      "library": ["name": isRudder ? "com.rudderstack.android.sdk.core" : "analytics-swift", "version": "1.9.0"] as Members,
      "locale": event.locale,
    ]
    return [
      "type": isScreen ? "screen" : "track", "name": isScreen && !isRudder ? event.screen : nil, "event": track,
      "messageId": event.id, "anonymousId": event.user, "userId": event.number > 20 ? "login-\(event.user)" : "",
      // Events of a batch have the time at which it was received.
      "timestamp": AppEvent.text(event.sessionStart + 86_400_000), "originalTimestamp": event.time, "channel": "mobile", "context": context,
      "properties": [
        "name": isScreen ? event.screen : "Soap", "from_background": event.kind == .appOpen(isCold: false),
      ] as Members,
    ] as Members
  }
}
