import EventLogs
import Foundation
import NavigationModel

/// The keys of an app map, each group once: for the reader, the JSON Schema, and the reference. A key at the top stands
/// with how its value, which fits its shape, is put into the map.
enum MapKeys {
  /// Puts a value into the map.
  typealias Reading = @Sendable (MapNode, inout AppMap) -> Void

  private static func names(_ noun: String, _ each: String) -> MapShape { .list(noun, .text(each)) }
  private static let items = names("a list of items", "an item")

  private static let more = MapShape.record(
    "the More list",
    [
      .init("tab", .text("a tab"), "the tab that opens the More list (default: More)"),
      .init("items", items, "what the More list contains"),
    ])
  private static let menu = MapShape.record(
    "a menu",
    [
      .init("items", items, "what the menu contains"),
      .init("screen", .text("a screen"), "the screen that is logged while the menu is open"),
    ])
  private static let screen = MapShape.record(
    "a screen", [.init("parent", .text("a screen"), "the screen one level above")])
  private static let task = MapShape.record(
    "a task",
    [
      .init("name", .text("a task's name"), "the task, for the report", isRequired: true),
      .init("start", .text("a screen"), "the screen on which it starts", isRequired: true),
      .init("goal", .text("a screen"), "the screen on which it is done", isRequired: true),
    ])
  private static let screenName = MapShape.record(
    "a screen name",
    [
      .init("pattern", .pattern, "a regular expression that is found in the logged name", isRequired: true),
      .init("name", .text("a screen"), "the name to use instead", isRequired: true),
    ])
  private static let screenKind = MapShape.record(
    "a screen kind",
    [
      .init(
        "pattern", .pattern, "a regular expression that is found in the screen's name, after renaming",
        isRequired: true),
      .init(
        "kind", .word(AppMap.ScreenKind.allCases.map(\.rawValue), what: "a kind of screen"),
        "what kind of screen it is", isRequired: true),
    ])
  private static let entry = MapShape.record(
    "an entry",
    [
      .init("since", .text("a version"), "the first app version that has it"),
      .init("until", .text("a version"), "the last app version that has it"),
      .init("platforms", names("a list of platforms", "a platform"), "the platforms that have it"),
      .init("variants", names("a list of variants", "a variant"), "the experiment arms that have it"),
    ])
  private static let entries = names("a list of entries", "an entry")
  private static let advice = MapShape.record(
    "advice",
    [
      .init(
        "slots", .whole(1...100),
        "how many entries the tab bar has room for, the More tab included (default: 5, or as many as it has today)"),
      .init(
        "pinned", entries,
        "entries that stay in their position (default: the tab on which most parts of sessions start)"),
      .init("never", entries, "entries that are never moved"),
      .init(
        "min_saving", .number("taps per 100 sessions, 0 or more", least: 0),
        "the smallest saving that is worth a change, in taps per 100 sessions (default: 1)"),
      .init(
        "looks", .whole(1...10_000),
        """
        how often the same data is looked at as it grows, such as 26 weekly reports (default: 1, and 26 for changes \
        since an earlier report)
        """),
    ], owner: "advice")
  private static let links = MapShape.record(
    "links",
    [
      .init(
        "session", link(of: "session"), "the address of a session; `{session}` is its id as logged, `{time}` its start"),
      .init(
        "user", link(of: "user"),
        "the address of a user; `{user}` is the id as logged, `{time}` the start of the session"),
    ], owner: "links")

  /// An address with a place for an id.
  private static func link(of kind: String) -> MapShape {
    text("an address", "an address such as https://example.com/{\(kind)}") {
      AppMap.Links.isAddress($0.text ?? "", of: kind)
    }
  }

