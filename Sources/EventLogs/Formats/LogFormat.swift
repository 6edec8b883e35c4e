import CSimdJSON
import NavigationModel

/// A log format: how it is recognized and decoded. Those of vendors are in `formats.yml`.
package struct LogFormat: Sendable {
  /// The name for `--format`.
  package let name: String
  package let summary: String
  /// How it is recognized, in a few words.
  package let sign: String
  /// How its JSON records are recognized; empty for other text.
  var signature: [EventMapping.Condition] = []
  /// What a vendor says; nil for other formats.
  var vendor: VendorEntry?
  /// How the log that begins with `head` is decoded; nil if it is of another format.
  let recognize: @Sendable (LogHead) throws(LogFormatError) -> SourceDecoding?

  /// All formats, in the order in which they are tried.
  package static let all: [LogFormat] =
    VendorEntry.all.map { entry -> LogFormat in entry.name == "logcat" ? .logcat(entry) : .vendor(entry) }
    + [.ndjson, .csv]

  /// The formats that `--format` names: one of ``all``, or those of a file.
  /// - Throws: ``LogFormatError`` or ``AppMapError`` if there are none, or the file is wrong.
  package static func all(named name: String) throws -> [LogFormat] {
    guard isFile(name) else { return all.filter { $0.name == name } }
    return try VendorEntry.read(file: name).map { .vendor($0) }
  }

  /// Whether `--format` names a file.
  package static func isFile(_ name: String) -> Bool { name.hasSuffix(".yml") || name.hasSuffix(".yaml") }

  /// How a source is decoded: by the format of most of its first records.
  /// - Parameter formats: those that `name` names; nil for all.
  static func decoding(
    _ head: LogHead, format name: String?, among formats: [LogFormat]?
  ) throws(LogFormatError) -> SourceDecoding {
    for format in try candidates(head, formats) {
      if let decoding = try format.recognize(head) { return decoding }
    }
    if let name { throw .otherFormat(name: head.name, format: name) }
    throw .unknown(name: head.name)
  }

  /// Whether an object is a record of one of the formats, or one that the plan describes.
  /// - Parameter formats: those that `--format` names; nil for all. Of one JSON object per line, each is a record.
  static func isRecord(_ object: [UInt8], _ plan: FieldPlan, among formats: [LogFormat]?) -> Bool {
    if let formats, formats.allSatisfy({ $0.name == ndjson.name }) { return true }
    if plan.describes(object) { return true }
    let vendors = (formats ?? all).filter { $0.name != ndjson.name }
    return !plan.isComplete && SignatureReader(vendors).index(of: object) != nil
  }

  private static func candidates(_ head: LogHead, _ formats: [LogFormat]?) throws(LogFormatError) -> [LogFormat] {
    if let formats, formats.count < 2 { return formats }
    if formats == nil { try head.refuseStrangers() }
    // A map that fully describes the fields of an event leaves nothing to detect.
    let isDescribed = head.plan.isComplete
    let votes = isDescribed ? [] : SignatureReader(formats ?? all).votes(of: head.lines(20))
    // Records without a signature may still be JSON objects whose fields the map names.
    guard let most = votes.map(\.count).max() else {
      return formats ?? all.filter { $0.signature.isEmpty || $0.name == ndjson.name }
    }
    let winners = votes.filter { $0.count == most }.map(\.format)
    if winners.count > 1 { throw .tie(name: head.name, formats: winners.map(\.name)) }
    return winners
  }
}

extension UInt8 {
  /// White space of JSON.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

/// The beginning of a source, for recognizing its format.
struct LogHead {
  /// The name of the source in messages.
  let name: String
  let bytes: [UInt8]
  let plan: FieldPlan

  /// The first non-blank lines; the last may be truncated.
  func lines(_ count: Int) -> [ArraySlice<UInt8>] {
    Array(
      bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).lazy.filter { !$0.allSatisfy(\.isBlank) }.prefix(count))
  }

  /// Whether the first records are JSON objects: a brace, then a name in quotes, or the end. A table may have braces,
  /// too: columns called `{adid}`.
  var holdsObject: Bool { lines(20).contains(where: Self.beginsObject) }

  private static func beginsObject(_ line: ArraySlice<UInt8>) -> Bool {
    let start = line.drop(while: \.isBlank)
    let next = start.dropFirst().first { !$0.isBlank }
    return start.first == UInt8(ascii: "{") && (next == nil || next == UInt8(ascii: "\"") || next == UInt8(ascii: "}"))
  }

