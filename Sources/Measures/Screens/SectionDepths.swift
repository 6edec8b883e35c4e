import NavigationModel

/// How deep people go in each section and in each modal flow, and the trails that lead there.
package struct SectionDepths: Measure, Summed {
  /// Trails are not followed below this level.
  package static let deepestTrail = 50

  /// A section without its modal screens, or a modal flow: a modal screen with everything pushed on top of it, whatever
  /// section it was opened from. Depth starts at 1 in both.
  package struct Flow: MixedHash, BinaryRecord {
    /// `(none)` for a modal flow.
    package let section: Section
    /// The root screen of a modal flow; unknown for a section.
    package let modal: Name

    package static let form = BinaryForm(Self.init(section:modal:), \.section, \.modal)

    package var bits: UInt64 { section.bits ^ UInt64(modal.rawValue) << 7 }

    package var isModal: Bool { modal.isKnown }

    package func label(_ names: Names) -> String { isModal ? names[modal] : section.label(names) }
  }

  package struct Sum: Summed {
    /// `push` steps by the depth that they lead to: a tap each.
    package internal(set) var pushes: [Int] = []
    /// Sessions by the largest depth that they reached in the flow; 0 where all its screens are of a kind that may be
    /// deep.
    package internal(set) var sessions: [Int] = []
    /// Users by the largest depth that they reached in the flow, likewise.
    package internal(set) var users: [Int] = []
    /// Of the users, those below the limit, by the app version of their last session.
    package internal(set) var deepUsers = SumsByName<Histogram>()
    fileprivate var deep = DeepSteps()
    /// Users by the largest number of different screens in a stack of theirs in the flow, if it is above the limit.
    package internal(set) var usersByNames: [Int] = []
    /// `push` steps below the limit to a screen that does not stand in the stack yet, by the number of different
    /// screens then: a tap each.
    package internal(set) var pushesByNames: [Int] = []
    /// The deepest sessions among those that went below the limit.
    package internal(set) var examples = Examples()

    /// Whether most deep steps repeat a screen that stands in their stack: then levels are different screens.
    package var isRecursive: Bool { deep.steps > 0 && deep.repeated * 2 >= deep.steps }

    /// Whether people go through a modal flow to its end: hardly anybody (`H`: 15%) climbs back from its deep screens,
    /// so these are the steps of a task, in any order.
    package var isTask: Bool { deep.ends > 0 && deep.completions * 100 >= deep.ends * 85 }

    static let fields =
      Fields<Self>(
        \.pushes, \.sessions, \.users, \.deepUsers, \.deep, \.usersByNames, \.pushesByNames, \.examples)
  }

  /// Steps below the limit.
  fileprivate struct DeepSteps: Summed {
    var steps = 0
    /// Those of them whose screen stands in the stack below it, with another id or the same.
    var repeated = 0
    /// Of a modal flow, visits that lead no deeper, and those of them at which people were done: they closed it, or
    /// their part ended.
    var ends = 0
    var completions = 0

    static let fields = Fields<Self>(counts: \.steps, \.repeated, \.ends, \.completions)
  }

  /// The trails of one flow. With more than ``most`` none of them says anything of how people usually go, and none is
  /// kept.
  package struct FlowTrails: Summed {
    package static let most = 1000
    /// By the screens from the root of the flow to a visit below the limit.
    package var sums: SumsByKey<[Name], Frequency> { bounded.kept.trails }
    /// Users by the app version of their last session and by their trails, without those that are part of another.
    package var users: SumsByKey<Users, Int> { bounded.kept.users }
    package var isOverfull: Bool { bounded.isOverfull }
    private var bounded = Bounded<Self>()

    struct Kept: Summed {
      fileprivate var trails = SumsByKey<[Name], Frequency>()
      fileprivate var users = SumsByKey<Users, Int>()
      static let fields = Fields<Self>(\.trails, \.users)
    }

    mutating func add(_ trail: [Name], _ session: Session) { bounded.add { $0.trails[adding: trail].add(session) } }

    mutating func addUser(_ version: Name, _ trails: [Trail]) {
      bounded.add { $0.users[adding: Users(version: version, trails: Unordered(trails))] += 1 }
    }

    static let fields = Fields<Self>(\.bounded)
  }

  /// Users of an app version who took some trails.
  package struct Users: MixedHash, BinaryRecord {
    package let version: Name
    package let trails: Unordered<Trail>
    package static let form = BinaryForm(Self.init(version:trails:), \.version, \.trails)

    package var bits: UInt64 { trails.bits.mixed(with: version.bits) }
  }

  package struct Trail: OrderedInRun, BinaryRecord {
    package let screens: [Name]
    package static let form = BinaryForm(Self.init(screens:), \.screens)

    package var bits: UInt64 { screens.reduce(0) { $0.mixed(with: $1.bits) } }

    package func precedes(_ other: Trail) -> Bool {
      screens.lexicographicallyPrecedes(other.screens) { $0.precedes($1) }
    }
  }

  package private(set) var sums = SumsByKey<Flow, Sum>()
  package private(set) var trails = SumsByKey<Flow, FlowTrails>()

  /// The current user's flows, with the largest depths in the current session (−1 without steps in it) and in all of
  /// them.
  private var deepest = SumsByKey<Flow, (session: Int, user: Int)>()
  /// By flow, the largest number of different screens in a stack of the current user.
  private var mostNames = SumsByKey<Flow, Int>()
  /// The different screens of the stacks of the current session.
  private var stacked = StackNames()
  /// The flows of the current session, by number.
  private var present: [Int] = []
  /// The flows of the current part, with the screens from the root to the current one.
  private var open = Reused<Flow, [Name]>()

  /// The trails of the current user; more are not kept.
  private var ownTrails = SumsByKey<Flow, OwnTrails>()
  private static let mostTrails = 16

  private struct OwnTrails: Mergeable {
    var trails: [Trail] = []

    /// Adds a trail, unless it is a part of another.
    mutating func add(_ screens: [Name]) {
      if trails.contains(where: { $0.screens.starts(with: screens) }) { return }
      trails.removeAll { screens.starts(with: $0.screens) }
      if trails.count < SectionDepths.mostTrails { trails.append(Trail(screens: screens)) }
    }

    mutating func merge(_ other: OwnTrails) {}
  }

  /// Where a session goes below the limit: for each step, how many screens of its stack are the same as the one below.
  private var repeats: [Int] = []
  private var names: PlainNames?
  private var folded: FoldedScreens?

  private var version = Name.unknown
  /// People count by their deepest step on screens that are not of a kind that may be deep (``ScreenKinds/deep``).
  private var kinds: ScreenKinds?

  /// Trails and examples are kept for what is below this level.
  private var limit = RuleLevel.limit.defaultValue

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {
    kinds = declared.map(ScreenKinds.init)
    limit = declared?.levels.limit ?? limit
    names = (declared?.names).map { PlainNames($0) }
    folded = (declared?.names).map { FoldedScreens($0) }
  }

  /// The depth of a step without screens that are the same as the one below (``repeats``).
  private static func depth(_ step: Step, _ index: Int, _ limit: Int, _ repeats: [Int]) -> Int {
    Int(step.depth) - (step.depth > limit && index < repeats.count ? repeats[index] : 0)
  }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    version = session.segment.appVersion
    let isDeep = counts.figures.depth > limit
    repeats = isDeep ? path.stacks.repeats { names?.areSame($0, $1) ?? ($0 == $1 && $0 != .unnamed) } : []
    // Neighboring steps are mostly in one flow: look up each stay only once.
    var stay = path.steps.startIndex
    while stay < path.steps.endIndex {
      stay = observeStay(in: Flow(path.steps[stay]), from: stay, path.steps)
    }
    if isDeep {
      stacked.read(path.stacks) { folded?.screen($0) ?? $0 }
      var part: UInt32 = .max
      for (index, step) in path.steps.enumerated() {
        if step.depth > limit, kinds?.isScreen(step.screen, of: .deep) != true {
          countNames(step, index)
          if step.modal.isKnown { countEnd(path, index) }
        }
        if step.part != part {
          part = step.part
          open.removeAll()
        }
        follow(step, index, session)
      }
    }
    for number in present {
      let flow = deepest.keys[number]
      let depth = deepest[number: number].session
      sums[adding: flow].sessions.count(at: depth)
      if depth > limit { sums[adding: flow].examples.add(session, size: depth) }
      deepest[number: number] = (-1, max(deepest[number: number].user, depth))
    }
    present.removeAll(keepingCapacity: true)
  }

  /// Counts the different screens of a deep stack. Folders in folders, and profiles of followers of followers, repeat a
  /// few.
  private mutating func countNames(_ step: Step, _ index: Int) {
    let flow = Flow(step)
    let number = sums.number(adding: flow)
    sums[number: number].deep.steps += 1
    let names = stacked.count(afterStep: index)
    if stacked.isRepeated(afterStep: index) {
      sums[number: number].deep.repeated += 1
    } else if step.kind == .push {
      sums[number: number].pushesByNames.count(at: names)
    }
    mostNames[adding: flow] = max(mostNames[adding: flow], names)
  }

  /// Counts a deep step of a modal flow that leads no deeper, by how people left it.
  private mutating func countEnd(_ path: Reconstruction, _ index: Int) {
    let step = path.steps[index]
    let next = index + 1 < path.steps.count && path.steps[index + 1].part == step.part ? path.steps[index + 1] : nil
    if next?.kind == .push || next?.kind == .modal || !step.kind.isForward { return }
    sums[adding: Flow(step)].deep.ends += 1
    if next.map({ $0.kind == .back && $0.modal != step.modal }) ?? true {
      sums[adding: Flow(step)].deep.completions += 1
    }
  }

  /// Adds the neighboring steps of one flow; returns the index of the first step in another.
  private mutating func observeStay(in flow: Flow, from start: Int, _ steps: [Step]) -> Int {
    var index = start
    var depth = 0
    var mayBeDeep = false
    let limit = limit
    let repeats = repeats
    func count(_ pushes: inout [Int], _ kinds: inout ScreenKinds?) {
      while index < steps.endIndex, steps[index].section == steps[start].section, steps[index].modal == flow.modal {
        let step = steps[index]
        index += 1
        // A screen whose name was lost is taken for one of the kind of that before it: the next step of a wizard.
        if step.screen != .unnamed { mayBeDeep = kinds?.isScreen(step.screen, of: .deep) == true }
        if mayBeDeep { continue }
        let levels = Self.depth(step, index - 1, limit, repeats)
        depth = max(depth, levels)
        if step.kind == .push { pushes.count(at: levels) }
      }
    }
    count(&sums[adding: flow].pushes, &kinds)
    let number = deepest.number(adding: flow, as: (-1, 0))
    let before = deepest[number: number].session
    if before < 0 { present.append(number) }
    if depth > before { deepest[number: number].session = depth }
    return index
  }

  /// Keeps the screens above the current one, and the full trail of a deep visit.
  private mutating func follow(_ step: Step, _ index: Int, _ session: Session) {
    guard step.depth <= Self.deepestTrail else { return }
    let flow = Flow(step)
    if let number = trails.number(of: flow), trails.values[number].isOverfull { return }
    let above = Int(step.depth) - 1
    let number = open.number(adding: flow)
    if open[number].count > above { open[number].removeLast(open[number].count - above) }
    while open[number].count < above { open[number].append(.unnamed) }
    open[number].append(step.screen)
    if step.kind.isForward, step.depth > limit, kinds?.isScreen(step.screen, of: .deep) != true {
      var trail: [Name] = []
      for screen in open[number] {
        if let above = trail.last, names?.areSame(above, screen) ?? false { trail.removeLast() }
        trail.append(screen)
      }
      trails[adding: flow].add(trail, session)
      if Self.depth(step, index, limit, repeats) > limit { ownTrails[adding: flow].add(trail) }
    }
  }

  mutating func finishUser() {
    for (flow, depths) in deepest.pairs {
      sums[adding: flow].users.count(at: depths.user)
      if depths.user > limit { sums[adding: flow].deepUsers[adding: version].count(depths.user) }
    }
    for (flow, own) in ownTrails.pairs { trails[adding: flow].addUser(version, own.trails) }
    ownTrails.removeAll()
    for (flow, names) in mostNames.pairs { sums[adding: flow].usersByNames.count(at: names) }
    mostNames.removeAll()
    deepest.removeAll()
    open.removeAll()
  }

  static let fields = Fields<Self>(\.sums, \.trails)
}

extension SectionDepths.FlowTrails: Bounding {
  static func isTooMuch(_ kept: Kept) -> Bool { kept.trails.count > most || kept.users.count > BarUsers.mostKeys }
}

extension SectionDepths.Flow {
  fileprivate init(_ step: Step) { self.init(section: step.modal.isKnown ? .none : step.section, modal: step.modal) }
}
