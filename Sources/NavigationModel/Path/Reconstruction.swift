/// What happened in one session: its steps, and what counts without being a step. Made by ``NavigationStack``.
public struct Reconstruction: Sendable {
  public private(set) var steps: [Step] = []
  public private(set) var occurrences: [Occurrence] = []
  /// The log's name of each event that no mapping reads.
  public private(set) var otherEvents: [Name] = []
  /// The stack after each step.
  package internal(set) var stacks = StackStates()
  /// For each part with steps, in order: microseconds from its last step to the first `app_background` after that;
  /// negative if there is none.
  package private(set) var lastStays: [Int64] = []
  /// At least one event shows more than that a screen appeared.
  public internal(set) var showsStructure = false
  /// The kinds of events and the fields that the session has.
  package internal(set) var logged = LoggedParts()
  /// The log's quality.
  public internal(set) var quality = Quality()
  /// The session's figures in `sessions.csv` and the store, once it is complete.
  package private(set) var figures = SessionFigures()
  /// Whether an `app_background` lies before the step of the same index.
  private var isAfterBackground: [Bool] = []
  /// Whether an event that nobody understood came after the last occurrence.
  private var hasGap = false
  /// When the app first went to the background after the last step.
  private var backgroundTime: Int64?

  public init() {}

  mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    occurrences.removeAll(keepingCapacity: true)
    otherEvents.removeAll(keepingCapacity: true)
    isAfterBackground.removeAll(keepingCapacity: true)
    lastStays.removeAll(keepingCapacity: true)
    backgroundTime = nil
    hasGap = false
    showsStructure = false
    logged = []
    quality = Quality()
  }

  mutating func append(_ step: Step, afterBackground: Bool) {
    if let last = steps.last, last.part != step.part { endPart() }
    backgroundTime = nil
    steps.append(step)
    isAfterBackground.append(afterBackground)
  }

  mutating func append(_ occurrence: Occurrence) {
    occurrences.append(occurrence)
    occurrences[occurrences.count - 1].stepsBefore = Int32(truncatingIfNeeded: steps.count)
    occurrences[occurrences.count - 1].isAfterGap = hasGap
    hasGap = false
  }

  mutating func append(other word: Name, isGap: Bool) {
    otherEvents.append(word)
    if isGap { hasGap = true }
  }

  /// The app went to the background.
  mutating func leave(at time: Int64, part: UInt32) {
    if steps.last?.part == part { backgroundTime = backgroundTime ?? time }
  }

  private mutating func endPart() {
    guard let last = steps.last else { return }
    lastStays.append(backgroundTime.map { $0 - last.time } ?? Step.unknownTime)
  }

  /// Marks what made an occurrence, or a step, that was appended before.
  mutating func mark(occurrence index: Int, _ maker: Maker) { occurrences[index].maker = maker }
  mutating func mark(step index: Int, _ maker: Maker) { steps[index].maker = maker }

  /// Marks that the bar was hidden on the current screen.
  mutating func markTabBarHidden(part: UInt32) {
    if let last = steps.last, last.part == part { steps[steps.count - 1].isTabBarHidden = true }
  }

  /// Marks the selections of tabs that a clock made: many in a row, each as long after the one before.
  private mutating func markSelectionsOfClock() {
    guard occurrences.count >= Maker.fewestOfClock else { return }
    var run: [Int] = []
    var interval: Int64 = 0
    func isOfClock(_ time: Int64) -> Bool { run.count < 2 || abs(time - interval) <= interval / 40 }
    for index in occurrences.indices.filter({ occurrences[$0].isSelection }) {
      let time = run.last.map { occurrences[index].time - occurrences[$0].time } ?? 0
      if let last = run.last, occurrences[last].part != occurrences[index].part || !isOfClock(time) {
        markClock(run, interval)
        run = occurrences[last].part == occurrences[index].part ? [last] : []
      }
      if run.count == 1 { interval = time }
      run.append(index)
    }
    markClock(run, interval)
  }

  /// Times must be finer than a tenth of the interval to tell.
  private mutating func markClock(_ run: [Int], _ interval: Int64) {
    guard run.count >= Maker.fewestOfClock, quality.clock.length * 10 < interval else { return }
    for index in run {
      occurrences[index].maker = .app
      let step = Int(occurrences[index].stepsBefore)
      if step < steps.count, steps[step].time == occurrences[index].time { steps[step].maker = .app }
    }
  }

  mutating func finish() {
    endPart()
    markSelectionsOfClock()
    measureDwell()
    figures = SessionFigures(steps, occurrences)
  }

  /// Sets the dwell of each step, the time to the next one of its part, unless the app was in the background between
  /// them.
  private mutating func measureDwell() {
    guard steps.count > 1 else { return }
    for index in 0..<(steps.count - 1) where steps[index].part == steps[index + 1].part && !isAfterBackground[index + 1]
    {
      steps[index].dwell = steps[index + 1].time - steps[index].time
    }
  }
}

