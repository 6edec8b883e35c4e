import Benchmark
import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import Reporting
import Statistics
import UsabilityRules

/// The cost of each room, on one thread: `NAVAUDIT_BENCHMARKS=1 swift package benchmark`.
///
/// The rooms of the pipeline process the same 100,000 events of a made-up shop, so their times add up to that of a run and show where it is spent.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock, .cpuTotal, .peakMemoryResident], maxDuration: .seconds(4), maxIterations: 200)

  Benchmark("EventLogs: read NDJSON") { benchmark, log in
    Benchmark.blackHole(try await log.read(log.plain).tally.events)
  } setup: {
    try SampleLog()
  }

  Benchmark("EventLogs: read NDJSON in gzip") { benchmark, log in
    Benchmark.blackHole(try await log.read(log.gzipped).tally.events)
  } setup: {
    try SampleLog()
  }

  Benchmark("NavigationModel: intern names") { benchmark, names in
    var table = ByteInterner()
    for name in names { name.withUnsafeBufferPointer { Benchmark.blackHole(table.intern($0).number) } }
  } setup: {
    // As in a log: 1,000 names, some of them frequent.
    (0..<100_000).map { Array("Screen \($0 % 97 < 60 ? $0 % 7 : $0 % 1_000)".utf8) }
  }

  Benchmark("NavigationModel: build sessions") { benchmark, people in
    var builder = SessionBuilder()
    for person in people.events {
      var events = person
      Benchmark.blackHole(builder.build(&events).sessions.count)
    }
  } setup: {
    try await SampleLog().people()
  }

  Benchmark("NavigationModel: reconstruct steps") { benchmark, people in
    var stack = NavigationStack(map: people.map)
    var path = Reconstruction()
    for session in people.sessions {
      session.events.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
      Benchmark.blackHole(path.steps.count)
    }
  } setup: {
    try await SampleLog().people()
  }

  Benchmark("Measures: observe sessions") { benchmark, people in
    var measures = Measures()
    for session in people.sessions { measures.observe(session.session, session.path) }
    measures.finish()
    Benchmark.blackHole(measures.totals.steps)
  } setup: {
    try await SampleLog().people()
  }

  Benchmark("NavigationStore: write sessions") { benchmark, people in
    let path = people.log.folder.path("\(benchmark.currentIteration).sqlite")
    let store = try Store.create(at: path)
    try store.begin()
    let writer = try SessionWriter(store, names: people.tables.names.snapshot())
    try writer.put(people.rows(writer.ids), block: 0)
    try store.commit()
    try store.close()
    benchmark.stopMeasurement()
    try FileManager.default.removeItem(atPath: path)
  } setup: {
    try await SampleLog().people()
  }

  Benchmark("UsabilityRules: judge") { benchmark, figures in
    Benchmark.blackHole(Rule.judge(figures.measures, figures.scope).findings.count)
  } setup: {
    try await SampleLog().people().figures()
  }

  Benchmark("Reporting: write tables and report") { benchmark, figures in
    let tables = figures.measures.tables(figures.scope)
    for table in tables { Benchmark.blackHole(CSVWriter.bytes(of: table).count) }
    let findings = Rule.judge(figures.measures, figures.scope).findings
    let document = Document(AuditContents(measures: figures.measures, scope: figures.scope, tables: tables, findings: findings))
    for format in ReportFormat.all { Benchmark.blackHole(format.render(document).utf8.count) }
  } setup: {
    try await SampleLog().people().figures()
  }

  Benchmark("Statistics: 10,000 intervals of shares") { benchmark in
    for successes in 0..<10_000 { Benchmark.blackHole(wilson(successes: successes, of: 10_000)?.low) }
  }

  Benchmark("Statistics: survival over 1,000 sessions") { benchmark in
    let rows = (1...1_000).map { SurvivalRow(time: $0, events: 3 + $0 % 5, censored: $0 % 7) }
    Benchmark.blackHole(kaplanMeier(rows).median)
  }

  Benchmark("Statistics: false discovery rate of 10,000 subjects") { benchmark in
    Benchmark.blackHole(benjaminiHochberg((0..<10_000).map { Double($0 * 7_919 % 10_000) / 10_000 }).count)
  }
}
