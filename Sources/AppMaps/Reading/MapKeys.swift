import EventLogs
import Foundation
import NavigationModel

/// A key of a mapping with known keys.
struct MapKey: Sendable {
  /// Reads a value into the map, or records an error.
  typealias Reading = @Sendable (inout AppMapReader, MapNode, inout AppMap) -> Void

  let name: String
  let shape: MapShape
  /// Its meaning, in one sentence without a full stop.
  let meaning: String
  let isRequired: Bool
  /// Of a key at the top of the map.
  let read: Reading?

  init(_ name: String, _ shape: MapShape, _ meaning: String, isRequired: Bool = false, read: Reading? = nil) {
    (self.name, self.shape, self.meaning, self.isRequired, self.read) = (name, shape, meaning, isRequired, read)
  }

  fileprivate var schema: [String: Any] {
    var schema = shape.schema
    schema["description"] = meaning.prefix(1).uppercased() + meaning.dropFirst() + "."
    return schema
  }

  fileprivate func row(name: String) -> String {
    "| \(name)\(isRequired ? " (required)" : "") | \(shape.words()) | \(meaning) |"
  }
}

/// The shape of a value in an app map. The reader takes its keys from ``MapKeys``, which are made of shapes; the JSON
/// Schema and the reference are rendered from the same shapes.
indirect enum MapShape: Sendable {
  /// A text; numbers and switches count as text, too.
  case text
  case pattern
  case truth
  case word([String])
  case number(least: Double)
  case whole(ClosedRange<Int>)
  case list(MapShape)
  /// A mapping with arbitrary names as keys.
  case named(MapShape)
  case record([MapKey])
  case one([MapKey])
  /// One of several shapes; the first is the usual one.
  case either([MapShape])
  case nothing

  fileprivate var schema: [String: Any] {
    switch self {
    case .text, .pattern: ["type": ["string", "number", "boolean"]]
    // Words that some YAML parsers read as booleans and others as text.
    case .truth:
      [
        "enum": [true, false]
          + ["true", "false", "yes", "no", "on", "off"].flatMap { [$0, $0.capitalized, $0.uppercased()] }
      ]
    case .word(let words): ["enum": words.flatMap { word -> [Any] in Int(word).map { [word, $0] } ?? [word] }]
    case .number(let least): ["type": "number", "minimum": least]
    case .whole(let range): ["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound]
    case .list(let item): ["type": "array", "items": item.schema]
    case .named(let value): ["type": "object", "additionalProperties": value.schema]
    case .either(let shapes): ["anyOf": shapes.map(\.schema)]
    case .nothing: ["type": "null"]
    case .one(let keys):
      MapShape.record(keys).schema.merging(["minProperties": 1, "maxProperties": 1]) { $1 }
    case .record(let keys):
      [
        "type": "object", "additionalProperties": false,
        "properties": Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0.schema) }),
      ]
      .merging(keys.contains(where: \.isRequired) ? ["required": keys.filter(\.isRequired).names] : [:]) { $1 }
    }
  }

  /// The shape in words, in the singular or plural.
  fileprivate func words(several: Bool = false) -> String {
    let plural = several ? "s" : ""
    return switch self {
    case .text: "text" + plural
    case .pattern: "regular expression" + plural
    case .truth: "`true` or `false`"
    case .word(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .number(let least): "number\(plural) from \(Int(least))"
    case .whole(let range): "whole number\(plural) from \(range.lowerBound) to \(range.upperBound)"
    case .list(let item): "list\(plural) of \(item.words(several: true))"
    case .named(let value): "by name: \(value.words())"
    case .record(let keys) where keys.count == 1 && !several: "`{\(keys[0].name): …}`"
    case .record: "mapping" + plural
    case .one(let keys): keys.map { "`{\($0.name): …}`" }.joined(separator: " or ")
    case .either(let shapes): shapes.map { $0.words(several: several) }.joined(separator: " or ")
    case .nothing: "nothing"
    }
  }

  /// The keys of the mappings in the shape or directly below, except for mappings with one key.
  fileprivate var records: [[MapKey]] {
    switch self {
    case .record(let keys): [keys]
    case .list(let shape), .named(let shape): shape.records
    case .either(let shapes): shapes.flatMap(\.records)
    default: []
    }
  }
}

