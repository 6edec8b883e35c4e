import NavigationModel

/// Taps that other changes would have saved, over users, by build: another start tab, a shortcut, removing a level
/// (ThePlan.md, *Other changes*).
package struct OtherSavings: Measure, Summed {
  static var isForRules: Bool { false }

  /// A change. Its x is what it would have saved, except for `stay` and `forward`.
  package enum Change: MixedHash, BinaryRecord {
    /// Parts that land on a tab, pass it, and choose this entry first: the taps of that choice.
    case start(tab: Name, entry: Entry)
    /// Parts that land on a tab and stay: each would cost a tap if it landed elsewhere.
    case stay(tab: Name)
    /// A screen of a section that people reach from the root without a stop: the levels that they see and that a link
    /// on the root would skip.
    case shortcut(section: Section, screen: Name)
    /// A screen that is passed on the way to a child.
    case forward(screen: Name, child: Name)

    package var bits: UInt64 {
      switch self {
      case .start(let tab, let entry): entry.bits.mixed(with: UInt64(tab.rawValue) << 3)
      case .stay(let tab): UInt64(tab.rawValue) << 3 | 1
      case .shortcut(let section, let screen):
        section.bits.mixed(with: UInt64(screen.rawValue) << 3 | 2)
      case .forward(let screen, let child): (UInt64(screen.rawValue) << 3 | 3) ^ UInt64(child.rawValue) << 35
      }
    }
  }

  package struct Sums: Summed, Equatable {
    /// Users with x above 0.
    package fileprivate(set) var users = 0
    package fileprivate(set) var times = 0
    /// Σx, Σx², and Σx·s, where s is the number of sessions with steps.
    package fileprivate(set) var taps = 0
    package fileprivate(set) var squaredTaps = 0
    package fileprivate(set) var tapsTimesSessions = 0
    /// For `start`: Σx·y, where y is the number of parts that stay on the tab.
    package fileprivate(set) var tapsTimesStays = 0
    /// For `start`: users with x above y; and those with x below y, minus those with x and y above 0.
    package fileprivate(set) var better = 0
    package fileprivate(set) var worse = 0

    package init() {}

    /// - Parameter stays: of another start, the parts that stay on the tab; nil for other changes.
    fileprivate mutating func add(_ taps: Int, times: Int, sessions: Int, stays: Int?) {
      users += 1
      self.times += times
      self.taps += taps
      squaredTaps += taps * taps
      tapsTimesSessions += taps * sessions
      guard let stays else { return }
      tapsTimesStays += taps * stays
      if taps > stays { better += 1 }
      worse += (taps < stays ? 1 : 0) - (stays > 0 ? 1 : 0)
    }

    package mutating func merge(_ other: Self) { mergeFields(other) }

    /// Adds what one user for several builds has more, or less, than one in each of them.
    fileprivate mutating func add(_ whole: Self, insteadOf parts: Self) {
      users += whole.users - parts.users
      squaredTaps += whole.squaredTaps - parts.squaredTaps
      tapsTimesSessions += whole.tapsTimesSessions - parts.tapsTimesSessions
      tapsTimesStays += whole.tapsTimesStays - parts.tapsTimesStays
      better += whole.better - parts.better
      worse += whole.worse - parts.worse
    }

    static let fields = Fields<Self>(
      \.users, \.times, \.taps, \.squaredTaps, \.tapsTimesSessions, \.tapsTimesStays, \.better, \.worse)
  }

  /// No more changes than this are kept: otherwise names carry ids, and screens seen once cannot be advised on.
  package static let mostChanges = 50_000
  /// The smallest depth of a screen for which a shortcut saves taps.
  package static let shortcutDepth = 3

  package var sums: SumsByKey<Pair<AppBuild, Change>, Sums> { bounded.kept }
  private var bounded = Bounded<Self>()
  /// By run of builds: what one user for all of them has more than one in each. Nothing where there were too many.
  private var runs = Bounded<Runs>()

  enum Runs: Bounding {
    static func isTooMuch(_ kept: SumsByKey<Pair<BuildRun, Change>, Sums>) -> Bool { kept.count > mostChanges }
  }

  /// The sums of a layout's changes, with users as units.
  package func sums(of builds: Set<AppBuild>) -> [Change: Sums] {
    var sums: [Change: Sums] = [:]
    for (key, own) in bounded.kept.pairs where builds.contains(key.first) {
      sums[key.second, default: Sums()].merge(own)
    }
    for (key, joined) in runs.kept.pairs where key.first.isWhole(in: builds) {
      sums[key.second, default: Sums()].merge(joined)
    }
    return sums
  }

  private var builds: [(build: AppBuild, sessions: Int)] = []
  /// The current user's changes, each after the index of its build.
  private var pending = SumsByKey<Pair<UInt32, Change>, Amount>()
  private var names: PlainNames?

  private typealias Amount = (taps: Int, times: Int)

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {
    names = (declared?.names).map { PlainNames($0) }
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    if steps.isEmpty || bounded.isOverfull { return }
    let build = number(of: AppBuild(session.segment))
    builds[Int(build)].sessions += 1
    var start = 0
    /// The first of a run of pushes from the root of a section; nil outside of one.
    var run: Int?
    /// The screens of the run that are no levels of their own.
    var same = 0
    for step in steps.indices {
      if step == 0 || steps[step].part != steps[step - 1].part {
        start = step
        run = nil
        begin(path, start, build)
      } else if steps[step].kind == .push {
        let before = step - 1
        if path.stacks.height(afterStep: before) == 1 {
          run = step
          same = 0
        } else if let first = run, first < step, !steps[before].isPassed {
          run = nil
        }
        if run != nil, steps[before].section == steps[step].section, !path.stacks.holdsModal(afterStep: step) {
          let isUnseen = run != step && path.isRedirection(at: before)
          if isUnseen || names?.areSame(steps[before].screen, steps[step].screen) ?? false { same += 1 }
          let depth = path.stacks.height(afterStep: step) - same
          if depth >= Self.shortcutDepth {
            count(.shortcut(section: steps[step].section, screen: steps[step].screen), depth - 2, build)
          }
        }
        if steps[before].isPassed, steps[before].kind.isForward, steps[before].kind != .modal {
          count(.forward(screen: steps[before].screen, child: steps[step].screen), 1, build)
        }
      } else {
        run = nil
      }
    }
  }

  private mutating func count(_ change: Change, _ taps: Int, _ build: UInt32) {
    let number = pending.number(adding: Pair(build, change), as: (0, 0))
    pending[number: number].taps += taps
    pending[number: number].times += 1
  }

  private mutating func begin(_ path: Reconstruction, _ start: Int, _ build: UInt32) {
    let steps = path.steps
    guard steps[start].section.kind == .tab, steps[start].kind == .tab || steps[start].kind == .entry else { return }
    func isInPart(_ step: Int) -> Bool { step < steps.count && steps[step].part == steps[start].part }
    // People land where the app ends to select tabs: nobody sees one that is left so soon.
    var landing = start
    while isInPart(landing + 1), steps[landing + 1].kind == .tab,
      steps[landing + 1].maker == .app || steps[landing].isUnseen
    {
      landing += 1
    }
    let tab = steps[landing].section.name
    var next = landing + 1
    // Whoever looks at the tab for longer does something there, even if it is only to look.
    guard steps[landing].isPassed else {
      count(.stay(tab: tab), 1, build)
      return
    }
    // Opening the More list is part of the choice.
    let opensList = isInPart(next) && steps[next].kind == .more
    if opensList { next += 1 }
    guard isInPart(next) else {
      count(.stay(tab: tab), 1, build)
      return
    }
    let section = steps[next].section
    switch (steps[next].kind, section.kind) {
    case (.tab, .tab): count(.start(tab: tab, entry: Entry(section.name, in: .bar)), 1, build)
    case (.moreItem, _):
      count(.start(tab: tab, entry: Entry(steps[next].item, in: .more, by: steps[next].maker)), 2, build)
    case (.menuItem, _):
      let entry = Entry(section.item, in: .menu(section.name), by: steps[next].maker)
      count(.start(tab: tab, entry: entry), 2, build)
    default: if !opensList { count(.stay(tab: tab), 1, build) }
    }
  }

  private mutating func number(of build: AppBuild) -> UInt32 {
    if let number = builds.lastIndex(where: { $0.build == build }) { return UInt32(number) }
    builds.append((build, 0))
    return UInt32(builds.count - 1)
  }

  mutating func finishUser() {
    if !bounded.isOverfull { addUser() }
    pending.removeAll()
    builds.removeAll(keepingCapacity: true)
  }

  private mutating func addUser() {
    let pending = pending
    let builds = builds
    bounded.add { sums in
      for (item, amount) in pending.pairs where amount.taps <= MoveSums.mostTaps {
        let (build, sessions) = builds[Int(item.first)]
        let stays = item.second.stay.map { pending[Pair(item.first, $0)]?.taps ?? 0 }
        sums[adding: Pair(build, item.second)].add(
          amount.taps, times: amount.times, sessions: sessions, stays: stays)
      }
    }
    addRuns()
  }

  /// What the user has more in neighboring builds together than in each of them.
  private mutating func addRuns() {
    let all = BuildRun.all(of: builds.map(\.build))
    if all.isEmpty { return }
    let own = OwnChanges(pending, builds: builds.count)
    let sessions = builds.map(\.sessions)
    runs.add { kept in
      for (places, run) in all {
        for change in own.changes.keys.indices {
          var whole = Sums()
          own.add(change, in: places, sessions, to: &whole)
          if whole.users == 0 { continue }
          var parts = Sums()
          for place in places { own.add(change, in: place...place, sessions, to: &parts) }
          kept[adding: Pair(run, own.changes.keys[change])].add(whole, insteadOf: parts)
        }
      }
    }
  }

  /// A user's changes, by build.
  private struct OwnChanges {
    private(set) var changes = KeyList<Change>()
    /// By change and build.
    private var amounts: [Amount] = []
    /// By change, the number of what it costs, if that happened.
    private var stays: [Int?] = []
    private let builds: Int

    init(_ own: SumsByKey<Pair<UInt32, Change>, Amount>, builds: Int) {
      self.builds = builds
      for item in own.keys { _ = changes.number(adding: item.second) }
      amounts = [Amount](repeating: (0, 0), count: changes.count * builds)
      for (item, amount) in own.pairs {
        if let change = changes.number(of: item.second) { amounts[change * builds + Int(item.first)] = amount }
      }
      stays = changes.keys.map { $0.stay.flatMap { [changes] in changes.number(of: $0) } }
    }

    /// Adds what the user did in neighboring builds; nothing where that did not happen, or too often.
    func add(_ change: Int, in places: ClosedRange<Int>, _ sessions: [Int], to sums: inout Sums) {
      let (taps, times) = amount(of: change, in: places)
      guard times > 0, taps <= MoveSums.mostTaps else { return }
      let hasCost = changes.keys[change].stay != nil
      sums.add(
        taps, times: times, sessions: sessions[places].reduce(0, +),
        stays: hasCost ? stays[change].map { amount(of: $0, in: places).taps } ?? 0 : nil)
    }

    private func amount(of change: Int, in places: ClosedRange<Int>) -> Amount {
      var sum: Amount = (0, 0)
      for place in places {
        sum.taps += amounts[change * builds + place].taps
        sum.times += amounts[change * builds + place].times
      }
      return sum
    }
  }

  static let fields = Fields<Self>(\.bounded, \.runs)

  /// Leaves out starts that the app made.
  /// - Parameter platforms: those on which choices that come with the opening of their list are by people.
  mutating func leaveOut(opening platforms: Set<Name>) {
    func own(_ change: Change, _ platform: Name) -> Change? {
      guard case .start(let tab, let entry) = change, entry.maker != .person else { return change }
      return platforms.contains(platform) ? .start(tab: tab, entry: entry.made(by: .person)) : nil
    }
    func keepOwn<Builds>(in sums: inout SumsByKey<Pair<Builds, Change>, Sums>, _ platform: (Builds) -> Name) {
      let all = sums.pairs
      sums.removeAll()
      for (key, sum) in all {
        if let change = own(key.second, platform(key.first)) { sums[adding: Pair(key.first, change)].merge(sum) }
      }
    }
    bounded.add { keepOwn(in: &$0, \.platform) }
    runs.add { keepOwn(in: &$0, \.platform) }
  }
}

