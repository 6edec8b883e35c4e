import EventLogs
import Measures
import NavigationModel
import TestSupport

/// Users with arbitrary events, and their measures.
struct MadePeople {
  private let made: MadeEvents
  private let map: AppMap
  private let declared: DeclaredNames
  /// The sessions of each user, with their steps.
  private(set) var users: [[(Session, Reconstruction)]] = []

  init(_ choices: inout Choices, texts: [String]? = nil) {
    made = texts.map(MadeEvents.init) ?? MadeEvents()
    map = choices.pick(MadeEvents.maps)
    var events = [[Event]](repeating: [], count: 1 + Int(choices.byte()) % 12)
    var time = [Int64](repeating: Trace.start, count: events.count)
    while !choices.isAtEnd {
      let user = Int(choices.byte()) % events.count
      events[user].append(made.event(&choices, user: UInt32(user), time: &time[user]))
    }
    declared = DeclaredNames(map, names: made.names)
    var builder = SessionBuilder()
    var stack = NavigationStack(map: NavigationMap(map, names: made.names))
    let segments = made.segments.snapshot()
    for (user, var events) in events.enumerated() {
      let sessions = builder.build(&events).sessions
      users.append(
        sessions.enumerated().map { index, range in
          var path = Reconstruction()
          events[range].withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
          return (Session(user: UInt32(user), number: index + 1, events: events[range], segments: segments), path)
        })
    }
  }

  var partsWithSteps: Int { users.joined().reduce(0) { $0 + Set($1.1.steps.map(\.part)).count } }

  func measures(of users: some Sequence<Int>) -> Measures {
    var measures = Measures(declared)
    for user in users {
      for (session, path) in self.users[user] { measures.observe(session, path) }
    }
    measures.finish()
    return measures
  }

  /// The names of the events.
  var names: NameTable { made.names }

  /// - Parameter names: those of the measures. Default: those of the events.
  func scope(_ measures: Measures, _ names: NameTable? = nil) -> MeasureScope {
    let names = names ?? made.names
    measures.tabSets.internTabs(names)
    let declared = DeclaredNames(map, names: names)
    return MeasureScope(
      measures: measures, names: names.snapshot(), map: map, declared: declared, lineCounts: LineCounts())
  }

  func tables(_ measures: Measures, _ names: NameTable? = nil) -> [Table] { measures.tables(scope(measures, names)) }

  /// All tables as one text.
  func text(_ measures: Measures, _ names: NameTable? = nil) -> String {
    tables(measures, names).map { table in
      table.name + "\n" + table.rows.map { $0.map(\.text).joined(separator: "\t") }.joined(separator: "\n")
    }
    .joined(separator: "\n")
  }
}
