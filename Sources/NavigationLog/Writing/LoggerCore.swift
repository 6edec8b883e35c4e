/// The words of the life of an app.
enum LogLifecycle {
  /// Stands for `first` or `cold`, which is known when the line is written.
  static let launch = "launch"
}

/// What a logger keeps behind its lock: what the app shows, what the log says of it, and what waits to be written.
struct LoggerCore: Sendable {
  /// An event that says more together with the state that it leads to.
  private enum Pending: Sendable {
    case reselect
    case choice(item: String, menu: String)
  }

  private let clock: LogClock
  private let limits: LogLimits
  private var states = StateLog()
  private var pending: (event: Pending, elapsed: Int64, time: Int64)?
  private var waiting: [LogRecord] = []

  private(set) var isOn: Bool
  /// Whether nothing can be written in this launch, or the user is not in the sample.
  private var isStopped = false
  private var isInBackground = false
  private var hasLaunched = false
  private var tabs: [String] = []
  private var loggedTabs: [String] = []

  private var number = 0
  private var session = 0
  private var isSessionOver = true
  private var isSessionNew = false
  /// What is added to the elapsed time to get the time of an event. The clock is read once a session: if it is set
  /// while the app runs, no dwell changes.
  private var anchor = Int64.min
  private var lastElapsed: Int64 = 0
  private var lastTime = Int64.min

  /// How long after a reselection or a choice a change of state is its effect, microseconds.
  private static let effect: Int64 = 2_000_000

  init(isOn: Bool, clock: LogClock, limits: LogLimits) {
    self.isOn = isOn
    self.clock = clock
    self.limits = limits
  }

  var isActive: Bool { isOn && !isStopped }
  var waitingCount: Int { waiting.count }
  var wanted: NavigationState? { states.wanted }

  /// What the log says after so many records; for tests.
  struct Said: Sendable {
    let number: Int
    /// Where the user is; nil at the beginning of a session.
    let state: NavigationState?
    /// Whether nothing is held back that would change it.
    let isCurrent: Bool
  }

  var said: Said {
    Said(
      number: number, state: states.written, isCurrent: isActive && !isInBackground && pending == nil && !isSessionOver)
  }

  // MARK: - Consent, failure

  mutating func setOn(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    drop()
  }

  mutating func stop() {
    isStopped = true
    drop()
  }

  /// What was written is gone: another user begins.
  mutating func erase() {
    drop()
    hasLaunched = false
  }

  /// What was written last may be gone: another session begins.
  mutating func restart() { drop() }

  /// Drops what waits. What follows is a session of its own: its reader does not know what was dropped.
  private mutating func drop() {
    if waiting.contains(where: { $0.entry.via == LogLifecycle.launch }) { hasLaunched = false }
    waiting.removeAll()
    pending = nil
    loggedTabs = []
    isSessionOver = true
    states.forget()
  }

  /// What waits, in order.
  mutating func take() -> [LogRecord] {
    if let pending, clock.elapsed() - pending.elapsed > Self.effect { settlePending() }
    var taken: [LogRecord] = []
    swap(&taken, &waiting)
    return taken
  }

  // MARK: - Events

  /// The app shows another state, or the same one.
  mutating func change(_ change: (NavigationState) -> NavigationState) {
    let old = states.wanted
    var next = change(old ?? NavigationState(path: []))
    if next == old, pending == nil, !states.isBehind { return }
    if next.path.isEmpty, let old {
      // Something is always shown.
      next.tab = old.tab
      next.path = old.path
    }
    guard isActive, !isInBackground else { return states.want(next) }
    if let pending, clock.elapsed() - pending.elapsed > Self.effect { settlePending() }
    // After a pause, with where the user was; not where nothing was logged.
    begin(withState: !isSessionOver)
    var entries: [LogEntry] = []
    if let (event, _, time) = pending {
      switch event {
      case .reselect:
        states.reselect(then: next, &entries)
        pending = nil
      case .choice(let item, let menu) where next.showsMore(than: old):
        states.choose(item, from: menu, then: next, &entries)
        pending = nil
      case .choice: break
      }
      append(entries, at: time)
      entries.removeAll()
    }
    states.want(next)
    states.settle(&entries)
    append(entries, at: now)
  }

