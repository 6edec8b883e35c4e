import Foundation
import NavigationModel
import TestSupport
import Testing

@testable import NavigationAudit

/// The reports on states are those on the logs, byte for byte.
@Suite("States")
struct StateTests {
  private static let tasks = """
    tabs: [Home, Search, Orders, Profile, More]
    tasks:
      - {name: Look, start: Home, goal: Detail}
      - {name: Edit, start: List, goal: Edit}
    """

  /// The options of a run.
  struct Case: Sendable, CustomTestStringConvertible {
    let source: LogSource
    let buckets: Int
    var minimumGroup: Int?
    var hasMap = false
    var hasKey = true

    var testDescription: String {
      "\(source.testDescription), \(buckets) buckets \(minimumGroup ?? 0) \(hasMap) \(hasKey)"
    }

    func options(in folder: TemporaryFolder) -> AuditOptions {
      var options = AuditOptions()
      options.minimumGroup = minimumGroup
      options.key = hasKey ? "k" : nil
      if hasMap { options.map = folder.path("map.yml") }
      return options
    }
  }

  private static let cases: [Case] =
    [2, 1, 7].flatMap {
      [Case(source: .shop(seed: 1, style: .full), buckets: $0), Case(source: .random(seed: 1), buckets: $0)]
    } + [
      Case(source: .shop(seed: 2, style: .split), buckets: 5),
      Case(source: .random(seed: 2), buckets: 4, hasMap: true),
      Case(source: .shop(seed: 3, style: .full), buckets: 6, minimumGroup: 4),
      Case(source: .random(seed: 3), buckets: 3, minimumGroup: 3, hasMap: true),
      Case(source: .random(seed: 4), buckets: 6, hasMap: true, hasKey: false),
      Case(source: .shop(seed: 4, style: .views), buckets: 3, hasKey: false),
      Case(source: .shop(seed: 5, style: .full), buckets: 64),
    ]

  /// Writes a file for each bucket, with the lines in another order.
  static func deal(_ lines: [String], to buckets: Int, in folder: TemporaryFolder) throws -> [String] {
    var dealt = [[String]](repeating: [], count: buckets)
    for line in lines {
      let hash = try #require(line.logLine["user"]).withUTF8Bytes { Bucket.hash($0) }
      dealt[Int((hash * UInt64(buckets)) >> 32)].append(line)
    }
    return try dealt.enumerated().map { number, lines in
      let name = "logs/\(1000 + number).ndjson"
      try folder.write((number % 2 == 0 ? lines : lines.reversed()).ndjson, to: name)
      return folder.path(name)
    }
  }

  /// Surveys and maps each of some logs, with stores in the folder `stores` if there is one.
  static func states(_ logs: [String], _ options: AuditOptions, in folder: TemporaryFolder) async throws -> [String] {
    func output(_ name: String) -> StateOutput { StateOutput(folder.path(name)) }
    var surveys: [String] = []
    for (number, log) in logs.enumerated() {
      var options = options
      options.logs = [log]
      surveys.append(folder.path("\(number).survey"))
      _ = try await Audit(options).survey(to: StateOutput(surveys[number]), bucket: Bucket(number, of: logs.count))
    }
    _ = try await Audit(AuditOptions()).merge(surveys, to: output("all.state"))
    var states: [String] = []
    for (number, log) in logs.enumerated() {
      var options = options
      options.logs = [log]
      states.append(folder.path("\(number).state"))
      let store = folder.exists("stores") ? folder.path("stores/\(number).sqlite") : nil
      _ = try await Audit(options).map(
        to: StateOutput(states[number]), bucket: Bucket(number, of: logs.count),
        survey: folder.path("all.state"), store: store)
    }
    return states
  }

  @Test(.thorough, arguments: cases)
  func `reports are those of one machine`(_ which: Case) async throws {
    let folder = TemporaryFolder()
    try folder.write(Self.tasks, to: "map.yml")
    var options = which.options(in: folder)
    let logs = try Self.deal(which.source.lines, to: which.buckets, in: folder)
    options.logs = try logs.filter { try !Data(contentsOf: URL(fileURLWithPath: $0)).isEmpty }
    // The steps of example sessions are those of a store, which states have none of.
    options.store = .leftAlone
    _ = try await Audit(options).analyze(output: folder.path("Whole"))
    let whole = try folder.contents(of: "Whole", without: [".sqlite"])
    var states = try await Self.states(logs, options, in: folder)
    _ = try await Audit(AuditOptions()).reduce(states, to: folder.path("Reduced"))
    #expect(differences(try folder.contents(of: "Reduced"), whole) == [])
    // A random tree of merges; of two there is only one.
    guard which.buckets > 2 else { return }
    var random = SeededGenerator(seed: UInt64(which.buckets))
    var number = 0
    while states.count > 2 {
      states.shuffle(using: &random)
      let some = Array(states.prefix(Int.random(in: 1...3, using: &random)))
      let merged = folder.path("merged\(number).state")
      number += 1
      _ = try await Audit(AuditOptions()).merge(some, to: StateOutput(merged))
      states = states.dropFirst(some.count) + [merged]
      if some.count == 1, number > 40 { break }
    }
    _ = try await Audit(AuditOptions()).reduce(states, to: folder.path("Tree"))
    #expect(differences(try folder.contents(of: "Tree"), whole) == [])
  }