extension [MapKey] {
  var names: [String] { map(\.name) }
}

/// The keys of an app map, each group once: for the reader, the JSON Schema, and the reference.
enum MapKeys {
  static let more: [MapKey] = [
    .init("tab", .text, "the tab that opens the More list (default: More)"),
    .init("items", .list(.text), "what the More list contains"),
  ]
  static let menu: [MapKey] = [
    .init("items", .list(.text), "what the menu contains"),
    .init("screen", .text, "the screen that is logged while the menu is open"),
  ]
  static let screen: [MapKey] = [.init("parent", .text, "the screen one level above")]
  static let task: [MapKey] = [
    .init("name", .text, "the task, for the report", isRequired: true),
    .init("start", .text, "the screen on which it starts", isRequired: true),
    .init("goal", .text, "the screen on which it is done", isRequired: true),
  ]
  static let screenName: [MapKey] = [
    .init("pattern", .pattern, "a regular expression that is found in the logged name", isRequired: true),
    .init("name", .text, "the name to use instead", isRequired: true),
  ]
  static let screenKind: [MapKey] = [
    .init(
      "pattern", .pattern, "a regular expression that is found in the screen's name, after renaming", isRequired: true),
    .init("kind", .word(AppMap.ScreenKind.allCases.map(\.rawValue)), "what kind of screen it is", isRequired: true),
  ]
  static let entry: [MapKey] = [
    .init("since", .text, "the first app version that has it"),
    .init("until", .text, "the last app version that has it"),
    .init("platforms", .list(.text), "the platforms that have it"),
    .init("variants", .list(.text), "the experiment arms that have it"),
  ]
  static let advice: [MapKey] = [
    .init(
      "slots", .whole(1...100),
      "how many entries the tab bar has room for, the More tab included (default: 5, or as many as it has today)"),
    .init(
      "pinned", .list(.text),
      "entries that stay in their position (default: the tab on which most parts of sessions start)"),
    .init("never", .list(.text), "entries that are never moved"),
    .init(
      "min_saving", .number(least: 0),
      "the smallest saving that is worth a change, in taps per 100 sessions (default: 1)"),
    .init(
      "looks", .whole(1...10_000),
      """
      how often the same data is looked at as it grows, such as 26 weekly reports (default: once, and 26 for what is sure \
      since an earlier report)
      """
    ),
  ]
  static let links: [MapKey] = [
    .init("session", .text, "the address of a session; `{session}` is its id as logged, `{time}` its start"),
    .init("user", .text, "the address of a user; `{user}` is the id as logged, `{time}` the start of the session"),
  ]
  static let compare: [MapKey] = [
    .init("primary", .list(.text), "the measures that decide, chosen in advance: their p-values are not adjusted"),
    .init(
      "smallest", .text,
      """
      the smallest change worth having, such as `2%`: percentage points of shares, a percentage of means (default: 2%)
      """
    ),
  ]
  static let exemption: [MapKey] = [
    .init("subject", .text, "what the rule skips", isRequired: true),
    .init("reason", .text, "why, for the report"),
  ]
  static let times: [MapKey] = [
    .init("order", .word(TimeNotation.Order.allCases.map(\.rawValue)), "how dates that are not RFC 3339 are written"),
    .init(
      "epoch", .word(TimeNotation.Epoch.allCases.map(\.rawValue)),
      "the year from which seconds count (default: 1970), or 1900 for days as spreadsheets count them"),
  ]
  static let sessions: [MapKey] = [
    .init(
      "longest_pause", .text,
      "the longest pause between events with the same session id, such as `4h` or `90m`; 0 sets no limit (default: 4h)")
  ]
  static let condition: [MapKey] = [
    .init("prefix", .text, "the field begins with this text"),
    .init("matches", .pattern, "a regular expression is found in the field"),
  ]
  static let source: [MapKey] = [
    .init("first", .list(path), "the first of these fields that has a value"),
    .init("constant", .text, "the value is the same for every event"),
  ]

