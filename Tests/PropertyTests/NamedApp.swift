import Foundation
import TestSupport
import Testing

/// A log of a made-up app that has everything a name can be the name of, under any names. A property of names compares
/// its reports with those under plain ones.
struct NamedApp: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The names, in text order as the plain ones are, so that ties are broken alike.
  let names: [String]

  init(_ description: String, _ names: [String]) { (testDescription, self.names) = (description, names) }

  /// Pairs of neighbors that differ by their endings.
  init(_ description: String, endings: (String, String)) {
    let starts = (0..<(Self.plain.names.count + 1) / 2).map { String(UnicodeScalar(UInt8(97 + $0))) }
    self.init(description, Array(starts.flatMap { [$0 + endings.0, $0 + endings.1] }.prefix(Self.plain.names.count)))
  }

  /// Whether a map can declare the names: keys that differ by normal form alone are one key to the parser of YAML.
  var hasMap: Bool { Set(names).count == names.count }

  static let plain = NamedApp("plain", (10..<34).map { "p\($0)" })

  /// Names that a text comparison, a joined list or a quoted cell may confuse.
  static let confusing = [
    NamedApp("normal forms", endings: ("e\u{301}", "\u{E9}")), NamedApp("bars", endings: (" | x", "|y")),
    NamedApp("lists in JSON", endings: ("\",\"x", "\"]")), NamedApp("case", endings: ("xA", "xa")),
    NamedApp("emoji", endings: ("\u{2764}\u{FE0F}", "\u{1F600}")), NamedApp("backslashes", endings: ("\\", "\\\\")),
    NamedApp("commas and colons", endings: (", b", ":b")),
  ]

  private static let (tabs, roots, details, gesture, moreItems, menuItems, menu) = (
    0..<3, 3..<6, 6..<10, 10, 11..<13, 13..<15, 15
  )
  private static let (moreScreen, menuScreen, control, platform, version, variant) = (16, 17, 18, 19, 20, 21)

  // MARK: - The log

  var ndjson: Data { lines.ndjson }

  var lines: [String] {
    var random = SeededGenerator(seed: 17)
    var lines: [String] = []
    for user in 0..<40 {
      var time = 1_772_000_000 + user * 37
      func log(_ event: String, _ fields: KeyValuePairs<String, String> = [:]) {
        time += random.pick([1, 2, 7])
        let own = fields.map { ",\"\($0)\":\($1)" }.joined()
        lines.append(
          """
          {"time":\(time),"user":"u\(user)","event":"\(event)","platform":\(json(Self.platform)),\
          "app_version":\(json(Self.version)),"variant":\(json(Self.variant))\(own)}
          """)
      }
      for _ in 0..<3 {
        log("app_open")
        log("tabs_shown", ["value": "[\(Self.tabs.map(json).joined(separator: ",")),\"More\"]"])
        for _ in 0..<14 {
          let (event, fields) = action(&random)
          log(event, fields)
        }
        if random.once(in: 9) { log("tabs_edit", ["value": "[\(json(2)),\(json(0)),\(json(1)),\"More\"]"]) }
        log("app_background")
        time += 90_000
      }
    }
    return lines
  }

  private func action(_ random: inout SeededGenerator) -> (String, KeyValuePairs<String, String>) {
    let place = Int.random(in: Self.tabs, using: &random)
    let tab = json(Self.tabs.lowerBound + place)
    let root = json(Self.roots.lowerBound + place)
    let detail = json(random.pick(Array(Self.details)))
    return switch Int.random(in: 0..<20, using: &random) {
    case 0...3: ("tab_select", ["target": tab, "screen": root])
    case 4...5: ("stack", ["target": tab, "value": "[\(root),\(detail)]"])
    case 6: ("stack", ["target": tab, "value": "[\(root)]"])
    case 7...9: ("push", ["screen": detail])
    case 10...11: ("back", [:])
    case 12: ("more_open", [:])
    case 13: ("more_select", ["target": json(random.pick(Array(Self.moreItems))), "screen": json(Self.moreScreen)])
    case 14: ("menu_open", ["container": json(Self.menu)])
    case 15...16:
      (
        "menu_select",
        [
          "container": json(Self.menu), "target": json(random.pick(Array(Self.menuItems))),
          "screen": json(Self.menuScreen),
        ]
      )
    case 17: ("deep_link", ["screen": detail])
    case 18: ("gesture", ["target": json(Self.gesture)])
    default: ("tap", ["target": json(Self.control), "screen": detail, "outcome": "\"dead\""])
    }
  }

  private func json(_ name: Int) -> String { Self.quoted(names[name]) }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// An app map that declares everything.
  var map: String {
    func list(_ names: Range<Int>) -> String { names.map(json).joined(separator: ", ") }
    let roots = zip(Self.tabs, Self.roots).map { "  \(json($0)): \(json($1))\n" }.joined()
    return """
      tabs: [\(list(Self.tabs)), More]
      more: {tab: More, items: [\(list(Self.moreItems))]}
      menus:
        \(json(Self.menu)): {items: [\(list(Self.menuItems))]}
      screens:
        \(json(Self.details.lowerBound)): {parent: \(json(Self.roots.lowerBound))}
        \(json(Self.details.lowerBound + 1)): {parent: \(json(Self.details.lowerBound))}
      roots:
      \(roots)tasks:
        - {name: \(json(22)), start: \(json(Self.roots.lowerBound)), goal: \(json(Self.details.lowerBound + 1))}

      """
  }

  // MARK: - Its tables

  /// The tables of the plain app with the names of this one, and nothing quoted.
  func renamed(_ tables: [String: Data]) throws -> [String: [[String]]] {
    try Self.cells(tables).mapValues { rows in
      rows.map { row in
        row.map { $0.replacing(/\bp(?:[12][0-9]|3[0-3])\b/) { names[(Int($0.output.dropFirst()) ?? 10) - 10] } }
      }
    }
  }

  /// The cells of tables. Lists of names in a cell mark a bar, and a backslash, with a backslash.
  static func cells(_ tables: [String: Data]) throws -> [String: [[String]]] {
    try tables.filter { $0.key.hasSuffix(".csv") }.mapValues { data in
      let table = try CSVTable(String(decoding: data, as: UTF8.self))
      let lists = ["promotions", "demotions"].compactMap { table.columns.firstIndex(of: $0) }
      return [table.columns]
        + table.rows.map { row in
          row.enumerated().map {
            lists.contains($0) ? $1.replacing("\\|", with: "|").replacing("\\\\", with: "\\") : $1
          }
        }
    }
  }

  /// The first few cells that differ, byte by byte: nothing if the tables are the same.
  static func differences(_ found: [String: [[String]]], _ expected: [String: [[String]]]) -> [String] {
    Set(found.keys).union(expected.keys).sorted().compactMap { name in
      let one = found[name] ?? []
      let other = expected[name] ?? []
      func bytes(_ rows: [[String]]) -> [[[UInt8]]] { rows.map { $0.map { Array($0.utf8) } } }
      if bytes(one) == bytes(other) { return nil }
      let row = zip(one, other).first { bytes([$0]) != bytes([$1]) }
      let cell = row.flatMap { zip($0, $1).first { Array($0.utf8) != Array($1.utf8) } }
      return "\(name), \(one.count) and \(other.count) rows: \(cell.map { "\($0) and \($1)" } ?? "")"
    }
  }
}
