import Dispatch
import Foundation

/// Writes how an app is navigated, in navaudit's native log format: a state whenever it changes, and what a state does
/// not say.
///
/// Calls are made from any thread, take about a microsecond, and never wait, fail or raise; lines are written later, in
/// the order of the calls. If they cannot be written, the log stops until the next launch.
public final class NavigationLogger: Sendable {
  private let core: Locked<LoggerCore>
  private let sink: any LogSink
  private let identity: LogIdentity
  private let platform: LogPlatform
  private let sampling: Double
  private let limits: LogLimits
  private let launch: String
  private let queue = DispatchQueue(label: "NavigationLog", qos: .utility)
  /// How lines are made; nil until the user id is known. Only used in the queue.
  private let lines = Locked<LogLines?>(nil)
  private let isDrainDue = Locked(false)

  /// A logger that writes to files.
  /// - Parameters:
  ///   - consent: whether anything is logged; see ``isOn``.
  ///   - platform: what the app runs on.
  ///   - sampling: the share of users who are logged, decided once for each.
  ///   - folder: of the files and the install id (default: `NavigationLog` in Application Support).
  public convenience init(
    consent: Bool, platform: LogPlatform = .current, sampling: Double = 1, folder: URL? = nil,
    limits: LogLimits = LogLimits()
  ) {
    let folder = folder ?? Self.defaultFolder
    let launch = LogIdentity.random(12)
    self.init(
      consent: consent, platform: platform, sampling: sampling, limits: limits, launch: launch,
      identity: .file(in: folder),
      sink: LogFiles(folder: folder, launch: launch, limits: limits))
  }

  /// A logger with its surroundings, for tests and for sinks of your own.
  /// - Parameter launch: distinguishes the launches of a user: part of the ids of sessions and events.
  public init(
    consent: Bool, platform: LogPlatform = LogPlatform(), sampling: Double = 1, limits: LogLimits = LogLimits(),
    launch: String = LogIdentity.launchID(), clock: LogClock = .system, identity: LogIdentity, sink: any LogSink
  ) {
    core = Locked(LoggerCore(isOn: consent, clock: clock, limits: limits))
    self.sink = sink
    self.identity = identity
    self.platform = platform
    self.sampling = sampling
    self.limits = limits
    self.launch = launch
  }

  /// `NavigationLog` in Application Support.
  public static var defaultFolder: URL {
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    return (support ?? FileManager.default.temporaryDirectory).appendingPathComponent(
      "NavigationLog", isDirectory: true)
  }

  // MARK: - Where the user is

  /// What the app shows. Call it whenever it may have changed: the same state is not logged twice.
  /// - Parameters:
  ///   - tab: the tab in front; nil in an app without tabs.
  ///   - path: the screens from the root to the one on top; empty for a root that is called as the tab.
  public func state(tab: String?, path: [String]) {
    act { core in
      core.change { old in
        if old.tab == tab, old.path == path { return old }
        return NavigationState(tab: tab, path: path, modals: old.modals).cleaned
      }
    }
  }

  /// What the app shows, modal screens included.
  public func state(_ state: NavigationState) {
    act { core in core.change { $0 == state ? $0 : state.cleaned } }
  }

  /// A modal screen came up.
  public func modalOpened(_ screen: String) { change { $0.modals.append([screen]) } }

  /// The topmost modal screen was dismissed or, if it is named, that one and all above it.
  public func modalClosed(_ screen: String? = nil) {
    change { state in
      let name = screen.map(LogName.clean)
      guard let index = name == nil ? state.modals.indices.last : state.modals.lastIndex(where: { $0[0] == name })
      else { return }
      state.modals.removeSubrange(index...)
    }
  }

  /// The screens of the topmost modal screen with that first screen.
  public func modalPath(_ path: [String]) {
    change { state in
      let name = path.first.map(LogName.clean)
      if let index = state.modals.lastIndex(where: { $0[0] == name }) { state.modals[index] = path }
    }
  }

  private func change(_ change: @Sendable (inout NavigationState) -> Void) {
    act { core in
      core.change { old in
        var state = old
        change(&state)
        return state == old ? old : state.cleaned
      }
    }
  }

  // MARK: - What a state does not say

  /// The tab in front was tapped once more.
  public func reselected() { act { $0.reselect() } }

  /// A tab was tapped, and the app refused.
  public func blocked(_ tab: String) { log(LogEntry(kind: .tabSelect, target: LogName.clean(tab), outcome: "blocked")) }

  /// The More list was opened.
  /// - Parameter list: the name of its screen.
  public func moreOpened(list: String = "More") {
    let list = LogName.clean(list)
    act { $0.openMore(list) }
  }

  /// A hidden menu was opened.
  public func menuOpened(_ menu: String = "menu") { log(LogEntry(kind: .menuOpen, container: LogName.clean(menu))) }

  /// An item of a menu was chosen. The state that follows is where it led.
  public func menuChose(_ item: String, from menu: String = "menu") {
    let item = LogName.clean(item)
    let menu = LogName.clean(menu)
    act { $0.choose(item, from: menu) }
  }

  public enum MenuClosing: String, Sendable {
    case outside, swipe, back, timeout
  }

  /// A menu was closed without a choice.
  public func menuClosed(_ menu: String = "menu", by closing: MenuClosing? = nil) {
    log(LogEntry(kind: .menuClose, container: LogName.clean(menu), via: closing?.rawValue))
  }

  public enum TapOutcome: String, Sendable {
    /// It did what it should.
    case ok
    /// It fell beside what it was meant for.
    case missed
    /// Nothing happened.
    case dead
  }

