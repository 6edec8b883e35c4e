/// The log of a population that uses an app, with the truth about it.
package struct SimulatedLog: Sendable {
  package var app: SimulatedApp
  package var population: Population
  /// In order of time.
  package var events: [LoggedEvent] = []
  package private(set) var figures = TrueFigures()
  /// What may be said of it besides.
  package var reservations = Reservations()

  package init(_ app: SimulatedApp, _ population: Population, seed: UInt64) {
    self.app = app
    self.population = population
    add(population, using: app, seed: seed)
  }

  /// The log of people who plan their errands, with the flaws that were planted.
  package init(_ app: SimulatedApp, _ options: SimulationOptions) throws {
    self.app = app
    population = Population()
    population.releases = [(app.versions.last ?? "", -100)]
    flaws = try simulate(app: app, options: options) { events.append($0.event) }
    population.users = 0
    population.start = events.first?.time ?? 0
  }

  /// The planted flaws of a planned log.
  package private(set) var flaws: [PlantedFlaw] = []

  /// Adds people.
  mutating func add(_ population: Population, using app: SimulatedApp, seed: UInt64) {
    for number in 0..<population.users {
      let walk = TasteWalk(
        Person(number, of: population, using: app, seed: seed), app: app, population: population, seed: seed)
      events += walk.events
      figures.add(walk)
    }
    events.sortByTime()
  }

  /// Adds people with another app, or with the same one.
  /// - Parameter share: their number in relation to the people so far.
  mutating func join(_ app: SimulatedApp, _ share: Double, prefix: String, activity: Double = 1, _ dice: inout Dice) {
    var population = population
    population.prefix = prefix
    population.users = max(15, Int(share * Double(max(population.users, Set(events.lazy.map(\.user)).count))))
    population.activity *= activity
    add(population, using: app, seed: dice.bits())
  }

  /// Rewrites the events of each session; the sessions of a user are numbered from 0.
  mutating func rewriteSessions(_ dice: inout Dice, _ rewrite: (inout [LoggedEvent], _ number: Int, inout Dice) -> Void)
  {
    let sessions = Dictionary(grouping: events.indices) { [events[$0].user, events[$0].session] }.values.sorted {
      $0[0] < $1[0]
    }
    let seed = dice.bits()
    var sessionsOfUser: [String: Int] = [:]
    events = sessions.enumerated().flatMap { index, places in
      var session = places.map { events[$0] }
      let user = session[0].user
      var own = Dice(seed: seed, index)
      rewrite(&session, sessionsOfUser[user, default: 0], &own)
      sessionsOfUser[user, default: 0] += 1
      return session
    }
    events.sortByTime()
  }
}

/// What circumstances make true or false of a log, beside the figures of what people did.
package struct Reservations: Sendable {
  /// Whether any plan misleads.
  package var forbidsPlan = false
  /// Tabs of some people; no plan may move both such and others.
  package var apart: Set<String> = []
  /// Entries that no plan may move.
  package var unmovable: Set<String> = []
  /// Entries that no plan may promote if a tab leaves for them: others would pay.
  package var ofFew: Set<String> = []
  /// Tabs that a plan may demote only with a word of warning.
  package var vital: Set<String> = []
  /// Findings that are right.
  package var right: Set<Subject> = []
  /// Findings that are wrong although the figures say so.
  package var wrong: Set<Subject> = []
  /// What names end with in some languages.
  package var suffixes: [String] = []
}

extension SimulatedLog {
  /// Tells whether the truth allows a finding with a rule and a subject.
  package var judge: (Subject) -> Bool {
    let judged = figures.judged
    // What rules find in the structure itself: a More list on tablets, where a sidebar fits.
    let isWide = app.more != nil && app.platforms.contains { $0.device == "tablet" }
    let right = reservations.right.union(
      judged.flaws + judged.near + (isWide ? [Subject("tabs.wide-overflow", "app")] : []))
    return { [self] finding in
      let subject = Subject(finding.rule, unlabeled(finding.subject))
      return !reservations.wrong.contains(subject) && right.contains(subject)
    }
  }

  /// A subject without what it ends with in some languages.
  package func unlabeled(_ subject: String) -> String {
    reservations.suffixes.reduce(subject) { $0.replacing($1, with: "") }
  }
}
