/// A person who walks through the app, session after session, and the resulting log.
///
/// It keeps the true state of the navigation: the current section and a stack of screens for each section,
/// as defined in Reconstruction.md, so that every event carries the screen that is really shown.
struct SessionWalk: ~Copyable {
  /// A finished stay in a section.
  struct Stay {
    var section = -1
    var length: Int64 = .max
  }

  let plan: Plan
  let quota: Quota
  let style: LogStyle
  let writesDepth: Bool
  let duplicates: Double
  let broken: Double
  let firstDay: Int64
  let days: Int
  let stays: Lognormal
  let scans: Lognormal

  var output: LogOutput
  /// The parts of a line that are the same for an entire session.
  var head: [UInt8] = []
  var session: [UInt8] = []
  var tail: [UInt8] = []
  /// The number of occurrences of each planted flaw.
  var occurrences: [Int]

  var random = SplitMix64(seed: 0)
  /// For copies and broken lines, independent of people's behavior.
  var noise = SplitMix64(seed: 0)
  var person = SimulatedPerson()
  /// The number of the session, and of the next event in it.
  var number = 0
  var eventNumber = 0
  var isLast = false
  /// Milliseconds since 1970.
  var clock: Int64 = 0
  var begin: Int64 = 0
  var stacks: [[Place]]
  var section = -1
  /// A modal screen is on top of the stack.
  var modal: Place?
  /// Backs in a row.
  var backs = 0
  var isBarHidden = false
  /// A tab was removed from the bar in this session.
  var isBarShrunk = false
  var sectionEntered: Int64 = 0
  var lastStay = Stay()
  var stayBeforeLast = Stay()
  /// Tabs opened since the app started.
  var opened: [Bool]
  var badges: [Bool]
  var errands: [Errand] = []

  init(plan: Plan, options: SimulationOptions, firstDay: Int64) {
    self.plan = plan
    quota = Quota(seed: options.seed)
    style = options.style
    writesDepth = options.writesDepth
    duplicates = options.duplicates
    broken = options.brokenLines
    self.firstDay = firstDay
    output = LogOutput(limit: options.events)
    days = max(1, options.days)
    stays = Lognormal(sigma: plan.behavior.spread)
    scans = Lognormal(sigma: 0.4)
    occurrences = [Int](repeating: 0, count: plan.app.flaws.count)
    stacks = [[Place]](repeating: [], count: plan.sectionCount)
    opened = [Bool](repeating: false, count: plan.tabs.count)
    badges = opened
  }

  /// The current screen.
  var top: Place? { modal ?? (section >= 0 ? stacks[section].last : nil) }

  /// Records an occurrence of a planted flaw.
  mutating func note(_ flaw: Flaw) {
    if let index = plan.app.flaws.firstIndex(where: { $0.flaw == flaw }) { occurrences[index] += 1 }
  }

  /// Lets time pass.
  @inline(__always)
  mutating func wait(_ milliseconds: ClosedRange<Int>) { clock += Int64(random.within(milliseconds)) }

  /// Forgets all screens: the app restarts.
  mutating func clearState() {
    for index in stacks.indices where !stacks[index].isEmpty { stacks[index].removeAll(keepingCapacity: true) }
    for index in opened.indices { opened[index] = false }
    section = -1
    modal = nil
    backs = 0
    isBarHidden = false
    lastStay = Stay()
    stayBeforeLast = Stay()
  }

  /// Records that another section is entered.
  mutating func enter(_ next: Int) {
    if section >= 0 {
      stayBeforeLast = lastStay
      lastStay = Stay(section: section, length: clock - sectionEntered)
    }
    section = next
    sectionEntered = clock
  }
}

/// Something that a person wants to do in a session.
enum Errand {
  case tab(Int)
  case item(Int)
  case task(Int)
  case journey(Int)
  case pingPong, hunting, backChain
}

extension SessionWalk {
  /// Decides the errands of the session, and which tabs have a badge.
  mutating func planErrands(isLinked: Bool) {
    errands.removeAll(keepingCapacity: true)
    let isFirst = number == 1
    for tab in plan.tabs.indices {
      let settings = plan.tabs[tab].settings
      badges[tab] = random.chance(settings.badge)
      guard person.usesTab[tab], tab > 0 || isFirst else { continue }
      let isDrawn = badges[tab] && settings.badgeHeeded && random.chance(0.93)
      if isDrawn || (isFirst && tab > 0 && random.chance(plan.behavior.curiosity)) { errands.append(.tab(tab)) }
    }
    addTabErrands()
    for item in plan.items.indices { addItemErrand(item) }
    for (index, journey) in plan.journeys.enumerated() where person.walksJourney[index] && person.usesTab[journey.way.tab] {
      if isFirst || random.chance(journey.settings.weight) { errands.append(.journey(index)) }
    }
    if let habit = plan.app.habits.pingPong, random.chance(habit.share) { errands.append(.pingPong) }
    if random.chance(plan.app.habits.hunting) { errands.append(.hunting) }
    if random.chance(plan.app.habits.backChain) { errands.append(.backChain) }
    shuffleErrands()
    if !isLinked {
      for (index, task) in plan.tasks.enumerated().reversed()
      where person.usesTab[task.way.tab] && random.chance(task.settings.share) {
        errands.insert(.task(index), at: 0)
        break
      }
    }
  }

  /// Tabs by weight, one for each errand.
  private mutating func addTabErrands() {
    var total = 0.0
    for (index, tab) in plan.tabs.enumerated() where person.usesTab[index] { total += tab.weights[person.platform] }
    guard total > 0 else { return }
    let more = 1 - 1 / plan.behavior.errands
    repeat {
      var point = random.fraction() * total
      for (index, tab) in plan.tabs.enumerated() where person.usesTab[index] {
        point -= tab.weights[person.platform]
        if point < 0 {
          errands.append(.tab(index))
          break
        }
      }
    } while errands.count < 40 && random.chance(more)
  }

  private mutating func addItemErrand(_ item: Int) {
    let first = person.discovery[item]
    guard first > 0, number >= first else { return }
    let weight = plan.items[item].weights[person.platform]
    if number == first || random.chance(weight) { errands.append(.item(item)) }
  }

  private mutating func shuffleErrands() {
    guard errands.count > 1 else { return }
    for index in stride(from: errands.count - 1, to: 0, by: -1) { errands.swapAt(index, random.below(index + 1)) }
  }
}
