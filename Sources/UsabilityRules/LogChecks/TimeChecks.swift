import Measures

// Checks of the times in the log.

extension LogCheck {
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
