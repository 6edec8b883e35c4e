/// What people really did, counted while they did it, independently of any log: the truth that findings are compared
/// with.
package struct TrueFigures: Sendable, Equatable {
  /// A screen that came up.
  struct Stay {
    enum Kind { case forward, back, modal }
    var kind: Kind
    var section: String
    var screen: String
    var depth: Int
    var time: Int64
  }

  /// Those cases of all that show something.
  private struct Share: Equatable { var (part, all) = (0, 0) }
  /// Visits, the sum of their depths, visits that ended the session, and people.
  private struct Screen: Equatable { var (visits, depths, endings, users) = (0, 0, 0, 0) }

  package private(set) var users = 0
  private var sessions = 0
  /// Sessions that show what a rule looks for.
  private var sessionsWith: [Subject: Int] = [:]
  /// Choices from the More list among these and changes to a tab.
  private var moreChoices = Share()
  /// For each screen: of the screens opened from it, those in runs of three or more that were left within 5 s.
  private var pecked: [String: Share] = [:]
  /// For each menu: of the people with three sessions or more who had it, those who opened it.
  private var menus: [String: Share] = [:]
  private var screens: [String: Screen] = [:]
  /// The largest depth in each section, without screens that may be at any depth.
  package private(set) var depths: [String: Int] = [:]
  /// The largest depth in each modal flow, by its first screen.
  private var modals: [String: Int] = [:]

  /// Adds what a person did.
  mutating func add(_ walk: TasteWalk) {
    users += 1
    let traces = walk.traces.filter { !$0.isEmpty }
    for trace in traces { add(trace, walk.app) }
    let seen = traces.joined().filter {
      $0.kind == .forward || $0.kind == .modal && countsDepth(in: walk.app.kind(of: $0.screen))
    }
    for screen in Set(seen.map(\.screen)) { screens[screen, default: Screen()].users += 1 }
    guard traces.count >= 3 else { return }
    for menu in walk.menus.had { menus[menu, default: Share()].all += 1 }
    for menu in walk.menus.opened { menus[menu, default: Share()].part += 1 }
  }

  /// Whether screens of a kind that many levels deep are a flaw.
  private func countsDepth(in kind: String?) -> Bool { kind != "folder" && kind != "wizard" && kind != "compose" }

  private mutating func add(_ stays: [Stay], _ app: SimulatedApp) {
    var shown = Self.oddities(of: stays)
    var backs = 0
    var flow = ""
    for (index, stay) in stays.enumerated() {
      let kind = app.kind(of: stay.screen)
      let counts = countsDepth(in: kind)
      let isFlow = kind == "wizard" || kind == "compose"
      // Going back step by step is normal in folders.
      if stay.kind != .back { backs = 0 } else if kind != "folder" { backs += 1 }
      if backs >= 3 { shown.insert(Subject("path.back-chain", "app")) }
      if stay.kind == .modal {
        if stay.depth == 1 { flow = stay.screen }
        if !isFlow { modals[flow] = max(modals[flow, default: 0], stay.depth) }
      } else if counts {
        depths[stay.section] = max(depths[stay.section, default: 0], stay.depth)
      }
      if stay.kind == .forward || stay.kind == .modal && counts { screens[stay.screen, default: Screen()].visits += 1 }
      if stay.kind != .back, counts { screens[stay.screen, default: Screen()].depths += stay.depth }
      guard stay.kind == .forward else { continue }
      let isChoice = stay.section == "More" && stay.depth == 2
      let isChange =
        index > 0 && stay.section != stays[index - 1].section && stay.section != "More" && !stay.section.contains(":")
      moreChoices.part += isChoice ? 1 : 0
      moreChoices.all += isChoice || isChange ? 1 : 0
      if index == stays.count - 1, !isFlow { screens[stay.screen, default: Screen()].endings += 1 }
    }
    sessions += 1
    for subject in shown { sessionsWith[subject, default: 0] += 1 }
    addPecks(stays, app)
  }

  /// Whether a session has a ping-pong between two sections, and three different sections in a row, each but the last
  /// left within 5 s.
  private static func oddities(of stays: [Stay]) -> Set<Subject> {
    var sections: [(name: String, start: Int64)] = []
    for stay in stays where sections.last?.name != stay.section { sections.append((stay.section, stay.time)) }
    func length(_ index: Int) -> Int64 {
      index + 1 < sections.count ? sections[index + 1].start - sections[index].start : .max
    }
    var shown: Set<Subject> = []
    for index in sections.indices.dropFirst(2) {
      let names = sections[max(0, index - 3)...index].map(\.name)
      let longest = max(length(index - 2), length(index - 1))
      if Set(names.suffix(3)).count == 3, longest < 5000 { shown.insert(Subject("tabs.hunting", "app")) }
      guard names.count == 4, names[3] == names[1], names[2] == names[0], longest <= 10_000 else { continue }
      shown.insert(Subject("path.ping-pong", names.suffix(2).sorted().joined(separator: " ↔ ")))
    }
    return shown
  }

  private mutating func addPecks(_ stays: [Stay], _ app: SimulatedApp) {
    var hub = ""
    var run = 0
    func end() {
      if run >= 3 { pecked[hub, default: Share()].part += run }
      run = 0
    }
    for index in stays.indices.dropFirst()
    where stays[index].kind == .forward && stays[index].section == stays[index - 1].section {
      let from = stays[index - 1].screen
      guard app.kind(of: from) != "lookup", app.kind(of: stays[index].screen) != "lookup" else { continue }
      pecked[from, default: Share()].all += 1
      if from != hub { end() }
      hub = from
      if index + 1 < stays.count, stays[index + 1].kind == .back, stays[index + 1].time - stays[index].time <= 5000 {
        run += 1
      } else {
        end()
      }
    }
    end()
  }

  /// The findings that rules must report and those that they may report, by the true figures.
  ///
  /// A figure of at least 1.25 times a rule's threshold is a flaw; one of at least 0.8 times is near it; below that,
  /// the subject must have no finding.
  package var judged: (flaws: [Subject], near: [Subject]) {
    var flaws = depths.merging(modals, uniquingKeysWith: max).filter { $0.value > 5 }.map {
      Subject("depth.over-limit", $0.key)
    }
    var near: [Subject] = []
    func judge(_ subject: Subject, _ count: Int, of all: Int, _ threshold: Double) {
      // With few cases, the share says little.
      guard all >= 150 else { return }
      let value = Double(count) / Double(all)
      if value >= 1.25 * threshold { flaws.append(subject) } else if value >= 0.8 * threshold { near.append(subject) }
    }
    let thresholds = ["path.back-chain": 0.1, "tabs.hunting": 0.03, "path.ping-pong": 0.05]
    for (subject, count) in sessionsWith { judge(subject, count, of: sessions, thresholds[subject.rule] ?? 1) }
    judge(Subject("tabs.more-toll", "app"), moreChoices.part, of: moreChoices.all, 0.05)
    for (hub, share) in pecked { judge(Subject("path.pogo", hub), share.part, of: share.all, 0.3) }
    // Here a small share is the flaw. With few cases, it says little: a finding may be right.
    for (menu, people) in menus where people.all >= 10 && Double(people.part) <= 0.4 / 0.8 * Double(people.all) {
      let isSure = people.all >= 30 && Double(people.part) <= 0.4 / 1.25 * Double(people.all)
      if isSure { flaws.append(Subject("menu.unopened", menu)) } else { near.append(Subject("menu.unopened", menu)) }
    }
    for (name, screen) in screens {
      // Which screen of a chain the finding names is up to the rule.
      if Double(screen.depths) >= 3.4 * Double(screen.visits), Double(screen.users) >= 0.15 * Double(users) {
        near.append(Subject("depth.hot-deep", name))
      }
      if screen.depths >= 2 * screen.visits {
        judge(Subject("path.dead-end", name), screen.endings, of: screen.visits, 0.5)
      }
    }
    return (flaws.sorted(), near.sorted())
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
