/// The summary of an input that was read to its end.
package struct SourceSummary: Sendable, Equatable {
  /// The name in messages and reports.
  package let name: String
  /// Its absolute path; `-` for standard input.
  package let path: String
  /// XXH3 (128 bits, 32 hexadecimal digits) of the decompressed bytes: the same whether the log is compressed or not.
  package let digest: String
  /// Bytes of the file, compressed if it is.
  package let bytes: Int
  /// Bytes after decompression.
  package let decompressedBytes: Int
  /// Lines of text, including an unterminated last one; for a JSON array, its elements.
  package let lines: Int
  /// The unit of ``lines``: `line`, or `record` for a JSON array.
  package let unit: String
  /// Whether the log is truncated: the file became shorter while it was read, or a JSON array is not closed.
  package let isCutShort: Bool
}
