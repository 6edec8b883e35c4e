/// Sizes for reading. They do not change which records there are, except where stated.
package struct ReadingOptions: Sendable, Equatable {
  /// Bytes in a block; more if a record is longer.
  package var blockSize = 4 << 20
  /// Longer records are skipped and reported (16 MiB).
  package var maximumRecordLength = 16 << 20
  /// How far a CSV row may continue after the first line feed inside a quoted cell. Beyond that, the quote counts
  /// as a stray one, and the rows that it swallowed are split at every line feed (1 MiB).
  package var maximumQuotedSpan = 1 << 20
  /// A longer line ends the run: the input is not a log (1 GiB).
  package var endlessLineLength = 1 << 30
  /// The number of bytes of each source for detection.
  package var headLength = 64 << 10
  /// The limits for the expansion of compressed data.
  package var decompression = DecompressionLimits()

  package init() {}
}
