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

extension UInt8 {
  /// White space of JSON.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