  /// Something was tapped.
  /// - Parameters:
  ///   - control: what; nil if that is not known.
  ///   - point: where, in points from the top left corner.
  public func tapped(_ control: String?, outcome: TapOutcome = .ok, at point: CGPoint? = nil) {
    log(
      onScreen: true,
      LogEntry(
        kind: .tap, target: control.map(LogName.clean), outcome: outcome == .ok ? nil : outcome.rawValue,
        x: point.map { Double($0.x) },
        y: point.map { Double($0.y) }))
  }

  /// A gesture was made.
  public func gesture(_ name: String, failed: Bool = false) {
    log(onScreen: true, LogEntry(kind: .gesture, target: LogName.clean(name), outcome: failed ? "failed" : nil))
  }

  /// The badge of a tab changed; 0: it was cleared.
  public func badge(_ tab: String, count: Int) {
    let entry = LogEntry(kind: .badge, target: LogName.clean(tab), count: max(count, 0))
    act { $0.note(entry) }
  }

  /// The tab bar shows these tabs. Logged once a launch, and when they change.
  public func tabsShown(_ tabs: [String]) {
    let tabs = LogName.clean(tabs)
    act { $0.show(tabs) }
  }

  /// The user changed the order of the tabs.
  public func tabsEdited(_ tabs: [String]) { log(LogEntry(kind: .tabsEdit, names: LogName.clean(tabs))) }

  /// The user set out to do something.
  public func taskStarted(_ name: String) { log(LogEntry(kind: .taskStart, target: LogName.clean(name))) }

  public enum TaskOutcome: String, Sendable {
    case ok, failed, abandoned
  }

  /// It ended.
  public func taskEnded(_ name: String, _ outcome: TaskOutcome) {
    log(LogEntry(kind: .taskEnd, target: LogName.clean(name), outcome: outcome.rawValue))
  }

  // MARK: - The life of the app

  public enum Opening: String, Sendable {
    case warm, push, url, widget
  }

  /// The app came to the front. The first event of a launch is its start, whoever calls.
  public func opened(by opening: Opening = .warm) { act { $0.open(by: opening.rawValue) } }

  /// The app left the front: what waits is written soon. States are logged again after ``opened(by:)``, or with what
  /// the user does next.
  public func backgrounded() {
    core.withLock { $0.background() }
    queue.async { self.drain() }
  }

  // MARK: - Consent, files

  /// Whether anything is logged. While it is off, nothing is written and no install id is made; what waits is dropped.
  /// See ``erase()``.
  public var isOn: Bool {
    get { core.withLock { $0.isOn } }
    set { core.withLock { $0.setOn(newValue) } }
  }

  /// Deletes all files and the install id. What is logged later is by another user.
  public func erase() {
    queue.async {
      self.core.withLock { $0.erase() }
      self.sink.erase()
      self.identity.erase()
      self.lines.withLock { $0 = nil }
    }
  }

  /// Writes what waits. For tests, and before the app exits: it waits for the disk.
  public func flush() {
    core.withLock { $0.settlePending() }
    queue.sync { drain() }
  }

  /// Ends the present file and hands over all of them, oldest first, for example to send them. Called on a queue of the
  /// logger.
  public func finishedFiles(_ take: @escaping @Sendable ([URL]) -> Void) {
    queue.async {
      self.core.withLock { $0.settlePending() }
      self.drain()
      self.sink.finish()
      take(self.sink.files)
    }
  }

  // MARK: - For tests

  var wanted: NavigationState? { core.withLock { $0.wanted } }
  var said: LoggerCore.Said { core.withLock { $0.said } }

  /// As if the app were killed: what waits is lost.
  func abandon() {
    core.withLock { $0.stop() }
    queue.sync {}
  }

  // MARK: - Writing

  private func log(onScreen: Bool = false, _ entry: LogEntry) { act { $0.log(onScreen: onScreen, entry) } }

  private func act(_ action: (inout LoggerCore) -> Void) {
    let waiting = core.withLock { core in
      action(&core)
      return core.waitingCount
    }
    if waiting == 0 { return }
    if waiting.isMultiple(of: Self.batch) {
      queue.async { self.drain() }
    } else if isDrainDue.withLock({ isDue in
      defer { isDue = true }
      return !isDue
    }) {
      queue.asyncAfter(deadline: .now() + limits.delay) { self.drain() }
    }
  }

  /// After so many events, they do not wait any longer.
  private static let batch = 512
  /// Bytes of whole lines that are written at once.
  private static let piece = 1 << 16

  /// Writes what waits; in the queue.
  private func drain() {
    isDrainDue.withLock { $0 = false }
    guard core.withLock({ $0.isActive && $0.waitingCount > 0 }), let lines = loadedLines() else { return }
    let records = core.withLock { $0.take() }
    var bytes: [UInt8] = []
    do {
      for record in records {
        lines.append(record, to: &bytes)
        if bytes.count >= Self.piece {
          guard isOn else { return }
          try sink.append(bytes)
          bytes.removeAll(keepingCapacity: true)
        }
      }
      if !bytes.isEmpty, isOn { try sink.append(bytes) }
    } catch LogSinkError.vanished {
      core.withLock { $0.restart() }
    } catch {
      core.withLock { $0.stop() }
    }
  }

  /// How lines are made, as soon as the user id can be read.
  private func loadedLines() -> LogLines? {
    lines.withLock { lines in
      if lines == nil, case .known(let user, let isNew) = identity.load() {
        if !LogIdentity.isSampled(user, share: sampling) { core.withLock { $0.stop() } }
        lines = LogLines(user: user, isNewUser: isNew, launch: launch, platform: platform)
      }
      return core.withLock { $0.isActive } ? lines : nil
    }
  }
}

extension LogIdentity {
  /// A random id of a launch.
  public static func launchID() -> String { random(12) }
}
