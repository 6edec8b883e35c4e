import EventLogs
import Foundation
import GRDB
import Measures
import NavigationModel
import TestSupport
import Testing

@testable import NavigationAudit

/// A run gives the same result with any memory limit, and leaves nothing behind.
@Suite("Little memory")
struct MemoryTests {
  /// The files of reports, and the tables of the store as text.
  private struct Outcome {
    var files: [String: Data]
    var tables: [String]

    init(_ folder: TemporaryFolder, _ logs: [String], memory: Int, workers: Int = 2) async throws {
      var options = AuditOptions()
      options.logs = logs.map { folder.path($0) }
      options.memory = memory
      options.workers = workers
      options.writesSessions = true
      let output = folder.path("Reports-\(UUID().uuidString)")
      _ = try await Audit(options).analyze(output: output)
      #expect(!folder.everything().contains { $0.contains(".navaudit") })
      files = try folder.contents(of: (output as NSString).lastPathComponent, without: [".sqlite"])
      tables = try DatabaseQueue(path: output + "/navigation.sqlite").contents(
        of: ["name", "segment", "user", "session", "session_path", "(SELECT user_id, ids FROM event_id)"])
    }

    func hasTables(of other: Outcome) -> Bool { tables == other.tables }
  }

  /// A limit at which most events go to files, in several partitions: the quick suite has smaller logs.
  private static let small = isThorough ? 48 << 10 : 24 << 10
  /// A limit for that; one at which all but some do; one at which none do.
  private static let sizes = [small, 400 << 10, 1 << 30]

  @Test(.thorough, arguments: LogSource.all)
  func `the same log gives the same files and the same store`(source: LogSource) async throws {
    let folder = TemporaryFolder()
    try folder.write(try source.lines.ndjson, to: "log")
    let whole = try await Outcome(folder, ["log"], memory: Self.sizes[2], workers: 1)
    for (size, workers) in [(Self.sizes[0], 3), (Self.sizes[0], 1), (Self.sizes[1], 2), (Self.sizes[2], 3)] {
      let outcome = try await Outcome(folder, ["log"], memory: size, workers: workers)
      #expect(differences(outcome.files, whole.files) == [], "\(size) bytes, \(workers) threads")
      #expect(outcome.hasTables(of: whole), "\(size) bytes, \(workers) threads")
    }
  }

