import EventLogs

/// The formats of logs that can be read.
public enum LogFormats {
  public struct Format: Sendable {
    /// The name that `--format` takes.
    public let name: String
    /// Its description, in one sentence.
    public let summary: String
    /// How it is recognized.
    public let sign: String
  }

  public static var all: [Format] { LogFormat.all.map { Format(name: $0.name, summary: $0.summary, sign: $0.sign) } }
}
