import NavigationModel

/// To which group of a comparison a session belongs.
struct SessionGroups: Sendable {
  /// A group: sessions of one input, or of any, with these values of their dimensions.
  struct Group: Sendable {
    let label: String
    let input: Int?
    fileprivate let conditions: [Condition]

    /// The arm of an experiment, as `--split` names it.
    var armName: String { SessionGroups.armName(label) }
  }

  fileprivate struct Condition: Sendable {
    let path: WritableKeyPath<Segment, Name> & Sendable
    let values: Set<Name>
  }

  let groups: [Group]

  enum Membership: Equatable { case none, one(Int), several }

  func group(of segment: Segment, input: Int) -> Membership {
    var found: Int?
    for (number, group) in groups.enumerated() where group.input == nil || group.input == input {
      guard group.conditions.allSatisfy({ $0.values.contains(segment[keyPath: $0.path]) }) else { continue }
      if found != nil { return .several }
      found = number
    }
    return found.map { .one($0) } ?? .none
  }

  /// The sides of a comparison of two inputs, or of two groups of sessions of one.
  init(_ options: ComparisonOptions, names: NameTable) {
    let inputs = options.inputs
    let filters = [options.before, options.after]
    groups = filters.enumerated().map { side, filter in
      let input = inputs.count > 1 ? inputs[side] : nil
      return Group(
        label: [input, filter?.description].compactMap(\.self).joined(separator: ", "), input: inputs.count > 1 ? side : nil,
        conditions: (filter?.conditions ?? []).map { condition in
          Condition(path: Self.path(condition.dimension), values: Set(condition.values.map { names.name($0) }))
        })
    }
  }

  /// A group for each value of a dimension, the reference first.
  init(values: [String], of dimension: String, names: NameTable) {
    groups = values.map { value in
      Group(
        label: "\(dimension)=\(value)", input: nil,
        conditions: [Condition(path: Self.path(dimension), values: [names.name(value)])])
    }
  }

  static func armName(_ label: String) -> String { label.split(separator: "=").last.map(String.init) ?? "" }

  static func path(_ dimension: String) -> WritableKeyPath<Segment, Name> & Sendable {
    guard let path = Segment.dimensions.first(where: { $0.word == dimension })?.path else {
      preconditionFailure("dimensions are checked when they are named")
    }
    return path
  }

  /// The values of a dimension, in the order of versions.
  static func values(of dimension: String, in segments: [Segment], and others: [String], names: NameTable) -> [String] {
    let path = path(dimension)
    let found = Set(segments.map { $0[keyPath: path] }.filter(\.isKnown)).map { names.text($0) }
    return Set(found + others).sorted { $0.precedesAsVersion($1) }
  }
}

extension String {
  /// Whether this text comes first where runs of digits count by their value: `4.9.0` before `4.10.0`. A total order.
  func precedesAsVersion(_ other: String) -> Bool {
    let (a, b) = (versionParts, other.versionParts)
    for (one, two) in zip(a, b) where one != two { return one < two }
    return a.count == b.count ? precedesByScalars(other) : a.count < b.count
  }

  private enum Part: Comparable {
    case number(String)
    case text(String)

    static func < (a: Part, b: Part) -> Bool {
      switch (a, b) {
      case (.number(let one), .number(let two)):
        one.utf8.count == two.utf8.count ? one.precedesByScalars(two) : one.utf8.count < two.utf8.count
      case (.text(let one), .text(let two)): one.precedesByScalars(two)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  /// Runs of digits, without leading zeros, and of what stands between them.
  private var versionParts: [Part] {
    var parts: [Part] = []
    var rest = Substring(self)
    while let first = rest.unicodeScalars.first {
      let isDigit = ("0"..."9").contains(first)
      let run = rest.unicodeScalars.prefix { ("0"..."9").contains($0) == isDigit }
      rest = rest[run.endIndex...]
      if isDigit { parts.append(.number(String(Substring(run).drop { $0 == "0" }))) } else { parts.append(.text(String(Substring(run)))) }
    }
    return parts
  }
}
