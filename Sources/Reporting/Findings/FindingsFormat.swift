/// A findings format for other programs. To add one, add a file that renders a ``FindingsRecord``, and a line here.
public struct FindingsFormat: Sendable {
  public enum Destination: Sendable {
    /// A separate file (`--write NAME=FILE`).
    case file
    /// The output of a CI job (`--annotations NAME`).
    case jobOutput
  }

  public let name: String
  public let summary: String
  public let destination: Destination
  /// The text; every line ends with a line end.
  public let render: @Sendable (FindingsRecord) -> String

  /// By name.
  public static let all = [codeQuality, github, junit, sarif]

  /// The formats for a destination.
  package static func all(for destination: Destination) -> [FindingsFormat] { all.filter { $0.destination == destination } }

  /// The format of this name for a destination.
  package static func format(_ name: String, for destination: Destination) -> FindingsFormat? {
    all(for: destination).first { $0.name == name }
  }
}
