import Measures
import NavigationModel

// Events that lack the one before them, or after them.

extension LineCheck {
  static let impliedOpens = LineCheck(.impliedOpens) { log in
    func lines(_ kind: Occurrence.Kind) -> [Int] {
      log.lines(inSessions: { session, index in session.occurrences(of: index).contains { $0.kind == kind && $0.flag } }
      )
    }
    let menus = lines(.menuOpen)
    let lists = lines(.moreOpen)
    let ofMenus = "\(Wording.count(menus.count, "`menu_select`", "`menu_select`s")) without a `menu_open` before"
    let ofLists = "\(Wording.count(lists.count, "`more_select`", "`more_select`s")) without a `more_open` before"
    return found(ofMenus, fix: "log `menu_open` when the menu opens", lines: menus)
      + found(ofLists, fix: "log `more_open` when the More list opens", lines: lists)
  }

  static let nothingToClose = LineCheck("nothing-to-close", "Something is closed that was never opened.") { log in
    [(EventKind.modalClose, "modal_open"), (.menuClose, "menu_open")].flatMap { kind, open in
      let lines = log.lines(inSessions: { session, index in
        session.records[index].event.kind == kind && session.steps(of: index).isEmpty
          && session.occurrences(of: index).isEmpty
      })
      let what = "\(Wording.count(lines.count, "`\(kind.word)`")) with nothing open"
      return found(what, fix: "log `\(open)` when it opens, and close it once", lines: lines)
    }
  }

  /// Below so many moves down, going back may just not have happened.
  private static let leastPushes = 16

  static let missingBack = LineCheck(.missingBack) { log in
    let fix = "log `back` for every way back: the button, the edge swipe, the system"
    let platforms = Dictionary(grouping: log.sessions) { session in
      session.records.lazy.map { log.segment($0).platform }.first(where: \.isKnown) ?? .unknown
    }
    var problems: [LogProblem] = []
    for (platform, sessions) in platforms.sorted(by: { log.names[$0.key].precedesByScalars(log.names[$1.key]) }) {
      let records = sessions.flatMap(\.records)
      let pushes = records.filter { $0.event.kind == .push }.map(\.line)
      let backs = records.count { $0.event.kind == .back || $0.event.kind == .toRoot }
      guard pushes.count >= leastPushes, Double(backs) < LogReliability.leastBacksPerPush / 2 * Double(pushes.count)
      else { continue }
      let whose = platform.isKnown ? " on \(log.names[platform])" : ""
      problems += found(
        "\(Wording.count(backs, "`back`")) for \(Wording.count(pushes.count, "`push`", "`push`es"))\(whose)", fix: fix,
        lines: pushes)
    }
    let jumps = log.lines(inSessions: { $0.fallsBack(at: $1) })
    let pushes = log.records.count { $0.event.kind == .push }
    if problems.isEmpty, jumps.count >= 2, Double(jumps.count) > LogReliability.contradictionLimit * Double(pushes) {
      problems = found(
        "\(Wording.count(jumps.count, "`push`", "`push`es")) to a `depth` that is no deeper than the screen before",
        fix: fix, lines: jumps)
    }
    let silent = log.linesOfViews(inferring: .back)
    if problems.isEmpty, pushes >= 3, silent.count >= 3 {
      problems = found(
        "\(Wording.count(silent.count, "screen")) appeared again without a `back`", fix: fix, lines: silent)
    }
    return problems
  }

  static let silentSwitch = LineCheck(.silentSwitch) { log in
    let lines = log.linesOfViews(inferring: .tab)
    let selects = log.records.count { $0.event.kind == .tabSelect }
    guard selects > 0, Double(lines.count) > LogCheck.silentSwitchLimit * Double(lines.count + selects) else {
      return []
    }
    return found(
      "\(Wording.count(lines.count, "tab")) came to the front without a `tab_select`",
      fix: "log `tab_select` for every tap on a tab", lines: lines)
  }

  static let contradiction = LineCheck(.contradiction) { log in
    let lines = log.lines(raising: \.contradictedBacks)
    guard Double(lines.count) > LogReliability.contradictionLimit * Double(max(log.measures.logQuality.namedBacks, 1))
    else { return [] }
    return found(
      "\(Wording.count(lines.count, "`back`")) to another screen than the one below",
      fix: "look for lost events or screens that are not logged", lines: lines)
  }

  // Times that are not those of what happened.

  private static let second: Int64 = 1_000_000
  private static let millisecond: Int64 = 1000

  static let coarseTime = LineCheck("coarse-time", "Times in whole seconds.") { log in
    guard isCoarse(log) else { return [] }
    return found(
      "times in whole seconds: the order of events and short stays are not known",
      fix: "log milliseconds, as in `2026-03-02T05:25:00.163Z`",
      lines: log.lines { $0.time % second == 0 })
  }

  private static func isCoarse(_ log: TracedLog) -> Bool {
    log.records.count >= leastEvents && log.records.count { $0.event.time % second == 0 } * 10 > log.records.count * 9
  }

  static let batchedTime = LineCheck(.batchedTime) { log in
    // Whole seconds make equal times, too.
    if isCoarse(log) { return [] }
    // A clock of microseconds tells apart what happens at once: a deep link that pushes two levels.
    let isFine = log.records.count { $0.event.time % millisecond != 0 } * 2 > log.records.count
    let longest = isFine ? 0 : batch
    let neighbors = log.neighbors.filter { $1.event.kind != .screenView }
    let same = neighbors.filter { first, second in
      second.event.time - first.event.time <= longest && !second.event.isCopy(of: first.event)
    }
    guard same.count >= 3, Double(same.count) > LogQuality.batchedLimit * Double(neighbors.count) else { return [] }
    return found(
      "\(Wording.count(same.count, "event")) with the time of the one before, which may be when they were sent",
      fix: "take the time on the device, when the event happens", lines: same.map(\.1.line))
  }

  /// Events that are stamped when they are sent are this close, microseconds.
  private static let batch: Int64 = 5_000

  static let clock = LineCheck(.clock) { log in
    let early = log.lines { $0.time < Reconstruction.Quality.earliestTime }
    return found(
      "\(Wording.count(early.count, "event")) before 2007", fix: "log the time since 1970 by the device's clock",
      lines: early)
  }
}

extension TracedLog {
  /// The lines of appearances from which a step of a kind was inferred.
  fileprivate func linesOfViews(inferring kind: StepKind) -> [Int] {
    lines(inSessions: { session, index in
      session.records[index].event.kind == .screenView
        && session.steps(of: index).contains { $0.kind == kind && $0.isInferred }
    })
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
