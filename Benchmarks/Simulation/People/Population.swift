import Foundation

/// Who uses an app, when, and on which releases: the distribution of everything about them.
package struct Population: Sendable {
  package var users = 400
  package var days = 28
  /// Midnight (UTC) of the first day, milliseconds since 1970: 2026-03-02.
  package var start: Int64 = 1_772_409_600_000
  /// The spread of activity: the standard deviation of the logarithm of a person's number of sessions.
  package var sigma = 0.9
  /// Multiplies the app's mean number of sessions.
  package var activity = 1.0
  /// The share of people who start using the app during the log.
  package var new = 0.25
  /// Whether the first start of the app on a device is logged as such.
  package var logsFirstOpen = true
  /// Releases with their release day; people install them some days later.
  package var releases: [(name: String, day: Double)] = [("1.0", -100)]
  /// Mean days from a release to its installation.
  package var updateLag = 4.0
  /// How much more the habits of new people, of tablets and of Android differ from the rest than by chance: 0: not at
  /// all.
  package var groupEffect = 0.0
  /// Experiment arms, each as likely.
  package var variants: [String] = []
  /// The factor by which tastes change over the log: at its end, entries at even indices are used this many times as
  /// much as at its start.
  package var drift = 1.0
  /// Whether screens are logged as a `screen_view` after each event and not in it.
  package var splits = false
  package var hasSessionIDs = true
  package var prefix = "u"

  package init() {}

  /// Lowers the activity so that there are about so many sessions at most.
  package mutating func limitSessions(to most: Double, _ app: SimulatedApp) {
    activity = min(1, most / (Double(users) * app.behavior.sessions))
  }
}

/// A person of a population, with a device, tastes and habits that stay the same from session to session.
package struct Person: Sendable {
  package let number: Int
  package let segment: LoggedEvent.Segment
  /// Whether the person starts using the app during the log.
  package let isNew: Bool
  /// The starts of all sessions, in order, with the index of the release that is installed.
  package let sessions: [(start: Int64, release: Int)]
  /// For each entry of the app: how much the person likes it; 0: never used.
  package let tastes: [Double]
  package let knowsGesture: [Bool]
  /// How fast the person is: multiplies stays.
  package let pace: Double
  /// Multiplies the chances to go back step by step.
  package let climbing: Double
  /// Multiplies the number of errands of a session.
  package let eagerness: Double

  package init(_ number: Int, of population: Population, using app: SimulatedApp, seed: UInt64) {
    var dice = Dice(seed: seed, number, 1)
    self.number = number
    var segment = dice.pick(app.platforms, by: \.weight).segment
    segment.locale = dice.pick(["en_US", "en_GB", "de_DE", "fr_FR", "es_ES"])
    if !population.variants.isEmpty { segment.variant = dice.pick(population.variants) }
    let comes = dice.chance(population.new)
    isNew = comes
    let arrival = comes ? dice.within(0...Double(population.days) * 0.9) : 0
    let left = (Double(population.days) - arrival) / Double(population.days)
    // The mean of a lognormal number is its median times exp(σ²/2): this keeps the mean the same, however skewed.
    let mean = app.behavior.sessions * population.activity * left
    let activity = dice.lognormal(median: mean, sigma: population.sigma) / exp(population.sigma * population.sigma / 2)
    let count = min(Int(Double(population.days) * 24), max(1, dice.poisson(mean: activity)))
    let lag = dice.exponential(mean: population.updateLag)
    var starts = (0..<count).map { _ in arrival + dice.unit() * (Double(population.days) - arrival) }
    if comes { starts[0] = arrival }
    var day = -1.0
    sessions = starts.sorted().map { start in
      // At least an hour apart.
      day = max(start, day + 1.0 / 24)
      let release = population.releases.lastIndex { $0.day + (comes && $0.day <= arrival ? 0 : lag) <= day } ?? 0
      return (population.start + Int64(day * 86_400_000), release)
    }
    self.segment = segment
    tastes = app.entries.enumerated().map { index, entry in
      let uses = index == 0 && !app.tabs.isEmpty || dice.chance(entry.reach)
      let taste = entry.weight * dice.lognormal(median: 1, sigma: 0.6)
      return uses ? taste : 0
    }
    knowsGesture = app.gestures.map { dice.chance($0.reach) }
    pace = dice.lognormal(median: 1, sigma: 0.3)
    let group = (comes ? 1.0 : 0) - (segment.device == "tablet" ? 1 : 0) + (segment.platform == "android" ? 0.5 : 0)
    climbing = dice.lognormal(median: 1 + population.groupEffect * max(-0.5, group), sigma: 0.4)
    eagerness = dice.lognormal(median: 1 / (1 + population.groupEffect * max(-0.5, group)), sigma: 0.2)
  }
}
