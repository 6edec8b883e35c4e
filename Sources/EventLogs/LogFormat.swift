/// A kind of log: how it is recognised and decoded. Adding one is a file in `Formats/` and a line in ``all``.
package struct LogFormat: Sendable {
  /// The word for `--format`.
  package let name: String
  /// What it is, in one sentence.
  package let summary: String
  /// How the log that begins with `head` is decoded, or nil where it is of another kind.
  let recognise: @Sendable (LogHead) throws(LogFormatError) -> SourceDecoding?

  /// All formats, in the order in which they are tried.
  package static let all: [LogFormat] = [.ndjson, .csv]
}

/// How one source is decoded.
struct SourceDecoding: Sendable {
  let format: String
  let mode: RecordMode
  let makeDecoder: @Sendable (LogTables, _ keepsRejected: Bool) -> any BlockDecoder
}

/// Decodes blocks of one source. For one thread.
protocol BlockDecoder: AnyObject {
  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock)
}

/// The beginning of a source, by which its format is recognised.
struct LogHead {
  /// How messages call the source.
  let name: String
  let bytes: [UInt8]
  /// Which fields are wanted, and where from.
  let plan: FieldPlan

  /// The first lines that are not blank, the last of which may be cut.
  func lines(_ count: Int) -> [ArraySlice<UInt8>] {
    Array(bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).lazy.filter { !$0.allSatisfy(\.isBlank) }.prefix(count))
  }

  /// The first byte that is not blank.
  var firstByte: UInt8? { bytes.first { !$0.isBlank } }
}

extension UInt8 {
  /// White space of JSON.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

/// A source that is no log that can be read.
package enum LogFormatError: Error, Equatable, CustomStringConvertible {
  case unknown(name: String)
  case array(name: String)
  case missingColumns(name: String, missing: [String], present: [String])
  case missingKeys(name: String, missing: [String], present: [String])

  package var description: String {
    switch self {
    case .unknown(let name):
      "\(name): not a log that navaudit knows; it reads NDJSON (one JSON object a line) and CSV or TSV with a header row"
    case .array(let name):
      "\(name): a JSON array, not one object a line; convert it with: jq -c '.[]' \(name)"
    case .missingColumns(let name, let missing, let present):
      "\(name): no column \(Self.list(missing)); the header has \(Self.list(present)); say under `columns:` in navaudit.yml which is which"
    case .missingKeys(let name, let missing, let present):
      "\(name): no field \(Self.list(missing)); the first record has \(Self.list(present)); say under `columns:` in navaudit.yml which is which"
    }
  }

  /// Names in back quotes, no more than a dozen.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { "`\($0.prefix(60).filter { !$0.isNewline })`" }.joined(separator: ", ")
    return names.count > 12 ? shown + ", …" : shown
  }
}