  @Test(.thorough, arguments: [LogSource.shop(seed: 6, style: .full, users: 50), .random(seed: 7)])
  func `the stores of buckets are read as one`(_ source: LogSource) async throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "stores/.keep")
    var options = AuditOptions()
    options.key = "k"
    options.leastEventsKept = 1
    let logs = try Self.deal(source.lines, to: 5, in: folder)
    let states = try await Self.states(logs, options, in: folder)
    options.logs = try logs.filter { try !Data(contentsOf: URL(fileURLWithPath: $0)).isEmpty }
    _ = try await Audit(options).analyze(output: folder.path("Whole"))
    _ = try await Audit(options).reduce(states, to: folder.path("Reduced"))
    options.logs = []
    let store = folder.path("Whole/navigation.sqlite")
    let stores = folder.path("stores")

    func expectSame(_ what: String, _ options: AuditOptions) async throws {
      _ = try await Audit(options).report(on: store, output: folder.path("One"))
      _ = try await Audit(options).report(on: stores, output: folder.path("All"))
      #expect(
        try differences(folder.tables(of: "All").withoutExamples, folder.tables(of: "One").withoutExamples) == [],
        "\(what)")
    }
    try await expectSame("cached measures", options)
    #expect(
      try differences(folder.tables(of: "All").withoutExamples, folder.tables(of: "Reduced").withoutExamples) == [])
    try await expectSame("damaged or missing caches are no obstacle", options)
    var other = options
    other.gap = 60
    try await expectSame("another gap", other)
    other = options
    other.minimumGroup = 4
    try await expectSame("small groups", other)
    try folder.write(Self.tasks, to: "map.yml")
    other = options
    other.map = folder.path("map.yml")
    try await expectSame("another map", other)

    for (name, input) in [("CompareOne", store), ("CompareAll", stores)] {
      var comparison = ComparisonOptions()
      comparison.inputs = [input]
      comparison.by = "platform"
      comparison.allowed = ["samples"]
      _ = try await Audit(options).compare(comparison, output: folder.path(name))
    }
    #expect(try differences(folder.tables(of: "CompareAll"), folder.tables(of: "CompareOne")) == [])
  }

  @Test(.thorough) func `a state has the same bytes whatever the threads and the memory`() async throws {
    let folder = TemporaryFolder()
    try folder.write(try LogSource.shop(seed: 5, style: .full).lines.ndjson, to: "log")
    var all: Set<Data> = []
    for workers in [1, 2, 5] {
      var options = AuditOptions()
      options.logs = [folder.path("log")]
      options.workers = workers
      if workers == 5 { options.memory = AuditOptions.leastMemory }
      _ = try await Audit(options).map(to: StateOutput(folder.path("\(workers)")))
      all.insert(try Data(contentsOf: URL(fileURLWithPath: folder.path("\(workers)"))))
    }
    #expect(all.count == 1)
  }

  @Test(.thorough) func `without a survey, the users of one log are everybody`() async throws {
    let folder = TemporaryFolder()
    var options = AuditOptions()
    options.logs = [folder.path("log")]
    options.store = .leftAlone
    try folder.write(try LogSource.random(seed: 6).lines.ndjson, to: "log")
    _ = try await Audit(options).analyze(output: folder.path("Whole"))
    _ = try await Audit(options).map(to: StateOutput(folder.path("s.state")))
    _ = try await Audit(AuditOptions()).reduce([folder.path("s.state")], to: folder.path("Reduced"))
    #expect(
      differences(try folder.contents(of: "Reduced"), try folder.contents(of: "Whole", without: [".sqlite"])) == [])
  }

  @Test func `the buckets of all users, by the published hash`() throws {
    // XXH64 with seed 42, as Spark's xxhash64('Spark'): -4294468057691064905.
    let spark = "Spark".withUTF8Bytes { Bucket.hash($0) }
    #expect(spark == UInt64(bitPattern: -4_294_468_057_691_064_905) >> 32)
    for count in [1, 2, 3, 64, 500, 999_983] {
      var ranges = HashRanges()
      for number in [0, count / 2, count - 1] {
        ranges.formUnion(HashRanges(try #require(Bucket(number, of: count)).hashes))
      }
      #expect(ranges.ranges.last?.upperBound == HashRanges.all)
      for number in Set([0, count / 3, count - 1]) {
        let hashes = try #require(Bucket(number, of: count)).hashes
        #expect(
          (hashes.lowerBound * UInt64(count)) >> 32 == UInt64(number)
            && ((hashes.upperBound - 1) * UInt64(count)) >> 32 == UInt64(number))
      }
    }
    var all = HashRanges()
    for number in (0..<7).reversed() { all.formUnion(HashRanges(try #require(Bucket(number, of: 7)).hashes)) }
    #expect(all == HashRanges(0..<HashRanges.all) && all.share == 1)
    #expect(!all.isDisjoint(HashRanges(try #require(Bucket(3, of: 500)).hashes)))
    #expect(
      HashRanges(try #require(Bucket(0, of: 2)).hashes).isDisjoint(HashRanges(try #require(Bucket(1, of: 2)).hashes)))
    #expect(
      Bucket(description: "7/7") == nil && Bucket(description: "x") == nil && Bucket(description: "-1/4") == nil
        && Bucket(description: "3/4")?.number == 3)
  }
}
