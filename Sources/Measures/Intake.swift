/// How the lines of a log were read.
package struct Intake: Sendable, Codable, Equatable {
  /// Lines that are not blank.
  package var lines = 0
  package var rejected = 0
  package var duplicates = 0
  /// Accepted lines with a time without offset, which is read as UTC.
  package var withoutZone = 0
  /// Truncated log files.
  package var cutSources = 0
  /// Events of users that the app map excludes; not among ``lines``.
  package var excluded = 0

  package init(lines: Int = 0, rejected: Int = 0, duplicates: Int = 0, withoutZone: Int = 0, excluded: Int = 0, cutSources: Int = 0) {
    self.excluded = excluded
    self.cutSources = cutSources
    self.lines = lines
    self.rejected = rejected
    self.duplicates = duplicates
    self.withoutZone = withoutZone
  }
}
