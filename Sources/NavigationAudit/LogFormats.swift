import EventLogs

/// The formats of logs that can be read.
public enum LogFormats {
  /// Names, as `--format` takes them, with one sentence each.
  public static var all: [(name: String, summary: String)] { LogFormat.all.map { ($0.name, $0.summary) } }
}
