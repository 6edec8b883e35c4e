import Foundation
import Testing

/// Runs on logs, each in its own folder.
package struct Run {
  package let navaudit = Navaudit()
  package var folder: TemporaryFolder { navaudit.folder }

  package struct Failed: Error { package let errors: String }

  package init() {}

  /// The outcome of a run that must succeed.
  /// - Parameter more: arguments after the others.
  @discardableResult
  package func callAsFunction(
    _ arguments: String..., more: [String] = [], key: String? = nil, input: Data = Data()
  ) throws -> Navaudit.Outcome {
    let outcome = try navaudit.run(arguments + more, key: key, input: input)
    guard outcome.status == 0 else { throw Failed(errors: outcome.errors) }
    return outcome
  }

  /// The CSV files of an analysis of one file, `log`, with sessions.
  package static func tables(_ log: Data, _ more: String...) throws -> [String: Data] {
    try reports(log, more).filter { $0.key.hasSuffix(".csv") }
  }

  /// All files of an analysis of one file, `log`, with sessions, except the store.
  package static func reports(_ log: Data, _ more: [String] = []) throws -> [String: Data] {
    let run = Run()
    try run.folder.write(log, to: "log")
    let outcome = try run.navaudit.run(["analyze", "log", "--output", "Reports", "--sessions"] + more, key: "k")
    guard outcome.status == 0 else { throw Failed(errors: outcome.errors) }
    return try run.folder.contents(of: "Reports", without: [".sqlite"])
  }

  /// The CSV files of a report on a store.
  package func report(_ store: String, _ more: String...) throws -> [String: Data] {
    let outcome = try navaudit.run(["report", store, "--output", "Out", "--sessions"] + more)
    guard outcome.status == 0 else { throw Failed(errors: outcome.errors) }
    return try folder.tables(of: "Out")
  }
}

extension [String: Data] {
  /// Without the properties in `unknown_events.csv` and their likely kind: these examples come from a few users of each
  /// call, or each file.
  package var withoutExamples: Self {
    get throws {
      var tables = self
      tables["unknown_events.csv"] = try self["unknown_events.csv"].map { data in
        let table = try CSVTable(String(decoding: data, as: UTF8.self))
        return Data(
          zip(table["event"], zip(table["count"], table["users"])).map { "\($0),\($1.0),\($1.1)\n" }.joined().utf8)
      }
      return tables
    }
  }
}
