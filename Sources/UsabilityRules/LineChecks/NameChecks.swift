import Measures
import NavigationModel

// Names that do not stand for a screen, a tab or an item.

extension LineCheck {
  static let containerName = LineCheck(.containerName) { log in
    let logged = log.logged(where: ContainerNames.isContainer)
    let what = logged.names.count == 1 ? "a container, not a screen" : "containers, not screens"
    return found(
      "\(LogProblem.list(logged.names)): \(what)", fix: "log the screen inside", lines: logged.lines)
  }

  static let generatedName = LineCheck("generated-name", "Names that a compiler or an obfuscator made.") { log in
    let logged = log.logged { !ContainerNames.isContainer($0) && isGenerated($0) }
    let what = "made by a compiler or an obfuscator, so the next build has other names"
    return found(
      "\(LogProblem.list(logged.names)): \(what)", fix: "give each screen a name of your own", lines: logged.lines)
  }

  private static let number: Pattern = #"\b[0-9]+\b"#

  static let namesWithIDs = LineCheck(.namesWithIDs) { log in
    let lines = log.linesByName
    let rules = NamesWithIDs(lines.keys.sorted().map(\.text), least: 1).ids.filter {
      $0.isSure || $0.members.count >= 3
    }
    return rules.flatMap { rule in
      let what = "\(rule.members.count == 1 ? "a name" : "names") with an id or a number"
      let id = rule.members.allSatisfy(number.isFound) ? "number" : "id"
      return found(
        "\(LogProblem.list(rule.members)): \(what)",
        fix: "log \(rule.name.withoutIDs.map { "`\($0)`" } ?? "one fixed name"), with the \(id) as a property",
        lines: rule.members.flatMap { lines[NameText($0)] ?? [] })
    }
  }

  static let localizedName = LineCheck("localized-name", "Titles in the language of the device instead of names.") {
    log in
    func texts(_ names: Set<Name>) -> [String] { names.map { log.names[$0] } }
    let byLanguage = log.namesByLanguage.filter { $0.value.count >= 3 }
    let languages = byLanguage.keys.sorted()
    for (index, one) in languages.enumerated() {
      for other in languages[(index + 1)...] {
        let first = byLanguage[one, default: []]
        let second = byLanguage[other, default: []]
        guard first.intersection(second).count * 4 < min(first.count, second.count) else { continue }
        let own = texts(second.subtracting(first))
        return found(
          """
          names change with the language: \(LogProblem.list(texts(first.subtracting(second)))) for `\(one)`, \
          \(LogProblem.list(own)) for `\(other)`
          """,
          fix: "log one name for each screen, tab and item, not its title",
          lines: own.flatMap { log.linesByName[NameText($0)] ?? [] })
      }
    }
    return []
  }

  static let maskedName = LineCheck(.maskedName) { log in
    let logged = log.logged { !PersonalData.kinds(maskedIn: $0).isEmpty }
    let users = log.users.filter { PersonalData.masked($0.value, [.email]) != nil }
    return found(
      "personal data in names, masked here: \(LogProblem.list(logged.names))",
      fix: "log what kind of screen it is, not whose",
      lines: logged.lines)
      + found(
        "`user` is an e-mail address", fix: "log a random pseudonym instead", lines: log.lines { users[$0.user] != nil }
      )
  }

  static let longName = LineCheck(.longName) { log in
    let lines = log.logged(where: LongName.isCut).lines
    return found(
      "names of more than \(LongName.limit) bytes", fix: "log what a screen is called, not what it shows", lines: lines)
  }

