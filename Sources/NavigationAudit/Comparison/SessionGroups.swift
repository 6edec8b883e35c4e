import Measures
import NavigationModel

/// Assigns sessions to the groups of a comparison.
struct SessionGroups: Sendable {
  /// A group: sessions of one or any input, with these values of their dimensions.
  struct Group: Sendable {
    let label: String
    let input: Int?
    fileprivate let conditions: [Condition]
    /// The days on which its sessions start; nil: all.
    fileprivate var days: DayRange?

    /// The arm of an experiment, as `--split` writes it.
    var armName: String { SessionGroups.armName(label) }
  }

  fileprivate struct Condition: Sendable {
    let path: WritableKeyPath<Segment, Name> & Sendable
    let values: Set<Name>
  }

  let groups: [Group]
  /// What a day is.
  var calendar = CalendarDays.utc

  enum Membership: Equatable {
    case none
    case one(Int)
    case several
  }

  /// - Parameter start: of the session, microseconds since 1970.
  func group(of segment: Segment, start: Int64, input: Int) -> Membership {
    var found: Int?
    for (number, group) in groups.enumerated() where group.input == nil || group.input == input {
      guard group.conditions.allSatisfy({ $0.values.contains(segment[keyPath: $0.path]) }), group.days?.contains(start, calendar) ?? true else { continue }
      if found != nil { return .several }
      found = number
    }
    return found.map { .one($0) } ?? .none
  }

  /// The sides of a comparison of two inputs, or of two groups of sessions of one.
  /// - Parameter hidesNames: whether inputs are called by their sides, because a file name may contain a person's name.
  init(_ options: ComparisonOptions, names: NameTable, hidesNames: Bool = false) {
    let inputs = options.inputs
    let filters = [options.before, options.after]
    groups = filters.enumerated().map { side, filter in
      let input = inputs.count < 2 ? nil : hidesNames ? ["before", "after"][side] : inputs[side]
      return Group(
        label: [input, filter?.description].compactMap(\.self).joined(separator: ", "), input: inputs.count > 1 ? side : nil,
        conditions: (filter?.conditions ?? []).map { condition in
          Condition(path: Self.path(condition.dimension), values: Set(condition.values.map { names.name($0) }))
        }, days: filter?.days)
    }
  }

  /// A group for each value of a dimension, the reference first.
  init(values: [String], of dimension: String, names: NameTable) {
    groups = values.map { value in
      Group(
        label: "\(dimension)=\(value.madeVisible())", input: nil,
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
