import EventLogs
import Foundation
import NavigationModel

/// A first app map for a log, as written by `navaudit init`: what the log shows, what is inferred and how confidently,
/// and what to review.
public struct MapDraft: Sendable {
  /// The file, with comments. It is a valid app map.
  public package(set) var text = ""
  /// The inferred structure; nil if the log itself shows it.
  public package(set) var structure: InferredStructure?
  /// The tabs in the map.
  public package(set) var tabs: [String] = []
  public package(set) var events = 0
  /// Notes on how the logs were read.
  public package(set) var notes: [String] = []

  package init() {}
}

/// Writes the YAML of a ``MapDraft``.
package struct MapDraftWriter {
  let words: LogWords
  let ids: NamesWithIDs
  /// The names that belong together in a log of several languages.
  let labels: LabelPairs
  let structure: InferredStructure?

  /// The meaning of the log's columns and events; nil if nothing needs mapping.
  let draft: LogDraft?
  /// What is already declared, and stays.
  let map: AppMap
  /// What each mapping of the map read in the log.
  let uses: [MappingUse]
  /// Lines of the existing map that are kept unchanged.
  let kept: [String]

  package init(
    words: LogWords, ids: NamesWithIDs, labels: LabelPairs = LabelPairs(), structure: InferredStructure?,
    draft: LogDraft?, map: AppMap,
    uses: [MappingUse] = [], kept: [String] = []
  ) {
    (self.words, self.ids, self.labels, self.structure) = (words, ids, labels, structure)
    (self.draft, self.map, self.uses, self.kept) = (draft, map, uses, kept)
  }

  private static let longest = 500
  /// Screens of several languages.
  private static let longestOfLanguages = 5000

  /// The tabs: the inferred ones, otherwise those that were tapped.
  package var tabs: [String] { structure?.tabNames ?? renamed(words.tabs) }

  /// Only how the log is read.
  package var mappings: String {
    (["# Drafted for this run; `navaudit init` writes a map with its reasons."] + columns
      + (map.events.isEmpty ? [] : ["events:"] + map.events.map { "  " + $0.yaml }))
      .joined(separator: "\n") + "\n"
  }

  package func text(sources: [(name: String, format: String)], users: Int) -> String {
    let events = words.kinds.reduce(words.otherUnknown) { $0 + $1.count } + words.unknown.reduce(0) { $0 + $1.count }
    let parts = [
      heading(sources, users: users, events: events),
      [map.app.map { "app: \($0.yaml)" } ?? "# app: The name of the app"], columns, eventNames,
      screenNames, entryNames, containers,
      structure.map(guess) ?? observed, kept,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private func heading(_ sources: [(name: String, format: String)], users: Int, events: Int) -> [String] {
    let count = "\(events.of("event")) of \(users.of("user"))"
    var lines = [
      """
      # The app map, drafted by `navaudit init` from \(count). Review it: what follows a # is a reason or a \
      suggestion,
      """,
      "# everything else is used as written. `navaudit init --check` checks the file.", "#",
    ]
    for source in sources.prefix(20) { lines.append("# Read as \(source.format): \(comment(source.name))") }
    if sources.count > 20 { lines.append("# … and \(sources.count - 20) more") }
    return lines
  }

  // MARK: - Events

  private var columns: [String] {
    let known = map.columns.filter { $0.source != .constant("") }
    let own = draft?.export == nil ? draft?.columns.parts ?? [] : []
    guard !map.columns.isEmpty else { return [] }
    var lines = ["# Where each field is found in the log:", "columns:"]
    lines += known.map { column in
      let part = own.first { $0.field == column.field }
      return "  \(column.field): \(column.source.yaml)"
        + (part.map { "  # \($0.confidence.percent): \($0.reason)" } ?? "")
    }
    let empty = map.columns.filter { $0.source == .constant("") }
    if !empty.isEmpty { lines.append("  # These have names of native fields but mean something else:") }
    lines += empty.map { "  \($0.field): {constant: \"\"}" }
    if let order = map.times.order { lines.append("times: {order: \(order.rawValue)}") }
    switch map.times.epoch {
    case .unix: break
    case .apple: lines.append("times: {epoch: 2001}  # seconds since 2001, as Apple's frameworks count")
    case .spreadsheet: lines.append("times: {epoch: 1900}  # days since 1900, as spreadsheets count")
    case .start, .startMilliseconds:
      lines.append("times: {epoch: \(map.times.epoch.rawValue)}  # counted from the start of each session")
    }
    if let value = draft?.columns.ambiguousDate {
      lines.append(
        """
        # No date in this log shows whether the day or the month comes first (\(comment(value))). If it is the \
        month: times: {order: month-first}
        """
      )
    }
    return lines
  }

  private var eventNames: [String] {
    var lines: [String] = []
    if !words.kinds.isEmpty {
      lines.append("# Events by kind:")
      lines += words.kinds.map { "#   \($0.kind.word): \($0.count.grouped)" }
    }
    let (parts, unknown) = (draft?.events.parts ?? [], words.unknown)
    let own = parts.filter { $0.kind != nil && !$0.isKnown }
    if !map.events.isEmpty {
      lines += ["# What the app's own events mean:", "events:"]
      let drafted = own.compactMap { part in draft?.mapping(part).map { (mapping: $0, part: part) } }
      let byConditions = Dictionary(grouping: drafted, by: \.mapping.conditions)
      lines += map.events.enumerated().map { index, mapping in
        let part = byConditions[mapping.conditions]?.first { $0.mapping == mapping }?.part
        let count = index < uses.count ? uses[index].events : 0
        return "  \(mapping.yaml)"
          + (part.map { "  # \($0.confidence.percent), \(count.of("event")): \($0.reason)" } ?? "")
      }
    }
    let unsure = own.filter { !$0.isSure }.prefix(Self.longest)
    if !unsure.isEmpty {
      lines.append(
        """
        # Not sure. Remove the # from lines that are \
        right\(map.events.isEmpty ? ", and put `events:` before the first" : ""):
        """
      )
      for part in unsure {
        guard let mapping = draft?.mapping(part) else { continue }
        let others = part.others.isEmpty ? "" : "; or \(part.others.map(\.word).joined(separator: ", "))"
        // A draft looks at some of the users of a large log, the tally at all of them.
        let count = part.conditions.isEmpty ? unknown.first { $0.word == part.word }?.count ?? part.count : part.count
        lines.append(
          "#  \(comment(mapping.yaml))  # \(part.confidence.percent), \(count.of("event")): \(part.reason)\(others)")
      }
    }
    let read = Set(own.flatMap { [$0.word] + $0.otherWords })
    let rest = unknown.filter { !read.contains($0.word) }
    if !rest.isEmpty {
      lines.append("# Not read:")
      lines += rest.prefix(50).map { unread in
        let kind = NameWords(unread.word).concepts.kinds(hasTarget: true).first?.kind
        return "#   \(comment(unread.word)): \(unread.count.grouped)"
          + (kind.map { "; its name suggests \($0.word)" } ?? "")
      }
      if rest.count > 50 || words.otherUnknown > 0 { lines.append("#   … and others") }
    }
    return lines
  }

  // MARK: - Names

  private var screenNames: [String] {
    func line(_ rule: NamesWithIDs.Rule) -> String {
      "  - {pattern: \(rule.pattern.yaml), name: \((labels.screen(rule.name) ?? rule.name).yaml)}"
        + "  # \(rule.names.grouped) names, such as \(comment(rule.example))"
    }
    let kept = Set(map.screenNames.map(\.pattern))
    let sure = ids.rules.filter { $0.isSure && !kept.contains($0.pattern) }.prefix(Self.longest)
    let unsure = ids.rules.filter { !$0.isSure }.prefix(Self.longest)
    let folded = Set(ids.rules.map(\.name))
    let translated = labels.pairs.filter { !$0.isEntry && !folded.contains($0.name) && !$0.partner.contains("$") }
    func line(_ pair: LabelPairs.Pair) -> String {
      let pattern = "^\(NSRegularExpression.escapedPattern(for: pair.name))$"
      return "  - {pattern: \(pattern.yaml), name: \(pair.partner.yaml)}"
        + "  # \(pair.confidence.percent), \(comment(pair.language)): \(comment(pair.reason))"
    }
    var lines: [String] = []
    let isEmpty = sure.isEmpty && map.screenNames.isEmpty && !translated.contains(where: \.isSure)
    if !isEmpty {
      lines += ["# Names that contain ids are folded into one screen:", "screen_names:"]
      lines += map.screenNames.map { "  - {pattern: \($0.pattern.yaml), name: \($0.name.yaml)}" } + sure.map(line)
    }
    if translated.contains(where: \.isSure) {
      lines.append("# Names of screens in several languages:")
      lines += translated.filter(\.isSure).prefix(Self.longestOfLanguages).map(line)
    }
    if !unsure.isEmpty {
      lines.append("# These numbers may be ids, or distinguish screens:")
      if isEmpty { lines.append("# screen_names:") }
      lines += unsure.map { "# " + line($0) }
    }
    if translated.contains(where: { !$0.isSure }) {
      lines.append("# The same screen in another language?")
      if isEmpty, unsure.isEmpty { lines.append("# screen_names:") }
      lines += translated.filter { !$0.isSure }.prefix(Self.longest).map { "# " + comment(line($0)) }
    }
    return lines
  }

  /// Names as they are once those that surely belong together are one.
  private func renamed(_ entries: [String]) -> [String] {
    var seen: Set<String> = []
    return entries.map { labels.entry($0) ?? $0 }.filter { seen.insert($0).inserted }
  }

  /// The names of several languages, each with that in the language of most people.
  private var entryNames: [String] {
    let kept = Set(map.entryNames.map(\.logged))
    let pairs = labels.pairs.filter { $0.isEntry && !kept.contains($0.name) }.prefix(Self.longest)
    func line(_ pair: LabelPairs.Pair) -> String {
      """
      \(pair.name.yaml): \(pair.partner.yaml)  # \(pair.confidence.percent), \(comment(pair.language)): \
      \(comment(pair.reason))
      """
    }
    let (sure, unsure) = (pairs.filter(\.isSure), pairs.filter { !$0.isSure })
    var lines: [String] = []
    if !sure.isEmpty || !map.entryNames.isEmpty {
      let language = comment(labels.language)
      lines += [
        """
        # Other names of tabs and items. Those of several languages get the name in that of most people (\(language)):
        """,
        "entry_names:",
      ]
      lines += map.entryNames.map { "  \($0.logged.yaml): \($0.name.yaml)" } + sure.map { "  " + line($0) }
    }
    if !unsure.isEmpty {
      let key = lines.isEmpty ? ", and put `entry_names:` before the first" : ""
      lines.append("# The same in another language? Remove the # from lines that are right\(key):")
      lines += unsure.map { "#  " + comment(line($0)) }
    }
    return lines
  }

  private var containers: [String] {
    let found = words.screens.filter(ContainerNames.isContainer)
    if !map.ignoredScreens.isEmpty { return ["ignore_screens: \(map.ignoredScreens.yaml)"] }
    if found.isEmpty { return [] }
    // Names are read as regular expressions.
    let names = found.prefix(Self.longest).map(NSRegularExpression.escapedPattern).yaml
    if found.count == words.screens.count {
      return ["# The log names only containers of screens; log the screens inside:", "# ignore_screens: \(names)"]
    }
    return ["# These are containers, not screens:", "ignore_screens: \(names)"]
  }

  // MARK: - Structure

  /// What the map already declares, and what the log itself shows.
  private var observed: [String] {
    var lines: [String] = []
    let tabs = map.tabs + renamed(words.tabs).filter { !map.tabs.contains($0) }
    if !tabs.isEmpty {
      lines += [
        map.tabs.isEmpty
          ? "# The tabs that were tapped, the commonest first. Put them in the order of the bar." : "# The tabs:",
        "tabs: \(tabs.yaml)",
      ]
    }
    let items = (map.more?.items ?? []) + renamed(words.moreItems).filter { map.more?.items.contains($0) != true }
    if !items.isEmpty || map.more != nil {
      let tab = map.more?.tab ?? (words.tabs.contains("More") ? "More" : nil)
      lines.append("more: {\(tab.map { "tab: \($0.yaml), " } ?? "")items: \(items.yaml)}")
    }
    let found = words.menus
    let menus = map.menus.map(\.name) + found.map(\.name).filter { name in !map.menus.contains { $0.name == name } }
    if !menus.isEmpty { lines.append("menus:") }
    for name in menus {
      let old = map.menus.first { $0.name == name }
      let seen = renamed(found.first { $0.name == name }?.items ?? [])
      let items = (old?.items ?? []) + seen.filter { old?.items.contains($0) != true }
      lines.append("  \(name.yaml): {items: \(items.yaml)" + (old?.screen.map { ", screen: \($0.yaml)" } ?? "") + "}")
    }
    if !map.roots.isEmpty { lines += ["roots:"] + map.roots.map { "  \($0.tab.yaml): \($0.screen.yaml)" } }
    if !map.screens.isEmpty {
      lines +=
        ["screens:"] + map.screens.map { "  \($0.name.yaml):" + ($0.parent.map { " {parent: \($0.yaml)}" } ?? "") }
    }
    if map.infersStructure { lines.append("infer: true") }
    return lines
  }

  private func guess(_ structure: InferredStructure) -> [String] {
    var lines = [
      """
      # The log holds screen views only. The structure is inferred from how \(structure.users.of("user")) went \
      through them
      """,
      "# (\(structure.views.of("view"))); the percentages are confidences. Correct what is wrong.",
    ]
    if structure.tabs.isEmpty { return lines + ["# No tabs were found: no screens are chosen from everywhere alike."] }
    lines.append("tabs: \(tabs.yaml)")
    if let more = structure.more, let tab = structure.moreTab {
      lines.append("more: {tab: \(tab.yaml)}  # \(reason(more))")
      if !structure.moreItems.isEmpty { lines.append("#   behind it: \(comment(structure.moreItems.yaml))") }
    }
    lines.append("roots:")
    lines += structure.tabs.map { "  \($0.screen.yaml): \($0.screen.yaml)  # \(reason($0))" }
    if let more = structure.more, let tab = structure.moreTab {
      lines.append("  \(tab.yaml): \(more.screen.yaml)  # \(reason(more))")
    }
    lines += [
      """
      # What the map does not say is inferred again in each run: returns to a tab that kept its position, menus, \
      modal screens.
      """,
      "infer: true",
    ]
    let others = [
      ("# Opened from anywhere and used occasionally, as from a hidden menu:", structure.menuItems),
      ("# Modal screens:", structure.modals),
    ]
    for (heading, guesses) in others where !guesses.isEmpty {
      lines += [heading] + guesses.map { "#   \(comment($0.screen.yaml)): \(reason($0))" }
    }
    if !structure.children.isEmpty {
      lines += ["# Screens that are reached through another one:", "screens:"]
      lines += structure.children.prefix(Self.longest).map { child in
        "  \(child.screen.yaml): {parent: \((child.parent ?? "").yaml)}  # \(reason(child))"
      }
    }
    return lines
  }

  private func reason(_ guess: InferredStructure.Guess) -> String { "\(guess.confidence.percent): \(guess.reason)" }

  /// A name for a comment, on one line.
  private func comment(_ text: String) -> String {
    text.unicodeScalars.prefix(200).reduce(into: "") { comment, scalar in
      let isLineEnd = scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029
      // In job output, CI systems would execute `##[…]`.
      if scalar == "#", comment.hasSuffix("#") { comment += " " }
      comment.unicodeScalars.append(isLineEnd ? " " : scalar)
    }
  }

  /// The keys that a draft never writes, copied from the text of a map, with their comments.
  package static func kept(of yaml: String) -> [String] {
    let keys: Set<Substring> = [
      "tasks", "rules", "mask_names", "exclude_users", "time_zone", "advice", "entries", "screens_kind",
    ]
    var lines: [String] = []
    var isKept = false
    for line in yaml.split(separator: "\n", omittingEmptySubsequences: false) {
      if let first = line.first, first != " ", first != "#", first != "-" {
        isKept = keys.contains(line.prefix { $0 != ":" })
      }
      if isKept { lines.append(String(line)) }
    }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }
}

// Parts of an app map as YAML, which reads back to the same value.

extension FieldSource {
  fileprivate var yaml: String {
    switch self {
    case .first where paths.count == 1: Self.yaml(path: paths[0])
    case .first: "{first: [\(paths.map(Self.yaml(path:)).joined(separator: ", "))]}"
    case .joined(let all): "{join: [\(all.map(Self.yaml(path:)).joined(separator: ", "))]}"
    case .constant(let text): "{constant: \(text.yaml)}"
    }
  }

  /// A path: names joined by dots, or a list if a name contains dots.
  fileprivate static func yaml(path names: [String]) -> String {
    names.contains { $0.contains(".") } ? names.yaml : names.joined(separator: ".").yaml
  }
}

extension EventMapping {
  /// `- {match: {event: tab_click}, event: tab_select, target: params.tab}`
  package var yaml: String {
    let conditions = conditions.map { "\(FieldSource.yaml(path: $0.path)): \($0.test.text(\.yaml))" }
    let assignments = assignments.map { assignment in
      if assignment.field == "event", case .constant(let word) = assignment.source { return "event: \(word)" }
      return "\(assignment.field): \(assignment.source.yaml)"
    }
    return "- {match: {\(conditions.joined(separator: ", "))}, \(assignments.joined(separator: ", "))}"
  }
}

extension EventMapping.Test {
  /// As in the map, with its texts written so.
  package func text(_ written: (String) -> String) -> String {
    switch self {
    case .isOneOf(let texts): texts.count == 1 ? written(texts[0]) : "[\(texts.map(written).joined(separator: ", "))]"
    case .begins(let text): "{prefix: \(written(text))}"
    case .matches(let pattern): "{matches: \(written(pattern))}"
    case .is(let kind): "{is: \(kind)}"
    }
  }
}

extension [String] {
  /// `[Home, "Search: all"]`
  package var yaml: String { "[\(map(\.yaml).joined(separator: ", "))]" }
}

private let wordsOfYAML: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

extension String {
  /// A scalar of YAML: plain if it is unambiguous, otherwise in double quotes.
  package var yaml: String { isPlain ? self : inQuotes }

  private var isPlain: Bool {
    guard let first = unicodeScalars.first, first.properties.isAlphabetic, last != " ",
      !wordsOfYAML.contains(lowercased())
    else { return false }
    return unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || " -_/".unicodeScalars.contains($0)
    }
  }

  private var inQuotes: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      // In job output, CI systems would execute `##[…]`.
      case "#" where quoted.hasSuffix("#"): quoted += "\\x23"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        let mustEscape =
          scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value)
          || [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
        quoted +=
          mustEscape
          ? "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
            + String(scalar.value, radix: 16) : String(scalar)
      }
    }
    return quoted + "\""
  }
}
