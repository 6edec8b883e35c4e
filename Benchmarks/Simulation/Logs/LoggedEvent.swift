import Foundation

/// One event as an app logs it, with the fields of the native format. Generators make events; ``LineBuffer`` or a
/// dialect turns them into lines of a log.
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
  package var time: Int64 = 0
  package var user = ""
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

  /// The same at a time, by the user, in the session and with the device of another.
  func like(_ other: LoggedEvent, at time: Int64) -> LoggedEvent {
    var event = self
    event.time = time
    event.user = other.user
    event.session = other.session
    event.segment = other.segment
    return event
  }
}

extension SimulatedApp.Platform {
  /// What people with such a device have in common in a log.
  var segment: LoggedEvent.Segment {
    .init(
      platform: name, systemVersion: name == "ios" ? "18.3" : "15", device: device,
      width: device == "tablet" ? "regular" : "compact", variant: variant)
  }
}

extension [LoggedEvent] {
  package mutating func changeEach(_ change: (inout LoggedEvent) -> Void) {
    for index in indices { change(&self[index]) }
  }

  /// Sorts by time; ties keep their order.
  package mutating func sortByTime() {
    let order = indices.sorted { (self[$0].time, $0) < (self[$1].time, $1) }
    self = order.map { self[$0] }
  }

  /// The native log (newline-delimited JSON) of these events, in the order given, with times in milliseconds.
  package var log: [UInt8] {
    var line = LineBuffer()
    line.bytes.reserveCapacity(count * 160)
    for event in self { line.append(event) }
    return line.bytes
  }
}

/// Lines of newline-delimited JSON, as bytes.
package struct LineBuffer: Sendable {
  package var bytes: [UInt8] = []
  /// Whether times are written as dates.
  private let writesDates: Bool
  /// The day of the last time, and its text.
  private var day = Int64.min
  private var date = ""

  package init(writesDates: Bool = false) { self.writesDates = writesDates }

  /// Appends the line of an event, without absent fields.
  package mutating func append(_ event: LoggedEvent) {
    append("{")
    field("id", event.id)
    key("time")
    if writesDates {
      append("\"")
      append(time: event.time)
      append("Z\"")
    } else {
      append("\(event.time)")
    }
    for (name, text) in [
      ("user", event.user), ("session", event.session), ("event", event.event), ("screen", event.screen),
      ("target", event.target),
      ("container", event.container), ("via", event.via), ("outcome", event.outcome),
    ] { field(name, text) }
    switch event.value {
    case .number(let number): field("value", number)
    case .list(let names):
      key("value")
      append("[" + names.map(Self.json).joined(separator: ",") + "]")
    case nil: break
    }
    field("depth", event.depth)
    field("platform", event.segment.platform)
    field("os_version", event.segment.systemVersion)
    field("app_version", event.segment.appVersion)
    field("device", event.segment.device)
    field("width", event.segment.width)
    field("locale", event.segment.locale)
    field("variant", event.segment.variant)
    append("}\n")
  }

  /// Passes on what was appended once it is a large piece, and begins anew.
  mutating func flush(atLeast size: Int = 1, _ write: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    guard bytes.count >= size else { return }
    try bytes.withUnsafeBytes(write)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends text unchanged.
  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends milliseconds since 1970, such as `2026-03-02T10:00:00.000`.
  package mutating func append(time: Int64) {
    let today = time >= 0 ? time / 86_400_000 : (time + 1) / 86_400_000 - 1
    if today != day {
      day = today
      date = "\(Date(timeIntervalSince1970: Double(today) * 86_400).formatted(.iso8601.year().month().day()))T"
    }
    append(date)
    let rest = Int(time - today * 86_400_000)
    for (part, sign) in [(rest / 3_600_000, ":"), (rest / 60_000 % 60, ":"), (rest / 1000 % 60, ".")] {
      // With a zero in front if it has one digit.
      append(part < 10 ? "0\(part)" : "\(part)")
      append(sign)
    }
    append(String("\(1000 + rest % 1000)".dropFirst()))
  }

  /// Appends a field after others, if there is a value.
  mutating func field(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    append(Self.json(text))
  }

  private mutating func field(_ name: String, _ number: Int?) {
    guard let number else { return }
    key(name)
    append("\(number)")
  }

  mutating func key(_ name: String) {
    if bytes.last != UInt8(ascii: "{") { append(",") }
    append("\"\(name)\":")
  }

  /// A JSON string, quotes included.
  static func json(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return "\"\(text)\""
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
