import Foundation
import NavigationModel

/// The names of a draft: of screens and entries, of tabs and menus, and the structure.
extension MapDraftWriter {
  var screenNames: [String] {
    func entry(_ pattern: String, _ name: String) -> String { "  - {pattern: \(pattern.yaml), name: \(name.yaml)}" }
    func line(_ rule: NamesWithIDs.Rule) -> String {
      entry(rule.pattern, labels.screen(rule.name) ?? rule.name)
        + "  # \(rule.names.grouped) names, such as \(comment(rule.example))"
    }
    let kept = Set(map.screenNames.map(\.pattern))
    let sure = ids.rules.filter { $0.isSure && !kept.contains($0.pattern) }
    let unsure = ids.rules.filter { !$0.isSure }
    let folded = Set(ids.rules.map(\.name))
    let translated = labels.pairs.filter { !$0.isEntry && !folded.contains($0.name) && !$0.partner.contains("$") }
    func line(_ pair: LabelPairs.Pair) -> String {
      entry("^\(NSRegularExpression.escapedPattern(for: pair.name))$", pair.partner)
        + "  # \(pair.confidence.percent), \(comment(pair.language)): \(comment(pair.reason))"
    }
    var lines: [String] = []
    let isEmpty = sure.isEmpty && map.screenNames.isEmpty && !translated.contains(where: \.isSure)
    if !isEmpty {
      lines += ["# Names that contain ids are folded into one screen:", "screen_names:"]
      lines += map.screenNames.map { entry($0.pattern, $0.name) } + sure.map(line)
    }
    if translated.contains(where: \.isSure) {
      lines.append("# Names of screens in several languages:")
      lines += translated.filter(\.isSure).map(line)
    }
    if !unsure.isEmpty {
      lines.append("# These numbers may be ids, or distinguish screens:")
      if isEmpty { lines.append("# screen_names:") }
      lines += shown(unsure.map { "# " + line($0) })
    }
    if translated.contains(where: { !$0.isSure }) {
      lines.append("# The same screen in another language?")
      if isEmpty, unsure.isEmpty { lines.append("# screen_names:") }
      lines += shown(translated.filter { !$0.isSure }.map { "# " + comment(line($0)) })
    }
    return lines
  }

  /// Names as they are once those that surely belong together are one.
  func renamed(_ entries: [String]) -> [String] {
    var seen: Set<String> = []
    return entries.map { labels.entry($0) ?? $0 }.filter { seen.insert($0).inserted }
  }

  /// The names of several languages, each with that in the language of most people.
  var entryNames: [String] {
    let kept = Set(map.entryNames.map(\.logged))
    let pairs = labels.pairs.filter { $0.isEntry && !kept.contains($0.name) }
    func line(_ pair: LabelPairs.Pair) -> String {
      """
      \(pair.name.yaml): \(pair.partner.yaml)  # \(pair.confidence.percent), \(comment(pair.language)): \
      \(comment(pair.reason))
      """
    }
    let sure = pairs.filter(\.isSure)
    let unsure = pairs.filter { !$0.isSure }
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
      lines += shown(unsure.map { "#  " + comment(line($0)) })
    }
    return lines
  }

  var containers: [String] {
    let found = words.screens.filter(ContainerNames.isContainer)
    if !map.ignoredScreens.isEmpty { return ["ignore_screens: \(map.ignoredScreens.yaml)"] }
    if found.isEmpty { return [] }
    // Names are read as regular expressions.
    let names = found.map(NSRegularExpression.escapedPattern).yaml
    if found.count == words.screens.count {
      return ["# The log names only containers of screens; log the screens inside:", "# ignore_screens: \(names)"]
    }
    return ["# These are containers, not screens:", "ignore_screens: \(names)"]
  }

  // MARK: - Structure

  /// What the map already declares, and what the log itself shows.
  var observed: [String] {
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

  /// What is inferred, behind comment signs: without it the map reads the log as it is read without a map.
  func guess(_ structure: InferredStructure) -> [String] {
    var lines = [
      """
      # The log holds screen views only. The structure is guessed from how \(structure.users.of("user")) went \
      through them
      """,
      """
      # (\(structure.views.of("view"))); the percentages are confidences. Correct it, and remove the first # of what is \
      right.
      """,
    ]
    if structure.tabs.isEmpty { return lines + ["# No tabs were found: no screens are chosen from everywhere alike."] }
    lines.append("#tabs: \(tabs.yaml)")
    if let more = structure.more, let tab = structure.moreTab {
      lines.append("#more: {tab: \(tab.yaml)}  # \(reason(more))")
      if !structure.moreItems.isEmpty { lines.append("#   behind it: \(comment(structure.moreItems.yaml))") }
    }
    lines.append("#roots:")
    lines += structure.tabs.map { "#  \($0.screen.yaml): \($0.screen.yaml)  # \(reason($0))" }
    if let more = structure.more, let tab = structure.moreTab {
      lines.append("#  \(tab.yaml): \(more.screen.yaml)  # \(reason(more))")
    }
    lines += [
      """
      # What the map does not say is inferred again in each run: returns to a tab that kept its position, menus, \
      modal screens.
      """,
      "#infer: true",
    ]
    let others = [
      ("# Opened from anywhere and used occasionally, as from a hidden menu:", structure.menuItems),
      ("# Modal screens:", structure.modals),
    ]
    for (heading, guesses) in others where !guesses.isEmpty {
      lines += [heading] + shown(guesses.map { "#   \(comment($0.screen.yaml)): \(reason($0))" })
    }
    if !structure.children.isEmpty {
      lines += ["# Screens that are reached through another one:", "#screens:"]
      // Others are inferred again.
      lines += structure.children.prefix(Self.longest).map { child in
        "#  \(child.screen.yaml): {parent: \((child.parent ?? "").yaml)}  # \(reason(child))"
      }
    }
    return lines
  }

  private func reason(_ guess: InferredStructure.Guess) -> String { "\(guess.confidence.percent): \(guess.reason)" }
}
