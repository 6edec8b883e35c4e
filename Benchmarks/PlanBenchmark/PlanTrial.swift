import Laboratory

/// The people of one platform in the versions of its current layout, led through several layouts.
struct PlanTrial {
  private let app: IntentionApp
  private let climbs: Bool
  private let visits: [(person: IntentionApp.Person, visit: IntentionApp.Visit)]
  let present: BarLayout
  private let tapsAtPresent: Int

  init(_ app: IntentionApp, platform: Int, climbs: Bool) {
    let versions = IntentionApp.versions.indices.filter { app.layouts[platform][$0] == app.layouts[platform].last }
    let visits = app.people.flatMap { person in
      person.visits.filter { $0.platform == platform && versions.contains($0.version) }.map { (person, $0) }
    }
    self.app = app
    self.climbs = climbs
    self.visits = visits
    present = app.layouts[platform][IntentionApp.versions.count - 1]
    tapsAtPresent = Self.taps(app, visits, present, climbs)
  }

  private static func taps(
    _ app: IntentionApp, _ visits: [(person: IntentionApp.Person, visit: IntentionApp.Visit)], _ layout: BarLayout, _ climbs: Bool
  ) -> Int {
    visits.reduce(0) { $0 + app.taps(of: $1.visit, $1.person, in: layout, climbsAlways: climbs) }
  }

  /// The taps per 100 sessions that people really save in a layout.
  func saving(in layout: BarLayout) -> Double {
    100 * Double(tapsAtPresent - Self.taps(app, visits, layout, climbs)) / Double(max(visits.count, 1))
  }

  /// The layout that a plan proposes.
  func layout(of plan: Proposal.Plan) -> BarLayout {
    func indices(_ entries: [String]) -> [Int] { entries.compactMap(app.entries.firstIndex) }
    return present.moving(up: indices(plan.promotions), down: indices(plan.demotions))
  }

  /// The largest saving of any layout that fits the bar and keeps the tab on which sessions begin: by brute force over all sets of promotions and
  /// demotions, with at most this many promotions.
  func bestSaving(promotions most: Int) -> Double {
    let hidden = present.more + present.menu
    var best = 0.0
    for promoted in subsets(of: hidden, upTo: most) where !promoted.isEmpty {
      for demoted in subsets(of: Array(present.bar.dropFirst()), upTo: present.bar.count - 1) {
        let layout = present.moving(up: promoted, down: demoted)
        // More than one surplus demotion never helps enough to matter: a demoted tab costs taps.
        guard layout.width <= max(5, present.width), demoted.count <= promoted.count else { continue }
        best = max(best, saving(in: layout))
      }
    }
    return best
  }

  private func subsets(of items: [Int], upTo most: Int) -> [[Int]] {
    items.reduce([[]]) { sets, item in sets + sets.filter { $0.count < most }.map { $0 + [item] } }
  }
}
