import Measures
import NavigationModel

// Events that lack the one before them, or after them.

extension LineCheck {
  static let impliedOpens = LineCheck(.impliedOpens) { context in
    func lines(_ kind: Occurrence.Kind) -> [Int] {
      context.log.lines(inSessions: { session, index in session.occurrences(of: index).contains { $0.kind == kind && $0.flag } })
    }
    let (menus, lists) = (lines(.menuOpen), lines(.moreOpen))
    return [
      LogProblem(
        "\(Wording.count(menus.count, "`menu_select`", "`menu_select`s")) without a `menu_open` before", fix: "log `menu_open` when the menu opens",
        lines: menus),
      LogProblem(
        "\(Wording.count(lists.count, "`more_select`", "`more_select`s")) without a `more_open` before", fix: "log `more_open` when the More list opens",
        lines: lists),
    ]
  }

  static let nothingToClose = LineCheck("nothing-to-close", "Closings of what was never opened.") { context in
    [(EventKind.modalClose, "modal_open"), (.menuClose, "menu_open")].map { kind, open in
      let lines = context.log.lines(inSessions: { session, index in
        session.records[index].event.kind == kind && session.steps(of: index).isEmpty && session.occurrences(of: index).isEmpty
      })
      return LogProblem(
        "\(Wording.count(lines.count, "`\(kind.word)`")) with nothing open", fix: "log `\(open)` when it opens, and its closing once", lines: lines)
    }
  }

  /// Below so many moves down, going back may just not have happened.
  private static let leastPushes = 16

  static let missingBack = LineCheck(.missingBack) { context in
    let log = context.log
    let fix = "log `back` wherever people go back: by the button, by the edge swipe, by the system"
    let platforms = Dictionary(grouping: log.sessions) { session in
      session.records.lazy.map { log.segment($0).platform }.first(where: \.isKnown) ?? .unknown
    }
    var problems: [LogProblem] = []
    for (platform, sessions) in platforms.sorted(by: { context.text($0.key).precedesByScalars(context.text($1.key)) }) {
      func count(_ kinds: Set<EventKind>) -> [Int] {
        sessions.flatMap { session in session.records.filter { kinds.contains($0.event.kind) }.map(\.line) }
      }
      let pushes = count([.push])
      let backs = count([.back, .toRoot]).count
      guard pushes.count >= leastPushes, Double(backs) < LogReliability.leastBacksPerPush / 2 * Double(pushes.count) else { continue }
      let whose = platform.isKnown ? " on \(context.text(platform))" : ""
      problems.append(LogProblem("\(Wording.count(backs, "`back`")) for \(Wording.count(pushes.count, "`push`", "`push`es"))\(whose)", fix: fix, lines: pushes))
    }
    let jumps = log.lines(inSessions: { $0.fallsBack(at: $1) })
    if problems.isEmpty, jumps.count >= 2, Double(jumps.count) > LogReliability.contradictionLimit * Double(log.records.count { $0.event.kind == .push }) {
      problems.append(
        LogProblem("\(Wording.count(jumps.count, "`push`", "`push`es")) to a `depth` that is no deeper than the screen before", fix: fix, lines: jumps))
    }
    let silent = log.lines(inSessions: { session, index in
      session.records[index].event.kind == .screenView && session.steps(of: index).contains { $0.kind == .back && $0.isInferred }
    })
    let pushes = log.records.count { $0.event.kind == .push }
    if problems.isEmpty, pushes >= 3, silent.count >= 3 {
      problems.append(LogProblem("\(Wording.count(silent.count, "screen")) below appeared again without a `back`", fix: fix, lines: silent))
    }
    return problems
  }

  static let silentSwitch = LineCheck(.silentSwitch) { context in
    let lines = context.log.lines(inSessions: { session, index in
      session.records[index].event.kind == .screenView && session.steps(of: index).contains { $0.kind == .tab && $0.isInferred }
    })
    let selects = context.log.records.count { $0.event.kind == .tabSelect }
    guard selects > 0, Double(lines.count) > LogCheck.silentSwitchLimit * Double(lines.count + selects) else { return [] }
    return [
      LogProblem("\(Wording.count(lines.count, "tab")) in front without a `tab_select`", fix: "log `tab_select` for every tap on a tab", lines: lines)
    ]
  }

  static let contradiction = LineCheck(.contradiction) { context in
    let lines = context.log.lines(raising: \.contradictedBacks)
    let quality = context.measures.logQuality
    guard Double(lines.count) > LogReliability.contradictionLimit * Double(max(quality.namedBacks, 1)) else { return [] }
    return [
      LogProblem(
        "\(Wording.count(lines.count, "`back`")) to another screen than the one below", fix: "look for lost events or screens that are not logged", lines: lines
      )
    ]
  }
}

extension TracedLog.Session {
  /// Whether an event is a `push` whose `depth` shows that people had gone back before.
  fileprivate func fallsBack(at index: Int) -> Bool {
    let event = records[index].event
    let before = points[index].steps - 1
    guard event.kind == .push, event.depth > 0, before >= 0, let step = steps(of: index).first else { return false }
    let last = path.steps[before]
    return last.part == step.part && last.section == step.section && !last.modal.isKnown && step.depth <= last.depth
  }
}