  @Test(.thorough, arguments: LogSource.all)
  func `cut into fifty files, plain and packed`(source: LogSource) async throws {
    let folder = TemporaryFolder()
    let lines = try source.lines
    try folder.write(lines.ndjson, to: "log")
    for (number, part) in lines.cut(into: 50).enumerated() {
      let name = String(format: "%02d", number)
      try folder.write(part.ndjson, to: "plain/\(name)")
      try folder.write(part.ndjson.gzipped, to: "gzip/\(name)")
      try folder.write(part.ndjson.zstandard, to: "zstd/\(name)")
    }
    let whole = try await Outcome(folder, ["log"], memory: Self.sizes[2])
    for (packing, size) in zip(["plain", "gzip", "zstd"], Self.sizes) {
      let outcome = try await Outcome(folder, [packing], memory: size)
      // The reports list the names of their input files.
      #expect(
        differences(outcome.files, whole.files).filter { $0.hasSuffix(".csv") } == [], "\(packing), \(size) bytes")
      #expect(outcome.hasTables(of: whole), "\(packing), \(size) bytes")
    }
  }

  @Test(arguments: [false, true]) func `the newest row first, with and without a late one`(isLate: Bool) async throws {
    let folder = TemporaryFolder()
    var lines = (0..<2_000).reversed().map { number in
      let what = number % 2 == 0 ? #""tab_select", "target""# : #""screen_view", "screen""#
      let time = 1_767_225_600 + 10 * (number / 2)
      return #"{"time": \#(time), "user": "u\#(number / 2 % 7)", "event": \#(what): "\#(number / 14 % 3)"}"#
    }
    if isLate { lines.append(lines[0]) }
    try folder.write(lines.ndjson, to: "log")
    let whole = try await Outcome(folder, ["log"], memory: Self.sizes[2])
    let outcome = try await Outcome(folder, ["log"], memory: Self.small)
    #expect(differences(outcome.files, whole.files) == [])
    #expect(outcome.hasTables(of: whole))
  }

  @Test(.thorough) func `one file twice is taken once, also from a file of events`() async throws {
    let folder = TemporaryFolder()
    let log = try LogSource.random(seed: 5).lines.ndjson
    try folder.write(log, to: "log")
    try folder.write(log.gzipped, to: "again.gz")
    let once = try await Outcome(folder, ["log"], memory: Self.small)
    #expect(try await Outcome(folder, ["log", "again.gz"], memory: Self.small).hasTables(of: once))
  }

  @Test func `a run that cannot keep its events says where there is no room, and leaves nothing behind`() async throws {
    let folder = TemporaryFolder()
    #expect(throws: AuditError.self) { try SpillFile(in: folder.path("missing")) }
    let file = try SpillFile(in: folder.url.path)
    func append(_ words: [UInt32]) throws -> Range<Int> { try words.withUnsafeBufferPointer(file.append) }
    #expect(try append([UInt32](repeating: 7, count: 100)) == 0..<100)
    #expect(try append([5, 6]) == 100..<102)
    #expect(try append([]) == 102..<102)
    let memory = try file.read(99..<102).memory
    withExtendedLifetime(memory) { #expect(Array(memory.words) == [7, 5, 6]) }
    #expect(try file.read(102..<102).range.isEmpty)
    #expect(throws: AuditError.self) { try file.read(101..<103) }
    #expect(folder.everything() == [])
  }

  @Test func `the folder for temporary files is the nearest one to the output`() throws {
    let folder = TemporaryFolder()
    #expect(
      "A".nearestFolder == "." && "a/b/".nearestFolder == "." && "".nearestFolder == "." && "/a/b".nearestFolder == "/")
    #expect((folder.url.path + "/x/y").nearestFolder == folder.url.path)
    #expect(folder.url.path.nearestFolder == folder.url.path)
    #expect(
      "a".parentFolder == "." && "/a".parentFolder == "/" && "a/b/c".parentFolder == "a/b" && "a/b/".parentFolder == "a"
    )
  }

  @Test(.thorough) func `a report from a store does not depend on memory either`() async throws {
    let folder = TemporaryFolder()
    try folder.write(try LogSource.shop(seed: 1, style: .full).lines.ndjson, to: "log")
    var options = AuditOptions()
    options.logs = [folder.path("log")]
    options.memory = Self.small
    _ = try await Audit(options).ingest(into: folder.path("app.sqlite"))
    var reports: [[String: Data]] = []
    for (size, workers) in [(Self.small, 1), (Self.small, 3), (1 << 30, 2)] {
      var options = AuditOptions()
      options.memory = size
      options.workers = workers
      options.writesSessions = true
      _ = try await Audit(options).report(on: folder.path("app.sqlite"), output: folder.path("Reports"))
      reports.append(try folder.contents(of: "Reports"))
    }
    #expect(differences(reports[0], reports[1]) == [])
    #expect(differences(reports[0], reports[2]) == [])
  }

  @Test func `partitions are ranges of pseudonyms, and hold all events in the order of the log`() async throws {
    let folder = TemporaryFolder()
    try folder.write(try LogSource.random(seed: 8).lines.ndjson, to: "log")
    var options = AuditOptions()
    options.logs = [folder.path("log")]
    options.memory = isThorough ? 32 << 10 : 12 << 10
    let loaded = try LoadedMap(file: nil, logs: options.logs)
    let tables = LogTables()
    let loadedLogs = try await LogLoader(options: options, map: loaded.map, tables: tables).read(
      LogInputs.find(options.logs), spillingTo: folder.url.path, progress: nil)
    let taken = loadedLogs.spool.takeBlocks { _ in true }
    #expect(taken.file != nil && taken.blocks.count > 5)
    let users = UserDirectory(users: tables.users.takeEntries(), key: PseudonymKey(passphrase: "k"))
    #expect(users.order.map { users.pseudonyms[Int($0)] } == users.pseudonyms.sorted())
    let partitions = try await EventPartitions(
      taken, users: users, budget: options.budget, workers: 2, folder: folder.url.path)
    #expect(partitions.count > 5)
    var place = 0
    var events = 0
    for number in 0..<partitions.count {
      let partition = try await partitions.load(number)
      #expect(partition.people.lowerBound == place)
      place = partition.people.upperBound
      for person in partition.people {
        var own: [Event] = []
        partition.copy(rank: person, into: &own)
        #expect(own.allSatisfy { $0.user == users.order[person] })
        #expect(own.map(\.time) == own.map(\.time).sorted())
        events += own.count
      }
    }
    #expect(place == users.count)
    #expect(events == loadedLogs.log.tally.events)
  }
}

extension DatabaseQueue {
  /// The rows of tables as text, in their order.
  func contents(of tables: [String]) throws -> [String] {
    try read { db in
      try tables.flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { row in
          table + " " + row.databaseValues.map { "\($0)" }.joined(separator: " ")
        }
      }
    }
  }
}
