import Foundation

/// Files of the repository that tests read.
package enum Fixtures {
  /// The repository, also when this file was compiled through the link in `Benchmarks/Tests`.
  package static let repository = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().appendingPathComponent(
    "../../../.."
  ).standardizedFileURL

  /// A file of `Tests/Fixtures`.
  package static func file(_ path: String) -> URL { committed("Tests/Fixtures/" + path) }

  /// A file of the repository.
  package static func committed(_ path: String) -> URL { repository.appendingPathComponent(path) }

  /// A file of `SampleLogs`.
  package static func sample(_ path: String) -> URL { committed("SampleLogs/" + path) }

  /// The columns of each table, as `OutputFiles.md` promises them. The last three, which all tables have, are not among
  /// them.
  package static func documentedColumns() throws -> [String: [String]] {
    let page = try String(
      contentsOf: committed("Sources/NavigationAudit/NavigationAudit.docc/OutputFiles.md"), encoding: .utf8)
    return Dictionary(
      uniqueKeysWithValues: page.matches(of: /(?m)^\| `(?<table>\w+)\.csv` \| [^|]+ \| `(?<columns>[\w,]+)`/).map {
        (String($0.table), $0.columns.split(separator: ",").map(String.init))
      })
  }

  /// A small log with a bit of everything, with this number of users and three sessions each.
  package static func smallLog(users: Int = 3) -> [LogLine] {
    (0..<users).flatMap { user in
      (0..<3).flatMap { session -> [LogLine] in
        let words: [(String, KeyValuePairs<String, String>)] = [
          ("app_open", ["via": "cold", "platform": "ios", "app_version": "1.0"]),
          ("tab_select", ["target": "Home", "screen": "Home"]), ("push", ["screen": "Product"]),
          ("push", ["screen": "Reviews"]),
          ("back", ["screen": "Product"]), ("tab_select", ["target": "Orders", "screen": "Orders"]), ("menu_open", [:]),
          ("menu_select", ["target": "Settings", "screen": "Settings"]), ("more_open", ["screen": "More"]),
          ("more_select", ["target": "Coupons", "screen": "Coupons"]), ("gesture", ["target": "swipe"]),
        ]
        return words.enumerated().map { index, word in
          let minute = index / 6 + user % 7
          let second = index % 6 * 10
          let time =
            "2026-03-0\(1 + session)T08:" + (minute < 10 ? "0" : "") + "\(minute):" + (second < 10 ? "0" : "")
            + "\(second)Z"
          return LogLine(time, "user-\(user)", word.0, word.1)
        }
      }
    }
  }
}
