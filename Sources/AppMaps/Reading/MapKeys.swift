import EventLogs
import NavigationModel

/// A key of a mapping with known keys.
struct MapKey: Sendable {
  let name: String
  let shape: MapShape
  /// Its meaning, in one sentence without a full stop.
  let meaning: String
  let isRequired: Bool

  init(_ name: String, _ shape: MapShape, _ meaning: String, isRequired: Bool = false) {
    self.name = name
    self.shape = shape
    self.meaning = meaning
    self.isRequired = isRequired
  }
}

/// The shape of a value in an app map. The reader takes its keys from ``MapKeys``, which are made of shapes; the JSON Schema and the reference
/// are rendered from the same shapes.
indirect enum MapShape: Sendable {
  /// A text; numbers and switches count as text, too.
  case text
  case pattern
  case truth
  /// One of these words.
  case word([String])
  case number(least: Double)
  case whole(ClosedRange<Int>)
  case list(MapShape)
  /// A mapping with arbitrary names as keys.
  case named(MapShape)
  /// A mapping with known keys.
  case record([MapKey])
  /// A mapping with one of these keys.
  case one([MapKey])
  /// One of several shapes; the first is the usual one.
  case either([MapShape])
  case nothing
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
    .init("pattern", .pattern, "a regular expression that is found in the screen's name, after renaming", isRequired: true),
    .init("kind", .word(AppMap.ScreenKind.allCases.map(\.rawValue)), "what kind of screen it is", isRequired: true),
  ]
  static let entry: [MapKey] = [
    .init("since", .text, "the first app version that has it"),
    .init("until", .text, "the last app version that has it"),
    .init("platforms", .list(.text), "the platforms that have it"),
    .init("variants", .list(.text), "the experiment arms that have it"),
  ]
  static let advice: [MapKey] = [
    .init("slots", .whole(1...100), "how many entries the tab bar has room for, the More tab included (default: 5, or as many as it has today)"),
    .init("pinned", .list(.text), "entries that stay in their position (default: the tab on which most parts of sessions start)"),
    .init("never", .list(.text), "entries that are never moved"),
    .init("min_saving", .number(least: 0), "the smallest saving that is worth a change, in taps per 100 sessions (default: 1)"),
  ]
  static let exemption: [MapKey] = [
    .init("subject", .text, "what the rule skips", isRequired: true),
    .init("reason", .text, "why, for the report"),
  ]
  static let times: [MapKey] = [
    .init("order", .word(TimeNotation.Order.allCases.map(\.rawValue)), "how dates that are not RFC 3339 are written"),
    .init("epoch", .word(["1970", "2001"]), "the year from which seconds count (default: 1970)"),
  ]
  static let condition: [MapKey] = [
    .init("prefix", .text, "the field begins with this text"),
    .init("matches", .pattern, "a regular expression is found in the field"),
  ]
  static let source: [MapKey] = [
    .init("first", .list(path), "the first of these fields that has a value"),
    .init("constant", .text, "the value is the same for every event"),
  ]

  /// The source of a column, which may be written in several.
  static let columnSource: [MapKey] = source + [.init("join", .list(path), "these fields, one after the other: a date and a time of day")]

  static let columns: [MapKey] = NativeField.allCases.map { .init($0.word, .either([path, .one(columnSource)]), "where this is found: \($0.meaning)") }
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

  /// The settings of a rule.
  static func settings(of rule: RuleSchema) -> [MapKey] {
    rule.thresholds.map { .init($0, .number(least: 0), rule.meanings[$0] ?? "a threshold") } + [
      .init("exempt", .list(.either([.text, .record(exemption)])), "subjects that the rule skips"),
      .init("off", .truth, "`true` turns the rule off"),
    ]
  }

  /// The top-level keys of the map.
  static func all(_ rules: [RuleSchema]) -> [MapKey] {
    [
      .init("app", .text, "the app's name, for the report"),
      .init("tabs", .list(.text), "the tabs of the tab bar, in order"),
      .init("more", .either([.record(more), .list(.text)]), "the More list, or just its items"),
      .init("menus", .named(.either([.record(menu), .list(.text), .nothing])), "hidden menus by the `container` that the log gives them"),
      .init("roots", .named(.text), "the root screen of each tab; screen views are assigned to tabs by them"),
      .init("screens", .named(.either([.record(screen), .nothing])), "known screens; declared depth and screens that nobody sees follow from them"),
      .init("tasks", .list(.record(task)), "what people come to do; see the rules `task.*`"),
      .init("screen_names", .list(.record(screenName)), "rewrites screen names that contain ids; the first match wins"),
      .init("ignore_screens", .list(.pattern), "names of containers, which are not screens; the regular expression must match the whole name"),
      .init("exclude_users", .list(.pattern), "robots and testers, whose events are left out when a log is read; found anywhere in the user's id"),
      .init("advice", .record(advice), "limits of the plan"),
      .init(
        "rules", .record(rules.map { .init($0.id, .either([.record(settings(of: $0)), .truth]), $0.title) }), "thresholds and exemptions by rule, or `off`"),
      .init("columns", .record(columns), "where the native fields are found in a log with other column names"),
      .init("times", .record(times), "how the log writes times, if not as RFC 3339"),
      .init("time_zone", .text, "the time zone of days, such as `Europe/Berlin` (default: UTC)"),
      .init("events", .list(.record(eventMapping)), "what the app's own events mean; the first match wins"),
      .init("presets", .list(.word(EventPreset.all.map(\.name))), "ready-made event mappings, used after those in `events`"),
      .init("infer", .truth, "`true` infers the structure from screen views if neither the log nor the map provides it (default: false)"),
      .init("mask_names", .truth, "`false` keeps names that look like personal data (default: true)"),
      .init("entries", .named(.record(entry)), "where and when a tab, item, menu or gesture exists, if the log alone cannot show it"),
      .init("screens_kind", .list(.record(screenKind)), "screens that are of a kind, which rules judge differently; the first match wins"),
    ]
  }
}