extension OtherSavings: Bounding {
  static func isTooMuch(_ kept: SumsByKey<Pair<AppBuild, Change>, Sums>) -> Bool { kept.count > mostChanges }
}

extension OtherSavings.Change {
  /// Of another start: what it costs.
  fileprivate var stay: Self? { if case .start(let tab, _) = self { .stay(tab: tab) } else { nil } }

  package static let form = BinaryForm(
    Self.init(kind:name:entry:section:other:), \.kind, \.name, \.entry, \.section, \.other)

  private var kind: UInt8 {
    switch self {
    case .start: 0
    case .stay: 1
    case .shortcut: 2
    case .forward: 3
    }
  }

  /// The tab or the screen.
  private var name: Name {
    switch self {
    case .start(let tab, _), .stay(let tab): tab
    case .shortcut(_, let screen), .forward(let screen, _): screen
    }
  }

  private var entry: Entry? { if case .start(_, let entry) = self { entry } else { nil } }
  private var section: Section? { if case .shortcut(let section, _) = self { section } else { nil } }
  private var other: Name? { if case .forward(_, let child) = self { child } else { nil } }

  private init(kind: UInt8, name: Name, entry: Entry?, section: Section?, other: Name?) throws {
    switch (kind, entry, section, other) {
    case (0, let entry?, nil, nil): self = .start(tab: name, entry: entry)
    case (1, nil, nil, nil): self = .stay(tab: name)
    case (2, nil, let section?, nil): self = .shortcut(section: section, screen: name)
    case (3, nil, nil, let child?): self = .forward(screen: name, child: child)
    default: throw BinaryError.invalid
    }
  }
}

extension Step {
  fileprivate var isUnseen: Bool { dwell >= 0 && dwell <= PassThroughs.redirection }
}
