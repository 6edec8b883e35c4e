// How a dialect writes a log.

extension Dialect {
  private struct Row {
    /// What is logged; without a kind if that is not about navigation.
    var event: LoggedEvent
    var word: String
    var properties: [(key: String, value: String)]
  }

  /// A line of each shape that is JSON, with the names of values between bars.
  private static let lines: [Shape: String] = [
    .ga4:
      #"{"event_name":|word|,"event_timestamp":"|microseconds|","user_pseudo_id":|user|,"event_params":[|parameters|],"platform":"|PLATFORM|","app_info":{"version":"|version|"}}"#,
    .amplitude:
      #"{"event_type":|word|,"event_time":"|date and time|","client_event_time":"|date and time|","device_id":|user|,"$insert_id":"|id|","session_id":|session number|,"event_properties":{|properties|},"platform":"|platform|","version_name":"|version|"}"#,
    .posthog:
      #"{"uuid":"|id|","event":|word|,"distinct_id":|user|,"timestamp":"|iso|","properties":{|properties,|"$session_id":|session|,"$os":"|platform|","$app_version":"|version|"}}"#,
    .mixpanel:
      #"{"event":|word|,"properties":{|properties,|"time":|seconds|,"distinct_id":|user|,"$insert_id":"|id|","$os":"|platform|","$app_version_string":"|version|"}}"#,
    .segment:
      #"{|type|,"messageId":"|id|","anonymousId":|user|,"originalTimestamp":"|iso|","properties":{|properties|},"context":{"app":{"version":"|version|"},"os":{"name":"|platform|"}}}"#,
    .flat:
      #"{|event key|:|word|,|user key|:|user|,|time key|:|time|,|session key|:|session|,|properties,|"platform":"|platform|"}"#,
    .nested:
      #"{"meta":{|time key|:|time|,|session key|:|session|},"client":{|user key|:|user|,"platform":"|platform|"},|event key|:|word|,"payload":{|properties|}}"#,
  ]

  /// What products call the view of a screen, and its screen.
  private static let views: [Shape: (word: String, key: String)] = [
    .ga4: ("screen_view", "firebase_screen"), .posthog: ("$screen", "$screen_name"),
  ]

