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
