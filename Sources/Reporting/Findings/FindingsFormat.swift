/// A way to hand findings to other programs. Adding one is a file that renders a ``FindingsRecord``, and a line here.
public struct FindingsFormat: Sendable {
  public enum Destination: Sendable {
    /// A file of its own (`--write NAME=FILE`).
    case file
    /// The output of a job, which the CI system reads line by line (`--annotations NAME`).
    case jobOutput
  }

  public let name: String
  public let summary: String
  public let destination: Destination
  /// The text, with a line end at the end of each line.
  public let render: @Sendable (FindingsRecord) -> String

  /// By name.
  public static let all = [codeQuality, github, junit, sarif]

  /// The formats for a destination.
  public static func all(for destination: Destination) -> [FindingsFormat] { all.filter { $0.destination == destination } }

  /// The format of this name for a destination.
  public static func format(_ name: String, for destination: Destination) -> FindingsFormat? {
    all(for: destination).first { $0.name == name }
  }
}
