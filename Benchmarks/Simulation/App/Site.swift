/// A site without tabs, of random size, and the pages that people saw on it: what must not be taken for an app with
/// tabs.
///
/// Pages link to pages; people follow links, go back as browsers do (in the order in which they came), begin where a
/// search engine led them, and have a logo that leads home and, in some shops, a cart in sight.
package struct Site: Sendable {
  package enum Kind: Int, CaseIterable, Sendable { case shop, wiki, funnel, page, course }

  /// What is wrong with a site: what only appearances of pages can show.
  package enum Flaw: CaseIterable, Sendable {
    /// A page that promises what it does not hold: most who open it are back within seconds.
    case glance
    /// A page that people come back to only to go on.
    case lobby
    /// Two pages that people have to compare: each lacks a fact that the other shows.
    case pair
  }

  private struct Page {
    var name: String
    /// How many sessions begin here, in relation to other pages.
    var start: Double
    /// The share of people's steps that go back, and that end a session.
    var back: Double
    var end: Double
    /// The pages it links to, with weights.
    var links: [(to: Int, weight: Double)] = []
    /// The median stay there in seconds, if it is a short one.
    var hurried: Double?
  }

  package let seed: UInt64
  package let kind: Kind
  /// The pages with the planted flaw, where people hurry on; empty without one.
  package var flawed: Set<String> { Set(pages.filter { $0.hurried != nil }.map(\.name)) }
  private var pages: [Page] = []
  /// Pages in sight from everywhere, with the share of steps that choose them.
  private var fixtures: [(page: Int, share: Double)] = []

  package init(seed: UInt64, flaw: Flaw? = nil) {
    self.seed = seed
    kind = Kind.allCases[Int(seed % UInt64(Kind.allCases.count))]
    var dice = Dice(seed: seed, 7)
    switch kind {
    case .shop: drawShop(&dice)
    case .wiki: drawWiki(&dice)
    case .funnel: drawFunnel(&dice)
    case .page: drawPage(&dice)
    case .course: drawCourse(&dice)
    }
    if let flaw { plant(flaw, &dice) }
  }

  private mutating func plant(_ flaw: Flaw, _ dice: inout Dice) {
    // A page that many see and that links on: a flaw that few meet is nobody's.
    let host = pages.indices.filter { !pages[$0].links.isEmpty }.max { pages[$0].start < pages[$1].start } ?? 0
    let out = pages[host].links.map(\.weight).reduce(0, +)
    switch flaw {
    case .glance:
      let page = add("offer_of_the_day", back: dice.within(0.75...0.95))
      link((host, page, out * dice.within(0.3...0.8)), (page, host, 1))
      pages[page].hurried = dice.within(1.5...2.5)
    case .lobby:
      // Nothing links across: whoever wants another page goes back to this one first.
      for page in pages.indices where page != host && dice.chance(0.9) {
        pages[page].links = [(host, 1)]
        pages[page].back = 0
      }
      for page in pages.indices where page != host && !pages[host].links.contains(where: { $0.to == page }) {
        link((host, page, out / Double(pages.count)))
      }
      pages[host].hurried = dice.within(1.2...2)
    case .pair:
      let page = add("price_list")
      link((host, page, out * dice.within(0.5...1.5)), (page, host, 6))
      pages[page].hurried = dice.within(3...5)
      pages[host].hurried = dice.within(3...5)
    }
  }

  @discardableResult
  private mutating func add(_ name: String, start: Double = 0, back: Double = 0, end: Double = 0.05) -> Int {
    pages.append(Page(name: name, start: start, back: back, end: end))
    return pages.count - 1
  }

  private mutating func link(_ links: (from: Int, to: Int, weight: Double)...) {
    for link in links { pages[link.from].links.append((link.to, link.weight)) }
  }

  private mutating func drawShop(_ dice: inout Dice) {
    let home = add("home", start: dice.within(1...6), end: 0.15)
    let search = add("search_results", start: dice.within(0...1), back: 0.1, end: 0.1)
    let product = add("product", start: dice.within(0...8), back: dice.within(0.2...0.6), end: 0.15)
    let cart = add("cart", back: dice.within(0.1...0.3), end: 0.2)
    let steps = (0..<dice.within(2...4)).map {
      add(["shipping", "payment", "review", "confirmation"][$0], back: 0.08, end: 0.12)
    }
    for number in 0..<dice.within(3...14) {
      let category = add("category_\(number + 1)", start: dice.within(0...1), back: 0.15, end: 0.08)
      link((home, category, dice.lognormal(median: 1, sigma: 0.7)), (category, product, 6))
      if number > 0, dice.chance(0.4) { link((category, category - 1, 0.7)) }
      link((product, category, dice.within(0...0.3)))
    }
    link(
      (home, search, dice.within(0.5...4)), (home, product, dice.within(0...2)), (search, product, 4),
      (product, cart, dice.within(0.5...2)),
      (cart, steps[0], 2), (cart, product, 0.5))
    for (step, next) in zip(steps, steps.dropFirst() + [home]) { link((step, next, next == home ? 1 : 3)) }
    fixtures = [(home, dice.within(0.01...0.06)), (search, dice.within(0...0.06)), (cart, dice.within(0...0.04))]
  }

  private mutating func drawWiki(_ dice: inout Dice) {
    let main = add("Main_Page", start: dice.within(0...3), end: 0.2)
    let count = dice.within(25...160)
    for number in 0..<count {
      add(
        "Article_\(number + 1)", start: 1 / Double(number + 2), back: dice.within(0.1...0.35),
        end: dice.within(0.1...0.3))
    }
    for page in pages.indices {
      for _ in 0..<dice.within(2...9) {
        // Popular articles are linked more often (Zipf).
        let to = dice.index(weights: (0...count).map { 1 / Double($0 + 3) })
        if to != page { link((page, to, dice.lognormal(median: 1, sigma: 1))) }
      }
    }
    fixtures = [(main, dice.within(0...0.05))]
  }

  private mutating func drawFunnel(_ dice: inout Dice) {
    let steps = (0..<dice.within(4...11)).map { number in
      add(
        "step_\(number + 1)", start: number == 0 ? 6 : 0.1, back: dice.within(0.02...0.2), end: dice.within(0.03...0.2))
    }
    for (step, next) in zip(steps, steps.dropFirst()) {
      link((step, next, 6))
      if dice.chance(0.3), next + 1 < steps.count { link((step, next + 1, 0.8)) }
    }
    for number in 0..<dice.within(0...4) {
      let side = add(["help", "terms", "upload", "calculator"][number], back: 0.85, end: 0.1)
      for step in steps where dice.chance(0.5) { link((step, side, dice.within(0.2...1))) }
      link((side, steps[0], 0.2))
    }
    let done = add("done", end: 0.7)
    link((steps[steps.count - 1], done, 5), (done, steps[0], 1))
  }

  private mutating func drawPage(_ dice: inout Dice) {
    let parts = (0..<dice.within(4...10)).map {
      add("section_\($0 + 1)", start: $0 == 0 ? 10 : 0.3, end: dice.within(0.05...0.25))
    }
    for part in parts {
      // Two parts further: scrolled past quickly.
      for (step, weight) in [(1, 4.0...9), (-1, 0.5...3), (2, 0...1.5)] where parts.contains(part + step) {
        link((part, part + step, dice.within(weight)))
      }
    }
    if dice.chance(0.5) { for part in parts.dropFirst() { link((parts[0], part, dice.within(0...0.8))) } }
  }

  private mutating func drawCourse(_ dice: inout Dice) {
    let dashboard = add("Dashboard", start: 5, end: 0.1)
    for number in 0..<dice.within(1...5) {
      let course = add("Course \(number + 1)", start: 0.5, back: 0.1, end: 0.1)
      link((dashboard, course, dice.lognormal(median: 1, sigma: 0.6)))
      for item in 0..<dice.within(4...20) {
        let page = add("Course \(number + 1) item \(item + 1)", start: 0.05, back: dice.within(0.1...0.4), end: 0.1)
        link((course, page, 1 + 3 / Double(item + 1)), (page, course, dice.within(0.5...2)))
        if item > 0 { link((page - 1, page, dice.within(1...5))) }
      }
    }
    let grades = add("Grades", back: 0.5, end: 0.2)
    link((dashboard, grades, 0.5))
    fixtures = [(dashboard, dice.within(0.01...0.07))]
  }

  /// The log as NDJSON: only `screen_view`.
  package func log() -> [UInt8] {
    var dice = Dice(seed: seed, 8)
    var events: [LoggedEvent] = []
    for user in (0..<dice.within(150...700)).map({ "u\($0)" }) {
      var time = 1_772_500_000_000_000 + Int64(dice.unit() * 1.2e12)
      for session in 0..<(1 + dice.poisson(mean: dice.chance(0.3) ? 3 : 0.4)) {
        for page in visit(&dice) {
          events.append(
            LoggedEvent(time: time, user: user, session: "\(user)-\(session)", event: "screen_view", screen: page.name))
          time += Int64(dice.lognormal(median: page.hurried ?? 14, sigma: page.hurried == nil ? 1.1 : 0.6) * 1e6) + 1000
        }
        time += Int64((3600 + dice.exponential(mean: 2e5)) * 1e6)
      }
    }
    return events.log
  }

  /// The pages of one session, neighbors different.
  private func visit(_ dice: inout Dice) -> [Page] {
    var seen = [dice.index(weights: pages.map(\.start))]
    var history = seen
    while seen.count < 200 {
      let page = seen[seen.count - 1]
      if dice.chance(pages[page].end) { break }
      if let fixture = fixtures.first(where: { $0.page != page && dice.chance($0.share) }) {
        history.append(fixture.page)
      } else if history.count > 1, dice.chance(pages[page].back) {
        history.removeLast()
      } else if pages[page].links.isEmpty {
        break
      } else {
        history.append(dice.pick(pages[page].links, by: \.weight).to)
      }
      if history[history.count - 1] != page { seen.append(history[history.count - 1]) }
    }
    return seen.map { pages[$0] }
  }
}
