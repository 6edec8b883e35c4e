/// Who uses an app, when, and on which releases: the distribution of a population.
package struct Crowd: Sendable {
  package var users = 400
  package var days = 28
  /// Midnight (UTC) of the first day, milliseconds since 1970: 2026-03-02.
  package var start: Int64 = 1_772_409_600_000
  /// The spread of activity: the standard deviation of the logarithm of a person's number of sessions.
  package var sigma = 0.9
  /// Multiplies the shape's mean number of sessions.
  package var activity = 1.0
  /// The share of people who start using the app during the log.
  package var new = 0.25
  /// Whether the first start of the app on a device is logged as such.
  package var logsFirstOpen = true
  /// Releases with their release day; people install them some days later.
  package var releases: [(name: String, day: Double)] = [("1.0", -100)]
  /// Mean days from a release to its installation.
  package var updateLag = 4.0
  /// How much more the habits of new people, of tablets and of Android differ from the rest than by chance: 0: not at all.
  package var groupEffect = 0.0
  /// Experiment arms, each as likely.
  package var variants: [String] = []
  /// The factor by which tastes change over the log: at its end, entries at even indices are used this many times as much as at its start.
  package var drift = 1.0
  /// Whether screens are logged as a `screen_view` after each event and not in it.
  package var splits = false
  /// Whether events carry a session id.
  package var hasSessionIDs = true
  /// The prefix of user names.
  package var prefix = "u"

  package init() {}
}
