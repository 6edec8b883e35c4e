import AppMaps
import EventLogs
import Measures
import NavigationModel
import UsabilityRules

/// What a log says about the app map that reads it: parts of the map that match nothing in the log, and what they
/// probably mean.
struct MapCheck {
  let map: AppMap
  /// Whether names and counts from the log are left out.
  var hidesLog = false

  private static let placeholder = "FIELD"
  /// For so many mappings and names that the log does not have, all others are searched for what they mean. Of more,
  /// the
  /// map is another app's.
  private static let mostExplained = 100

  /// Placeholders that were never replaced by the name of a field.
  var placeholders: [String] {
    let paths =
      map.columns.flatMap(\.paths)
      + map.events.flatMap { $0.conditions.map(\.path) + $0.assignments.flatMap(\.paths) }
    let count = paths.count { $0.contains(Self.placeholder) }
    return count == 0
      ? []
      : [
        """
        `\(Self.placeholder)` is a placeholder (\(Wording.count(count, "place"))): replace it with the name of a \
        field of your log
        """
      ]
  }

  // MARK: - Mappings

  /// Mappings that match no event, or never find a target.
  func mappings(_ tally: LineTally) -> [String] {
    guard tally.events > 0 else { return [] }
    var remarks: [String] = []
    let events = NearNames(tally.unknownEvents.counts.keys.map(\.text))
    for (index, mapping) in map.events.enumerated() where tally.use(of: index).events == 0 {
      let reason =
        remarks.count < Self.mostExplained
        ? earlierMapping(than: index, tally) ?? nearestEvent(to: mapping, tally, events) : ""
      remarks.append("no event matches `\(mapping.label)`\(reason)")
    }
    for (index, mapping) in map.events.enumerated() where mapping.needsTarget {
      let use = tally.use(of: index)
      guard use.events > 0, use.withoutTarget == use.events else { continue }
      let events = hidesLog ? "its events" : "its \(Wording.count(use.events, "event"))"
      let source = mapping.targetSource.map { "\($0) has no text" } ?? "say where it is with `target:`"
      remarks.append("`\(mapping.label)` finds no target in \(events): \(source)")
    }
    return remarks
  }

  /// The earlier mapping that takes the events of one that gets none.
  private func earlierMapping(than index: Int, _ tally: LineTally) -> String? {
    let wanted = map.events[index].conditions
    let earlier = map.events[..<index].indices.first { other in
      tally.use(of: other).events > 0
        && map.events[other].conditions.allSatisfy { condition in
          wanted.first { $0.path == condition.path }?.texts?.allSatisfy(condition.test.mayHold) ?? false
        }
    }
    return earlier.map { ": `\(map.events[$0].label)` comes first" }
  }

  /// The event of the log that a mapping without events probably means.
  private func nearestEvent(to mapping: EventMapping, _ tally: LineTally, _ events: NearNames) -> String {
    guard !hidesLog, let words = mapping.texts(of: ["event"]) else { return "" }
    let counts = tally.unknownEvents.counts
    guard let nearest = words.lazy.compactMap({ events.nearest(to: $0) }).first,
      let count = counts[NameText(nearest)]
    else { return "" }
    return "; the log has `\(nearest)` (\(Wording.count(count, "event")))"
  }

  // MARK: - Filters

  /// Filters of the map that match nothing in the log, probably because of a misspelling.
  /// - Parameter names: all names of the log, as they were logged.
  func filters(_ tally: LineTally, _ names: NameTable) -> [String] {
    // With small groups hidden: the first run without the remark would reveal that one person has the name.
    guard tally.events > 0, !hidesLog else { return [] }
    var remarks: [String] = []
    if !map.excludedUsers.isEmpty, tally.excluded == 0 {
      remarks.append("no user of the log matches `exclude_users` (\(map.excludedUsers.joined(separator: ", ")))")
    }
    // Listing all names takes time that a map without such filters need not spend.
    guard
      !map.screenNames.isEmpty || !map.ignoredScreens.isEmpty || map.rules.contains(where: { !$0.exemptions.isEmpty })
    else { return remarks }
    let texts = (0..<names.count).map { names.text(Name(rawValue: UInt32($0))) }
    let known = Set(texts: texts)
    func isMet(_ expression: String, by isMatch: (Pattern, String) -> Bool) -> Bool {
      guard let pattern = try? Pattern(expression) else { return true }
      return texts.contains { isMatch(pattern, $0) }
    }
    for rule in map.screenNames where !isMet(rule.pattern, by: { $0.firstMatch(in: $1) != nil }) {
      // A name that would have been masked is folded before it is kept.
      let start = rule.name.prefix { $0 != "$" }
      guard
        start.count == rule.name.count ? !known.contains(rule.name) : !texts.contains(where: { $0.hasPrefix(start) })
      else { continue }
      remarks.append("no name of the log matches `\(rule.pattern)` in `screen_names`")
    }
    for pattern in map.ignoredScreens where !isMet(pattern, by: { $0.matches($1) }) {
      remarks.append("no name of the log matches `\(pattern)` in `ignore_screens`")
    }
    let subjects = known.union(map.declaredTexts).union([NameText("app")])
    for rule in map.rules {
      for subject in rule.exemptions.map(\.subject) {
        let parts = subject.components(separatedBy: " ↔ ").flatMap {
          [$0, $0.split(separator: ":").last.map(String.init) ?? $0]
        }
        if !parts.contains(where: subjects.contains) {
          remarks.append("the log has no `\(subject)`, which `\(rule.rule)` exempts")
        }
      }
    }
    return remarks
  }