  /// A column may be written in several.
  static let columnSource: [MapKey] =
    source + [.init("join", .list(path), "these fields, one after the other: a date and a time of day")]

  static let columns: [MapKey] = NativeField.allCases.map {
    .init($0.word, .either([path, .one(columnSource)]), "where this is found: \($0.meaning)")
  }
  static let eventMapping: [MapKey] =
    [.init("match", .named(test), "what each of these fields of the record must be", isRequired: true)]
    + NativeField.allCases.map { field in
      field == .event
        ? .init("event", .word(EventKind.allCases.map(\.word)), "the native event", isRequired: true)
        : .init(field.word, anySource, "where the native field is found")
    }

  /// A column or a path: names joined by dots, or a list of names.
  private static let path = MapShape.either([.text, .list(.text)])
  private static let anySource = MapShape.either([path, .one(source)])
  private static let test = MapShape.either([.text, .list(.text), .one(condition)])

  static func settings(of rule: RuleSchema) -> [MapKey] {
    rule.thresholds.map { .init($0, .number(least: 0), rule.meanings[$0] ?? "a threshold") } + [
      .init("exempt", .list(.either([.text, .record(exemption)])), "subjects that the rule skips"),
      .init("off", .truth, "`true` turns the rule off"),
    ]
  }

  /// The top-level keys of the map, each with how it is read.
  static func all(_ rules: [RuleSchema]) -> [MapKey] {
    let rule = MapShape.record(rules.map { .init($0.id, .either([.record(settings(of: $0)), .truth]), $0.title) })
    return [
      .init("app", .text, "the app's name, for the report") { $2.app = $0.text($1, expected: "the app's name") },
      .init("tabs", .list(.text), "the tabs of the tab bar, in order") {
        $2.tabs = $0.names($1, expected: "a list of tabs", each: "a tab")
      },
      .init("more", .either([.record(more), .list(.text)]), "the More list, or just its items") {
        $2.more = $0.more($1)
      },
      .init(
        "menus", .named(.either([.record(menu), .list(.text), .nothing])),
        "hidden menus by the `container` that the log gives them"
      ) {
        $2.menus = $0.menus($1)
      },
      .init("roots", .named(.text), "the root screen of each tab; screen views are assigned to tabs by them") {
        $2.roots = $0.roots($1)
      },
      .init(
        "screens", .named(.either([.record(screen), .nothing])),
        "known screens; declared depth and screens that nobody sees follow from them"
      ) {
        $2.screens = $0.screens($1)
      },
      .init("tasks", .list(.record(task)), "what people come to do; see the rules `task.*`") {
        $2.tasks = $0.tasks($1)
      },
      .init("screen_names", .list(.record(screenName)), "rewrites screen names that contain ids; the first match wins")
      {
        $2.screenNames = $0.screenNames($1)
      },
      .init(
        "entry_names", .named(.text),
        "other names of tabs and items, such as labels in other languages, which are replaced when a log is read"
      ) {
        $2.entryNames = $0.entryNames($1)
      },
      .init(
        "ignore_screens", .list(.pattern),
        "names of containers, which are not screens; the regular expression must match the whole name"
      ) {
        $2.ignoredScreens = $0.patterns($1, each: "a name or a regular expression")
      },
      .init(
        "exclude_users", .list(.pattern),
        "robots and testers, whose events are left out when a log is read; found anywhere in the user's id"
      ) { $2.excludedUsers = $0.patterns($1, each: "a regular expression") },
      .init("advice", .record(advice), "limits of the plan") { $2.advice = $0.advice($1) },
      .init("compare", .record(compare), "what `navaudit compare` judges by") { $2.compare = $0.compare($1) },
      .init(
        "links", .record(links),
        "where example sessions can be looked at, such as replays; only with `--reveal-users`"
      ) { $2.links = $0.links($1) },
      .init("rules", rule, "thresholds and exemptions by rule, or `off`") { $2.rules = $0.ruleSettings($1) },
      .init("columns", .record(columns), "where the native fields are found in a log with other column names") {
        $2.columns = $0.columns($1)
      },
      .init("times", .record(times), "how the log writes times, if not as RFC 3339") { $2.times = $0.times($1) },
      .init("sessions", .record(sessions), "what ends a session") { $2.longestPause = $0.longestPause($1) },
      .init(
        "time_zone", .text, "the time zone of days, and of times without one, such as `Europe/Berlin` (default: UTC)"
      ) {
        $2.timeZone = $0.timeZone($1)
      },
      .init("events", .list(.record(eventMapping)), "what the app's own events mean; the first match wins") {
        $2.events = $0.eventMappings($1)
      },
      .init(
        "infer", .truth,
        "`true` infers the structure from screen views if neither the log nor the map provides it (default: false)"
      ) {
        $2.infersStructure = $0.truth($1) ?? false
      },
      .init("mask_names", .truth, "`false` keeps names that look like personal data (default: true)") {
        $2.masksNames = $0.truth($1) ?? true
      },
      .init(
        "entries", .named(.record(entry)),
        "where and when a tab, item, menu or gesture exists, if the log alone cannot show it"
      ) {
        $2.entries = $0.entryScopes($1)
      },
      .init(
        "screens_kind", .list(.record(screenKind)),
        "screens that are of a kind, which rules judge differently; the first match wins"
      ) {
        $2.screenKinds = $0.screenKinds($1)
      },
    ]
  }
}

