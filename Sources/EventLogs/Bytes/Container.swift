/// The compression of a log. Detected by the first bytes, never by the file name.
package enum Container: String, Sendable, Equatable, CustomStringConvertible {
  case plain
  case gzip
  case zstd
  /// An archive, whose members are separate inputs: an input is never of this kind.
  case zip

  package var description: String { rawValue }

  /// The number of bytes that detection needs.
  static let headLength = 512

  /// Detects the container, and refuses files that are certainly not logs.
  ///
  /// - Parameters:
  ///   - head: the first bytes of the file (or of another container's contents).
  ///   - name: the input's name, for the message.
  static func detect(_ head: ArraySlice<UInt8>, name: String) throws(LogInputError) -> Container {
    if head.starts(with: [0x1F, 0x8B]) { return .gzip }
    if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || isSkippableZstdFrame(head) { return .zstd }
    for stranger in Stranger.all where stranger.matches(head) {
      throw .notALog(name: name, kind: stranger.kind, advice: stranger.advice.replacing("FILE", with: name))
    }
    return .plain
  }

  /// Skippable frames at the start of zstd files (`pzstd` writes one).
  private static func isSkippableZstdFrame(_ head: ArraySlice<UInt8>) -> Bool {
    guard let first = head.first, (0x50...0x5F).contains(first) else { return false }
    return head.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }
}

/// A kind of file that people mistake for a log, recognized by bytes at a fixed offset.
private struct Stranger: Sendable {
  let bytes: [UInt8]
  var offset = 0
  let kind: String
  let advice: String

  func matches(_ head: ArraySlice<UInt8>) -> Bool {
    head.dropFirst(offset).starts(with: bytes)
  }

  private static let export = "export the events as JSON Lines or CSV"
  private static let recompress = "decompress it, or compress it with gzip or zstd"

  static let all: [Stranger] = [
    Stranger(
      bytes: Array("PAR1".utf8), kind: "a Parquet file",
      advice: "export it again as JSON Lines: duckdb -c \"COPY (FROM 'FILE') TO 'events.ndjson' (FORMAT json)\""),
    Stranger(
      bytes: Array("SQLite format 3\0".utf8), kind: "a SQLite database", advice: "use `navaudit report` for a store"),
    Stranger(bytes: [0x50, 0x4B, 0x03, 0x04], kind: "a ZIP archive in a stream or in another file", advice: "name the archive itself, or unpack it"),
    Stranger(bytes: [0x50, 0x4B, 0x05, 0x06], kind: "an empty ZIP archive", advice: "export the events again"),
    Stranger(bytes: Array("ustar".utf8), offset: 257, kind: "a tar archive", advice: "unpack it and name the folder"),
    Stranger(bytes: [0x00, 0x00, 0xFE, 0xFF], kind: "text in UTF-32", advice: "save it as UTF-8"),
    Stranger(bytes: [0xFF, 0xFE, 0x00, 0x00], kind: "text in UTF-32", advice: "save it as UTF-8"),
    Stranger(bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], kind: "compressed with xz", advice: recompress),
    Stranger(bytes: Array("BZh".utf8), kind: "compressed with bzip2", advice: recompress),
    Stranger(bytes: [0x04, 0x22, 0x4D, 0x18], kind: "compressed with lz4", advice: recompress),
    Stranger(
      bytes: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], kind: "a 7z archive", advice: "unpack it and name the folder"),
    Stranger(bytes: [0x4F, 0x62, 0x6A, 0x01], kind: "an Avro file", advice: export),
    Stranger(bytes: Array("%PDF-".utf8), kind: "a PDF document", advice: export),
  ]
}
