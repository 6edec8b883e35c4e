/// When a person uses the app.
struct PlannedSession: Sendable {
  /// Milliseconds since 1970.
  var start: Int64
  var user: Int
  /// The number among the person's sessions, from 1.
  var number: Int
  /// The person's last one in the log.
  var isLast = false
}

/// Spreads the sessions of people over the simulated days.
struct Schedule: Sendable {
  static let day: Int64 = 86_400_000
  static let hour: Int64 = 3_600_000

  let seed: UInt64
  let quota: Quota
  let firstDay: Int64
  let days: Int
  /// Cumulative share of people with at most 1, 2, 3… sessions (geometric).
  private let cumulative: [Double]
  /// Cumulative share of sessions that start before the end of each hour of the day.
  private static let hours: [Double] = {
    let weights = [1.0, 0.5, 0.3, 0.2, 0.2, 0.5, 2, 5, 6, 5, 4, 4, 6, 6, 5, 4, 4, 6, 8, 9, 10, 9, 6, 3]
    let total = weights.reduce(0, +)
    var sum = 0.0
    return weights.map {
      sum += $0 / total
      return sum
    }
  }()

  init(seed: UInt64, firstDay: Int64, days: Int, meanSessions: Double) {
    self.seed = seed
    quota = Quota(seed: seed)
    self.firstDay = firstDay
    self.days = days
    var cumulative: [Double] = []
    var left = 1.0
    while left > 0.001, cumulative.count < 1000 {
      left *= 1 - 1 / meanSessions
      cumulative.append(1 - left)
    }
    self.cumulative = cumulative
  }

  /// Adds the sessions of a person, in order, at least three hours apart.
  func add(_ user: Int, to sessions: inout [PlannedSession]) {
    var random = SplitMix64(seed: seed, user, -1)
    let rank = quota.rank(of: user, in: .sessions)
    let wanted = 1 + (cumulative.firstIndex { rank < $0 } ?? cumulative.count)
    // Most people used the app before the log begins; the others arrive in its first two thirds.
    let arrival = max(0, quota.rank(of: user, in: .arrival) - 0.4) * Double(days) * 0.66 / 0.6
    let room = Double(days) - arrival
    let gap = min(4.0, max(0.15, 0.75 * room / Double(wanted)))
    var index = arrival + (arrival == 0 ? random.fraction() * min(2, room / 2) : 0)
    var last = Int64.min / 2
    let end = firstDay + Int64(days) * Self.day
    let before = sessions.count
    defer { if sessions.count > before { sessions[sessions.count - 1].isLast = true } }
    for number in 1...wanted {
      var start = firstDay + Int64(index) * Self.day + timeOfDay(&random)
      if start < last + 3 * Self.hour { start = last + 3 * Self.hour + Int64(random.below(Int(2 * Self.hour))) }
      guard start < end else { return }
      sessions.append(PlannedSession(start: start, user: user, number: number))
      last = start
      index += gap * (0.25 + 1.5 * random.fraction())
    }
  }

  private func timeOfDay(_ random: inout SplitMix64) -> Int64 {
    let rank = random.fraction()
    let hour = Self.hours.firstIndex { rank < $0 } ?? 23
    return Int64(hour) * Self.hour + Int64(random.below(Int(Self.hour)))
  }
}