extension Reconstruction {
  /// The log's quality in a session: what steps and occurrences do not show.
  public struct Quality: Sendable {
    /// The longest time after which a repeated view of a screen counts as a double, microseconds.
    public static let doubleScreenLimit: Int64 = 500_000
    /// Nobody taps the same thing twice within this time and means it, microseconds.
    public static let doubledActionLimit: Int64 = 250_000
    /// The same, where the events do not say what it was: `back` may be tapped twice.
    public static let doubledNamelessLimit: Int64 = 50_000
    /// After so long a pause people begin another visit, microseconds.
    public static let longPause: Int64 = 1_800_000_000
    /// No smartphone log is older than this: 2007-01-01T00:00:00Z, microseconds since 1970.
    public static let earliestTime: Int64 = 1_167_609_600_000_000

    /// `screen_view` events that name a screen.
    public internal(set) var screenViews = 0
    /// Those of the same screen as the `screen_view` before them in the part, at most 500 ms later.
    public internal(set) var doubleScreens = 0
    /// Views of a screen named only by its class, beside a view of the same screen by its name: not steps.
    public internal(set) var classViews = 0
    /// Touches that were logged just after the screen that they led to.
    public internal(set) var lateTouches = 0
    /// The events carry the app's session id (either all events of a session do, or none).
    public internal(set) var hasSessionID = false
    /// Whether a ``longPause`` lies between two neighboring events.
    public internal(set) var hasLongPause = false
    /// The session contains the first opening of the app on this device: an `app_open` with `via: first`.
    public internal(set) var isFirstOpen = false
    /// Events before ``earliestTime``.
    public internal(set) var eventsTooEarly = 0

    /// Pairs of neighboring navigation events of the session, without each `screen_view` that only shows where another
    /// event led.
    public internal(set) var neighbors = 0
    /// Those with the same time: events that were sent, or stamped, in batches.
    public internal(set) var simultaneous = 0
    /// Navigation events other than `screen_view`.
    public internal(set) var actions = 0
    /// Those that are copies of the one before them within ``doubledActionLimit``: logged twice.
    public internal(set) var doubledActions = 0
    /// `back` events that name the screen they lead to, if the screen below is known: no menu is open and no modal is
    /// up.
    public internal(set) var namedBacks = 0
    /// Those that name another screen than the one below: something in between was not logged.
    public internal(set) var contradictedBacks = 0
    /// All times are multiples of it.
    public internal(set) var clock = ClockStep.minute
    /// Choices whose opening is logged, by a fine clock; and those of them that come with it (``Maker/opening``).
    public internal(set) var openedChoices = 0
    public internal(set) var quickChoices = 0
    /// `back` events, and those that were logged just after the screen that they led to.
    public internal(set) var backs = 0
    public internal(set) var lateBacks = 0
    /// For each of ``contradictedBacks``, the screen below.
    public internal(set) var contradictedScreens: [Name] = []
    /// Whether a `menu_close` is logged.
    public internal(set) var closesMenu = false

    private var lastView = Name.unknown
    private var lastViewTime: Int64 = 0
    private var lastNavigationTime: Int64?
    private var lastAction: Event?

    init() {}

    init(of events: UnsafeBufferPointer<Event>) {
      guard let first = events.first else { return }
      hasSessionID = first.session != 0
      clock = ClockStep(of: events)
      if events[events.count - 1].time - first.time >= Self.longPause {
        hasLongPause = zip(events, events.dropFirst()).contains { $1.time - $0.time >= Self.longPause }
      }
      if first.time < Self.earliestTime { eventsTooEarly = events.count { $0.time < Self.earliestTime } }
    }

    /// A `screen_view` of a screen, possibly unknown.
    @inline(__always)
    mutating func view(_ screen: Name, at time: Int64) {
      guard screen.isKnown else { return }
      screenViews += 1
      if screen == lastView && time - lastViewTime <= Self.doubleScreenLimit { doubleScreens += 1 }
      lastView = screen
      lastViewTime = time
    }

    /// A navigation event that another event has not used up.
    @inline(__always)
    mutating func navigate(_ event: Event) {
      if let lastNavigationTime {
        neighbors += 1
        if event.time == lastNavigationTime { simultaneous += 1 }
      }
      lastNavigationTime = event.time
      if event.kind != .screenView { act(event) }
    }

    private mutating func act(_ event: Event) {
      actions += 1
      if event.kind == .menuClose { closesMenu = true }
      if let lastAction, event.time - lastAction.time <= event.longestDoubling, event.isCopy(of: lastAction) {
        doubledActions += 1
      }
      lastAction = event
    }

