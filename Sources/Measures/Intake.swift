/// How the lines of a log were read.
public struct Intake: Sendable, Codable, Equatable {
  /// Lines that are not blank.
  public var lines = 0
  public var rejected = 0
  public var duplicates = 0
  /// Accepted lines with a time without offset, which is read as UTC.
  public var withoutZone = 0
  /// Truncated log files.
  public var cutSources = 0
  /// Events of users that the app map excludes; not among ``lines``.
  public var excluded = 0

  public init(lines: Int = 0, rejected: Int = 0, duplicates: Int = 0, withoutZone: Int = 0, excluded: Int = 0, cutSources: Int = 0) {
    self.excluded = excluded
    self.cutSources = cutSources
    self.lines = lines
    self.rejected = rejected
    self.duplicates = duplicates
    self.withoutZone = withoutZone
  }
}