  /// Whether a compiler or an obfuscator made a name: a mangled one, a generic type, the address of an object, a
  /// description of an optional, or an obfuscated class: `a.b.c`, `b0`.
  static func isGenerated(_ name: String) -> Bool {
    if name.hasPrefix("_Tt") || name.hasPrefix("$s") || name.contains("(unknown context at")
      || name.contains("Optional(")
    {
      return true
    }
    if name.contains("<"), name.contains(">") || name.contains(": 0x") { return true }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      // One or two lower-case letters, possibly with digits.
      part.utf8.count <= 2 && part.first.map { ("a"..."z").contains($0) } ?? false
        && part.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    }
  }

  // Lines that say too little, or say it in a form that cannot be read.

  static let noTarget = LineCheck(.noTarget) { log in
    EventKind.allCases.flatMap { kind in
      let lines = log.lines(inSessions: { session, index in
        session.records[index].event.kind == kind
          && (session.occurrences(of: index).contains { $0.choice == .unnamed }
            || session.steps(of: index).contains { $0.choice == .unnamed })
      })
      return found(
        """
        \(Wording.count(lines.count, "`\(kind.word)`", "`\(kind.word)`s")) without `target`: what was chosen is not \
        known
        """,
        fix: "log the name of what was chosen as `target`", lines: lines)
    }
  }

  static let noScreen = LineCheck("no-screen", "Events that show a screen and do not name it.") { log in
    [EventKind.screenView, .push, .modalOpen, .deepLink].flatMap { kind in
      let lines = log.lines(inSessions: { session, index in
        let event = session.records[index].event
        if event.kind != kind { return false }
        if kind == .screenView { return !event.screen.isKnown }
        // The screen of the last event may still appear.
        return session.records[(index + 1)...].contains(where: \.event.isNavigation)
          && session.steps(of: index).contains { $0.screen == .unnamed }
      })
      return found(
        "\(Wording.count(lines.count, "`\(kind.word)`", "`\(kind.word)`s")) without `screen`",
        fix: "log the name of the screen that appears as `screen`",
        lines: lines)
    }
  }

  static let misspelled = LineCheck(
    "misspelled-event", "Events with nearly the name of a known one, perhaps misspelled."
  ) { log in
    let others = Dictionary(grouping: log.records.filter { $0.event.kind == .other }) { log.names[$0.event.container] }
    let words = EventKind.allCases.filter { $0 != .other }.map(\.word)
    return others.sorted { $0.key.precedesByScalars($1.key) }.flatMap { word, records -> [LogProblem] in
      guard
        let meant = words.first(where: { Spelling.letters($0) == Spelling.letters(word) })
          ?? nearestWord(to: word, among: words),
        // `tab_bar_tapped` says something else than `tab_bar`.
        !word.hasPrefix(meant + "_")
      else { return [] }
      return found(
        "\(Wording.count(records.count, "event")) `\(word)` not understood",
        fix: "if `\(meant)` is meant, log it under that name",
        lines: records.map(\.line))
    }
  }
}

extension TracedLog {
  /// The names of screens, tabs and items for which something holds, and their lines.
  fileprivate func logged(where holds: (String) -> Bool) -> (names: [String], lines: [Int]) {
    let found = linesByName.filter { holds($0.key.text) }
    return (found.keys.map(\.text), found.values.flatMap { $0 })
  }

  /// The names of screens, tabs and items by language of the device.
  fileprivate var namesByLanguage: [String: Set<Name>] {
    var names: [String: Set<Name>] = [:]
    for session in sessions {
      // A session has the locale of its first event that has one.
      guard let locale = session.records.lazy.map({ segment($0).locale }).first(where: \.isKnown) else { continue }
      let language = String(self.names[locale].prefix { $0.isLetter }).lowercased()
      for event in session.records.lazy.map(\.event) where event.isNavigation {
        for name in [event.screen, event.target] where name.isKnown {
          names[language, default: []].insert(name)
        }
        if event.kind == .stack {
          names[language, default: []].formUnion(self.names.tabs(in: event.value))
        }
      }
    }
    return names
  }
}

/// Names without case and punctuation.
enum Spelling {
  static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// A class name without module, package and the endings that say what it is: `Shop.OrderListViewController` is
  /// `orderlist`.
  static func stem(_ name: String) -> String {
    let type =
      name.prefix { $0 != "<" && $0 != "(" }.split(whereSeparator: { $0 == "." || $0 == "/" }).last.map(String.init)
      ?? name
    var stem = letters(type)
    while let ending = classEndings.first(where: { stem.hasSuffix($0) && stem.count > $0.count }) {
      stem.removeLast(ending.count)
    }
    return stem
  }

  private static let classEndings = [
    "viewcontroller", "controller", "fragment", "activity", "screen", "page", "view", "route", "vc",
  ]
}