  /// A text with a form of its own.
  private static func text(
    _ noun: String, _ expected: String, where fits: @escaping @Sendable (MapNode) -> Bool
  ) -> MapShape {
    .tested(.text(noun)) { node, reader in
      if fits(node) { return }
      reader.refuse("expected \(expected), found \((node.text ?? "").quoted)", at: node.position)
    }
  }
  private static let compare = MapShape.record(
    "comparisons",
    [
      .init(
        "primary", names("a list of measures", "a measure"),
        "the measures that decide, chosen in advance: their p-values are not adjusted"),
      .init(
        "smallest", text("a percentage", "a percentage from 0.01 % to 99.99 %") { share($0) != nil },
        """
        the smallest change worth having, such as `2%`: percentage points of shares, a percentage of means (default: \
        2%)
        """
      ),
    ], owner: "compare")
  static let exemption = MapShape.record(
    "an exemption",
    [
      .init("subject", .text("a subject"), "what the rule skips", isRequired: true),
      .init("reason", .text("a reason"), "why, for the report"),
    ])
  private static let times = MapShape.record(
    "times",
    [
      .init(
        "order", .word(TimeNotation.Order.allCases.map(\.rawValue), what: "an order of dates"),
        "how dates that are not RFC 3339 are written"),
      .init(
        "epoch", .word(TimeNotation.Epoch.allCases.map(\.rawValue), what: "an epoch"),
        "the year from which seconds count (default: 1970), or 1900 for days as spreadsheets count them"),
    ], owner: "times")
  private static let sessions = MapShape.record(
    "sessions",
    [
      .init(
        "longest_pause", text("a duration", "a duration up to 100000h, such as 4h") { seconds($0) != nil },
        "the longest pause between events with the same session id, such as `4h` or `90m`; 0 sets no limit (default: 4h)"
      )
    ], owner: "sessions")
  static let columns = MapShape.record(
    "columns", FieldShapes.columns, keyword: "field", expected: "a mapping of native fields to columns")

  static func settings(of rule: RuleSchema) -> [MapKey] {
    rule.thresholds.map { .init($0, .number("a number from 0", least: 0), rule.meanings[$0] ?? "a threshold") } + [
      .init(
        "exempt", .list("a list of subjects", .either([.text("a subject"), exemption])),
        "subjects that the rule skips"),
      .init("off", .truth, "`true` turns the rule off"),
    ]
  }

  private static func rules(_ rules: [RuleSchema]) -> MapShape {
    let keys = rules.map { rule in
      let settings = settings(of: rule)
      return MapKey(
        rule.id,
        .either(
          [.record("settings", settings, owner: rule.id), .truth],
          "`off` or a mapping of \(settings.names.joined(separator: ", "))"), rule.title)
    }
    return .record(
      "settings", keys, keyword: "rule", expected: "a mapping of rules to their settings",
      advice: "`navaudit rules` lists them")
  }

  private static func key(
    _ name: String, _ shape: MapShape, _ meaning: String, _ read: @escaping Reading
  ) -> (key: MapKey, read: Reading) {
    (MapKey(name, shape, meaning), read)
  }