extension AppMap {
  /// A JSON Schema (draft 7) of the app map, for editors: completion, descriptions, and errors while typing. It covers
  /// the keys and the types of their values; only ``read(yaml:file:rules:)`` checks what depends on other parts of the
  /// map, such as whether a tab is listed.
  package static func jsonSchema(rules: [RuleSchema]) throws -> String {
    // At the top level, a key may have no value: it counts as missing.
    let keys = MapKeys.all(rules).map { MapKey($0.name, .either([$0.shape, .nothing]), $0.meaning) }
    var schema = MapShape.record(keys).schema
    schema["$schema"] = "http://json-schema.org/draft-07/schema#"
    schema["title"] = "navaudit app map"
    schema["type"] = ["object", "null"]
    let data = try JSONSerialization.data(
      withJSONObject: schema, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// The reference of the app map as a Markdown page: every key, its values and its meaning.
  package static func reference(rules: [RuleSchema]) -> String {
    // Rules have a separate page, with their thresholds.
    let rule = RuleSchema(id: "ID", thresholds: ["THRESHOLD"])
    let keys = MapKeys.all([rule, RuleSchema(id: "OTHER", thresholds: [])])
    var lines = [
      "# Keys of the app map", "",
      """
      Generated by `navaudit help schema --markdown`. Every key is optional unless it says otherwise; a key at the top \
      without a value counts as left out.
      """,
      "Regular expressions have the syntax of RE2.", "", "| key | value | meaning |", "|---|---|---|",
    ]
    lines += keys.map { $0.row(name: "[`\($0.name)`](#\($0.name))") } + [""]
    for key in keys {
      let records = key.shape.records
      lines += [
        "## \(key.name)", "",
        "\(key.meaning.prefix(1).uppercased() + key.meaning.dropFirst()). Value: \(key.shape.words()).", "",
      ]
      for record in records where key.name != "rules" { lines += table(record) }
      if key.name == "rules" {
        lines +=
          table(MapKeys.settings(of: rule)) + [
            "`navaudit rules ID` lists the thresholds of a rule with their defaults. An exemption:", "",
          ]
          + table(MapKeys.exemption)
      }
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// A row for each key; keys with the same values and meaning share one.
  private static func table(_ keys: [MapKey]) -> [String] {
    var rows: [(key: MapKey, names: [String])] = []
    for key in keys {
      if let same = rows.firstIndex(where: {
        $0.key.meaning == key.meaning && $0.key.shape.words() == key.shape.words()
      }) {
        rows[same].names.append(key.name)
      } else {
        rows.append((key, [key.name]))
      }
    }
    return ["| key | value | meaning |", "|---|---|---|"]
      + rows.map { row in row.key.row(name: row.names.map { "`\($0)`" }.joined(separator: ", ")) } + [""]
  }
}