    /// A `back` to a screen, with another one known to be below.
    mutating func goBack(to screen: Name, below: Name) {
      namedBacks += 1
      if screen == below { return }
      contradictedBacks += 1
      contradictedScreens.append(below)
    }

    mutating func startPart() { lastView = .unknown }
  }
}

extension Occurrence {
  fileprivate var isSelection: Bool { kind == .tabSelect || kind == .tabReselect }

  init(
    _ event: Event, _ kind: Kind, _ part: UInt32, subject: Name = .unknown, container: Name = .unknown,
    flag: Bool = false
  ) {
    self.init(
      time: event.time, subject: subject, container: container, value: event.value, stepsBefore: 0, part: part,
      kind: kind,
      outcome: event.outcome, flag: flag)
  }
}

extension Event {
  /// Nobody does the same again so soon, microseconds.
  fileprivate var longestDoubling: Int64 {
    target.isKnown || screen.isKnown || value.isKnown
      ? Reconstruction.Quality.doubledActionLimit : Reconstruction.Quality.doubledNamelessLimit
  }

  var menuContainer: Name { container.or(.menu) }

  /// The screen named like the target, for events without another arrival.
  func targetScreen(_ map: NavigationMap) -> Name { map.screen(target).or(.unnamed) }

  /// Whether the event shows more than that a screen appeared, and so makes structure known.
  public var isEvidenceOfStructure: Bool {
    if depth > 0 { return true }
    return switch kind {
    case .tabSelect, .moreOpen, .moreSelect, .menuSelect, .push, .back, .toRoot, .modalOpen, .modalClose: true
    case .stack: value.isKnown
    default: false
    }
  }
}

extension UnsafeBufferPointer<Event> {
  /// The longest time between the views of a screen that the app names manually and the framework by class,
  /// microseconds.
  static var doubleNameLimit: Int64 { 1_000_000 }

  /// Whether a `screen_view` names by class a screen that is also logged by name within a second: automatic and manual
  /// reporting are both on.
  func isClassOfNamedScreen(at index: Int) -> Bool {
    guard self[index].marks.contains(.namedByClass) else { return false }
    func isNamed(_ other: Int) -> Bool? {
      if abs(self[other].time - self[index].time) >= Self.doubleNameLimit { return false }
      return self[other].kind == .screenView && self[other].screen.isKnown
        ? !self[other].marks.contains(.namedByClass) : nil
    }
    for other in (index + 1)..<Swift.max(count, index + 1) {
      if let isNamed = isNamed(other) {
        if isNamed { return true }
        break
      }
    }
    for other in (0..<index).reversed() {
      if let isNamed = isNamed(other) { return isNamed }
    }
    return false
  }

  /// Microseconds until the event's screen appears, if the very next navigation event is its `screen_view`.
  func latency(of screen: Name, after index: Int, _ map: NavigationMap) -> Int64 {
    for view in self[(index + 1)...] {
      let time = view.time - self[index].time
      if time > NavigationStack.arrivalLimit || view.kind == .appBackground || view.startsPart { break }
      if view.isNavigation {
        return view.kind == .screenView && map.screen(view.screen) == screen ? time : Step.unknownTime
      }
    }
    return Step.unknownTime
  }
}

extension NavigationStack {
  /// Where an event led, and at what depth according to the app.
  struct Arrival {
    var screen: Name
    var depth: UInt8
    var latency = Step.unknownTime
    /// Index of the `screen_view` that shows the arrival.
    var view = -1
  }

  /// The screen of the event, otherwise that of the following `screen_view`, which is used up.
  mutating func arrival(of event: Event, at index: Int, in events: UnsafeBufferPointer<Event>) -> Arrival? {
    let arrival = nextArrival(event, index, events)
    if let arrival, arrival.view >= 0 { usedUp = arrival.view }
    return arrival
  }

  func nextArrival(_ event: Event, _ index: Int, _ events: UnsafeBufferPointer<Event>) -> Arrival? {
    let own = map.screen(event.screen)
    if own.isKnown { return Arrival(screen: own, depth: event.depth) }
    var next = index + 1
    while next < events.count {
      let view = events[next]
      if view.time - event.time > Self.arrivalLimit { return nil }
      if view.startsPart { return nil }
      let screen = map.screen(view.screen)
      if view.kind == .screenView && screen.isKnown && !events.isClassOfNamedScreen(at: next) {
        if let menu = openMenu, map.isScreen(screen, ofMenu: menu.container) { return nil }
        return Arrival(
          screen: screen, depth: view.depth, latency: view.time - event.time, view: next)
      }
      if view.isNavigation && view.kind != .screenView { return nil }
      next += 1
    }
    return nil
  }
}

extension Reconstruction {
  /// How far a reconstruction has come: two of them show what the events between did.
  package typealias Point = (steps: Int, occurrences: Int, quality: Quality)
  var point: Point { (steps.count, occurrences.count, quality) }
}
