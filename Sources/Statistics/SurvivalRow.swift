/// The number of users who found something at one time, and of users last seen then without having found it.
package struct SurvivalRow: Sendable, Hashable, Codable {
  /// The time, in any unit: a session number, a day.
  package var time: Int
  /// Users to whom it happened at this time.
  package var events: Int
  /// Users followed up to this time, to whom it had not happened.
  package var censored: Int

  package init(time: Int, events: Int, censored: Int) {
    precondition(events >= 0 && censored >= 0, "counts are not negative")
    self.time = time
    self.events = events
    self.censored = censored
  }
}
