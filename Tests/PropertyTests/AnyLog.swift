import Foundation
import TestSupport
import Testing

// Properties: what has to hold for any log.
//
// The other suites know a log and say what a text, a cell or a figure of it must be. They see that something changed,
// not that it was wrong from the start. Here nobody knows the log. A property says how two runs must agree (a log
// delivered twice is the log; a log ingested in pieces is the log analyzed), or what no run may do. It runs over every
// fixture and over made-up logs. A fault of a new kind becomes a property here before it is mended, and is seen to
// fail; its example need not be pinned elsewhere.
//
// The quick suite runs each property over a few logs (`sampled`), the thorough one over all. A property that takes long
// for one log is `.thorough`.

/// A log of which nobody knows what is in it.
struct AnyLog: Sendable, CustomTestStringConvertible {
  /// The name of its file.
  let name: String
  let data: Data
  /// Every event has an id, or what identifies it.
  var hasIDs = false
  /// A header row comes before its records.
  var hasHeader = false

  var testDescription: String { name }

  private init(fixture path: String, hasIDs: Bool = false) {
    let file = Fixtures.file(path)
    name = file.lastPathComponent
    data = (try? Data(contentsOf: file)) ?? Data()
    self.hasIDs = hasIDs
    hasHeader = name.hasSuffix(".csv") || name == "13-tabs-route-changes.tsv"
  }

  init(_ name: String, _ lines: [String], hasIDs: Bool = true) {
    self.name = name
    data = lines.ndjson
    self.hasIDs = hasIDs
  }

  /// Its records, one each; nil if they are not lines.
  var records: [String]? {
    if name.hasSuffix(".json") {
      let array = (try? JSONSerialization.jsonObject(with: data)) as? [Any]
      return try? array?.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
    }
    guard let text = String(data: data, encoding: .utf8) else { return nil }
    return text.split(whereSeparator: \.isNewline).dropFirst(hasHeader ? 1 : 0).map(String.init)
  }

  /// The log with these records.
  func holding(_ records: [String]) -> Data {
    let header = hasHeader ? String(decoding: data.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) : nil
    return ((header.map { [$0] } ?? []) + records).ndjson
  }
}

// MARK: - Where they come from

extension AnyLog {
  /// Exports of products whose events have an identity, then the others.
  static let exports =
    [
      "posthog.jsonl", "ga4.ndjson", "amplitude.ndjson", "segment.ndjson", "snowplow.ndjson", "snowplow.csv",
      "snowplow.tsv", "countly.ndjson",
    ].map { AnyLog(fixture: "exports/" + $0, hasIDs: true) }
    + ["matomo.json", "mixpanel.ndjson", "otlp.jsonl", "otlp-spans.jsonl", "countly-queue.ndjson", "logcat.txt"].map {
      AnyLog(fixture: "exports/" + $0)
    }

  /// Logs of the native format.
  static let native = LogSource.native.map { source in
    AnyLog(source.testDescription, source.linesWithIDs)
  }

  /// Made-up exports, larger than the fixtures.
  static let generated = [touched]

  /// A PostHog export whose touches end after the screen that they led to has appeared.
  private static let touched: AnyLog = {
    var lines: [String] = []
    for user in 0..<12 {
      for step in 0..<10 {
        let tab = ["Home", "Search", "Orders"][(user + step) % 3]
        let time = "2026-05-04T10:\(10 + user):\(10 + step * 3)"
        lines.append(
          """
          {"uuid":"s\(user)-\(step)","event":"$screen","distinct_id":"u\(user)","timestamp":"\(time).000Z",\
          "properties":{"$screen_name":"\(tab)","$session_id":"s\(user)"}}
          """)
        lines.append(
          """
          {"uuid":"t\(user)-\(step)","event":"$autocapture","distinct_id":"u\(user)","timestamp":"\(time).100Z",\
          "properties":{"$event_type":"touch","$session_id":"s\(user)"},\
          "elements_chain":"UITabBarButton:text=\\"\(tab)\\""}
          """)
      }
    }
    return AnyLog("late touches (posthog)", lines)
  }()
}

extension LogSource {
  fileprivate static let native: [LogSource] = [
    .random(seed: 1), .shop(seed: 1, style: .split), .random(seed: 2), .shop(seed: 2, style: .full),
    .shop(seed: 3, style: .views),
  ]

  /// Its lines, each with an id.
  fileprivate var linesWithIDs: [String] {
    ((try? lines) ?? []).enumerated().map { number, line in
      line.contains("\"id\":") ? line : line.replacing("{", with: "{\"id\":\"line \(number)\",", maxReplacements: 1)
    }
  }
}
