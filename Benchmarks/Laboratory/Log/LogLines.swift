import Simulation
/// The lines of a native log (newline-delimited JSON) as bytes.
package struct LogLines: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// The native log of these events, in the order given.
  package init(_ events: [LoggedEvent]) {
    bytes.reserveCapacity(events.count * 160)
    for event in events { append(event) }
  }

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends one event as a line, without absent fields.
  package mutating func append(_ event: LoggedEvent) {
    append("{\"time\":")
    append(number: event.time)
    field("user", event.user)
    field("event", event.event)
    field("id", event.id)
    field("session", event.session)
    field("screen", event.screen)
    field("target", event.target)
    field("container", event.container)
    field("via", event.via)
    field("outcome", event.outcome)
    switch event.value {
    case .number(let number): append(",\"value\":\(number)")
    case .list(let names): append(",\"value\":[\(names.map(JSONText.string).joined(separator: ","))]")
    case nil: break
    }
    if let depth = event.depth { append(",\"depth\":\(depth)") }
    let segment = event.segment
    field("platform", segment.platform)
    field("os_version", segment.systemVersion)
    field("app_version", segment.appVersion)
    field("device", segment.device)
    field("width", segment.width)
    field("locale", segment.locale)
    field("variant", segment.variant)
    append("}\n")
  }

  /// Appends text unchanged.
  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a number in decimal digits.
  package mutating func append(number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var magnitude = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    bytes[start...].reverse()
  }

  private mutating func field(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    bytes.append(contentsOf: [UInt8(ascii: ","), UInt8(ascii: "\"")])
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
    JSONText.append(text, to: &bytes)
  }
}
