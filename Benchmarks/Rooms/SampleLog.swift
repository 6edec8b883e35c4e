import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import Simulation
import TestSupport

/// A log of 100,000 events of a made-up shop, as files.
struct SampleLog {
  let folder: TemporaryFolder
  let plain: String
  let gzipped: String

  init() throws {
    let shop = Fixtures.sample("bazaar.app.yml")
    let app = try SimulatedApp(yaml: String(contentsOf: shop, encoding: .utf8), file: shop.path)
    var options = SimulationOptions(users: 1_000_000, seed: 7)
    options.events = 100_000
    var lines = Data()
    _ = try simulate(app: app, options: options) { lines.append(contentsOf: $0) }
    folder = try TemporaryFolder()
    plain = try folder.write(lines, to: "log.ndjson")
    gzipped = try folder.write(lines.gzipped, to: "log.ndjson.gz")
  }

  func read(_ file: String, into tables: LogTables = LogTables()) async throws -> EventLog {
    let options = LogReader.Options(workers: 1)
    return try await LogReader(inputs: try LogInputs.find([file]).inputs, options: options).read(into: tables)
  }

  func people() async throws -> SamplePeople { try await SamplePeople(self) }
}

/// The users of the log, with their events in log order, and their sessions.
struct SamplePeople {
  struct OneSession {
    let session: Session
    let events: [Event]
    let path: Reconstruction
  }

  let log: SampleLog
  let tables = LogTables()
  let segments: [Segment]
  let map: NavigationMap
  private(set) var events: [[Event]]
  private(set) var sessions: [OneSession] = []

  init(_ log: SampleLog) async throws {
    self.log = log
    let all = try await log.read(log.plain, into: tables).blocks.map(\.events)
    events = [[Event]](repeating: [], count: tables.users.count)
    for event in all.joined() { events[Int(event.user)].append(event) }
    events.removeAll(where: \.isEmpty)
    segments = tables.segments.snapshot()
    map = NavigationMap(AppMap(), names: tables.names)
    addSessions()
  }

  private mutating func addSessions() {
    var builder = SessionBuilder()
    var stack = NavigationStack(map: map)
    for person in events {
      var events = person
      for (index, range) in builder.build(&events).sessions.enumerated() {
        var path = Reconstruction()
        let own = Array(events[range])
        own.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        let session = Session(
          user: own[0].user, pseudonym: Pseudonym(rawValue: UInt64(own[0].user)), number: index + 1, start: own[0].time,
          end: own[own.count - 1].time, events: own.count, segment: segments[Int(own[0].segment.rawValue)])
        sessions.append(OneSession(session: session, events: own, path: path))
      }
    }
  }

  /// All sessions as rows of a store.
  func rows(_ ids: NameIDs) -> [PersonRows] {
    var people: [PersonRows] = []
    for session in sessions {
      let person = session.session.pseudonym
      if people.last?.person != person { people.append(PersonRows(person, half: .even)) }
      session.events.withUnsafeBufferPointer { events in
        people[people.count - 1].append(session.session, events, session.path, ids: ids, segments: segments)
      }
    }
    return people
  }

  func figures() -> (measures: Measures, scope: MeasureScope) {
    var measures = Measures()
    for session in sessions { measures.observe(session.session, session.path) }
    measures.finish()
    let map = AppMap()
    let declared = DeclaredNames(map, names: tables.names)
    measures.tabSets.internTabs(tables.names)
    let scope = MeasureScope(measures: measures, names: tables.names.snapshot(), map: map, declared: declared, intake: Intake())
    return (measures, scope)
  }
}
