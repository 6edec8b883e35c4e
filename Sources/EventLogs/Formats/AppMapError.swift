/// All errors of an app map, in the order of its lines.
public struct AppMapError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, as given.
  public var file: String
  public var issues: [Issue]

  public struct Issue: Sendable, Hashable {
    public var position: Position
    /// What is wrong, what is expected and, if a similar word exists, a suggestion.
    public var message: String
  }

  /// A position in the file; both count from 1, columns in Unicode scalars.
  public struct Position: Sendable, Hashable, Comparable {
    public var line: Int
    public var column: Int

    public static func < (a: Position, b: Position) -> Bool { (a.line, a.column) < (b.line, b.column) }
  }

  /// The maximum number of issues in the description; a file of another kind has thousands.
  static let toldIssues = 20

  /// One line for each issue (`navaudit.yml:12: unknown key …`), and the number of further ones.
  public var description: String {
    var lines = issues.prefix(Self.toldIssues).map { "\(file):\($0.position.line): \($0.message)" }
    if issues.count > Self.toldIssues { lines.append("\(file): \(issues.count - Self.toldIssues) more") }
    return lines.joined(separator: "\n")
  }
}
