/// What people really did, counted while they did it, independently of any log: the truth that findings are compared with.
package struct TrueFigures: Sendable {
  /// A screen that came up.
  struct Stay {
    enum Kind { case forward, back, modal }
    var kind: Kind
    var section: String
    var screen: String
    var depth: Int
    var time: Int64
  }

  package private(set) var sessions = 0
  /// Sessions with three or more steps back in a row.
  package private(set) var backChains = 0
  /// Sessions with a ping-pong between two sections, by pair.
  package private(set) var pingPongs: [String: Int] = [:]
  /// Sessions with three different sections in a row, each but the last left within 5 s.
  package private(set) var hunts = 0
  /// The largest depth in each section, without screens that may be at any depth.
  package private(set) var depths: [String: Int] = [:]
  /// The largest depth in each modal flow, by its first screen.
  package private(set) var modals: [String: Int] = [:]
  /// For each screen: visits, and visits that ended the session.
  package private(set) var visits: [String: Int] = [:]
  package private(set) var endings: [String: Int] = [:]
  /// For each screen: screens opened from it, and those in runs of three or more that were left within 5 s.
  package private(set) var opened: [String: Int] = [:]
  package private(set) var pecked: [String: Int] = [:]
  /// The number of people, and for each screen its users and the sum of the depths of its visits.
  package private(set) var users = 0
  package private(set) var seenBy: [String: Int] = [:]
  package private(set) var depthSums: [String: Int] = [:]
  /// Changes to a tab, and choices from the More list.
  package private(set) var tabChanges = 0
  package private(set) var moreChoices = 0
  /// People with three sessions or more who had and who opened each menu.
  package private(set) var menuHolders: [String: Int] = [:]
  package private(set) var menuOpeners: [String: Int] = [:]

  /// Adds what a person did.
  mutating func add(_ walk: TasteWalk) {
    users += 1
    let traces = walk.traces.filter { !$0.isEmpty }
    sessions += traces.count
    for trace in traces { add(trace, walk.app) }
    let seen = traces.flatMap { $0.filter { $0.kind == .forward || $0.kind == .modal && countsDepth(in: walk.app.kind(of: $0.screen)) } }
    for screen in Set(seen.map(\.screen)) { seenBy[screen, default: 0] += 1 }
    guard traces.count >= 3 else { return }
    for menu in walk.menus.had { menuHolders[menu, default: 0] += 1 }
    for menu in walk.menus.opened { menuOpeners[menu, default: 0] += 1 }
  }

  /// Whether screens of a kind that many levels deep are a flaw.
  private func countsDepth(in kind: String?) -> Bool { kind != "folder" && kind != "wizard" && kind != "compose" }

  private mutating func add(_ stays: [Stay], _ app: SimulatedApp) {
    var backs = 0
    var isChain = false
    var flow = ""
    for (index, stay) in stays.enumerated() {
      let kind = app.kind(of: stay.screen)
      // Going back step by step is normal in folders.
      if stay.kind != .back { backs = 0 } else if kind != "folder" { backs += 1 }
      if backs >= 3 { isChain = true }
      if stay.kind == .modal {
        if stay.depth == 1 { flow = stay.screen }
        if countsDepth(in: kind) {
          visits[stay.screen, default: 0] += 1
          depthSums[stay.screen, default: 0] += stay.depth
        }
        if kind != "wizard", kind != "compose" { modals[flow] = max(modals[flow, default: 0], stay.depth) }
      } else if countsDepth(in: kind) {
        depths[stay.section] = max(depths[stay.section, default: 0], stay.depth)
      }
      guard stay.kind == .forward else { continue }
      visits[stay.screen, default: 0] += 1
      if countsDepth(in: kind) { depthSums[stay.screen, default: 0] += stay.depth }
      if stay.section == "More", stay.depth == 2 { moreChoices += 1 }
      if index > 0, stay.section != stays[index - 1].section, stay.section != "More", !stay.section.contains(":") { tabChanges += 1 }
      if index == stays.count - 1, kind != "wizard", kind != "compose" { endings[stay.screen, default: 0] += 1 }
    }
    if isChain { backChains += 1 }
    addSections(stays)
    addPecks(stays, app)
  }

  private mutating func addSections(_ stays: [Stay]) {
    var sections: [(name: String, start: Int64)] = []
    for stay in stays where sections.last?.name != stay.section { sections.append((stay.section, stay.time)) }
    func length(_ index: Int) -> Int64 { index + 1 < sections.count ? sections[index + 1].start - sections[index].start : .max }
    var pairs: Set<String> = []
    var isHunt = false
    for index in sections.indices.dropFirst(2) {
      if Set(sections[(index - 2)...index].map(\.name)).count == 3, length(index - 2) < 5000, length(index - 1) < 5000 { isHunt = true }
      guard index >= 3, sections[index].name == sections[index - 2].name, sections[index - 1].name == sections[index - 3].name,
        length(index - 2) <= 10_000, length(index - 1) <= 10_000
      else { continue }
      pairs.insert([sections[index].name, sections[index - 1].name].sorted().joined(separator: " ↔ "))
    }
    for pair in pairs { pingPongs[pair, default: 0] += 1 }
    if isHunt { hunts += 1 }
  }

  private mutating func addPecks(_ stays: [Stay], _ app: SimulatedApp) {
    var hub = ""
    var run = 0
    func end() {
      if run >= 3 { pecked[hub, default: 0] += run }
      run = 0
    }
    for index in stays.indices.dropFirst() where stays[index].kind == .forward && stays[index].section == stays[index - 1].section {
      let from = stays[index - 1].screen
      guard app.kind(of: from) != "lookup", app.kind(of: stays[index].screen) != "lookup" else { continue }
      opened[from, default: 0] += 1
      if from != hub { end() }
      hub = from
      if index + 1 < stays.count, stays[index + 1].kind == .back, stays[index + 1].time - stays[index].time <= 5000 { run += 1 } else { end() }
    }
    end()
  }

  /// The findings that rules must report and those that they may report, by the true figures.
  ///
  /// A figure of at least 1.25 times a rule's threshold is a flaw; one of at least 0.8 times is near it; below that, the subject must have no finding.
  package var judged: (flaws: [Subject], near: [Subject]) {
    var flaws: [Subject] = []
    var near: [Subject] = []
    func judge(_ rule: String, _ subject: String, _ count: Int, of all: Int, _ threshold: Double) {
      // With few cases, the share says little.
      guard all >= 150 else { return }
      let value = Double(count) / Double(all)
      if value >= 1.25 * threshold { flaws.append(Subject(rule, subject)) } else if value >= 0.8 * threshold { near.append(Subject(rule, subject)) }
    }
    judge("path.back-chain", "app", backChains, of: sessions, 0.1)
    judge("tabs.hunting", "app", hunts, of: sessions, 0.03)
    for pair in pingPongs.keys.sorted() { judge("path.ping-pong", pair, pingPongs[pair] ?? 0, of: sessions, 0.05) }
    for section in depths.keys.sorted() where depths[section] ?? 0 > 5 { flaws.append(Subject("depth.over-limit", section)) }
    for flow in modals.keys.sorted() where modals[flow] ?? 0 > 5 { flaws.append(Subject("depth.over-limit", flow)) }
    for hub in pecked.keys.sorted() { judge("path.pogo", hub, pecked[hub] ?? 0, of: opened[hub] ?? 0, 0.3) }
    for menu in menuHolders.keys.sorted() {
      // Here a small share is the flaw.
      let (openers, holders) = (menuOpeners[menu] ?? 0, menuHolders[menu] ?? 0)
      guard holders >= 10, Double(openers) <= 0.4 / 0.8 * Double(holders) else { continue }
      // With few cases, the share says little: a finding may be right.
      if holders >= 30, Double(openers) <= 0.4 / 1.25 * Double(holders) {
        flaws.append(Subject("menu.unopened", menu))
      } else {
        near.append(Subject("menu.unopened", menu))
      }
    }
    judge("tabs.more-toll", "app", moreChoices, of: moreChoices + tabChanges, 0.05)
    for screen in seenBy.keys.sorted() where Double(depthSums[screen] ?? 0) >= 3.4 * Double(visits[screen] ?? 0) {
      // Which screen of a chain the finding names is up to the rule.
      if Double(seenBy[screen] ?? 0) >= 0.15 * Double(users) { near.append(Subject("depth.hot-deep", screen)) }
    }
    for screen in endings.keys.sorted() where depthSums[screen] ?? 0 >= 2 * (visits[screen] ?? 0) {
      judge("path.dead-end", screen, endings[screen] ?? 0, of: visits[screen] ?? 0, 0.5)
    }
    return (flaws, near)
  }
}

/// The identity of a finding: a rule and a subject.
package struct Subject: Sendable, Hashable, Comparable, CustomStringConvertible {
  package var rule: String
  package var subject: String

  package init(_ rule: String, _ subject: String) {
    self.rule = rule
    self.subject = subject
  }

  package var description: String { "\(rule): \(subject)" }
  package static func < (a: Self, b: Self) -> Bool { (a.rule, a.subject) < (b.rule, b.subject) }
}
