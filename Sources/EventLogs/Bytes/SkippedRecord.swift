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
