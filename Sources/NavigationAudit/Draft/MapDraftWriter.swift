import Foundation
import NavigationModel
import StructureInference
import UsabilityRules

/// Writes the YAML of a ``MapDraft``.
struct MapDraftWriter {
  let words: LogWords
  let ids: NamesWithIDs
  let structure: InferredStructure?

  /// No list in the file is longer.
  private static let longest = 500

  /// The tabs: those that were guessed or else those that were tapped.
  var tabs: [String] { structure?.tabNames ?? words.tabs }

  func text(sources: [(name: String, format: String)], users: Int) -> String {
    let events = words.kinds.reduce(words.otherUnknown) { $0 + $1.count } + words.unknown.reduce(0) { $0 + $1.count }
    let parts = [
      heading(sources, users: users, events: events), ["# app: The name of the app"], eventNames, screenNames, containers,
      structure.map(guess) ?? observed,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private func heading(_ sources: [(name: String, format: String)], users: Int, events: Int) -> [String] {
    let count = "\(Wording.count(events, "event")) of \(Wording.count(users, "user"))"
    var lines = [
      "# The app map, drafted by `navaudit init` from \(count). Look it over: what follows a # is a reason or a suggestion,",
      "# all else is taken as it stands. `navaudit check-map` says whether the file is right.", "#",
    ]
    for source in sources.prefix(20) { lines.append("# Read as \(source.format): \(comment(source.name))") }
    if sources.count > 20 { lines.append("# … and \(sources.count - 20) more") }
    return lines
  }

  // MARK: - Events

  private var eventNames: [String] {
    var lines = ["# Events by count:"]
    lines += words.kinds.map { "#   \($0.kind.word): \(Wording.count($0.count))" }
    guard !words.unknown.isEmpty else { return lines }
    var mappings: [String] = []
    for (word, count) in words.unknown.prefix(50) {
      let kind = EventMeaning.guess(word)
      let guess = kind.map { "most likely \($0.word)" } ?? "its name does not tell what it is"
      lines.append("#   \(comment(word)): \(Wording.count(count)), not known to navaudit; \(guess)")
      if let kind { mappings.append("#   - {match: {event: \(YAMLText.scalar(word))}, event: \(kind.word)\(fields(kind))}") }
    }
    let more = max(0, words.unknown.count - 50) + (words.otherUnknown > 0 ? 1 : 0)
    if more > 0 { lines.append("#   … and others") }
    if !mappings.isEmpty {
      lines += ["# What they mean is said so (put the fields of your log in place of FIELD):", "# events:"] + mappings
    }
    return lines
  }

  /// What a mapping to this kind of event needs besides.
  private func fields(_ kind: EventKind) -> String {
    switch kind {
    case .tabSelect, .menuSelect, .moreSelect, .gesture, .tap, .badge: ", target: FIELD"
    case .screenView, .modalOpen, .deepLink, .push: ", screen: FIELD"
    default: ""
    }
  }

  // MARK: - Names

  private var screenNames: [String] {
    func line(_ rule: NamesWithIDs.Rule) -> String {
      "  - {pattern: \(YAMLText.scalar(rule.pattern)), name: \(YAMLText.scalar(rule.name))}"
        + "  # \(Wording.count(rule.names)) names, such as \(comment(rule.example))"
    }
    let sure = ids.rules.filter(\.isSure).prefix(Self.longest)
    let unsure = ids.rules.filter { !$0.isSure }.prefix(Self.longest)
    var lines: [String] = []
    if !sure.isEmpty {
      lines += ["# Names that carry ids are folded: no two of them are a screen of their own.", "screen_names:"] + sure.map(line)
    }
    if !unsure.isEmpty {
      lines.append("# These numbers may be ids, or tell screens apart:")
      if sure.isEmpty { lines.append("# screen_names:") }
      lines += unsure.map { "# " + line($0) }
    }
    return lines
  }

  private var containers: [String] {
    let found = words.screens.filter(ContainerNames.isContainer)
    if found.isEmpty { return [] }
    // Names are read as regular expressions.
    let names = YAMLText.list(found.prefix(Self.longest).map(NSRegularExpression.escapedPattern))
    if found.count == words.screens.count { return ["# The log names nothing but what holds screens; log the screens inside:", "# ignore_screens: \(names)"] }
    return ["# These hold screens and are none:", "ignore_screens: \(names)"]
  }

  // MARK: - Structure

  /// What the log itself shows.
  private var observed: [String] {
    var lines: [String] = []
    if !words.tabs.isEmpty {
      lines += ["# The tabs that were tapped, the commonest first. Put them in the order of the bar.", "tabs: \(YAMLText.list(words.tabs))"]
    }
    if !words.moreItems.isEmpty { lines.append("more: {\(words.tabs.contains("More") || words.tabs.isEmpty ? "tab: More, " : "")items: \(YAMLText.list(words.moreItems))}") }
    if !words.menus.isEmpty {
      lines.append("menus:")
      lines += words.menus.map { "  \(YAMLText.scalar($0.name)): {items: \(YAMLText.list($0.items))}" }
    }
    return lines
  }

  private func guess(_ structure: InferredStructure) -> [String] {
    var lines = [
      "# The log tells of screens alone. The structure is guessed from how \(Wording.count(structure.users, "user")) went through them",
      "# (\(Wording.count(structure.views, "view"))); the percentages say how sure each guess is. Correct what is wrong.",
    ]
    if structure.tabs.isEmpty { return lines + ["# No tabs were found."] }
    lines.append("tabs: \(YAMLText.list(tabs))")
    if let more = structure.more, let tab = structure.moreTab {
      lines.append("more: {tab: \(YAMLText.scalar(tab))}  # \(reason(more))")
      if !structure.moreItems.isEmpty { lines.append("#   behind it: \(comment(YAMLText.list(structure.moreItems)))") }
    }
    lines.append("roots:")
    lines += structure.tabs.map { "  \(YAMLText.scalar($0.screen)): \(YAMLText.scalar($0.screen))  # \(reason($0))" }
    if let more = structure.more, let tab = structure.moreTab {
      lines.append("  \(YAMLText.scalar(tab)): \(YAMLText.scalar(more.screen))  # \(reason(more))")
    }
    lines += [
      "# What the map does not say is guessed anew in each run: returns to a tab that kept its place, menus, modal screens.", "infer: true",
    ]
    if !structure.menuItems.isEmpty {
      lines.append("# Opened from anywhere and used now and then, as from a hidden menu:")
      lines += structure.menuItems.map { "#   \(comment(YAMLText.scalar($0.screen))): \(reason($0))" }
    }
    if !structure.modals.isEmpty {
      lines.append("# Modal screens:")
      lines += structure.modals.map { "#   \(comment(YAMLText.scalar($0.screen))): \(reason($0))" }
    }
    if !structure.children.isEmpty {
      lines += ["# Screens that are reached through another one:", "screens:"]
      lines += structure.children.prefix(Self.longest).map {
        "  \(YAMLText.scalar($0.guess.screen)): {parent: \(YAMLText.scalar($0.parent))}  # \(reason($0.guess))"
      }
    }
    return lines
  }

  private func reason(_ guess: InferredStructure.Guess) -> String { "\(Int((guess.confidence * 100).rounded())) %: \(guess.reason)" }

  /// A name within a comment: on one line.
  private func comment(_ text: String) -> String {
    String(text.unicodeScalars.prefix(200).map { $0.properties.generalCategory == .control || $0.value == 0x2028 || $0.value == 0x2029 ? " " : Character($0) })
  }
}
