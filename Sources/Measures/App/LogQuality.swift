import NavigationModel

/// The log's quality: screens logged twice, session ids on some events only, wrong clocks.
///
/// Nothing here depends on the order of lines with different times, or on how the log is split into files. So a clock
/// that went back is detected not by the order of lines but by its effects: two named sessions of a user at the same
/// time, and events from before smartphones.
@dynamicMemberLookup
package struct LogQuality: Measure, Summed {
  /// What is counted of the sessions of a platform and app version.
  package struct Counts: Summed {
    package fileprivate(set) var screenViews = 0
    package fileprivate(set) var doubleScreens = 0
    /// Views of a screen by its class, beside a view of it by name.
    package fileprivate(set) var classViews = 0
    /// Touches that autocapture reported just after the screen that they led to.
    package fileprivate(set) var lateTouches = 0
    /// Events in sessions with and without the app's session id.
    package fileprivate(set) var eventsWithSessionID = 0
    package fileprivate(set) var eventsWithoutSessionID = 0
    package fileprivate(set) var eventsTooEarly = 0
    /// Sessions with an id that begin during another session of the same user.
    package fileprivate(set) var overlappingSessions = 0
    package fileprivate(set) var sessionsWithID = 0
    /// Pairs of neighboring navigation events of sessions, and those with the same time.
    package fileprivate(set) var neighbors = 0
    package fileprivate(set) var simultaneous = 0
    /// Navigation events other than `screen_view`, and those that were logged twice.
    package fileprivate(set) var actions = 0
    package fileprivate(set) var doubledActions = 0
    /// `back` events that name their arrival, with the screen below known; and those that name another screen.
    package fileprivate(set) var namedBacks = 0
    package fileprivate(set) var contradictedBacks = 0
    /// The latter by the screen below.
    fileprivate var contradictedScreens = SumsByName<Int>()
    /// Sessions that last longer than ``longSession`` or have as many events as a session may have, and the latter
    /// alone.
    package fileprivate(set) var longSessions = 0
    package fileprivate(set) var fullSessions = 0
    package fileprivate(set) var sessions = 0
    /// Choices from menus, and those without a logged opening of the menu.
    package fileprivate(set) var menuChoices = 0
    package fileprivate(set) var impliedMenuOpens = 0
    /// Choices of tabs and items without a target, and all such choices.
    package fileprivate(set) var choicesWithoutTarget = 0
    package fileprivate(set) var choices = 0
    /// Accepted selections of tabs, and those that are the first step of their part.
    package fileprivate(set) var tabSelections = 0
    package fileprivate(set) var openingSelections = 0
    /// Inferred steps that are the first of their part: the screen on which the app opens.
    package fileprivate(set) var inferredEntries = 0
    /// Steps back, and steps to tabs.
    package fileprivate(set) var backs = 0
    package fileprivate(set) var tabs = 0
    /// Inferred steps by what an app would have logged.
    package fileprivate(set) var inferredPushes = 0
    package fileprivate(set) var inferredBacks = 0
    package fileprivate(set) var inferredTabs = 0
    /// Pauses between neighboring sessions of a user on one device, and those shorter than ``shortPause``.
    package fileprivate(set) var pauses = 0
    package fileprivate(set) var shortPauses = 0
    /// Those shorter than ``defaultGap``.
    package fileprivate(set) var pausesInVisits = 0
    /// Pairs of neighboring steps that a run could hold: two ways back, two tabs, a return to where one was; and those
    /// with an event between them that nobody understood.
    package fileprivate(set) var runPairs = 0
    package fileprivate(set) var brokenRunPairs = 0
    package fileprivate(set) var steps = 0
    package fileprivate(set) var inferredSteps = 0
    /// Sessions by id that hold a pause of ``defaultGap`` or more: several visits.
    package fileprivate(set) var gluedSessions = 0
    /// Whether such events stand in half of the runs or more: what people did in a row is not known.
    package var breaksRuns: Bool { brokenRunPairs > 0 && brokenRunPairs * 2 >= runPairs }
    /// Sessions that hold one view and nothing else.
    package fileprivate(set) var singleViews = 0
    /// Sessions of one event.
    package fileprivate(set) var singleEvents = 0

    static let fields =
      Fields<Self>(
        counts: \.screenViews, \.doubleScreens, \.classViews, \.lateTouches, \.eventsWithSessionID,
        \.eventsWithoutSessionID, \.eventsTooEarly, \.overlappingSessions, \.sessionsWithID, \.neighbors,
        \.simultaneous,
        \.actions, \.doubledActions, \.namedBacks, \.contradictedBacks, \.longSessions, \.fullSessions, \.sessions,
        \.menuChoices, \.impliedMenuOpens, \.choicesWithoutTarget, \.choices, \.tabSelections, \.openingSelections,
        \.inferredEntries, \.backs, \.tabs, \.inferredPushes, \.inferredBacks, \.inferredTabs, \.pauses, \.shortPauses,
        \.pausesInVisits, \.singleViews, \.runPairs, \.brokenRunPairs, \.steps, \.inferredSteps, \.gluedSessions,
        \.singleEvents) + Fields<Self>(\.contradictedScreens)

    /// ``contradictedBacks`` that name another screen than one that people see.
    package func contradictedBacks(without transparent: Set<Name>) -> Int {
      contradictedScreens.pairs.reduce(contradictedBacks) { $0 - (transparent.contains($1.0) ? $1.1 : 0) }
    }
  }

  /// By platform and app version: a doubt accuses a part of the log (TheRules.md).
  package private(set) var cells = SumsByKey<NamePair, Counts>()
  private var all = Once<Counts>()
  private var plausible = Once<ClosedRange<Int>?>()

  package var whole: Counts { all.value { cells.values.reduce(into: Counts()) { $0.merge($1) } } }
  package func counts(of some: some Sequence<NamePair>) -> Counts {
    some.reduce(into: Counts()) { if let own = cells[$1] { $0.merge(own) } }
  }

  /// Above this share of neighbors at one time, times are those of sending (`H`).
  package static let batchedLimit = 0.05

  var batchedPlatforms: Set<Name> {
    let platforms = cells.pairs.reduce(into: SumsByName<Counts>()) { $0[adding: $1.0.first].merge($1.1) }
    return Set(
      platforms.pairs.filter { Double($0.1.simultaneous) > Self.batchedLimit * Double($0.1.neighbors) }.map(\.0))
  }

  package subscript<Value>(dynamicMember path: KeyPath<Counts, Value>) -> Value { whole[keyPath: path] }

  /// Events by the UTC day (since 1970) on which their session starts.
  private var days = SumsByKey<Int, Day>()

  private struct Day: Mergeable, BinaryRecord {
    var events = 0
    /// The times of the first and the last of them, microseconds since the start of the day.
    var first = Int64.max
    var last = Int64.min

    static let form = BinaryForm(Self.init(events:first:last:), \.events, \.first, \.last)

    mutating func merge(_ other: Day) {
      events += other.events
      first = min(first, other.first)
      last = max(last, other.last)
    }
  }

  private static let lengthOfDay: Int64 = 86_400_000_000

  /// No visit lasts twelve hours: a longer session is several visits, or an always-on device. Microseconds.
  package static let longSession: Int64 = 12 * 3_600_000_000
  /// A time further than this from the median is wrong, days.
  package static let outlyingDays = 365

  /// Nobody leaves an app and comes back within this time, time after time, microseconds.
  package static let shortPause: Int64 = 60_000_000

  /// A pause that begins another session where the log names none, microseconds.
  package static let defaultGap = Reconstruction.Quality.longPause

  /// The end of the current user's last session, and where it was.
  private var last: (end: Int64, segment: Segment)?
  /// The latest end of the current user's named sessions.
  private var latestEnd = Int64.min

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let cell = cells.number(adding: NamePair(session.segment.platform, session.segment.appVersion))
    cells[number: cell].observe(session, path)
    if let last, session.start >= last.end, session.segment.platform == last.segment.platform,
      session.segment.device == last.segment.device
    {
      cells[number: cell].observe(pause: session.start - last.end)
    }
    last = (session.end, session.segment)
    let (day, start) = session.start.flooredDivision(by: Self.lengthOfDay)
    days[adding: Int(day)].merge(Day(events: session.events, first: start, last: start + session.end - session.start))
    guard path.quality.hasSessionID else { return }
    if session.start < latestEnd { cells[number: cell].overlappingSessions += 1 }
    latestEnd = max(latestEnd, session.end)
  }

  mutating func finishUser() {
    latestEnd = .min
    last = nil
  }

  mutating func dropSurplus() {
    all = Once()
    plausible = Once()
  }

  static let fields = Fields<Self>(\.cells, \.days)

  /// The days within a year of the median event's day: events on others come from wrong clocks. Nil without events.
  package var plausibleDays: ClosedRange<Int>? { plausible.value { daysAroundMedian } }

  private var daysAroundMedian: ClosedRange<Int>? {
    var left = (days.values.reduce(0) { $0 + $1.events } + 1) / 2
    for (day, found) in days.pairs.sorted(by: { $0.0 < $1.0 }) {
      left -= found.events
      if left <= 0 { return day - Self.outlyingDays...day + Self.outlyingDays }
    }
    return nil
  }

  /// Events of sessions that start on none of the ``plausibleDays``.
  package var outlyingEvents: Int {
    guard let plausible = plausibleDays else { return 0 }
    return days.pairs.reduce(0) { $0 + (plausible.contains($1.0) ? 0 : $1.1.events) }
  }

  /// The times of the first and the last event, microseconds since 1970, of the sessions that start on
  /// ``plausibleDays``; nil without events.
  var period: ClosedRange<Int64>? {
    guard let plausible = plausibleDays else { return nil }
    let found = days.pairs.filter { plausible.contains($0.0) }
    let first = found.map { Int64($0.0) &* Self.lengthOfDay &+ $0.1.first }.min()
    let last = found.map { Int64($0.0) &* Self.lengthOfDay &+ $0.1.last }.max()
    return first.flatMap { first in last.map { first...max(first, $0) } }
  }
}

