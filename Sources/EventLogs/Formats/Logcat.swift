import NavigationModel

extension LogFormat {
  /// The output of the Firebase SDK on a device with `setprop log.tag.FA-SVC VERBOSE`.
  static func logcat(_ entry: VendorEntry) -> LogFormat {
    LogFormat(name: entry.name, summary: entry.summary, sign: "lines of logcat from `FA-SVC`") {
      head throws(LogFormatError) in
      guard head.lines(.max).contains(where: { FirebaseLine($0) != nil }) else { return nil }
      let plan = head.plan.reading(entry.format)
      return SourceDecoding(format: entry.name, mode: .lines) { tables, keepsRejected in
        LogcatDecoder(plan, tables, keepsRejected: keepsRejected)
      }
    }
  }
}

/// A line with an event: `05-04 10:20:30.123 … FA-SVC : Logging event:
/// origin=auto,name=screen_view(_vs),params=Bundle[{…}]`.
private struct FirebaseLine {
  let time: String
  let name: String
  let parameters: [(key: String, value: String)]

  init?(_ line: some Collection<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    guard text.contains("FA-SVC"), let event = text.firstRange(of: "Logging event"),
      let start = text[event.upperBound...].firstRange(of: "name="),
      let bundle = text[start.upperBound...].firstRange(of: "params=Bundle[{"), let end = text.lastIndex(of: "}"),
      end > bundle.upperBound
    else { return nil }
    name = Self.longName(text[start.upperBound..<bundle.lowerBound].prefix { $0 != "," })
    let date = text.prefix { !$0.isWhitespace }
    let clock = text.dropFirst(date.count).drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    time = (date.count == 5 ? "2024-" : "") + date + " " + clock
    parameters = Self.parameters(text[bundle.upperBound..<end])
  }

  /// Values are not quoted and may contain commas: the next one begins after a comma followed by a key with its short
  /// code.
  private static func parameters(_ text: Substring) -> [(String, String)] {
    var found: [(String, String)] = []
    for part in text.split(separator: ", ", omittingEmptySubsequences: false) {
      if let equals = part.firstIndex(of: "="),
        part[..<equals].allSatisfy({ $0.isLetter || $0.isNumber || "_()".contains($0) })
      {
        found.append((longName(part[..<equals]), String(part[part.index(after: equals)...])))
      } else if !found.isEmpty {
        found[found.count - 1].1 += ", " + part
      }
    }
    return found
  }

  /// `ga_screen(_sn)` is `ga_screen`.
  private static func longName(_ text: Substring) -> String { String(text.prefix { $0 != "(" }) }
}

private final class LogcatDecoder: BlockDecoder {
  private let paths: [String?]
  private var assembler: RecordAssembler

  init(_ plan: FieldPlan, _ tables: LogTables, keepsRejected: Bool) {
    paths = plan.paths.map { $0?.dotted }
    assembler = RecordAssembler(plan, tables, readsNumbersFromText: true, keepsRejected: keepsRejected)
  }

  /// Other lines are not events.
  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock) {
    block.forEachRecord { record in
      guard let line = FirebaseLine(record.bytes) else { return }
      var known = ["time": line.time, "name": line.name, "user": "device", "platform": "android"]
      for (key, value) in line.parameters { known["params." + key] = value }
      let texts = paths.map { path in path.flatMap { known[$0] }.map(ConstantText.init) }
      for (index, text) in texts.enumerated() { assembler.values.values[index] = text?.value ?? .absent }
      withExtendedLifetime(texts) {
        if let reason = assembler.decode(record, into: &decoded, json: { [] }) {
          assembler.reject(reason, record, &decoded)
        }
      }
    }
  }
}
