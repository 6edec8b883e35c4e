import Measures
import NavigationModel

// Checks of events and their times: duplicates, missing offsets, impossible times.

extension LogCheck {
  static let doubleScreen = LogCheck(
    "double-screen",
    "The same screen appears again within 500 ms, or is reported by its name and by its class within a second."
  ) { context in
    let quality = context.quality
    let doubles = quality.doubleScreens + quality.classViews
    let views = quality.screenViews + quality.classViews
    let many: Text =
      doubles * 100 > views
      ? "; more than 1% of screen views: check whether screens are logged both manually and automatically" : ""
    let late: Text =
      quality.lateTouches > 0
      ? """
      ; \(context.count(quality.lateTouches, "touch", "touches")) logged just after the screen that they led to \
      count before it
      """
      : ""
    return LogCheckResult(doubles + quality.lateTouches, of: views, "counted once" + many + late)
  }

  static let notUnderstood = LogCheck("not-understood", "Events that no mapping reads (`unknown_events.csv`).") {
    context in
    let events = context.measures.otherEvents.sums.values.reduce(0) { $0 + $1.count }
    return LogCheckResult(
      events, of: context.measures.totals.events,
      "left out; if they are navigation, map them: `navaudit init` drafts the mappings")
  }

  static let mixedSessions = LogCheck("mixed-sessions", "Only some events carry a session id.") { context in
    let quality = context.quality
    let without = quality.eventsWithSessionID > 0 ? quality.eventsWithoutSessionID : 0
    return LogCheckResult(
      without, of: context.measures.totals.events,
      "events without a session id form separate sessions, so sessions are split; log the id with every event")
  }

  package static let noZone = LogCheck("no-zone", "Times without an offset from UTC.") { context in
    LogCheckResult(
      context.lineCounts.withoutZone, of: context.lineCounts.lines - context.lineCounts.rejected,
      "read as UTC, or in the time zone given; log times with their offset")
  }

  static let clock = LogCheck(
    "clock", "Overlapping sessions of one user, and events before 2007. Both are signs of a changed device clock."
  ) { context in
    LogCheckResult(
      context.quality.overlappingSessions + context.quality.eventsTooEarly,
      """
      \(context.count(context.quality.overlappingSessions, "session that overlaps", "sessions that overlap")) \
      another of the same user, 
      """
        + "\(context.count(context.quality.eventsTooEarly, "event")) before 2007: "
        + "durations and order may be wrong there, or several devices share one user id")
  }

  static let excludedUser = LogCheck("excluded-user", "Events of users that the app map excludes.") {
    context in
    LogCheckResult(
      context.lineCounts.excluded, of: context.lineCounts.lines + context.lineCounts.excluded,
      "left out everywhere, as `exclude_users` in the app map says")
  }

  /// Who is not judged, being nobody; nil if there are none.
  package static func nobodies(_ scope: MeasureScope) -> Text? {
    let counts = scope.lineCounts
    if counts.nobodies == 0 { return nil }
    return
      """
      \(Wording.count(counts.nobodies, "id")) \(counts.nobodies == 1 ? "stands" : "stand") for nobody, a script, or \
      many people at once. Findings leave out their \(Wording.count(counts.eventsOfNobodies, "event")).
      """
  }

  static let placeholderUser = LogCheck(
    "placeholder-user", "Events of ids that are not users: `null`, `guest`, a script, or one id of many devices."
  ) { context in
    LogCheckResult(
      context.lineCounts.eventsOfNobodies, of: context.measures.totals.events,
      "counted in tables, but left out of findings and plan; log a random id of the installation as `user`")
  }

  static let duplicate = LogCheck("duplicate", "Events with the id of an earlier event of the same user.") {
    context in
    LogCheckResult(context.lineCounts.duplicates, of: context.lineCounts.lines - context.lineCounts.rejected, "dropped")
  }

  static let truncated = LogCheck("truncated", "Log files that end too early.") { context in
    LogCheckResult(
      context.lineCounts.cutSources,
      "the missing events are not counted; analyze the files again when they are complete")
  }

  static let batchedTime = LogCheck(
    "batched-time",
    "Neighboring navigation events of a session with the same time, probably that of sending."
  ) { context in
    LogCheckResult(
      context.quality.simultaneous, of: context.quality.neighbors, limit: LogQuality.batchedLimit,
      above:
        """
        findings that rest on times or on the order of steps are at most exploratory; \
        \(context.remedy(of: "batched-time", or: "log the time on the device"))
        """,
      otherwise: "their order is that of the log")
  }

  static let longSession = LogCheck("long-session", "Sessions of more than 12 hours, or of 100,000 events.") {
    context in
    let full = context.quality.fullSessions
    let ended = full > 0 ? "; \(Wording.count(full, "session")) ended after 100,000 events, and another began" : ""
    return LogCheckResult(
      context.quality.longSessions, of: context.quality.sessions,
      """
      such a session spans several visits, or the device is never put away; end the session when the app goes to \
      the background\(ended)
      """
    )
  }

