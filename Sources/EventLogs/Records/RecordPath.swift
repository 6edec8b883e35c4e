/// The path to a value in a record: member names, and steps through the arrays of exports.
struct RecordPath: Sendable, Hashable, ExpressibleByStringLiteral {
  enum Step: Sendable, Hashable {
    /// The member with this name in an object, or the column with this name in a table.
    case member(String)
    /// In an array of `{"key": …, "value": {…}}`, the contents of this key's value (GA4, OpenTelemetry).
    case entry(String)
    /// In an array of `{"schema": …, "data": …}`, the data of this schema: `vendor/name/version` (Snowplow).
    case schema(String)
    case first
    /// Each element of an array: the record holds one event per element.
    case each
    /// The raw text of an object or array.
    case whole
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// Members of members; `events[]` is each element of the list `events`.
  init(members: [String]) {
    steps = members.flatMap { name -> [Step] in
      name.count > 2 && name.hasSuffix("[]") ? [.member(String(name.dropLast(2))), .each] : [.member(name)]
    }
  }

  /// The members, joined with dots: the name of such a column in a table, and of the path in messages.
  var dotted: String { joined(by: ".") }

  func joined(by separator: String) -> String {
    steps.compactMap { step in
      switch step {
      case .member(let name), .entry(let name), .schema(let name): name
      case .first, .each, .whole: nil
      }
    }.joined(separator: separator)
  }

  static func + (path: RecordPath, steps: [Step]) -> RecordPath { RecordPath(path.steps + steps) }

  /// The path split at its arrays: the part from the record to the first of them, from its elements to the next, and so
  /// on.
  var levels: [RecordPath] {
    steps.split(separator: .each, omittingEmptySubsequences: false).map { RecordPath(Array($0)) }
  }

  init(stringLiteral text: String) { self.init(members: text.split(separator: ".").map(String.init)) }
}
