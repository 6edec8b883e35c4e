import NavigationModel

extension LogFormat {
  /// `$screen_name` is added to every event as the last known screen: only `$screen` is an appearance. Properties may
  /// be JSON text, as in exports to tables.
  static let postHog = LogFormat.export(
    "posthog", "PostHog: batch exports as JSON Lines, pages of the events API.",
    sign: "`event` with `distinct_id`, `timestamp` and `properties`",
    signature: [("event", .present), ("distinct_id", .present), ("timestamp", .present), ("properties", .present)]
  ) { _ in
    let properties: RecordPath = "properties"
    func property(_ key: String) -> ExportFields.Source { .init(path: properties[key]) }
    var fields = ExportFields()
    fields.parameters = properties
    fields[.time] = ["timestamp"]
    fields[.user] = [property("$device_id"), "distinct_id", "person_id"]
    fields[.event] = ["event"]
    fields[.id] = ["uuid", "id"]
    fields[.session] = [property("$session_id")]
    fields[.screen] = [property("$screen_name"), property("$pathname"), property("$current_url")]
    fields[.platform] = [.platform(properties["$os_name"]), .platform(properties["$os"])]
    fields[.osVersion] = [property("$os_version")]
    fields[.appVersion] = [property("$app_version")]
    fields[.device] = [
      .deviceClass(properties["$device_type"]), .model(properties["$device_model"]),
      .tabletSystem(properties["$os_name"]),
    ]
    fields[.locale] = [property("$locale")]
    fields.kinds = EventKind.lifecycle.merging(["$screen": .screenView, "$pageview": .screenView]) { $1 }
    fields.watched = [
      properties["$event_type"], "elements_chain", properties["$elements_chain"], properties["from_background"],
      properties["$touch_x"],
      properties["$touch_y"],
    ]
    fields.interpreter = interpretPostHog
    return fields
  }
}

/// PostHog's autocaptured touches, and how the app was opened.
@Sendable private func interpretPostHog(_ indices: [Int]) -> ExportFields.Interpreter {
  let autocapture = ConstantText("$autocapture")
  let touches = TouchReader()
  // The current label, unescaped, if it had escapes.
  var unescaped = ConstantText("")
  return { values, event in
    event.noteOpening(values, fromBackground: values.values[indices[3]])
    guard autocapture.equals(values[.event]) else { return }
    let chain = ElementsChain(values.first(indices[1..<3]))
    values[.x] = values.values[indices[4]]
    values[.y] = values.values[indices[5]]
    var label = chain.label
    if label.textBytes.contains(UInt8(ascii: "\\")) {
      var isEscaped = false
      let bytes = label.textBytes.filter { byte in
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        return !isEscaped
      }
      unescaped = ConstantText(String(decoding: bytes, as: UTF8.self))
      label = unescaped.value
    }
    touches.read(
      action: values.values[indices[0]], targetClass: chain.tag, surroundings: chain.rest, label: label, in: values,
      &event)
  }
}

/// The elements under a touch, innermost first: `tag.class:attribute="value"attribute="value";tag…`. SDKs for iOS do
/// not escape quotes, so a quote ends a value only if an attribute, an element or the end follows.
struct ElementsChain {
  /// The tag and classes of the control.
  private(set) var tag = RecordValue.absent
  /// The name of the control.
  private(set) var label = RecordValue.absent
  /// The elements around it.
  private(set) var rest = RecordValue.absent

  init(_ chain: RecordValue) {
    let bytes = chain.textBytes
    guard !bytes.isEmpty else { return }
    let tagEnd = bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") } ?? bytes.count
    tag = Self.text(bytes, 0..<tagEnd)
    var index = tagEnd
    var best = Int.max
    if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
      index += 1
      while index < bytes.count, bytes[index] != UInt8(ascii: ";"),
        let equals = bytes[index...].firstIndex(of: UInt8(ascii: "=")), equals + 1 < bytes.count,
        bytes[equals + 1] == UInt8(ascii: "\"")
      {
        let end = Self.endOfValue(bytes, from: equals + 2)
        let name = String(decoding: bytes[index..<equals], as: UTF8.self)
        if let rank = Self.labels.firstIndex(of: name), rank < best, end > equals + 2 {
          best = rank
          label = Self.text(bytes, (equals + 2)..<end)
        }
        index = end + 1
      }
      index = index < bytes.count ? bytes[index...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count : bytes.count
    }
    if index < bytes.count { rest = Self.text(bytes, (index + 1)..<bytes.count) }
  }

  /// The attributes that name a control, the best first.
  private static let labels = [
    "text", "attr__accessibilityLabel", "attr__aria-label", "attr_id", "attr__id", "attr__testID",
  ]

  private static func endOfValue(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if bytes[index] == UInt8(ascii: "\"") && isEnd(bytes, after: index + 1) { return index }
      index += 1
    }
    return bytes.count
  }

  /// Whether an attribute, an element or the end follows.
  private static func isEnd(_ bytes: UnsafeBufferPointer<UInt8>, after start: Int) -> Bool {
    guard start < bytes.count else { return true }
    if bytes[start] == UInt8(ascii: ";") { return start + 1 == bytes.count || isLetter(bytes[start + 1]) }
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "=") {
        return index > start && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\"")
      }
      if !isLetter(byte) && byte != UInt8(ascii: "-") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        return false
      }
      index += 1
    }
    return false
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> RecordValue {
    RecordValue(text: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range]))
  }
}
