// The size of the log.

extension Figure {
  static let log: [Figure] = [
    events,
    .count("events_rejected", "Rejected lines", "Lines that could not be read. They are left out everywhere.", subject: .lines) { $1.intake.rejected },
    .count("events_duplicate", "Duplicate events", "Sent twice, counted once.", subject: .lines) { $1.intake.duplicates },
    users, sessions,
    .count("steps", "Steps", "Moves from one screen to another, forward or back.") { measures, _ in measures.totals.steps }.ofEverybody,
    inferredSteps,
  ]

  package static let events = Figure.count(
    "events", "Events", "What the app logged: a screen shown, a tab tapped, … Duplicates are left out."
  ) { measures, _ in measures.totals.events }.ofEverybody

  package static let users = Figure.count("users", "Users", "Different people or devices.") { measures, _ in measures.totals.users }.ofEverybody

  package static let sessions = Figure.count(
    "sessions", "Sessions", "Periods of use without a long break."
  ) { measures, _ in measures.totals.sessions }.ofEverybody

  package static let inferredSteps = Figure.share(
    "inferred_steps", "Inferred steps", of: "step", .neither, .log, structural: false,
    "Steps that no event logged; they are inferred from screen views. The fewer, the better the log.", .inferred, of: .steps)

  static let visits: [Figure] = [
    .count("visits", "Visits", "Forward arrivals at a screen; going back is none. Without a known structure, every step.") { measures, scope in
      scope.structureKnown ? measures.totals.forwardSteps : measures.totals.steps
    }.ofEverybody
  ]

  static let stepsPerSession = Figure.mean(
    "steps_per_session", "Steps per session", .neither, .log, structural: false, isInSummary: false, "Steps of the sessions with steps.", .steps)
}

extension Quantity {
  static let steps = Quantity("steps", "Their steps.") { $0.figures.steps }
  static let inferred = Quantity("inferred_steps", "Of these, the inferred ones.") { $0.inferred }
  static let visits = Quantity("visits", "Their visits.") { $0.figures.visits }
  static let sessionsWithSteps = Quantity("sessions_with_steps", "Sessions with steps: what depth_mean and the shares of sessions are over.") {
    $0.hasSteps ? 1 : 0
  }
}