  /// Whether nothing, or only what begins like an object and is no table, tells how it is written.
  var isOnlyLikeObjects: Bool {
    bytes.first { !$0.isBlank }.map { $0 == UInt8(ascii: "{") && header()?.isOfTable != true } ?? true
  }

  private static let buckets: Pattern = #"^\s*\{\s*"buckets"\s*:\s*\{"#
  private static let androidLog: Pattern =
    #"^\s*(?:-+ beginning of \S+\s+)?(?:(?:\d{4}-)?\d\d-\d\d +\d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ [VDIWEF] .|[VDIWEF]/\S+ *\( *\d+\):)"#
  private static let systemLog: Pattern =
    #"^(?:<\d+>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S+?(?:\[\d+\])?: "#
  private static let programLog: Pattern =
    #"^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?\S*\s+(?:\[[^\]]*\]\s*)*(?:TRACE|DEBUG|INFO|NOTICE|WARN|ERROR|FATAL|SEVERE)"#

  /// Refuses known formats that cannot be read: old exports, API errors, binary containers.
  func refuseStrangers() throws(LogFormatError) {
    let start = String(decoding: bytes.prefix(400), as: UTF8.self)
    if start.contains("\"aw-watcher-") || Self.buckets.isFound(in: start) {
      throw .refused(
        name: name, kind: "buckets of ActivityWatch: the windows on one person's computer, not the screens of an app",
        advice: "export the events of the app, one for each screen")
    }
    if Self.androidLog.isFound(in: start),
      !String(decoding: bytes, as: UTF8.self).contains("FA-SVC")
    {
      throw .refused(
        name: name, kind: "Android's system log: what the system did, not which screens people saw",
        advice:
          """
          with Firebase Analytics in the app, run `adb shell setprop log.tag.FA-SVC VERBOSE` and save `adb logcat -s \
          FA-SVC`; otherwise log the screens in the app
          """)
    }
    if Self.systemLog.isFound(in: start) {
      throw .refused(
        name: name, kind: "the log of a system (syslog): what its services did, not which screens people saw",
        advice: "export the events of the app, one for each screen, or the access log of the web server")
    }
    if Self.programLog.isFound(in: start) {
      throw .refused(
        name: name, kind: "the text log of a program: sentences for its developers",
        advice: "export a table or JSON lines with the time, the user or session, and the screen of each event")
    }
    let broken = lines(50).dropLast().count { !String(decoding: $0, as: UTF8.self).utf8.elementsEqual($0) }
    if broken > 4, broken * 2 > lines(50).count {
      throw .refused(
        name: name, kind: "text in another encoding than UTF-8, UTF-16 and Windows-1252",
        advice:
          """
          convert it first, such as `iconv -f CP949 -t UTF-8 \(name) > utf-8.csv`: CP949 is Korean, GBK Chinese, \
          SHIFT_JIS Japanese, WINDOWS-1250 Central European, WINDOWS-1251 Cyrillic
          """)
    }
    let paths: [RecordPath] = [
      "event_dim", "user_dim", "result", "message", "idVisit", "resourceMetrics", "eventMessage", "processImagePath",
    ]
    let reader = JSONRecordReader(paths: paths)
    let values = RecordValues(count: paths.count)
    let object = lines(5).first { $0.first { !$0.isBlank } == UInt8(ascii: "{") }
    guard let line = object, reader.read(unpadded: line, into: values) else { return }
    func holds(_ index: Int) -> Bool { values.values[index].kind != CSJ_ABSENT }
    if holds(0) && holds(1) {
      throw .refused(
        name: name, kind: "a Firebase export from before July 2018 (`event_dim`, `user_dim`)",
        advice: "flatten it to the present schema with the migration script of the BigQuery export, and export that")
    }
    if String(decoding: values.values[2].textBytes, as: UTF8.self) == "error" && holds(3) && !holds(4) {
      let message = String(decoding: values.values[3].textBytes.prefix(120), as: UTF8.self).map {
        $0.isNewline ? " " : String($0)
      }.joined()
      throw .refused(name: name, kind: "an error response of the API (\(message))", advice: "export the visits again")
    }
    if holds(6) && holds(7) {
      throw .refused(
        name: name, kind: "Apple's system log: what programs told their developers, not which screens people saw",
        advice: "log the screens in the app, and export these events")
    }
    if holds(5) { throw .refused(name: name, kind: "OpenTelemetry metrics", advice: "export the logs or the spans") }
  }
}

struct SourceDecoding: Sendable {
  /// The name of the format, with a remark on this log.
  let format: String
  let mode: RecordMode
  /// The header of a table.
  var header: TableHeader?
  let makeDecoder: @Sendable (LogTables, _ keepsRejected: Bool) -> any BlockDecoder
}

