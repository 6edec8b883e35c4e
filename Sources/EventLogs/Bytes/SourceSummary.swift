/// What is known of an input after it was read to its end.
package struct SourceSummary: Sendable, Equatable {
  /// How messages and reports call it.
  package let name: String
  /// Its absolute path; `-` for standard input.
  package let path: String
  /// XXH3 (128 bits, 32 hexadecimal digits) of the decompressed bytes: a log has one digest, compressed or not.
  package let digest: String
  /// Bytes of the file, as packed.
  package let bytes: Int
  /// Bytes after decompression.
  package let decompressedBytes: Int
  /// Lines of text, the last one also if it does not end in a line feed; of a JSON array, its elements.
  package let lines: Int
  /// What is counted: `line`, or `record` where these stand in a JSON array.
  package let unit: String
  /// Whether the end is missing: the file became shorter while it was read, or a JSON array is not closed.
  package let isCutShort: Bool
}
