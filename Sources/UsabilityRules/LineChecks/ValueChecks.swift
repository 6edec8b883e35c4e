import Measures
import NavigationModel

// Lines that say too little, or say it in a form that cannot be read.

extension LineCheck {
  static let noTarget = LineCheck(.noTarget) { context in
    EventKind.allCases.compactMap { kind in
      let lines = context.log.lines(inSessions: { session, index in
        session.records[index].event.kind == kind
          && (session.occurrences(of: index).contains { $0.choice == .unnamed } || session.steps(of: index).contains { $0.choice == .unnamed })
      })
      return LogProblem(
        "\(Wording.count(lines.count, "`\(kind.word)`", "`\(kind.word)`s")) without `target`: what was chosen is not known",
        fix: "log the name of what was chosen as `target`", lines: lines)
    }
  }

  static let noScreen = LineCheck("no-screen", "Appearances and levels whose screen is not named.") { context in
    [EventKind.screenView, .push, .modalOpen, .deepLink].compactMap { kind in
      let lines = context.log.lines(inSessions: { session, index in
        let event = session.records[index].event
        if event.kind != kind { return false }
        if kind == .screenView { return !event.screen.isKnown }
        // The screen of the last event may still appear.
        return session.records[(index + 1)...].contains(where: \.event.isNavigation) && session.steps(of: index).contains { $0.screen == .unnamed }
      })
      return LogProblem(
        "\(Wording.count(lines.count, "`\(kind.word)`", "`\(kind.word)`s")) without `screen`", fix: "log the name of the screen that appears as `screen`",
        lines: lines)
    }
  }

  /// Events whose names are almost those of the log's events.
  static let misspelled = LineCheck("misspelled-event", "Events that are not understood, and almost have the name of one that is.") { context in
    let others = Dictionary(grouping: context.log.records.filter { $0.event.kind == .other }) { context.text($0.event.container) }
    let words = EventKind.allCases.filter { $0 != .other }.map(\.word)
    return others.sorted { $0.key.precedesByScalars($1.key) }.compactMap { word, records -> LogProblem? in
      guard let meant = words.first(where: { Spelling.letters($0) == Spelling.letters(word) }) ?? nearestWord(to: word, among: words) else { return nil }
      return LogProblem(
        "\(Wording.count(records.count, "event")) `\(word)` not understood", fix: "if `\(meant)` is meant, log it under that name",
        lines: records.map(\.line))
    }
  }
}

/// Names without case and punctuation.
enum Spelling {
  static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// A class name without module, package and the endings that say what it is: `Shop.OrderListViewController` is `orderlist`.
  static func stem(_ name: String) -> String {
    let type = name.prefix { $0 != "<" && $0 != "(" }.split(whereSeparator: { $0 == "." || $0 == "/" }).last.map(String.init) ?? name
    var stem = letters(type)
    while let ending = classEndings.first(where: { stem.hasSuffix($0) && stem.count > $0.count }) { stem.removeLast(ending.count) }
    return stem
  }

  private static let classEndings = ["viewcontroller", "controller", "fragment", "activity", "screen", "page", "view", "route", "vc"]
}
