/// A person with a device, tastes and habits that stay the same from session to session.
package struct Person: Sendable {
  package let number: Int
  package let name: String
  package let segment: LoggedEvent.Segment
  /// Whether the person starts using the app during the log.
  package let isNew: Bool
  /// The starts of all sessions, in order, with the index of the release that is installed.
  package let sessions: [(start: Int64, release: Int)]
  /// For each entry of the shape: how much the person likes it; 0: never used.
  package let tastes: [Double]
  package let knowsGesture: [Bool]
  /// How fast the person is: multiplies stays.
  package let pace: Double
  /// Multiplies the chances to go back step by step.
  package let climbing: Double
  /// Multiplies the number of errands of a session.
  package let eagerness: Double

  package init(_ number: Int, of crowd: Crowd, using shape: AppShape, seed: UInt64) {
    var dice = Dice(seed: seed, number, 1)
    self.number = number
    name = "\(crowd.prefix)\(number)"
    var segment = shape.devices[dice.index(weights: shape.devices.map(\.weight))].segment
    segment.locale = dice.pick(["en_US", "en_GB", "de_DE", "fr_FR", "es_ES"])
    if !crowd.variants.isEmpty { segment.variant = dice.pick(crowd.variants) }
    let comes = dice.chance(crowd.new)
    isNew = comes
    let arrival = comes ? dice.within(0...Double(crowd.days) * 0.9) : 0
    let left = (Double(crowd.days) - arrival) / Double(crowd.days)
    // The mean of a lognormal number is its median times exp(σ²/2): this keeps the mean the same, however skewed.
    let mean = shape.meanSessions * crowd.activity * left
    let activity = dice.lognormal(median: mean, sigma: crowd.sigma) / Dice.meanOfLognormal(sigma: crowd.sigma)
    let count = min(Int(Double(crowd.days) * 24), max(1, dice.poisson(mean: activity)))
    let lag = dice.exponential(mean: crowd.updateLag)
    var starts = (0..<count).map { _ in arrival + dice.unit() * (Double(crowd.days) - arrival) }
    if comes { starts[0] = arrival }
    starts.sort()
    var last = -1.0
    var sessions: [(start: Int64, release: Int)] = []
    for start in starts {
      // At least an hour apart.
      let day = max(start, last + 1.0 / 24)
      last = day
      let release = crowd.releases.lastIndex { $0.day + (comes && $0.day <= arrival ? 0 : lag) <= day } ?? 0
      sessions.append((crowd.start + Int64(day * 86_400_000), release))
    }
    self.segment = segment
    self.sessions = sessions
    tastes = shape.entries.enumerated().map { index, entry in
      let uses = index == 0 && !shape.tabs.isEmpty || dice.chance(entry.reach)
      let taste = entry.weight * dice.lognormal(median: 1, sigma: 0.6)
      return uses ? taste : 0
    }
    knowsGesture = shape.gestures.map { dice.chance($0.reach) }
    pace = dice.lognormal(median: 1, sigma: 0.3)
    let group = (comes ? 1.0 : 0) - (segment.device == "tablet" ? 1 : 0) + (segment.platform == "android" ? 0.5 : 0)
    climbing = dice.lognormal(median: 1 + crowd.groupEffect * max(-0.5, group), sigma: 0.4)
    eagerness = dice.lognormal(median: 1 / (1 + crowd.groupEffect * max(-0.5, group)), sigma: 0.2)
  }
}
