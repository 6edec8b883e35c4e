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
