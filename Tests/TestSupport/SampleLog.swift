import Foundation

/// The people of `SampleLogs/bazaar.ndjson.gz`, logged as apps log navigation.
package enum SampleLog {
  package enum Style: String, CaseIterable, Sendable {
    /// Events carry the screen they led to.
    case full
    /// A `screen_view` follows instead.
    case split
    /// There is nothing but `screen_view` and the life of the app.
    case views
  }

  /// The readable lines in the order of the log, which is that of their times, with their users: 1 is whose event comes
  /// first.
  private static let all: [(user: Int, line: String)] = {
    let file = Fixtures.sample("bazaar.ndjson.gz")
    let log = ((try? Data(contentsOf: file)) ?? Data()).gunzipped(size: 32 << 20)
    var users: [Substring: Int] = [:]
    return log.lines.compactMap { line in
      guard line.hasPrefix("{\"id\""), line.hasSuffix("}"), let start = line.range(of: "\"user\":\"") else {
        return nil
      }
      let name = line[start.upperBound...].prefix(9)
      if users[name] == nil { users[name] = users.count + 1 }
      return users[name].map { ($0, line) }
    }
  }()

  /// The readable lines of some users, some of them twice, in the order of their times.
  /// - Parameter users: from 1 to 300.
  package static func lines(users: ClosedRange<Int>, style: Style = .full) -> [String] {
    all.lazy.filter { users.contains($0.user) }.map(\.line).flatMap { line -> [String] in
      switch style {
      case .full: [line]
      case .split: split(line)
      case .views:
        line.contains("\"event\":\"app_") ? [line] : split(line).filter { $0.contains("\"event\":\"screen_view\"") }
      }
    }
  }

  /// An event with a screen as the event without it and a `screen_view` a millisecond later.
  private static func split(_ line: String) -> [String] {
    guard let screen = field("screen", of: line), let event = field("event", of: line),
      !event.contains("\"screen_view\""),
      let time = field("time", of: line), let last = time.dropLast(3).last?.wholeNumberValue, last < 9
    else { return [line] }
    var view = line
    for name in ["target", "container", "via", "outcome", "value", "depth"] {
      field(name, of: view).map { view = view.replacing($0, with: "", maxReplacements: 1) }
    }
    view = view.replacing(time, with: "\(time.dropLast(4))\(last + 1)Z\",", maxReplacements: 1)
    view = view.replacing(event, with: "\"event\":\"screen_view\",", maxReplacements: 1).replacing(
      "\",\"time\":", with: "v\",\"time\":", maxReplacements: 1)
    return [line.replacing(screen, with: "", maxReplacements: 1), view]
  }

  /// `"name":value,` of a line.
  private static func field(_ name: String, of line: String) -> String? {
    guard let start = line.range(of: "\"\(name)\":"),
      let end = line.range(of: ",\"", range: start.upperBound..<line.endIndex)
    else { return nil }
    return String(line[start.lowerBound..<line.index(after: end.lowerBound)])
  }
}

extension Data {
  /// Its lines as text. In a debug build, this is many times as fast as splitting a text.
  fileprivate var lines: [String] {
    var lines: [String] = []
    withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count, let base = bytes.baseAddress {
        let end = memchr(base + start, 0x0A, bytes.count - start).map { UnsafeRawPointer($0) - base } ?? bytes.count
        lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
        start = end + 1
      }
    }
    return lines
  }
}