extension SourceDecoding {
  /// Of JSON objects, one for each line.
  static func json(_ format: String, remark: String = "", _ plan: FieldPlan) -> SourceDecoding {
    SourceDecoding(format: format + remark, mode: .lines) {
      JSONLogDecoder(plan, format: format, $0, keepsRejected: $1)
    }
  }

  static func table(_ format: String, _ plan: FieldPlan, _ header: TableHeader) -> SourceDecoding {
    SourceDecoding(format: format, mode: header.mode, header: header) {
      TableDecoder(plan, header, $0, keepsRejected: $1)
    }
  }
}

/// Decodes blocks of one source. For one thread.
protocol BlockDecoder: AnyObject {
  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock)
}

/// Determines the formats of single records by their signatures.
final class SignatureReader {
  private let formats: [(format: LogFormat, tests: [ValueTest])]
  private let reader: JSONRecordReader
  private let values: RecordValues

  init(_ formats: [LogFormat]) {
    let formats = formats.filter { !$0.signature.isEmpty }
    self.formats = formats.map { ($0, $0.signature.map { ValueTest($0.test) }) }
    let paths = formats.flatMap { $0.signature.map { RecordPath.written($0.path[...])[0] } }
    reader = JSONRecordReader(paths: paths)
    values = RecordValues(count: paths.count)
  }

  /// The index of the first format whose signature a record has; nil if it has none.
  func index(of record: some Collection<UInt8>) -> Int? {
    guard reader.read(unpadded: record, into: values) else { return nil }
    var end = 0
    return formats.firstIndex { _, tests in
      let start = end
      end += tests.count
      return zip(tests, values.values[start..<end]).allSatisfy { $0.holds(for: $1) }
    }
  }

  /// The name of that format.
  func format(of record: some Collection<UInt8>) -> String? { index(of: record).map { formats[$0].format.name } }

  /// The number of records of each format, without formats that no record has.
  func votes(of records: [ArraySlice<UInt8>]) -> [(format: LogFormat, count: Int)] {
    var counts = [Int](repeating: 0, count: formats.count)
    for record in records {
      if let index = index(of: record) { counts[index] += 1 }
    }
    return zip(formats, counts).filter { $1 > 0 }.map { ($0.format, $1) }
  }
}

/// A source that is not a readable log.
package enum LogFormatError: Error, Equatable, CustomStringConvertible {
  case unknown(name: String)
  case otherFormat(name: String, format: String)
  case tie(name: String, formats: [String])
  case refused(name: String, kind: String, advice: String)
  case ragged(name: String, line: Int, cells: Int, columns: Int, headerLine: Int)
  case missingColumns(name: String, missing: [String], present: [String])
  case missingKeys(name: String, missing: [String], present: [String])
  case noFile(name: String)
  case noFormats(name: String)

  package var description: String {
    switch self {
    case .unknown(let name):
      """
      \(name): unknown log format; `navaudit help formats` lists the known ones, such as NDJSON (one JSON object per \
      line) and CSV with a header row
      """
    case .otherFormat(let name, let format):
      "\(name): cannot be read as `\(format)`; leave `--format` out, or see `navaudit help formats`"
    case .tie(let name, let formats):
      """
      \(name): the first records are in two formats; choose one with --format \
      \(formats.joined(separator: " or --format "))
      """
    case .refused(let name, let kind, let advice): "\(name): \(kind); \(advice)"
    case .ragged(let name, let line, let cells, let columns, let headerLine):
      """
      \(name): line \(line) has \(cells) cells, the header in line \(headerLine) has \(columns), and most rows \
      differ from it; write as many in each row
      """
    case .noFile(let name): "\(name): no such file, or not readable as UTF-8"
    case .noFormats(let name): "\(name): describes no format; `navaudit help formats` shows how one is written"
    case .missingColumns(let name, let missing, let present):
      """
      \(name): no column \(Self.list(missing)); the header has \(Self.list(present)); map the columns under \
      `columns:` in navaudit.yml
      """
    case .missingKeys(let name, let missing, let present):
      """
      \(name): no field \(Self.list(missing)); the first record has \(Self.list(present)); map the columns under \
      `columns:` in navaudit.yml
      """
    }
  }

  /// Names in back quotes, no more than a dozen.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { "`\($0.prefix(60).filter { !$0.isNewline })`" }.joined(separator: ", ")
    return names.count > 12 ? shown + ", …" : shown
  }
}
