import EventLogs

/// The formats of logs that can be read.
public enum LogFormats {
  public struct Format: Sendable {
    /// As `--format` takes it.
    public let name: String
    /// What it is, in one sentence.
    public let summary: String
    /// How a log is seen to be of it.
    public let sign: String
  }

  public static var all: [Format] { LogFormat.all.map { Format(name: $0.name, summary: $0.summary, sign: $0.sign) } }
}
