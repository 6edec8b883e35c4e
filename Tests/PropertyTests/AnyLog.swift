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

  /// The name of its format, where a part of it may be too small to show it.
  var format: String?

  private init(fixture path: String, format: String? = nil, hasIDs: Bool = false) {
    let file = Fixtures.file(path)
    name = file.lastPathComponent
    data = (try? Data(contentsOf: file)) ?? Data()
    self.format = format
    self.hasIDs = hasIDs
    hasHeader = name.hasSuffix(".csv") || path == "foreign/13-tabs-route-changes.tsv"
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
      ("posthog.jsonl", "posthog"), ("ga4.ndjson", "ga4"), ("amplitude.ndjson", "amplitude"),
      ("segment.ndjson", "segment"), ("snowplow.ndjson", "snowplow-json"), ("snowplow.csv", "snowplow-csv"),
      ("snowplow.tsv", "snowplow-tsv"), ("countly.ndjson", "countly"), ("countly-queue.ndjson", "countly-queue"),
      ("matomo.json", "matomo"), ("otlp-spans.jsonl", "otlp-spans"),
      ("telemetrydeck.ndjson", "telemetrydeck"), ("measure.ndjson", "measure"),
    ].map { AnyLog(fixture: "exports/" + $0, format: $1, hasIDs: true) }
    // Some records of these have no id.
    + [("mixpanel.ndjson", "mixpanel"), ("otlp.jsonl", "otlp"), ("logcat.txt", "logcat")].map {
      AnyLog(fixture: "exports/" + $0, format: $1)
    }

  /// Logs in shapes that other programs write, as far as the first command reads them.
  static let foreign = [
    "31-datadog-rum.jsonl", "20-section-view.jsonl", "06-sdk-batch.json", "08-recorded-requests.jsonl",
    "04-clinical-interface.csv", "13-tabs-route-changes.tsv", "48-by-user.json", "51-game.ndjson",
    "02-sidebar-experiment.csv",
  ].map { AnyLog(fixture: "foreign/" + $0, hasIDs: $0.hasPrefix("31")) }

  /// Logs of the native format.
  static let native = LogSource.native.map { source in
    AnyLog(source.testDescription, source.linesWithIDs)
  }

  /// Made-up exports, larger than the fixtures.
  static let generated = [touched, batched]

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

  /// A GA4 export whose events have the time of their batch, in any order.
  private static let batched: AnyLog = {
    var random = SeededGenerator(seed: 5)
    return AnyLog("batches (ga4)", Walk.all.flatMap { $0.ga4(hasOwnTimes: false) }.shuffled(using: &random))
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
