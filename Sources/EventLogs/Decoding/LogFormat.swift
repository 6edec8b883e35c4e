/// A log format: how it is recognized and decoded. To add one, add a file in `Formats/` and a line in ``all``.
package struct LogFormat: Sendable {
  /// The name for `--format`.
  package let name: String
  /// Its description, in one sentence.
  package let summary: String
  /// How it is recognized, in a few words.
  package let sign: String
  /// How its JSON records are recognized; nil for other text.
  var signature: RecordSignature?
  /// The fields of an export; nil for other formats.
  var fields: (@Sendable (LogHead) -> ExportFields)?
  /// How the log that begins with `head` is decoded; nil if it is of another format.
  let recognise: @Sendable (LogHead) throws(LogFormatError) -> SourceDecoding?

  /// All formats, in the order in which they are tried.
  package static let all: [LogFormat] = exports + [.ndjson, .csv]

  /// The exports of analytics products, and other logs with their own fields.
  private static let exports: [LogFormat] = [
    .otlpLogs, .otlpSpans, .ga4, .snowplowJSON, .amplitude, .matomo, .segment, .postHog, .mixpanel, .countly, .countlyQueue, .snowplowTSV,
    .snowplowCSV, .logcat,
  ]

  /// How a source is decoded: by the format of most of its first records.
  static func decoding(_ head: LogHead, format name: String?) throws(LogFormatError) -> SourceDecoding {
    for format in try candidates(head, name) {
      if let decoding = try format.recognise(head) { return decoding }
    }
    if let name { throw .otherFormat(name: head.name, format: name) }
    throw .unknown(name: head.name)
  }

  private static func candidates(_ head: LogHead, _ name: String?) throws(LogFormatError) -> [LogFormat] {
    if let name { return all.filter { $0.name == name } }
    try head.refuseStrangers()
    // A map that fully describes the fields of an event leaves nothing to detect.
    let isDescribed = head.plan.isComplete
    let votes = isDescribed ? [] : SignatureReader(all).votes(of: head.lines(20))
    // Records without a signature may still be JSON objects whose fields the map names.
    guard let most = votes.map(\.count).max() else { return all.filter { $0.signature == nil || $0.name == ndjson.name } }
    let winners = votes.filter { $0.count == most }.map(\.format)
    if winners.count > 1 { throw .tie(name: head.name, formats: winners.map(\.name)) }
    return winners
  }
}

/// How one source is decoded.
struct SourceDecoding: Sendable {
  /// The name of the format, with a remark on this log.
  let format: String
  let mode: RecordMode
  let makeDecoder: @Sendable (LogTables, _ keepsRejected: Bool) -> any BlockDecoder
}

/// Decodes blocks of one source. For one thread.
protocol BlockDecoder: AnyObject {
  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock)
}

/// The beginning of a source, for recognizing its format.
struct LogHead {
  /// The name of the source in messages.
  let name: String
  let bytes: [UInt8]
  /// The fields to read, and their sources.
  let plan: FieldPlan
  /// The contents of context tables.
  var contexts = SnowplowContexts()

  /// The first non-blank lines; the last may be truncated.
  func lines(_ count: Int) -> [ArraySlice<UInt8>] {
    Array(bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).lazy.filter { !$0.allSatisfy(\.isBlank) }.prefix(count))
  }

  /// Whether the first records are JSON objects.
  var holdsObject: Bool { lines(20).contains { $0.first { !$0.isBlank } == UInt8(ascii: "{") } }

  /// The first byte that is not blank.
  var firstByte: UInt8? { bytes.first { !$0.isBlank } }
}

extension UInt8 {
  /// White space of JSON.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

/// A source that is not a readable log.
package enum LogFormatError: Error, Equatable, CustomStringConvertible {
  case unknown(name: String)
  case otherFormat(name: String, format: String)
  case tie(name: String, formats: [String])
  case refused(name: String, kind: String, advice: String)
  case missingColumns(name: String, missing: [String], present: [String])
  case missingKeys(name: String, missing: [String], present: [String])

  package var description: String {
    switch self {
    case .unknown(let name):
      "\(name): unknown log format; `navaudit formats` lists the known ones, such as NDJSON (one JSON object per line) and CSV with a header row"
    case .otherFormat(let name, let format):
      "\(name): cannot be read as `\(format)`; leave `--format` out, or see `navaudit formats`"
    case .tie(let name, let formats):
      "\(name): the first records are in two formats; choose one with --format \(formats.joined(separator: " or --format "))"
    case .refused(let name, let kind, let advice):
      "\(name): \(kind); \(advice)"
    case .missingColumns(let name, let missing, let present):
      "\(name): no column \(Self.list(missing)); the header has \(Self.list(present)); map the columns under `columns:` in navaudit.yml"
    case .missingKeys(let name, let missing, let present):
      "\(name): no field \(Self.list(missing)); the first record has \(Self.list(present)); map the columns under `columns:` in navaudit.yml"
    }
  }

  /// Names in back quotes, no more than a dozen.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { "`\($0.prefix(60).filter { !$0.isNewline })`" }.joined(separator: ", ")
    return names.count > 12 ? shown + ", …" : shown
  }
}