  /// The top-level keys of the map, each with how it is read.
  static func all(_ rules: [RuleSchema]) -> [(key: MapKey, read: Reading)] {
    [
      key("app", .text("the app's name"), "the app's name, for the report") { $1.app = $0.text },
      key("tabs", names("a list of tabs", "a tab"), "the tabs of the tab bar, in order") { $1.tabs = $0.texts },
      key("more", .either([more, items]), "the More list, or just its items") {
        $1.more = .init(tab: $0["tab"]?.text, items: ($0["items"] ?? $0).texts)
      },
      key(
        "menus", .named("a mapping of menus", .either([menu, items, .nothing])),
        "hidden menus by the `container` that the log gives them"
      ) {
        $1.menus = $0.named.map { name, menu in
          .init(name: name, items: (menu["items"] ?? menu).texts, screen: menu["screen"]?.text)
        }
      },
      key(
        "roots", .named("a mapping of tabs to screens", .text("a screen")),
        "the root screen of each tab; screen views are assigned to tabs by them"
      ) { $1.roots = $0.named.map { .init(tab: $0.name, screen: $0.value.text ?? "") } },
      key(
        "screens", .tested(.named("a mapping of screens", .either([screen, .nothing])), refuseCycles),
        "known screens; declared depth and screens that nobody sees follow from them"
      ) { $1.screens = $0.named.map { .init(name: $0.name, parent: $0.value["parent"]?.text) } },
      key("tasks", .list("a list of tasks", task), "what people come to do; see the rules `task.*`") {
        $1.tasks = ($0.items ?? []).map { task in
          .init(name: task.text(of: "name"), start: task.text(of: "start"), goal: task.text(of: "goal"))
        }
      },
      key(
        "screen_names", .list("a list of {pattern: …, name: …}", screenName),
        "rewrites screen names that contain ids; the first match wins"
      ) {
        $1.screenNames = ($0.items ?? []).map { .init(pattern: $0.text(of: "pattern"), name: $0.text(of: "name")) }
      },
      key(
        "entry_names", .named("a mapping of names to names", .text("a tab or an item")),
        "other names of tabs and items, such as labels in other languages, which are replaced when a log is read"
      ) { $1.entryNames = $0.named.map { .init(logged: $0.name, name: $0.value.text ?? "") } },
      key(
        "ignore_screens", .list("a list of regular expressions", .pattern),
        "names of containers, which are not screens; the regular expression must match the whole name"
      ) { $1.ignoredScreens = $0.texts },
      key(
        "exclude_users", .list("a list of regular expressions", .pattern),
        "robots and testers, whose events are left out when a log is read; found anywhere in the user's id"
      ) { $1.excludedUsers = $0.texts },
      key("advice", advice, "limits of the plan") {
        if let slots = $0["slots"]?.number { $1.advice.slots = Int(slots) }
        $1.advice.pinned = $0["pinned"]?.texts
        $1.advice.never = $0["never"]?.texts ?? []
        if let least = $0["min_saving"]?.number { $1.advice.leastSaving = least }
        $1.advice.looks = $0["looks"]?.number.map { Int($0) }
      },
      key("compare", compare, "what `navaudit compare` judges by") {
        $1.compare.primary = $0["primary"]?.texts ?? []
        $1.compare.smallest = $0["smallest"].flatMap(share)
      },
      key("links", links, "where example sessions can be looked at, such as replays; only with `--reveal-users`") {
        $1.links.session = $0["session"]?.text
        $1.links.user = $0["user"]?.text
      },
      key("rules", self.rules(rules), "thresholds and exemptions by rule, or `off`") {
        $1.rules = $0.named.map { .init(rule: $0.name, $0.value) }
      },
      key("columns", columns, "where the native fields are found in a log with other column names") {
        $1.columns = FieldSource.columns($0)
      },
      key("times", times, "how the log writes times, if not as RFC 3339") {
        $1.times.order = $0["order"]?.text.flatMap(TimeNotation.Order.init(rawValue:))
        $1.times.epoch = $0["epoch"]?.text.flatMap(TimeNotation.Epoch.init(rawValue:)) ?? .unix
      },
      key("sessions", sessions, "what ends a session") { $1.longestPause = $0["longest_pause"].flatMap(seconds) },
      key(
        "time_zone", .tested(.text("a time zone, such as Europe/Berlin"), refuseUnknownZone),
        "the time zone of days, and of times without one, such as `Europe/Berlin` (default: UTC)"
      ) { $1.timeZone = $0.text },
      key("events", FieldShapes.events(), "what the app's own events mean; the first match wins") {
        $1.events = ($0.items ?? []).map(EventMapping.init)
      },
      key(
        "infer", .truth,
        "`true` infers the structure from screen views if neither the log nor the map provides it (default: false)"
      ) { $1.infersStructure = $0.isOn ?? false },
      key("mask_names", .truth, "`false` keeps names that look like personal data (default: true)") {
        $1.masksNames = $0.isOn ?? true
      },
      key(
        "entries", .named("a mapping of tabs, items, menus or gestures", entry),
        "where and when a tab, item, menu or gesture exists, if the log alone cannot show it"
      ) {
        $1.entries = $0.named.map { name, entry in
          .init(
            name: name, since: entry["since"]?.text, until: entry["until"]?.text,
            platforms: entry["platforms"]?.texts ?? [], variants: entry["variants"]?.texts ?? [])
        }
      },
      key(
        "screens_kind", .list("a list of {pattern: …, kind: …}", screenKind),
        "screens that are of a kind, which rules judge differently; the first match wins"
      ) {
        $1.screenKinds = ($0.items ?? []).compactMap { rule in
          AppMap.ScreenKind(rawValue: rule.text(of: "kind")).map { .init(pattern: rule.text(of: "pattern"), kind: $0) }
        }
      },
    ]
  }