  // MARK: - Names

  /// How often each tab and item was chosen in a log, by name.
  typealias Choices = (tabs: [NameText: Int], moreItems: [NameText: Int], menus: [NameText: [NameText: Int]])

  static func choices(_ measures: Measures, _ names: Names) -> Choices {
    var choices: Choices = ([:], [:], [:])
    for (tab, cell) in measures.tabs.sums.pairs where cell.selects + cell.reselects + cell.blocked.sumY > 0 {
      choices.tabs[NameText(names[tab])] = cell.selects + cell.reselects + cell.blocked.sumY
    }
    for (item, cell) in measures.moreList.items.pairs { choices.moreItems[NameText(names[item])] = cell.count }
    for (item, cell) in measures.menus.items.pairs {
      choices.menus[NameText(names[item.menu]), default: [:]][NameText(names[item.item])] = cell.count
    }
    return choices
  }

  /// The first remarks, as notes on a run.
  /// - Parameter source: the map's file.
  static func notes(_ remarks: [String], source: String?, logs: [String]) -> [String] {
    let file = source ?? "the app map"
    let shown = 5
    let rest = remarks.count - shown
    let command = (["navaudit init --check --map", file] + logs).joined(separator: " ")
    return remarks.prefix(shown).map { "\(file): \($0)" }
      + (rest > 0
        ? [
          "\(file): \(Wording.count(rest, "more remark"))"
            + (source == nil || logs.isEmpty ? "" : "; `\(command)` lists them")
        ] : [])
  }

  /// Declared tabs and items that are never chosen, where the log has one with a similar name; and a map of which the
  /// log has nothing.
  func names(_ choices: Choices) -> [String] {
    let items = map.menus.map {
      (
        what: "item of the menu `\($0.name)`", declared: $0.items,
        chosen: choices.menus[NameText($0.name), default: [:]]
      )
    }
    let all =
      [
        (what: "tab", declared: map.tabs, chosen: choices.tabs),
        ("More item", map.more?.items ?? [], choices.moreItems),
      ] + items
    let declared = all.flatMap(\.declared)
    var explained = 0
    let isMet = all.contains { part in part.declared.contains { part.chosen[NameText($0)] != nil } }
    let isChosen = all.contains { !$0.chosen.isEmpty }
    var remarks: [String] = []
    if !isMet, isChosen, !declared.isEmpty {
      remarks.append(
        """
        the log has none of the map's \(Wording.count(declared.count, "tab or item", "tabs and items")): is it the \
        map of another app?
        """)
    }
    if hidesLog { return remarks }
    for part in all {
      let known = Set(texts: part.declared)
      let others = part.chosen.filter { !known.contains($0.key) }
      let near = NearNames(others.keys.map(\.text))
      for name in part.declared where part.chosen[NameText(name)] == nil {
        guard explained < Self.mostExplained else { break }
        explained += 1
        guard let nearest = near.nearest(to: name), let count = others[NameText(nearest)] else { continue }
        remarks.append(
          "\(part.what) `\(name)` is never chosen; the log has `\(nearest)` (\(Wording.count(count, "choice")))")
      }
    }
    return remarks
  }
}

/// Names among which others are searched that are probably meant.
private struct NearNames {
  private let sorted: [String]
  /// The first name with these letters and digits.
  private let byLetters: [String: String]

  init(_ names: some Collection<String>) {
    sorted = names.sorted { $0.precedesByScalars($1) }
    byLetters = Dictionary(sorted.map { (Self.letters($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func letters(_ text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// The name that differs only by case, spaces or punctuation, otherwise the one with the nearest spelling.
  /// - Complexity: O(names) for a spelling.
  func nearest(to name: String) -> String? { byLetters[Self.letters(name)] ?? nearestWord(to: name, among: sorted) }
}

extension LineTally {
  fileprivate func use(of mapping: Int) -> MappingUse {
    mapping < mappingUses.count ? mappingUses[mapping] : MappingUse()
  }
}

extension EventMapping.Test {
  fileprivate func mayHold(_ text: String) -> Bool {
    switch self {
    case .isOneOf(let texts): texts.contains(text)
    case .begins(let beginning): text.hasPrefix(beginning)
    case .matches(let pattern): text.withUTF8Bytes { bytes in (try? Pattern(pattern))?.isFound(in: bytes) ?? false }
    case .is(let kind): kind == .present || (kind == .text && !text.isEmpty)
    }
  }
}

extension EventMapping {
  /// As in the map: `event: tab_click, params.area: bottom → tab_select`.
  fileprivate var label: String {
    let kind = kind.map { " → \($0)" } ?? ""
    return conditions.map { "\($0.path.joined(separator: ".")): \($0.test.text { $0 })" }.joined(separator: ", ") + kind
  }

  /// Whether its event means little without a target.
  fileprivate var needsTarget: Bool { kind.map { ["tab_select", "more_select", "menu_select"].contains($0) } ?? false }

  /// The fields that give its target, in quotes; nil if none do.
  fileprivate var targetSource: String? {
    let paths = assignments.filter { $0.field == "target" }.flatMap(\.paths)
    return paths.isEmpty ? nil : paths.map { "`\($0.joined(separator: "."))`" }.joined(separator: " or ")
  }
}
