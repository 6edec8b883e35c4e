import Foundation
import TestSupport
import Testing

/// Logs for property tests: people of a made-up app, and events in an order that no app would log.
enum LogSource: Sendable, CustomTestStringConvertible {
  /// - Parameters:
  ///   - seed: the random seed; of a shop, which of its people.
  ///   - style: how the app logs.
  ///   - users: how many people.
  case shop(seed: Int, style: SampleLog.Style, users: Int = isThorough ? 10 : 6)
  case random(seed: UInt64)

  static let all: [LogSource] = sampled([
    .random(seed: 1), .shop(seed: 1, style: .full), .shop(seed: 2, style: .split), .random(seed: 2),
  ])

  var testDescription: String {
    switch self {
    case .shop(let seed, let style, _): "shop \(style) \(seed)"
    case .random(let seed): "random \(seed)"
    }
  }

  /// The lines of the log in the order of their times, as NDJSON. Events of one user at the same time are duplicates of
  /// each other.
  var lines: [String] {
    get throws {
      switch self {
      case .random(let seed): return RandomLog(seed: seed).lines.map(\.json)
      case .shop(let seed, let style, let users):
        return SampleLog.lines(users: (10 * seed)...(10 * seed + users - 1), style: style)
      }
    }
  }
}

extension String {
  /// The text of the field `time` of a line: within a log, these sort like the times.
  var time: Substring {
    guard let start = range(of: "\"time\":")?.upperBound else { return "" }
    return self[start...].prefix { $0 != "," && $0 != "}" }
  }

  /// The line as fields.
  var logLine: LogLine {
    let object = (try? JSONSerialization.jsonObject(with: Data(utf8)) as? [String: Any]) ?? [:]
    return LogLine(
      fields: object.sorted { $0.key < $1.key }.map { name, value in
        switch value {
        case let text as String: (name, .text(text))
        case let list as [Any]: (name, .text(list.map { "\($0)" }.joined(separator: "|")))
        default: (name, .text("\(value)"))
        }
      })
  }
}

extension [String] {
  var ndjson: Data { Data(map { $0 + "\n" }.joined().utf8) }

  /// The lines cut into runs of about the same length.
  func cut(into count: Int) -> [[String]] {
    (0..<count).map { part in [String](self[(part * self.count / count)..<((part + 1) * self.count / count)]) }
  }
}

/// Runs on logs, each in its own folder.
struct Run {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  struct Failed: Error { let errors: String }

  /// The outcome of a run that must succeed.
  @discardableResult
  func callAsFunction(_ arguments: String..., input: Data = Data()) throws -> Navaudit.Outcome {
    let outcome = try navaudit.run(arguments, input: input)
    guard outcome.status == 0 else { throw Failed(errors: outcome.errors) }
    return outcome
  }

  /// The CSV files of an analysis of one file, `log`, with sessions.
  static func tables(_ log: Data, _ more: String...) throws -> [String: Data] {
    try reports(log, more).filter { $0.key.hasSuffix(".csv") }
  }

  /// All files of an analysis of one file, `log`, with sessions, except the store.
  static func reports(_ log: Data, _ more: [String] = []) throws -> [String: Data] {
    let run = Run()
    try run.folder.write(log, to: "log")
    let outcome = try run.navaudit.run(["analyze", "log", "--output", "Reports", "--sessions", "--key", "k"] + more)
    guard outcome.status == 0 else { throw Failed(errors: outcome.errors) }
    return try run.folder.contents(of: "Reports", without: [".sqlite"])
  }

  /// The CSV files of a report on a store.
  func report(_ store: String, _ more: String...) throws -> [String: Data] {
    let outcome = try navaudit.run(["report", store, "--output", "Out", "--sessions"] + more)
    guard outcome.status == 0 else { throw Failed(errors: outcome.errors) }
    return try folder.tables(of: "Out")
  }
}

extension [String: Data] {
  /// Without the properties in `unknown_events.csv` and their likely kind: these examples come from a few users of each
  /// call, or each file.
  var withoutExamples: Self {
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
