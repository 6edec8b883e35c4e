// How a dialect writes a log.

extension Dialect {
  private struct Row {
    var time: Int64
    var user: String
    var session: String?
    var word: String
    var properties: [(String, String)]
    var isScreen = false
    var segment: LoggedEvent.Segment
  }

  mutating func write(_ events: [LoggedEvent]) -> [UInt8] {
    var rows: [Row] = []
    var current: [String: String] = [:]
    for event in events {
      let word = drawn[event.event] ?? Word(event: styled(event.event))
      var row = Row(time: event.time, user: event.user, session: event.session, word: word.event, properties: [], segment: event.segment)
      if let element = word.element { row.properties.append((keys["element"]!, element)) }
      if let action = word.action { row.properties.append((keys["action"]!, action)) }
      if let target = event.target { row.properties.append((keys["label"]!, target)) }
      if let container = event.container { row.properties.append((keys["container"]!, container)) }
      row.isScreen = event.event == "screen_view"
      if let screen = event.screen {
        row.properties.append((keys["screenname"]!, screen))
        current[event.user] = screen
      } else if stampsScreen, let screen = current[event.user] {
        row.properties.append((keys["screenname"]!, screen))
      }
      for key in noise { row.properties.append((key, noiseValue(key, event))) }
      rows.append(row)
      if dice.chance(0.15), !distractors.isEmpty {
        var other = Row(
          time: event.time + 20, user: event.user, session: event.session, word: dice.pick(distractors),
          properties: [("amount", "\(dice.within(1...500))"), ("category", dice.pick(["a", "b", "c"]))], segment: event.segment)
        for key in noise { other.properties.append((key, noiseValue(key, event))) }
        rows.append(other)
      }
    }
    if dice.chance(0.5) { rows.sort { ($0.time, $0.user) < ($1.time, $1.user) } }
    let text = shape.isTable ? table(rows) : rows.enumerated().map { line($1, $0) }.joined(separator: "\n") + "\n"
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

  private func line(_ row: Row, _ number: Int) -> String {
    func text(_ text: String) -> String { LineBuffer.json(text) }
    let properties = "{" + row.properties.map { "\(text($0.0)):\(text($0.1))" }.joined(separator: ",") + "}"
    let iso = Self.iso(row.time, separator: "T") + "Z"
    let id = "e\(number)"
    let (platform, version) = (row.segment.platform ?? "ios", row.segment.appVersion ?? "1.0")
    switch shape {
    case .ga4:
      var parameters = row.properties
      if row.isScreen, let index = parameters.firstIndex(where: { $0.0 == keys["screenname"] }) { parameters[index].0 = "firebase_screen" }
      parameters.append(("ga_session_id", row.session ?? ""))
      let list = parameters.map { #"{"key":\#(text($0.0)),"value":{"string_value":\#(text($0.1))}}"# }.joined(separator: ",")
      return
        #"{"event_name":\#(text(row.isScreen ? "screen_view" : row.word)),"event_timestamp":"\#(row.time * 1000)","user_pseudo_id":\#(text(row.user)),"event_params":[\#(list)],"platform":\#(text(platform.uppercased())),"app_info":{"version":\#(text(version))}}"#
    case .amplitude:
      return
        #"{"event_type":\#(text(row.word)),"event_time":"\#(Self.iso(row.time, separator: " "))","client_event_time":"\#(Self.iso(row.time, separator: " "))","device_id":\#(text(row.user)),"$insert_id":"\#(id)","session_id":\#(row.session.map { String(fnv1a($0.utf8) >> 12) } ?? "-1"),"event_properties":\#(properties),"platform":"\#(platform)","version_name":"\#(version)"}"#
    case .posthog:
      let name = row.isScreen ? "$screen" : row.word
      let own = row.isScreen ? properties.replacing(text(keys["screenname"]!) + ":", with: "\"$screen_name\":") : properties
      return
        #"{"uuid":"\#(id)","event":\#(text(name)),"distinct_id":\#(text(row.user)),"timestamp":"\#(iso)","properties":\#(own.dropLast())\#(own == "{}" ? "" : ",")"$session_id":\#(text(row.session ?? "")),"$os":"\#(platform)","$app_version":"\#(version)"}}"#
    case .mixpanel:
      return
        #"{"event":\#(text(row.word)),"properties":\#(properties.dropLast())\#(properties == "{}" ? "" : ",")"time":\#(row.time / 1000).\#(String(row.time % 1000 + 1000).dropFirst()),"distinct_id":\#(text(row.user)),"$insert_id":"\#(id)","$os":"\#(platform)","$app_version_string":"\#(version)"}}"#
    case .segment:
      let name = row.properties.first { $0.0 == keys["screenname"] }?.1 ?? ""
      let type = row.isScreen ? #""type":"screen","name":\#(text(name))"# : #""type":"track","event":\#(text(row.word))"#
      return
        #"{\#(type),"messageId":"\#(id)","anonymousId":\#(text(row.user)),"originalTimestamp":"\#(iso)","properties":\#(properties),"context":{"app":{"version":"\#(version)"},"os":{"name":"\#(platform)"}}}"#
    case .flat:
      let own = row.properties.map { ",\(text($0.0)):\(text($0.1))" }.joined()
      return
        "{\(text(keys["event"]!)):\(text(row.word)),\(text(keys["user"]!)):\(text(row.user)),\(text(keys["time"]!)):\(jsonTime(row.time)),\(text(keys["session"]!)):\(text(row.session ?? ""))\(own),\"platform\":\"\(platform)\"}"
    default:
      return
        "{\"meta\":{\(text(keys["time"]!)):\(jsonTime(row.time)),\(text(keys["session"]!)):\(text(row.session ?? ""))},\"client\":{\(text(keys["user"]!)):\(text(row.user)),\"platform\":\"\(platform)\"},\(text(keys["event"]!)):\(text(row.word)),\"payload\":\(properties)}"
    }
  }

  private func table(_ rows: [Row]) -> String {
    let separator: Character = shape == .comma ? "," : shape == .semicolon ? ";" : shape == .tab ? "\t" : "|"
    func cell(_ text: String) -> String {
      text.contains { $0 == separator || $0 == "\"" || $0.isNewline } ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
    var columns: [String] = []
    for row in rows { for (key, _) in row.properties where !columns.contains(key) { columns.append(key) } }
    let header = [keys["time"]!, keys["user"]!, keys["session"]!, keys["event"]!] + columns + ["platform"]
    var lines = [header.map(cell).joined(separator: String(separator))]
    for row in rows {
      let values = columns.map { column in row.properties.first { $0.0 == column }?.1 ?? "" }
      let cells = [tableTime(row.time), row.user, row.session ?? "", row.word] + values + [row.segment.platform ?? ""]
      lines.append(cells.map(cell).joined(separator: String(separator)))
    }
    return lines.joined(separator: shape == .comma ? "\n" : "\r\n") + "\n"
  }

  // MARK: - Times

  private func jsonTime(_ time: Int64) -> String {
    switch self.time {
    case .milliseconds: "\(time)"
    case .seconds: "\(time / 1000).\(String(time % 1000 + 1000).dropFirst())"
    case .apple: "\(time / 1000 - 978_307_200).\(String(time % 1000 + 1000).dropFirst())"
    default: "\"\(Self.iso(time, separator: "T"))Z\""
    }
  }

  private func tableTime(_ time: Int64) -> String {
    let iso = Self.iso(time, separator: " ")
    let (year, month, day, clock) = (iso.prefix(4), iso.dropFirst(5).prefix(2), iso.dropFirst(8).prefix(2), iso.dropFirst(11))
    switch self.time {
    case .iso: return iso.replacing(" ", with: "T") + "Z"
    case .milliseconds: return "\(time)"
    case .seconds, .apple: return "\(time / 1000).\(String(time % 1000 + 1000).dropFirst())"
    case .dayFirst: return "\(day).\(month).\(year) \(clock)"
    case .yearFirst: return "\(year)/\(month)/\(day) \(clock)"
    }
  }

  /// `2026-05-04T10:20:30.123`
  private static func iso(_ time: Int64, separator: String) -> String {
    var line = LineBuffer()
    line.append(time: time)
    return String(decoding: line.bytes, as: UTF8.self).replacing("T", with: separator)
  }
}

/// The words that teams use in their logs, by language: a dialect draws its event names, properties and columns from it. It was written from how
/// teams talk about their apps, independently of the product's table of terms.
struct TeamWords: Sendable {
  let language: String
  private let words: [String: [String]]

  subscript(concept: String) -> [String] { words[concept] ?? [] }

  static let all: [TeamWords] = String(decoding: PackageResources.TeamWords_txt, as: UTF8.self).split(separator: "\n\n").map { block in
    let lines = block.split(separator: "\n").map(String.init)
    var words: [String: [String]] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      words[String(parts[0])] = parts[1].split(separator: ",").map { $0.trimmingPrefix(" ").description }
    }
    return TeamWords(language: lines[0], words: words)
  }
}
