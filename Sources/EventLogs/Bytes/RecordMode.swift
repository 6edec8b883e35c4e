/// How a log is split into records.
package enum RecordMode: Sendable, Equatable {
  /// A record is a line.
  case lines
  /// A record is a row of comma-separated values (RFC 4180): a line feed inside a quoted cell does not end it.
  case csv(delimiter: UInt8)
}