  mutating func write(_ events: [LoggedEvent]) -> [UInt8] {
    var rows: [Row] = []
    var current: [String: String] = [:]
    for event in events {
      let word = drawn[event.event] ?? Word(event: styled(event.event))
      if let screen = event.screen { current[event.user] = screen }
      let screen = event.screen ?? (stampsScreen ? current[event.user] : nil)
      let told = [
        ("element", word.element), ("action", word.action), ("label", event.target), ("container", event.container),
        ("screenname", screen),
      ]
      let properties = told.compactMap { key, text in text.map { (keys[key]!, $0) } }
      rows.append(
        Row(event: event, word: word.event, properties: properties + noise.map { ($0, noiseValue($0, event)) }))
      if dice.chance(0.15), !distractors.isEmpty {
        var other = event
        other.event = ""
        other.time = event.time + 20
        let word = dice.pick(distractors)
        let amount = "\(dice.within(1...500))"
        let category = dice.pick(["a", "b", "c"])
        rows.append(
          Row(
            event: other, word: word,
            properties: [("amount", amount), ("category", category)] + noise.map { ($0, noiseValue($0, event)) }))
      }
    }
    if dice.chance(0.5) { rows.sort { ($0.event.time, $0.event.user) < ($1.event.time, $1.event.user) } }
    let text = shape.isTable ? table(rows) : json(rows)
    switch encoding {
    case .utf8: return Array(text.utf8)
    case .utf8WithMark: return [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case .utf16: return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .windows1252: return text.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?") }
    }
  }

  private mutating func noiseValue(_ key: String, _ event: LoggedEvent) -> String {
    switch key {
    case "battery": "\(dice.within(1...100))"
    case "network": dice.pick(["wifi", "4g", "5g"])
    case "ab_bucket": (fnv1a(event.user.utf8) >> 12) % 2 == 0 ? "control" : "treatment"
    case "lang": "en-US"
    case "build": "\(4000 + dice.below(3))"
    case "request_id": String(dice.bits(), radix: 16)
    case "latency_ms": "\(dice.within(3...900))"
    default: "\(dice.within(100...900))"
    }
  }

  private func json(_ rows: [Row]) -> String {
    // What stands between two bars has an odd index.
    let parts = Self.lines[shape, default: ""].split(separator: "|", omittingEmptySubsequences: false)
    return rows.enumerated().map { number, row in
      let values = values(of: row, number)
      return parts.enumerated().map { $0 % 2 == 0 ? $1 : Substring(values[String($1)]!) }.joined() + "\n"
    }.joined()
  }

  /// The values of a row, by the names that ``lines`` give them.
  private func values(of row: Row, _ number: Int) -> [String: String] {
    let text = LineBuffer.json
    let (event, isView) = (row.event, row.event.event == "screen_view")
    let view = isView ? Self.views[shape] : nil
    let properties = row.properties.map {
      (key: view != nil && $0.key == keys["screenname"] ? view!.key : $0.key, value: $0.value)
    }
    let members = properties.map { "\(text($0.key)):\(text($0.value))" }
    let parameters = (properties + [("ga_session_id", event.session ?? "")]).map {
      #"{"key":\#(text($0.key)),"value":{"string_value":\#(text($0.value))}}"#
    }
    let screen = row.properties.first { $0.key == keys["screenname"] }?.value ?? ""
    let platform = event.segment.platform ?? "ios"
    let iso = Self.iso(event.time)
    return [
      "word": text(view?.word ?? row.word), "user": text(event.user), "session": text(event.session ?? ""),
      "id": "e\(number)",
      "session number": event.session.map { String(fnv1a($0.utf8) >> 12) } ?? "-1",
      "version": event.segment.appVersion ?? "1.0",
      "platform": platform, "PLATFORM": platform.uppercased(), "parameters": parameters.joined(separator: ","),
      "properties": members.joined(separator: ","), "properties,": members.map { $0 + "," }.joined(),
      "type": isView ? #""type":"screen","name":\#(text(screen))"# : #""type":"track","event":\#(text(row.word))"#,
      "iso": iso + "Z", "date and time": iso.replacing("T", with: " "), "microseconds": "\(event.time * 1000)",
      "seconds": Self.seconds(event.time),
      "time": time == .iso ? text(stamp(event.time)) : stamp(event.time), "event key": text(keys["event"]!),
      "user key": text(keys["user"]!),
      "time key": text(keys["time"]!), "session key": text(keys["session"]!),
    ]
  }

  private func table(_ rows: [Row]) -> String {
    let separator: Character = shape == .comma ? "," : shape == .semicolon ? ";" : shape == .tab ? "\t" : "|"
    func line(_ cells: [String]) -> String {
      let quoted = cells.map { text in
        text.contains { $0 == separator || $0 == "\"" || $0.isNewline }
          ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
      }
      return quoted.joined(separator: String(separator))
    }
    var columns: [String] = []
    for row in rows { for (key, _) in row.properties where !columns.contains(key) { columns.append(key) } }
    let header = ["time", "user", "session", "event"].map { keys[$0]! } + columns + ["platform"]
    let lines = rows.map { row in
      let values = columns.map { column in row.properties.first { $0.key == column }?.value ?? "" }
      return line(
        [stamp(row.event.time), row.event.user, row.event.session ?? "", row.word] + values + [
          row.event.segment.platform ?? ""
        ])
    }
    return ([line(header)] + lines).joined(separator: shape == .comma ? "\n" : "\r\n") + "\n"
  }

  // MARK: - Times

  /// A time as the team writes it.
  private func stamp(_ time: Int64) -> String {
    let iso = Self.iso(time)
    let year = iso.prefix(4)
    let month = iso.dropFirst(5).prefix(2)
    let day = iso.dropFirst(8).prefix(2)
    let clock = iso.dropFirst(11)
    switch self.time {
    case .iso: return iso + "Z"
    case .milliseconds: return "\(time)"
    case .seconds: return Self.seconds(time)
    case .apple: return Self.seconds(time - 978_307_200_000)
    case .dayFirst: return "\(day).\(month).\(year) \(clock)"
    case .yearFirst: return "\(year)/\(month)/\(day) \(clock)"
    }
  }

  private static func seconds(_ time: Int64) -> String { "\(time / 1000).\(String(time % 1000 + 1000).dropFirst())" }

  /// `2026-05-04T10:20:30.123`
  private static func iso(_ time: Int64) -> String {
    var line = LineBuffer()
    line.append(time: time)
    return String(decoding: line.bytes, as: UTF8.self)
  }
}
