import Foundation

/// One event as an app logs it, with the fields of the native format. Generators make events; a writer or a dialect turns them into lines of a log.
package struct LoggedEvent: Sendable, Equatable {
  /// What stays the same for a session: the device, the release, the experiment arm.
  package struct Segment: Sendable, Hashable {
    package var platform: String?
    package var systemVersion: String?
    package var appVersion: String?
    package var device: String?
    package var width: String?
    package var locale: String?
    package var variant: String?
  }

  package enum Value: Sendable, Equatable {
    case number(Int)
    case list([String])
  }

  /// Milliseconds since 1970.
  package var time: Int64
  package var user: String
  package var session: String?
  package var event: String
  package var id: String?
  package var screen: String?
  package var target: String?
  package var container: String?
  package var via: String?
  package var outcome: String?
  package var value: Value?
  package var depth: Int?
  package var segment = Segment()
}

/// The lines of a native log (newline-delimited JSON) as bytes, without absent fields.
package struct LogLines: Sendable {
  package let bytes: [UInt8]

  /// The native log of these events, in the order given.
  package init(_ events: [LoggedEvent]) {
    var line = LineBuffer()
    line.bytes.reserveCapacity(events.count * 160)
    for event in events {
      line.append("{\"time\":")
      line.append(number: event.time)
      line.field("user", event.user)
      line.field("event", event.event)
      line.field("id", event.id)
      line.field("session", event.session)
      line.field("screen", event.screen)
      line.field("target", event.target)
      line.field("container", event.container)
      line.field("via", event.via)
      line.field("outcome", event.outcome)
      switch event.value {
      case .number(let number): line.field("value", number)
      case .list(let names): line.field("value", names)
      case nil: break
      }
      line.field("depth", event.depth)
      line.field("platform", event.segment.platform)
      line.field("os_version", event.segment.systemVersion)
      line.field("app_version", event.segment.appVersion)
      line.field("device", event.segment.device)
      line.field("width", event.segment.width)
      line.field("locale", event.segment.locale)
      line.field("variant", event.segment.variant)
      line.append("}\n")
    }
    bytes = line.bytes
  }
}

extension LoggedEvent {
  /// Reads the lines of a native log that a generator wrote; what is no event is left out.
  package static func read(_ log: [UInt8]) -> [LoggedEvent] {
    log.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let fields = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any], let user = fields["user"] as? String,
        let name = fields["event"] as? String, let time = milliseconds(fields["time"])
      else { return nil }
      func text(_ key: String) -> String? { fields[key] as? String }
      var event = LoggedEvent(
        time: time, user: user, session: text("session"), event: name, id: text("id"), screen: text("screen"), target: text("target"),
        container: text("container"), via: text("via"), outcome: text("outcome"), depth: fields["depth"] as? Int)
      event.value = (fields["value"] as? [String]).map { .list($0) } ?? (fields["value"] as? Int).map { .number($0) }
      event.segment = Segment(
        platform: text("platform"), systemVersion: text("os_version"), appVersion: text("app_version"), device: text("device"), width: text("width"),
        locale: text("locale"), variant: text("variant"))
      return event
    }
  }

  private static func milliseconds(_ value: Any?) -> Int64? {
    if let number = value as? NSNumber { return number.int64Value }
    return (value as? String).flatMap { try? Date($0, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true)) }.map {
      Int64(($0.timeIntervalSince1970 * 1000).rounded())
    }
  }
}
