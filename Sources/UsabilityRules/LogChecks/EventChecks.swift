import Measures

// Checks of events and their times: duplicates, missing offsets, impossible times.

extension LogCheck {
  static let doubleScreen = LogCheck(
    id: "double-screen", meaning: "The same screen appears again within 500 ms, or is reported by its name and by its class within a second."
  ) { context in
    let quality = context.measures.logQuality
    let doubles = quality.doubleScreens + quality.classViews
    let views = quality.screenViews + quality.classViews
    let many = doubles * 100 > views ? "; more than 1% of screen views: check whether screens are logged both manually and automatically" : ""
    let late =
      quality.lateTouches > 0
      ? "; \(context.count(quality.lateTouches, "touch", "touches")) logged just after the screen that it led to, put before it" : ""
    return LogCheckResult(doubles + quality.lateTouches, of: views, "counted once" + many + late)
  }

  static let notUnderstood = LogCheck(id: "not-understood", meaning: "Events that no mapping reads (`unknown_events.csv`).") { context in
    let events = context.measures.otherEvents.sums.values.reduce(0) { $0 + $1.count }
    return LogCheckResult(
      events, of: context.measures.totals.events, "left out; if they are navigation, map them: `navaudit init` drafts the mappings")
  }

  static let mixedSessions = LogCheck(
    id: "mixed-sessions", meaning: "Only some events carry a session id."
  ) { context in
    let quality = context.measures.logQuality
    let without = quality.eventsWithSessionID > 0 ? quality.eventsWithoutSessionID : 0
    return LogCheckResult(
      without, of: context.measures.totals.events,
      "events without a session id form separate sessions, so sessions are split; log the id with every event")
  }

  package static let noZone = LogCheck(id: "no-zone", meaning: "Times without an offset from UTC.", subject: .lines) { context in
    let lineCounts = context.scope.lineCounts
    return LogCheckResult(
      lineCounts.withoutZone, of: lineCounts.lines - lineCounts.rejected, "read as UTC: days may be shifted by the offset; log times with their offset")
  }

  static let clock = LogCheck(
    id: "clock", meaning: "Two named sessions of one user at the same time, and events before 2007: signs of a changed device clock."
  ) { context in
    let quality = context.measures.logQuality
    return LogCheckResult(
      quality.overlappingSessions + quality.eventsTooEarly,
      "\(context.count(quality.overlappingSessions, "session that overlaps", "sessions that overlap")) another of the same user, "
        + "\(context.count(quality.eventsTooEarly, "event")) before 2007: "
        + "durations and order may be wrong there, or several devices share one user id")
  }

  static let excludedUser = LogCheck(id: "excluded-user", meaning: "Events of users that the app map excludes.", subject: .lines) { context in
    let lineCounts = context.scope.lineCounts
    return LogCheckResult(lineCounts.excluded, of: lineCounts.lines + lineCounts.excluded, "left out everywhere, as `exclude_users` in the app map says")
  }

  static let duplicate = LogCheck(id: "duplicate", meaning: "Events whose id the same user had before.", subject: .lines) { context in
    let lineCounts = context.scope.lineCounts
    return LogCheckResult(lineCounts.duplicates, of: lineCounts.lines - lineCounts.rejected, "dropped")
  }

  static let truncated = LogCheck(id: "truncated", meaning: "Log files that end too early.") { context in
    LogCheckResult(
      context.scope.lineCounts.cutSources, "the missing events are not counted; analyze the files again when they are complete")
  }

  static let batchedTime = LogCheck(
    id: "batched-time", meaning: "Neighboring navigation events of a session at the same time: stamped when they were sent, not when they happened."
  ) { context in
    let quality = context.measures.logQuality
    return LogCheckResult(
      quality.simultaneous, of: quality.neighbors, limit: LogReliability.batchedLimit,
      above: "findings that rest on times or on the order of steps are at most exploratory; log the time on the device",
      otherwise: "their order is that of the log")
  }

  static let longSession = LogCheck(id: "long-session", meaning: "Sessions of more than 12 hours.") { context in
    let quality = context.measures.logQuality
    return LogCheckResult(
      quality.longSessions, of: quality.sessions,
      "such a session spans several visits, or a device that is never put away: end the session when the app goes to the background")
  }

  static let outlyingTime = LogCheck(id: "outlying-time", meaning: "Events more than a year from the median: wrong device clocks.") { context in
    LogCheckResult(
      context.measures.logQuality.outlyingEvents, of: context.measures.totals.events,
      "they distort the days and the period of the log; look for wrong device clocks")
  }
}