  /// An event that the user caused, on the screen that is shown.
  mutating func log(onScreen: Bool = false, _ entry: LogEntry) {
    guard isActive else { return }
    settlePending()
    isInBackground = false
    begin()
    var entry = entry
    if onScreen { entry.screen = states.wanted?.screen }
    append([entry], at: now)
  }

  /// An event that needs no user.
  mutating func note(_ entry: LogEntry) {
    guard isActive else { return }
    settlePending()
    beginSession()
    append([entry], at: now)
  }

  mutating func reselect() {
    guard isActive else { return }
    settlePending()
    isInBackground = false
    begin()
    pending = (.reselect, lastElapsed, now)
  }

  mutating func choose(_ item: String, from menu: String) {
    guard isActive else { return }
    settlePending()
    isInBackground = false
    begin()
    pending = (.choice(item: item, menu: menu), lastElapsed, now)
  }

  mutating func openMore(_ list: String) {
    guard isActive else { return states.want(NavigationState(tab: StateLog.more, path: [list])) }
    settlePending()
    isInBackground = false
    begin()
    var entries: [LogEntry] = []
    states.openMore(list, &entries)
    append(entries, at: now)
  }

  mutating func show(_ tabs: [String]) {
    self.tabs = tabs
    guard isActive, !isInBackground, tabs != loggedTabs else { return }
    settlePending()
    begin()
  }

  mutating func open(by via: String) {
    let wasInBackground = isInBackground
    isInBackground = false
    guard isActive else { return }
    settlePending()
    beginSession()
    if hasLaunched, wasInBackground { append([LogEntry(kind: .appOpen, via: via)], at: now) }
    begin()
  }

  mutating func background() {
    defer { isInBackground = true }
    guard isActive, hasLaunched, !isInBackground, !isSessionOver else { return }
    settlePending()
    // Never the only event of a session.
    if Double(clock.elapsed() - lastElapsed) > limits.pause * 1_000_000 { return }
    append([LogEntry(kind: .appBackground)], at: clock.elapsed() + anchor)
  }

  // MARK: - Sessions and times

  private var now: Int64 { lastElapsed + anchor }

  /// Begins a session, if the last one is over.
  private mutating func beginSession() {
    let elapsed = clock.elapsed()
    if isSessionOver || Double(elapsed - lastElapsed) > limits.pause * 1_000_000 {
      session += 1
      isSessionOver = false
      isSessionNew = true
      states.forget()
      anchor = max(anchor, clock.wall() - elapsed)
    }
    lastElapsed = elapsed
  }

  /// Begins a session, if the last one is over, with where the user is.
  private mutating func begin(withState: Bool = true) {
    beginSession()
    if !hasLaunched {
      hasLaunched = true
      append([LogEntry(kind: .appOpen, via: LogLifecycle.launch)], at: now)
      states.forget()
    }
    if tabs != loggedTabs {
      loggedTabs = tabs
      append([LogEntry(kind: .tabsShown, names: tabs)], at: now)
    }
    if !withState { return }
    var entries: [LogEntry] = []
    states.settle(&entries)
    append(entries, at: now)
  }

  /// Logs a reselection or a choice without an effect on the state.
  mutating func settlePending() {
    guard let (event, _, time) = pending else { return }
    pending = nil
    var entries: [LogEntry] = []
    switch event {
    case .reselect: states.reselect(then: nil, &entries)
    case .choice(let item, let menu): states.choose(item, from: menu, then: nil, &entries)
    }
    append(entries, at: time)
  }

  private mutating func append(_ entries: [LogEntry], at time: Int64) {
    for entry in entries {
      // What is left of a call whose beginning was dropped says nothing.
      if isSessionOver { return }
      if waiting.count >= limits.waiting { return drop() }
      lastTime = max(time, lastTime &+ 1)
      number += 1
      waiting.append(LogRecord(entry: entry, time: lastTime, number: number, session: session, isFirst: isSessionNew))
      isSessionNew = false
    }
  }
}
