/// Turns the events of a session into steps: the state machine of the app's navigation.
///
/// The state is the section the user is in, a stack of screens for each section, and whether a menu or the More list is
/// open. It is empty at the start of each part of a session. ``reconstruct(_:into:)`` plays one session; each kind of
/// event is a function below.
///
/// One value is reused for many sessions, to avoid allocating per session.
package struct NavigationStack: Sendable {
  /// The longest time between an event and the `screen_view` that shows where it led, microseconds.
  package static let arrivalLimit: Int64 = 2_000_000
  /// The longest time between a gesture and the step that it caused, microseconds.
  static let gestureLimit: Int64 = 1_000_000

  let map: NavigationMap
  var stacks = SectionStacks()

  /// With the index of its occurrence.
  var openMenu: (container: Name, time: Int64, occurrence: Int)?
  var isMoreListOpen = false
  /// When it was last opened, and the indices of the occurrence and the step.
  private var moreOpening: (time: Int64, occurrence: Int, step: Int)?
  /// The name that the last `more_open` of this part gave the list.
  private var moreListName = Name.more

  private(set) var part: UInt32 = 0
  /// The lists of screens of `stack` events.
  var lists: [Name: [Name]] = [:]
  /// Index of the `screen_view` that an earlier event used up as its arrival.
  var usedUp = -1
  private var hasBackgrounded = false
  /// Since when the tab bar has been hidden on the current screen; nil if it is in sight.
  private var barHiddenSince: Int64?
  /// A tab bar that is away for less than this is moving, as before a push (`H`), microseconds.
  private static let barTransition: Int64 = 1_000_000
  private var lastGestureTime = Int64.min
  /// Whether an event that nobody understood came after the last step.
  private var hasGap = false
  /// Whether an event that nobody understands may be a step, by the number of its name; nil until it is asked.
  private var gaps: [Bool?] = []

  /// Whether the session is the first of its user.
  private var isFirstSession = false
  /// The time of the first event of the part, and whether the current event is that.
  private var partStart: Int64 = 0
  private var isPartStart = false
  /// The last selection of a tab in the part.
  private var lastSelection: Int64?
  /// Whether the session's times are fine enough to tell.
  private var isFine = false
  /// Who made the current event.
  private var maker = Maker.person
  /// How far the reconstruction was before each event, and at the end; nil if nobody asked.
  package var trace: [Reconstruction.Point]?

  package init(map: NavigationMap) { self.map = map }

  /// Plays the events of one session, in order, and appends what happened to `session`.
  /// - Parameter isFirst: whether it is the first session of its user.
  /// - Complexity: O(events), times the depth of the stacks if screens are looked up.
  package mutating func reconstruct(
    _ events: UnsafeBufferPointer<Event>, isFirst: Bool = false, into session: inout Reconstruction
  ) {
    isFirstSession = isFirst
    guard events.hasLateTouch else { return play(events, into: &session) }
    var moved = Array(events)
    moved.putTouchesFirst()
    moved.withUnsafeBufferPointer { play($0, into: &session) }
  }

  private mutating func play(_ events: UnsafeBufferPointer<Event>, into session: inout Reconstruction) {
    session.removeAll()
    stacks.states.removeAll()
    session.quality = .init(of: events)
    isFine = session.quality.clock == .fine
    part = 0
    startPart()
    if trace != nil { trace = [] }
    for index in events.indices {
      trace?.append(session.point)
      let event = events[index]
      maker = .person
      isPartStart = index == 0 || event.startsPart
      if isPartStart { partStart = event.time }
      session.logged.formUnion(LoggedParts(of: event))
      let state = event.kind == .stack ? screens(of: event) : []
      if event.kind == .stack && state.isEmpty { continue }
      if event.isEvidenceOfStructure { session.showsStructure = true }
      if event.startsPart {
        if event.via == .first { session.quality.isFirstOpen = true }
        leave(event, &session)
        endPart(&session)
        if index > 0 { part += 1 }
        startPart()
        session.quality.startPart()
      } else if event.isNavigation {
        if event.marks.contains(.putFirst) { session.quality.lateTouches += 1 }
        if event.kind == .screenView {
          if events.isClassOfNamedScreen(at: index) {
            session.quality.classViews += 1
            continue
          }
          session.quality.view(map.screen(event.screen), at: event.time)
        }
        if index != usedUp {
          session.quality.navigate(event)
          if event.kind == .stack {
            show(state, event, &session)
          } else {
            navigate(event, at: index, in: events, &session)
          }
        }
      } else {
        note(event, &session)
      }
    }
    if let last = events.last { leave(last, &session) }
    endPart(&session)
    trace?.append(session.point)
    // Swapped, not copied, so that both keep their memory.
    swap(&session.stacks, &stacks.states)
    session.finish()
  }

  private mutating func startPart() {
    stacks.removeAll()
    openMenu = nil
    isMoreListOpen = false
    moreOpening = nil
    lastSelection = nil
    moreListName = .more
    usedUp = -1
    hasBackgrounded = false
    barHiddenSince = nil
    lastGestureTime = .min
    hasGap = false
  }

  /// How long the last screen stays is not known.
  private func endPart(_ session: inout Reconstruction) {
    if barHiddenSince != nil { session.markTabBarHidden(part: part) }
  }

  // MARK: - Navigation events

  private mutating func navigate(
    _ event: Event, at index: Int, in events: UnsafeBufferPointer<Event>, _ session: inout Reconstruction
  ) {
    switch event.kind {
    case .screenView:
      viewScreen(event, at: index, in: events, &session)
      return
    case .menuClose:
      if openMenu != nil {
        abandonMoreList(event, &session)
        abandonMenu(event, &session)
      }
      return
    case .deepLink:
      openMenu = nil
      isMoreListOpen = false
      let arrival = arrival(of: event, at: index, in: events)
      stacks.enter(.link)
      stacks.replace(with: arrival?.screen ?? event.targetScreen(map))
      finish(.link, event, arrival, &session)
      return
    default: break
    }

    // The events below leave an open menu or More list, unless they choose from it.
    let choosesFromMenu = event.kind == .menuSelect && openMenu?.container == event.menuContainer
    let choosesFromMore = event.kind == .moreSelect && isMoreListOpen
    let menu = openMenu
    let backHasArrival = event.kind == .back && menu != nil ? nextArrival(event, index, events) != nil : false
    if !choosesFromMenu { abandonMenu(event, &session) }
    if !choosesFromMore { abandonMoreList(event, &session) }

    switch event.kind {
    case .tabSelect:
      let tab = event.target.or(.unnamed)
      note(selection: event)
      if tab == map.moreTab {
        openMore(event, at: arrival(of: event, at: index, in: events), &session)
      } else if stacks.section == .tab(tab) {
        reselect(tab, event, &session)
      } else {
        select(tab, event, at: index, in: events, &session)
      }
    case .moreOpen:
      openMore(event, at: arrival(of: event, at: index, in: events), &session)
    case .moreSelect:
      let isListShown = stacks.section == .more && stacks.count == 1
      if !choosesFromMore && !isListShown { session.append(.init(event, .moreOpen, part, flag: true)) }
      isMoreListOpen = false
      if choosesFromMore { note(choiceFromMore: event, &session) }
      let arrival = arrival(of: event, at: index, in: events)
      stacks.enter(.more)
      stacks.replace(with: moreListName)
      stacks.push(arrival?.screen ?? event.targetScreen(map))
      append(.moreItem, event, arrival, item: event.target.or(.unnamed), &session)
    case .menuOpen:
      let container = event.menuContainer
      openMenu = (container, event.time, session.occurrences.count)
      session.append(.init(event, .menuOpen, part, container: container))
    case .menuSelect:
      let container = event.menuContainer
      let item = event.target.or(.unnamed)
      var choice = Occurrence(event, .menuSelect, part, subject: item, container: container)
      if choosesFromMenu, let menu {
        choice.duration = event.time - menu.time
        if note(choice: event, since: menu.time, &session) { session.mark(occurrence: menu.occurrence, .opening) }
        choice.maker = maker
      } else {
        session.append(.init(event, .menuOpen, part, container: container, flag: true))
      }
      session.append(choice)
      openMenu = nil
      let arrival = arrival(of: event, at: index, in: events)
      stacks.enter(.menuItem(container, item))
      stacks.replace(with: arrival?.screen ?? event.targetScreen(map))
      finish(.menuItem, event, arrival, &session)
    case .push:
      let arrival = arrival(of: event, at: index, in: events)
      stacks.push(arrival?.screen ?? event.targetScreen(map))
      finish(.push, event, arrival, &session)
    case .modalOpen:
      let arrival = arrival(of: event, at: index, in: events)
      stacks.push(arrival?.screen ?? event.targetScreen(map), isModal: true)
      append(.modal, event, arrival, &session)
    case .modalClose:
      if stacks.dismissModal() { append(.back, event, nil, &session) }
    case .toRoot:
      if stacks.count > 1 {
        stacks.cut(to: 1)
        append(.back, event, nil, &session)
      }
    case .back:
      if menu != nil && !backHasArrival { return }
      goBack(event, at: index, in: events, isOverMenu: menu != nil, &session)
    default: break
    }
  }

  private mutating func select(
    _ tab: Name, _ event: Event, at index: Int, in events: UnsafeBufferPointer<Event>, _ session: inout Reconstruction
  ) {
    session.append(selection(.tabSelect, tab, event))
    var arrival = arrival(of: event, at: index, in: events)
    if let screen = arrival?.screen, event.screen.isKnown {
      arrival?.latency = events.latency(of: screen, after: index, map)
    }
    stacks.enter(.tab(tab))
    let kept = stacks.count
    let left = stacks.top?.screen ?? .unknown
    if kept == 0 {
      stacks.push(arrival?.screen ?? event.targetScreen(map))
    } else if let screen = arrival?.screen {
      if let position = stacks.topmostPosition(of: screen) {
        stacks.cut(to: position)
      } else {
        stacks.replace(with: screen)
      }
    }
    noteKeptState(of: tab, left: kept, at: left, isLost: stacks.count == 1, event, &session)
    finish(.tab, event, arrival, &session)
  }

  /// A return to a tab that was left with so many screens, if it was more than its root.
  mutating func noteKeptState(
    of tab: Name, left count: Int, at screen: Name, isLost: Bool, _ event: Event, _ session: inout Reconstruction
  ) {
    guard count > 1 else { return }
    var keptReturn = Occurrence(event, .keptStateReturn, part, subject: tab, flag: isLost)
    keptReturn.screen = screen
    session.append(keptReturn)
  }

  private mutating func reselect(_ tab: Name, _ event: Event, _ session: inout Reconstruction) {
    session.append(selection(.tabReselect, tab, event))
    let screen = map.screen(event.screen)
    let position = screen.isKnown ? stacks.topmostPosition(of: screen) ?? 1 : 1
    if position < stacks.count {
      stacks.cut(to: position)
      append(.reselect, event, nil, &session)
    }
  }

  mutating func openMore(_ event: Event, at arrival: Arrival?, _ session: inout Reconstruction) {
    session.append(.init(event, .moreOpen, part))
    moreOpening = (event.time, session.occurrences.count - 1, session.steps.count)
    if let screen = arrival?.screen { moreListName = screen }
    isMoreListOpen = true
    stacks.enter(.more)
    stacks.replace(with: moreListName)
    append(.more, event, arrival, &session)
  }

  private mutating func goBack(
    _ event: Event, at index: Int, in events: UnsafeBufferPointer<Event>, isOverMenu: Bool,
    _ session: inout Reconstruction
  ) {
    session.quality.backs += 1
    var isLate = false
    if !event.screen.isKnown, let last = session.steps.last, last.kind == .back, last.isInferred, last.part == part {
      isLate = event.time - last.time <= Maker.lateBack
    }
    if isLate { session.quality.lateBacks += 1 }
    let arrival = arrival(of: event, at: index, in: events)
    if let screen = arrival?.screen, !isOverMenu, let top = stacks.top, !top.isInModal,
      let below = stacks.second?.screen, below != .unnamed
    {
      session.quality.goBack(to: screen, below: below)
    }
    guard let top = stacks.top else {
      if let arrival {
        enterFirst(arrival.screen, event, arrival, &session)
      } else {
        session.append(.init(event, .backAtRoot, part))
      }
      return
    }
    if let screen = arrival?.screen, screen == top.screen, stacks.second?.screen != screen {
      return  // A swipe that was not finished.
    }
    if stacks.count == 1 {
      guard let screen = arrival?.screen else {
        session.append(.init(event, .backAtRoot, part))
        return
      }
      if let other = stacks.otherTab(withRoot: screen, orMore: map.hasMoreRoot) {
        stacks.enter(other)
        stacks.cut(to: 1)
      } else {
        stacks.replace(with: screen)
      }
    } else if top.isModal {
      stacks.cut(to: stacks.count - 1)
    } else if let screen = arrival?.screen, let position = stacks.topmostPosition(of: screen, below: stacks.count) {
      stacks.cut(to: position)
    } else {
      stacks.cut(to: stacks.count - 1)
      if let screen = arrival?.screen { stacks.rename(to: screen) }
    }
    append(.back, event, arrival, isLateBack: isLate, &session)
  }

  private mutating func viewScreen(
    _ event: Event, at index: Int, in events: UnsafeBufferPointer<Event>, _ session: inout Reconstruction
  ) {
    let screen = map.screen(event.screen)
    guard screen.isKnown else { return }
    if let menu = openMenu, map.isScreen(screen, ofMenu: menu.container) { return }
    let arrival = Arrival(screen: screen, depth: event.depth)

    if let top = stacks.top {
      let isOnTop = top.screen == screen
      let position = isOnTop ? stacks.count : stacks.topmostPosition(of: screen)
      let isDeeper = position.map { !top.isInModal && event.depth > 0 && Int(event.depth) > $0 } ?? false
      if isOnTop && !isDeeper { return }  // A re-appearance.
      leave(event, &session)
      if let position, !isDeeper {
        stacks.cut(to: position)
        append(.back, event, nil, inferred: true, &session)
        return
      }
      if !isDeeper, let tab = otherTab(withRoot: screen) {
        stacks.enter(section(of: tab))
        stacks.replace(with: screen)
        finish(.tab, event, arrival, inferred: true, &session)
        return
      }
      if !isDeeper, let guess = map.declared.guess, locate(screen, by: guess, event, at: index, in: events, &session) {
        return
      }
      stacks.push(screen)
      finish(.push, event, arrival, inferred: true, &session)
    } else {
      leave(event, &session)
      enterFirst(screen, event, arrival, &session)
    }
  }

  /// Enters the first screen of a part, if no event says how it was reached.
  private mutating func enterFirst(_ screen: Name, _ event: Event, _ arrival: Arrival, _ session: inout Reconstruction)
  {
    if let tab = map.tab(withRoot: screen) { stacks.enter(section(of: tab)) }
    stacks.push(screen)
    finish(.entry, event, arrival, inferred: true, &session)
  }

  private mutating func isGap(_ word: Name) -> Bool {
    let number = Int(word.rawValue)
    if number >= gaps.count { gaps += repeatElement(nil, count: number + 1 - gaps.count) }
    if let known = gaps[number] { return known }
    let isGap = !map.isKnownElsewhere(map.declared.names.text(word))
    gaps[number] = isGap
    return isGap
  }

  // MARK: - Steps and occurrences

  /// Sets the depth that the app gives for the arrival, and appends the step.
  private mutating func finish(
    _ kind: StepKind, _ event: Event, _ arrival: Arrival?, inferred: Bool = false, _ session: inout Reconstruction
  ) {
    if let depth = arrival?.depth, depth > 0 { stacks.setDepth(Int(depth)) }
    append(kind, event, arrival, inferred: inferred, &session)
  }

  mutating func append(
    _ kind: StepKind, _ event: Event, _ arrival: Arrival?, item: Name = .unknown, inferred: Bool = false,
    isLateBack: Bool = false, _ session: inout Reconstruction
  ) {
    guard let top = stacks.top else { return }
    var step = Step(
      time: event.time, section: stacks.section, screen: top.screen, depth: min(top.depth, Step.deepest), part: part,
      kind: kind,
      isInferred: inferred || event.marks.contains(.inferred))
    step.item = item
    step.modal = top.modal
    step.latency = arrival?.latency ?? Step.unknownTime
    step.isByGesture = lastGestureTime != .min && event.time - lastGestureTime < Self.gestureLimit
    step.isAfterGap = hasGap
    step.maker = maker
    step.isClosing = event.kind == .toRoot || event.kind == .modalClose
    step.isLateBack = isLateBack
    if barHiddenSince != nil {
      markTabBarHidden(until: event.time, &session)
      barHiddenSince = event.time
    }
    session.append(step, afterBackground: hasBackgrounded)
    stacks.states.append(top.state)
    hasBackgrounded = false
    hasGap = false
    lastGestureTime = .min
  }

  /// A navigation event that is not a choice leaves an open menu and an open More list, and so does the end of a part.
  mutating func leave(_ event: Event, _ session: inout Reconstruction) {
    abandonMenu(event, &session)
    abandonMoreList(event, &session)
  }

  mutating func abandonMenu(_ event: Event, _ session: inout Reconstruction) {
    guard let menu = openMenu else { return }
    openMenu = nil
    var abandoned = Occurrence(event, .menuAbandoned, part, container: menu.container)
    if isFine, menu.time - partStart <= Maker.firstOpening {
      abandoned.maker = isFirstSession && part == 0 ? .app : .start
      session.mark(occurrence: menu.occurrence, abandoned.maker)
    }
    session.append(abandoned)
  }

  mutating func abandonMoreList(_ event: Event, _ session: inout Reconstruction) {
    guard isMoreListOpen else { return }
    isMoreListOpen = false
    session.append(.init(event, .moreAbandoned, part))
  }

  // MARK: - Who made it

  /// Finds who made a selection of a tab.
  mutating func note(selection event: Event) {
    let isQuick =
      !isPartStart && event.time - partStart < Maker.quickSelection
      || lastSelection.map { event.time - $0 < Maker.quickSelection } ?? false
    if isFine, isQuick { maker = .app }
    lastSelection = event.time
  }

  func selection(_ kind: Occurrence.Kind, _ tab: Name, _ event: Event) -> Occurrence {
    var selection = Occurrence(event, kind, part, subject: tab, flag: stacks.isInOpenModal)
    selection.maker = maker
    return selection
  }

  /// Counts a choice whose opening is logged.
  /// - Returns: whether it came with its opening.
  private mutating func note(choice event: Event, since opening: Int64, _ session: inout Reconstruction) -> Bool {
    guard isFine else { return false }
    session.quality.openedChoices += 1
    guard event.time - opening < Maker.quickChoice else { return false }
    session.quality.quickChoices += 1
    maker = .opening
    return true
  }

  mutating func note(choiceFromMore event: Event, _ session: inout Reconstruction) {
    guard let opening = moreOpening, note(choice: event, since: opening.time, &session) else { return }
    session.mark(occurrence: opening.occurrence, .opening)
    session.mark(step: opening.step, .opening)
  }

  /// Marks the current step if the tab bar was away long enough. Coarse times cannot tell.
  private func markTabBarHidden(until end: Int64, _ session: inout Reconstruction) {
    guard let barHiddenSince else { return }
    if end - barHiddenSince >= Self.barTransition || session.quality.clock.length >= Self.barTransition {
      session.markTabBarHidden(part: part)
    }
  }

  /// Events that never move the user.
  private mutating func note(_ event: Event, _ session: inout Reconstruction) {
    let screen = event.screen.isKnown ? map.screen(event.screen) : stacks.top?.screen ?? .unknown
    var occurrence: Occurrence
    switch event.kind {
    case .tabSelect:
      occurrence = .init(event, .tabBlocked, part, subject: event.target.or(.unnamed))
    case .gesture:
      let hasFailed = event.outcome == .failed
      lastGestureTime = hasFailed ? .min : event.time
      occurrence = .init(event, .gesture, part, subject: event.target.or(.unnamed), flag: hasFailed)
    case .tap: occurrence = .init(event, .tap, part, subject: event.target.or(.unnamed))
    case .badge: occurrence = .init(event, .badge, part, subject: event.target.or(.unnamed))
    case .tabsShown: occurrence = .init(event, .tabsShown, part, container: event.container)
    case .tabsEdit: occurrence = .init(event, .tabsEdit, part)
    case .rotate:
      occurrence = .init(event, .rotate, part, subject: event.target, flag: event.outcome == .refused)
    case .taskStart: occurrence = .init(event, .taskStart, part, subject: event.target.or(.unnamed))
    case .taskEnd: occurrence = .init(event, .taskEnd, part, subject: event.target.or(.unnamed))
    case .tabBar:
      if event.outcome != .hidden {
        markTabBarHidden(until: event.time, &session)
        barHiddenSince = nil
      } else if barHiddenSince == nil {
        barHiddenSince = event.time
      }
      return
    case .appBackground:
      hasBackgrounded = true
      session.leave(at: event.time, part: part)
      return
    case .other:
      let isGap = isGap(event.container)
      session.append(other: event.container, isGap: isGap)
      if isGap { hasGap = true }
      return
    default: return
    }
    occurrence.screen = screen
    session.append(occurrence)
  }
}
