/// What a row of the summary means, in plain language. Adding a measure to the summary is a line in ``all``.
struct MeasureWords: Sendable {
  enum Kind: Sendable {
    case count
    /// A figure of so many decimals.
    case number(Int)
    case share
  }

  let metric: String
  let name: String
  let kind: Kind
  /// What its `n` counts.
  let unit: String
  let meaning: String

  private init(_ metric: String, _ name: String, _ kind: Kind, of unit: String = "", _ meaning: String) {
    self.metric = metric
    self.name = name
    self.kind = kind
    self.unit = unit
    self.meaning = meaning
  }

  static let all = [
    MeasureWords("events", "Events", .count, "What the app wrote down: a screen shown, a tab tapped, … Duplicates are left out."),
    MeasureWords("events_rejected", "Lines not readable", .count, "They are left out everywhere."),
    MeasureWords("events_duplicate", "Duplicate events", .count, "Sent twice; counted once."),
    MeasureWords("users", "Users", .count, "Different people or devices."),
    MeasureWords("sessions", "Sessions", .count, "Stretches of use without a long break."),
    MeasureWords("steps", "Steps", .count, "Moves from one screen to another, forward or back."),
    MeasureWords(
      "inferred_steps", "Steps worked out", .share, of: "step",
      "No event told of them; they follow from the screens that appeared. The fewer, the better the log."),
    MeasureWords("visits", "Visits", .count, "Arrivals at a screen on the way forward; going back is none."),
    MeasureWords("tab_switches", "Tab switches", .count, "From one section of the app to another by the tab bar."),
    MeasureWords(
      "tab_switches_per_session", "Tab switches per session", .number(2), of: "session",
      "Many may mean that what belongs together is apart."),
    MeasureWords(
      "depth_mean", "Depth, mean", .number(2), of: "session",
      "Depth is the level of a screen, the root of a tab being 1; of a session, its deepest."),
    MeasureWords("depth_p50", "Depth, median", .number(0), of: "session", "Half of the sessions go no deeper."),
    MeasureWords("depth_p90", "Depth, nine in ten", .number(0), of: "session", "Nine in ten sessions go no deeper."),
    MeasureWords("depth_max", "Depth, deepest", .number(0), of: "session", "The deepest level anybody reached."),
    MeasureWords(
      "sessions_deeper_than_5", "Sessions below level 5", .share, of: "session", "Five to six levels are what people can keep in mind."),
    MeasureWords("sessions_deeper_than_6", "Sessions below level 6", .share, of: "session", "Beyond that, people get lost."),
    MeasureWords("more_opens", "More list opened", .count, "The list of what does not fit into the tab bar."),
    MeasureWords("more_abandoned", "More list left", .count, "Opened and left without a choice."),
    MeasureWords("more_extra_taps", "Extra taps by More", .count, "Each choice from the list costs one tap more than a visible tab."),
    MeasureWords(
      "more_toll", "Choices by More", .share, of: "choice", "Of all choices of a section, those that went through the More list."),
    MeasureWords("menu_opens", "Menus opened", .count, "Hidden menus, such as one behind three lines."),
    MeasureWords("menu_reach", "Users who opened a menu", .share, of: "user", "The others may not know what is in it."),
    MeasureWords("menu_abandonment", "Menus left", .share, of: "opening", "Opened and left without a choice: not found, or not wanted."),
    MeasureWords("back_share", "Steps back", .share, of: "step", "Of all steps, those that go back up."),
    MeasureWords(
      "quick_back_rate", "Quick backs", .share, of: "visit", "Visits left again by going back within five seconds: a wrong turn."),
    MeasureWords(
      "back_chain_sessions", "Climbing out", .share, of: "session", "Sessions with three steps back in a row: no shorter way home."),
    MeasureWords(
      "ping_pong_sessions", "Ping-pong", .share, of: "session",
      "Sessions that go to and fro between two sections: each holds half of what is needed."),
    MeasureWords(
      "revisit_rate", "Screens seen again", .share, of: "session",
      "In a session, on average, the share of steps that lead to a screen seen before."),
    MeasureWords("tab_blocked", "Tabs refused", .count, "Taps on a tab that the app did not follow."),
    MeasureWords("back_at_root", "Back at the root", .count, "Going back where there is nothing to go back to."),
    MeasureWords("state_lost", "Places lost", .count, "Coming back to a tab that had forgotten where one was."),
  ]
}
