import Measures
import NavigationModel
import NavigationStore

/// Assigns sessions to the groups of a comparison, and measures the groups. A user's sessions of all inputs come
/// together, so nothing is kept per user.
struct SessionComparer: PersonReceiver {
  struct Sums: Sendable {
    var groups: ComparedGroups
    /// Sessions in no group, and in several groups.
    var sessionsOfNone = 0
    var sessionsOfSeveral = 0
    var mixedUsers = 0
    var users = 0
    /// Everybody's, whether left out or not.
    var nobodies = Nobodies()
    /// Events of ids of nobody that were left out, by input.
    var eventsLeftOut: [Int]
    /// How many users met each name, if small groups are hidden.
    var meetings: NameMeetings?
  }

  static func merge(_ sums: inout Sums, _ other: Sums) {
    sums.groups.merge(other.groups)
    if let others = other.meetings { sums.meetings?.merge(others) }
    sums.sessionsOfNone += other.sessionsOfNone
    sums.sessionsOfSeveral += other.sessionsOfSeveral
    sums.mixedUsers += other.mixedUsers
    sums.users += other.users
    sums.nobodies.merge(other.nobodies)
    for input in sums.eventsLeftOut.indices { sums.eventsLeftOut[input] += other.eventsLeftOut[input] }
  }

  private let groups: SessionGroups
  /// In how many groups a user may have sessions.
  private let mostGroupsOfUser: Int
  private let nobodies: (ids: Nobodies.IDs, leftOut: Set<Nobodies.IDs.Kind>)
  private var sums: Sums
  /// The sessions of the current user that are in a group, with their events.
  private var sessions: [(session: Session, range: Range<Int>, input: Int, group: Int)] = []

  /// - Parameters:
  ///   - most: in how many groups a user may have sessions; who has in more counts in none.
  ///   - nobodies: the ids that may stand for nobody, and the kinds of them that are in no group.
  ///   - meetings: nil if small groups are not hidden.
  init(
    _ groups: SessionGroups, _ declared: DeclaredNames, mostGroupsOfUser most: Int,
    nobodies: (ids: Nobodies.IDs, leftOut: Set<Nobodies.IDs.Kind>), inputs: Int, meetings: NameMeetings?
  ) {
    self.groups = groups
    mostGroupsOfUser = most
    self.nobodies = nobodies
    sums = Sums(
      groups: ComparedGroups(groups: groups.groups.count, declared: declared, countsBoth: groups.mayBeOfDates),
      eventsLeftOut: Array(repeating: 0, count: inputs), meetings: meetings)
  }

  mutating func receive(_ person: Person, _ events: inout [[Event]], _ cutter: inout SessionCutter) -> PersonRows? {
    sessions.removeAll(keepingCapacity: true)
    let ranges = events.indices.map { events[$0].isEmpty ? [] : cutter.cut(&events[$0]).sessions }
    let kind =
      nobodies.ids.kind(of: person.pseudonym)
      ?? events.indices.lazy.compactMap { [events] in Nobodies.kind(ranges[$0], events[$0]) }.first
    sums.nobodies.add(kind, events: events.reduce(0) { $0 + $1.count })
    if let kind, nobodies.leftOut.contains(kind) {
      for input in events.indices { sums.eventsLeftOut[input] += events[input].count }
      return nil
    }
    for input in events.indices where !events[input].isEmpty {
      take(person, events[input], ranges[input], from: input, &cutter)
    }
    guard !sessions.isEmpty else { return nil }
    sums.users += 1
    let present = Set(sessions.map(\.group)).count
    if present > 1 { sums.mixedUsers += 1 }
    guard present <= mostGroupsOfUser else { return nil }
    for item in sessions {
      events[item.input].withUnsafeBufferPointer {
        cutter.reconstruct(UnsafeBufferPointer(rebasing: $0[item.range]), of: item.session)
      }
      sums.groups.observe(item.session, cutter.path, group: item.group)
    }
    sums.groups.finishUser()
    return nil
  }

  /// Keeps the user's sessions of an input that are in a group.
  private mutating func take(
    _ person: Person, _ events: [Event], _ ranges: [Range<Int>], from input: Int, _ cutter: inout SessionCutter
  ) {
    events.withUnsafeBufferPointer { sums.meetings?.observe($0, of: person.user, segments: cutter.segments) }
    for (index, range) in ranges.enumerated() {
      let session = cutter.session(events[range], of: person, number: index + 1)
      let (group, isAlone) = groups.group(of: session.segment, start: session.start, input: input)
      if let group, isAlone { sessions.append((session, range, input, group)) }
      if group == nil { sums.sessionsOfNone += 1 } else if !isAlone { sums.sessionsOfSeveral += 1 }
    }
  }

  mutating func finish() -> Sums {
    sums.groups.finish()
    return sums
  }
}

struct SessionGroups: Sendable {
  /// A group: sessions of one or any input, with these values of their dimensions.
  struct Group: Sendable {
    let label: String
    /// The arm of an experiment, as `--split` writes it: the value of its dimension, without the dimension.
    let armName: String
    let input: Int?
    fileprivate let selection: NamedSelection
    fileprivate var days: DayRange?
  }

  let groups: [Group]
  var calendar = CalendarDays.utc

  /// Whether the sides are of different days, or of different files, which may be.
  var mayBeOfDates: Bool { groups.contains { $0.days != nil || $0.input != nil } }

  /// The group that a session belongs to, and whether it belongs to no other.
  /// - Parameter start: of the session, microseconds since 1970.
  func group(of segment: Segment, start: Int64, input: Int) -> (group: Int?, isAlone: Bool) {
    var found: Int?
    for (number, group) in groups.enumerated() where group.input == nil || group.input == input {
      guard group.selection.has(segment), group.days?.contains(start, calendar) ?? true else { continue }
      if found != nil { return (found, false) }
      found = number
    }
    return (found, true)
  }

  /// The sides of a comparison of two inputs, or of two groups of sessions of one.
  /// - Parameter hidesNames: whether inputs are called by their sides, because a file name may contain a person's name.
  init(_ options: ComparisonOptions, names: NameTable, hidesNames: Bool = false) {
    let inputs = options.inputs
    let filters = [options.before, options.after]
    groups = filters.enumerated().map { side, filter in
      let given = options.labels.count == 2 ? options.labels : inputs
      var input: String?
      if inputs.count > 1 { input = hidesNames ? ["before", "after"][side] : given[side] }
      return Group(
        label: [input, filter?.description].compactMap(\.self).joined(separator: ", "),
        armName: filter?.conditions.flatMap(\.values).joined(separator: ",") ?? "",
        input: inputs.count > 1 ? side : nil,
        selection: NamedSelection(conditions: (filter?.conditions ?? []).map { $0.named(names) }), days: filter?.days)
    }
  }

  /// A group for each value of a dimension, the reference first.
  init(values: [String], of dimension: String, names: NameTable) {
    groups = values.map { value in
      Group(
        label: "\(dimension)=\(value.madeVisible())", armName: value, input: nil,
        selection: NamedSelection(conditions: [
          SegmentFilter.Condition(dimension: dimension, values: [value]).named(names)
        ]))
    }
  }
}
