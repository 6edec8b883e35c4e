import NavigationModel

/// All errors of an app map, in the order of its lines.
public struct AppMapError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, as given.
  public var file: String
  public var issues: [Issue]

  /// An error.
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

extension String {
  /// The text in backquotes, truncated for messages.
  var quoted: String {
    let limit = 60
    return "`\(String(unicodeScalars.prefix(limit)).onOneLine)\(unicodeScalars.count > limit ? "…" : "")`"
  }

  /// The text with line breaks and control characters escaped; `é` is unchanged.
  var onOneLine: String {
    unicodeScalars.reduce(into: "") { line, scalar in
      let isPrintable = scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !(0x2028...0x2029).contains(scalar.value)
      line += isPrintable ? String(scalar) : scalar.escaped(asASCII: true)
    }
  }
}

/// The map's settings of the plan.
extension AppMapReader {
  /// `advice`: the number of slots in the bar, pinned entries, and the smallest worthwhile saving.
  mutating func advice(_ node: MapNode) -> AppMap.Advice {
    var advice = AppMap.Advice()
    let keys = MapKeys.advice.names
    for entry in entries(of: node, expected: "a mapping of \(keys.joined(separator: ", "))", keys: keys, of: "advice") {
      switch entry.key {
      case "slots": advice.slots = slots(entry.value) ?? advice.slots
      case "pinned": advice.pinned = names(entry.value, expected: "a list of entries", each: "an entry")
      case "never": advice.never = names(entry.value, expected: "a list of entries", each: "an entry")
      default: advice.leastSaving = saving(entry.value) ?? advice.leastSaving
      }
    }
    return advice
  }

  private mutating func slots(_ node: MapNode) -> Int? {
    let expected = "a whole number from 1 to 100"
    guard let number = number(node, expected: expected) else { return nil }
    if let slots = Int(exactly: number), (1...100).contains(slots) { return slots }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return nil
  }

  private mutating func saving(_ node: MapNode) -> Double? {
    let expected = "taps per 100 sessions, 0 or more"
    guard let number = number(node, expected: expected) else { return nil }
    if number >= 0 { return number }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return nil
  }
}
