/// How a log is cut into records.
package enum RecordMode: Sendable, Equatable {
  /// A record is a line.
  case lines
  /// A record is a row of comma-separated values (RFC 4180): a line feed inside a quoted cell does not end it.
  case csv(delimiter: UInt8)
}

/// A record that was not delivered.
package struct SkippedRecord: Sendable, Equatable {
  /// Why it was not delivered.
  package enum Reason: String, Sendable, Equatable {
    /// It is longer than `ReadingOptions.maximumRecordLength`.
    case lineTooLong = "line too long"
  }

  /// The line on which it begins, counted from 1.
  package let line: Int
  /// Its length in bytes.
  package let length: Int
  /// Why it was not delivered.
  package let reason: Reason
}

/// Sizes that govern reading. None of them changes which records there are, except as said.
package struct ReadingOptions: Sendable, Equatable {
  /// Bytes in a block, more only where a record is longer.
  package var blockSize = 4 << 20
  /// Longer records are skipped and reported (16 MiB).
  package var maximumRecordLength = 16 << 20
  /// How far a row of a CSV may go on after the first line feed inside a quoted cell. Beyond it, the quote is
  /// taken for a stray one, and the rows it had swallowed are cut at every line feed (1 MiB).
  package var maximumQuotedSpan = 1 << 20
  /// A line longer than this ends the run: it is no log (1 GiB).
  package var endlessLineLength = 1 << 30
  /// How many bytes of the head of each source are shown for detection.
  package var headLength = 64 << 10
  /// What compressed data may grow to.
  package var decompression = DecompressionLimits()

  package init() {}
}