  static let outlyingTime = LogCheck("outlying-time", "Events more than a year from the median: wrong device clocks.") {
    context in
    LogCheckResult(
      context.quality.outlyingEvents, of: context.measures.totals.events,
      "they distort the days and the period of the log; look for wrong device clocks")
  }

  // Checks for missing and doubled events.

  private static let heldStructure: Text = "findings on depth, paths, and tabs are at most exploratory"

  static let contradiction = LogCheck(
    "contradiction", "Back events to another screen than the one below, so something between was not logged."
  ) { context in
    LogCheckResult(
      context.quality.whole.contradictedBacks(without: context.scope.lines(context.measures).transparent),
      of: context.quality.namedBacks, limit: LogReliability.contradictionLimit,
      above: "\(heldStructure); look for lost events or screens that are not logged",
      otherwise: "the report uses the screen that the event names")
  }

  static let doubled = LogCheck(
    "doubled",
    """
    Navigation events that repeat the one before in all fields within 250 ms (50 ms without a name): sent twice, \
    without an `id`.
    """
  ) { context in
    let quality = context.quality
    let advice: Text = "log every event once, or give it an `id` that its copy repeats"
    return LogCheckResult(
      quality.doubledActions, of: quality.actions, limit: LogReliability.doubledLimit,
      above: "\(heldStructure); \(advice)", otherwise: advice)
  }

  static let missingBack = LogCheck(
    "missing-back", "Platforms, or versions of them, with too few back events for their push events."
  ) { context in
    let sums = context.measures.platformMoves.sums.values
    let missing = context.measures.platformMoves.missingBacks(
      context.scope.names, without: context.scope.lines(context.measures).transparent)
    let all = sums.reduce(0) { $0 + $1.sessions }
    let sessions = missing.reduce(0.0) { $0 + $1.sessionShare } * Double(all)
    let holds = missing.contains { $0.sessionShare >= LogReliability.platformShare }
    let named = missing.map {
      "\($0.label) (\(context.count($0.backs, "back")) for \(context.count($0.pushes, "push", "pushes")))"
    }
    return LogCheckResult(
      Int(sessions.rounded()), of: all,
      "\(Wording.list(named)): log `back` wherever people go back, swipes and system buttons included"
        + (holds ? "; \(heldStructure)" : ""))
  }

  static let impliedOpens = LogCheck("implied-opens", "Choices from menus whose opening was not logged.") { context in
    LogCheckResult(
      context.quality.impliedMenuOpens, of: context.quality.menuChoices, limit: LogReliability.impliedOpensLimit,
      above:
        """
        findings on menus left without a choice are at most exploratory, and click-through is too high; log \
        `menu_open`
        """,
      otherwise: "counted as opens, but never as abandoned")
  }

  static let noTarget = LogCheck(
    "no-target", "Choices of tabs, More items, and menu items that do not say what was chosen."
  ) { context in
    LogCheckResult(
      context.quality.choicesWithoutTarget, of: context.quality.choices,
      "counted as `?`, which no rule judges; log the `target`")
  }

  static let heavyUser = LogCheck(
    "heavy-user",
    "One user has so many rows of a figure that it describes this user, not people in general."
  ) {
    context in
    let sums = zip(HeavyUsers.figures, context.measures.heavyUsers.sums)
    let heavy = sums.compactMap { figure, sum -> (figure: Figure, sum: HeavyUsers.Sum, share: Double)? in
      guard sum.users > 1, sum.n > 0 else { return nil }
      let share = Double(sum.userN) / Double(sum.n)
      return share > max(heavyShare, 3 / Double(sum.users)) ? (figure, sum, share) : nil
    }
    guard let worst = heavy.max(by: { $0.share < $1.share }) else { return LogCheckResult(0, "") }
    let figures = heavy.map { figure, sum, share -> String in
      let rest = sum.n - sum.userN
      let all = Wording.percent(Double(sum.y) / Double(sum.n))
      let without = rest > 0 ? Wording.percent(Double(sum.y - sum.userY) / Double(rest)) : "not known"
      return context.nameable == nil
        ? "\(figure.name) \(all), without \(sum.user) \(without)" : figure.name
    }
    // If small groups are hidden, nothing is said about a single user.
    let hides = context.nameable != nil
    return LogCheckResult(
      hides ? heavy.count : worst.sum.userN, of: hides ? HeavyUsers.figures.count : worst.sum.n,
      """
      a robot, a kiosk, or a tester? \(figures.joined(separator: "; ")); leave such users out with `exclude_users` \
      in the app map
      """
    )
  }

  /// A user with a larger share of the rows is heavy; with few users, one above three times an equal share.
  static let heavyShare = 0.1
}