extension LogQuality.Counts {
  fileprivate mutating func observe(_ session: Session, _ path: Reconstruction) {
    screenViews += path.quality.screenViews
    doubleScreens += path.quality.doubleScreens
    classViews += path.quality.classViews
    lateTouches += path.quality.lateTouches
    eventsTooEarly += path.quality.eventsTooEarly
    neighbors += path.quality.neighbors
    simultaneous += path.quality.simultaneous
    actions += path.quality.actions
    doubledActions += path.quality.doubledActions
    namedBacks += path.quality.namedBacks
    contradictedBacks += path.quality.contradictedBacks
    for screen in path.quality.contradictedScreens { contradictedScreens[adding: screen] += 1 }
    sessions += 1
    let isFull = session.events >= SessionLimits.mostEvents
    if isFull { fullSessions += 1 }
    if isFull || session.end - session.start > LogQuality.longSession { longSessions += 1 }
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .menuSelect: menuChoices += 1
      case .menuOpen: if occurrence.flag { impliedMenuOpens += 1 }
      case .tabSelect, .tabReselect: tabSelections += 1
      default: break
      }
      if let target = occurrence.choice { count(choiceOf: target) }
    }
    if session.events == 1 { singleEvents += 1 }
    count(runsIn: path.steps)
    var part = UInt32.max
    steps += path.steps.count
    for step in path.steps {
      if let target = step.choice { count(choiceOf: target) }
      if step.part != part, step.kind == .tab, !step.isInferred { openingSelections += 1 }
      if step.kind == .back { backs += 1 }
      if step.kind == .tab { tabs += 1 }
      if step.isInferred {
        inferredSteps += 1
        switch step.kind {
        case .entry: if step.part != part { inferredEntries += 1 }
        case .push: inferredPushes += 1
        case .back: inferredBacks += 1
        case .tab: inferredTabs += 1
        default: break
        }
      }
      part = step.part
    }
    if path.steps.count == 1, path.quality.screenViews == 1, path.quality.actions == 0, path.occurrences.isEmpty,
      path.otherEvents.isEmpty
    {
      singleViews += 1
    }
    if path.quality.hasSessionID {
      eventsWithSessionID += session.events
      sessionsWithID += 1
      if path.quality.hasLongPause { gluedSessions += 1 }
    } else {
      eventsWithoutSessionID += session.events
    }
  }

  /// Adds the pause before a session.
  fileprivate mutating func observe(pause: Int64) {
    pauses += 1
    if pause < LogQuality.shortPause { shortPauses += 1 }
    if pause < LogQuality.defaultGap { pausesInVisits += 1 }
  }

  private mutating func count(runsIn steps: [Step]) {
    for index in steps.indices.dropFirst() where steps[index].part == steps[index - 1].part {
      let before = steps[index - 1]
      let step = steps[index]
      let isReturn = index > 1 && steps[index - 2].part == step.part && steps[index - 2].screen == step.screen
      guard isReturn || (before.kind == step.kind && (step.kind == .back || step.kind == .tab)) else { continue }
      runPairs += 1
      if step.isAfterGap { brokenRunPairs += 1 }
    }
  }

  private mutating func count(choiceOf target: Name) {
    choices += 1
    if target == .unnamed { choicesWithoutTarget += 1 }
  }
}

extension Occurrence {
  /// The tab or the menu item that was chosen, `?` if the log does not say which; nil for everything else.
  package var choice: Name? {
    switch kind {
    case .menuSelect, .tabSelect, .tabReselect, .tabBlocked: subject
    default: nil
    }
  }
}

extension Step {
  /// The item of the More list that was chosen, `?` if the log does not say which; nil for everything else.
  package var choice: Name? { kind == .moreItem ? item : nil }
}
