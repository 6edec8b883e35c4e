/// How a log is split into records.
package enum RecordMode: Sendable, Equatable {
  /// A record is a line.
  case lines
  /// A record is a row of comma-separated values (RFC 4180): a line feed inside a quoted cell does not end it.
  case csv(delimiter: UInt8)
}

/// A record that was skipped.
package struct SkippedRecord: Sendable, Equatable {
  /// Why it was skipped.
  package enum Reason: String, Sendable, Equatable {
    /// It is longer than `ReadingOptions.maximumRecordLength`.
    case lineTooLong = "line too long"
  }

  /// The line on which it begins, from 1.
  package let line: Int
  /// Its length in bytes.
  package let length: Int
  /// Why it was skipped.
  package let reason: Reason
}

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