  // MARK: - Values with a form of their own

  /// A percentage as a share; nil if it is none from 0.01 % to 99.99 %.
  private static func share(_ node: MapNode) -> Double? {
    let text = (node.text ?? "").filter { $0 != " " }
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()) else { return nil }
    return (0.0001...0.9999).contains(percent / 100) ? percent / 100 : nil
  }

  /// 100,000 hours, as a store has at most.
  private static let longestPauseLimit = 360_000_000

  /// A duration such as `4h`, seconds.
  private static func seconds(_ node: MapNode) -> Int? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let text = node.text ?? ""
    if text == "0" { return 0 }
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number >= 0 else {
      return nil
    }
    let (seconds, isTooLarge) = number.multipliedReportingOverflow(by: unit)
    return isTooLarge || seconds > longestPauseLimit ? nil : seconds
  }

  @Sendable private static func refuseUnknownZone(_ node: MapNode, _ reader: inout MapReader) {
    guard let zone = node.text, TimeZone(identifier: zone)?.identifier != zone else { return }
    reader.refuse(
      reader.unknown(
        "time zone", zone, among: TimeZone.knownTimeZoneIdentifiers, otherwise: "name one like Europe/Berlin or UTC"),
      at: node.position)
  }

  /// Refuses screens that are their own ancestors: they have no depth.
  @Sendable private static func refuseCycles(_ node: MapNode, _ reader: inout MapReader) {
    let screens = node.pairs ?? []
    let numbers = Dictionary(screens.enumerated().map { ($1.key.text, $0) }) { first, _ in first }
    // The walk in which each screen was first visited; a walk that meets its own trace is a cycle.
    var walks = [Int?](repeating: nil, count: screens.count)
    for start in screens.indices {
      var next: Int? = start
      while let screen = next, walks[screen] == nil {
        walks[screen] = start
        next = screens[screen].value["parent"]?.text.flatMap { numbers[$0] }
      }
      if let screen = next, walks[screen] == start {
        let key = screens[screen].key
        reader.refuse("the parents of \((key.text ?? "").quoted) lead back to it", at: key.position)
      }
    }
  }
}

extension MapNode {
  fileprivate func text(of key: String) -> String { self[key]?.text ?? "" }
}

extension AppMap.RuleSettings {
  /// Of the settings of a rule: thresholds, exemptions and a switch, or only the switch (`tabs.too-few: off`).
  fileprivate init(rule: String, _ node: MapNode) {
    self.init(rule: rule)
    isOff = node["off"]?.isOn ?? node.isOn.map { !$0 } ?? false
    for (key, value) in node.named { if let number = value.number { thresholds[key] = number } }
    exemptions = (node["exempt"]?.items ?? []).map { exemption in
      .init(subject: exemption.text ?? exemption.text(of: "subject"), reason: exemption["reason"]?.text)
    }
  }
}

extension AppMap.Links {
  /// Whether a text is the address of a web page with a place for the id of a session or user. The host is the map's,
  /// so that no id chooses it.
  fileprivate static func isAddress(_ text: String, of kind: String) -> Bool {
    let rest = text.replacing("{\(kind)}", with: "").replacing("{time}", with: "")
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"'<>\\^`|".utf8.contains($0) }
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let host = (parts.dropFirst(2).first ?? "").prefix { !"/?#".contains($0) }
    return (text.hasPrefix("https://") || text.hasPrefix("http://")) && isPlain && !host.isEmpty && !host.contains("{")
      && text.contains("{\(kind)}") && !rest.contains("{") && !rest.contains("}")
  }
}
