import Foundation
import Testing

/// Logs for property tests: people of a made-up app, and events in an order that no app would log.
package enum LogSource: Sendable, CustomTestStringConvertible {
  /// - Parameters:
  ///   - seed: the random seed; of a shop, which of its people.
  ///   - style: how the app logs.
  ///   - users: how many people.
  case shop(seed: Int, style: SampleLog.Style, users: Int = isThorough ? 10 : 6)
  case random(seed: UInt64)

  package static let all: [LogSource] = sampled(
    [.random(seed: 1), .shop(seed: 2, style: .split), .shop(seed: 1, style: .full), .random(seed: 2)], thorough: 2)

  package var testDescription: String {
    switch self {
    case .shop(let seed, let style, _): "shop \(style) \(seed)"
    case .random(let seed): "random \(seed)"
    }
  }

  /// The lines of the log in the order of their times, as NDJSON. Events of one user at the same time are duplicates of
  /// each other.
  package var lines: [String] {
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
  package var time: Substring {
    guard let start = range(of: "\"time\":")?.upperBound else { return "" }
    return self[start...].prefix { $0 != "," && $0 != "}" }
  }

  /// The line as fields.
  package var logLine: LogLine {
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
  package var ndjson: Data { Data(map { $0 + "\n" }.joined().utf8) }

  /// The lines cut into runs of about the same length.
  package func cut(into count: Int) -> [[String]] {
    (0..<count).map { part in [String](self[(part * self.count / count)..<((part + 1) * self.count / count)]) }
  }
}
