import Harness
import Simulation

/// The people of one platform in the versions of its current layout, led through several layouts.
struct PlanTrial {
  private struct Trip {
    let person: IntentionApp.Person
    let visit: IntentionApp.Visit
    let present: BarLayout
    let taps: Int
  }

  struct Moves {
    let up: [Int]
    let down: [Int]
  }

  private let app: IntentionApp
  private let trips: [Trip]
  let present: BarLayout

  /// Takes the visits that show how the people will go on whom a proposal is for.
  init(_ app: IntentionApp, _ proposal: Proposal) {
    self.app = app
    let platform = IntentionApp.platforms.firstIndex(of: proposal.platform) ?? 0
    let tab = proposal.tab
    let newest = app.layouts[platform][IntentionApp.versions.count - 1]
    func bar(_ person: IntentionApp.Person) -> BarLayout { person.layouts?[platform] ?? newest }
    let people = app.people.filter { person in
      tab.map { tab in bar(person).bar.contains { app.entries[$0] + person.suffix == tab } } ?? true
    }
    let present = tab == nil ? newest : people.first.map(bar) ?? newest
    self.present = present
    // People with a bar of their own have it in all versions.
    let versions = IntentionApp.versions.indices.filter { present != newest || app.layouts[platform][$0] == newest }
    trips = people.flatMap { person in
      person.visits.filter { $0.platform == platform && versions.contains($0.version) && $0.isTypical }.map { visit in
        let layout = app.layout(of: visit, person)
        return Trip(person: person, visit: visit, present: layout, taps: app.taps(of: visit, person, in: layout))
      }
    }
  }

  /// The taps that a visit takes less once those entries have moved that the person has.
  private func saved(_ trip: Trip, _ moves: Moves) -> Int {
    let layout = trip.present.moving(
      up: moves.up.filter { trip.present.more.contains($0) || trip.present.menu.contains($0) },
      down: moves.down.filter(trip.present.bar.contains))
    return trip.taps - app.taps(of: trip.visit, trip.person, in: layout)
  }

  /// The taps per 100 sessions that people really save.
  func saving(_ moves: Moves) -> Double {
    100 * Double(trips.reduce(0) { $0 + saved($1, moves) }) / Double(max(trips.count, 1))
  }

  /// How many people would save taps, and how many would need more.
  func people(_ moves: Moves) -> (better: Int, worse: Int) {
    let effects = Dictionary(grouping: trips, by: \.person.name).values.map { $0.reduce(0) { $0 + saved($1, moves) } }
    return (effects.count { $0 > 0 }, effects.count { $0 < 0 })
  }

  /// The moves that a plan proposes.
  func moves(of plan: Proposal.Plan) -> Moves {
    func indices(_ entries: [String]) -> [Int] {
      entries.compactMap { name in app.entries.firstIndex { name == $0 || name.hasPrefix($0 + " ") } }
    }
    return Moves(up: indices(plan.promotions), down: indices(plan.demotions))
  }

  /// The largest saving of any layout that fits the bar and keeps the tab on which sessions begin: by brute force over
  /// all sets of promotions and demotions, with at most this many promotions.
  func bestSaving(promotions most: Int) -> Double {
    let hidden = present.more + present.menu
    var best = 0.0
    for promoted in subsets(of: hidden, upTo: most) where !promoted.isEmpty {
      for demoted in subsets(of: Array(present.bar.dropFirst()), upTo: present.bar.count - 1) {
        let layout = present.moving(up: promoted, down: demoted)
        // More than one surplus demotion never helps enough to matter: a demoted tab costs taps.
        guard layout.width <= max(5, present.width), demoted.count <= promoted.count else { continue }
        best = max(best, saving(Moves(up: promoted, down: demoted)))
      }
    }
    return best
  }

  private func subsets(of items: [Int], upTo most: Int) -> [[Int]] {
    items.reduce([[]]) { sets, item in sets + sets.filter { $0.count < most }.map { $0 + [item] } }
  }
}
