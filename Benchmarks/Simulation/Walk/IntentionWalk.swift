/// Leads a person through a layout to what they want, with the fewest possible taps.
///
/// A tab keeps its state while the person is elsewhere, and selecting it again leads to its root. The More list and menus open their items at the
/// root.
struct IntentionWalk {
  let layout: BarLayout
  let climbs: Bool
  /// Whether going back step by step is preferred even if it takes more taps.
  let climbsAlways: Bool
  private(set) var entry: Int
  private(set) var path: [Int] = []
  private var kept: [Int: [Int]] = [:]

  /// - Parameter start: the tab on which the app opens.
  init(layout: BarLayout, start: Int, climbs: Bool, climbsAlways: Bool = false) {
    self.layout = layout
    self.climbs = climbs
    self.climbsAlways = climbsAlways
    entry = start
  }

  /// Goes to a screen.
  /// - Parameter log: called after each tap, with the event that it is.
  /// - Returns: the number of taps.
  mutating func go(to wanted: Int, _ target: [Int], log: (_ event: String, IntentionWalk) -> Void = { _, _ in }) -> Int {
    if wanted == entry, target == path { return 0 }
    let isTab = layout.bar.contains(wanted)
    var taps = 0
    func tap(_ event: String, _ walk: IntentionWalk) {
      taps += 1
      log(event, walk)
    }
    let present = wanted == entry ? path : isTab ? kept[wanted] ?? [] : nil
    let common = present.map { zip($0, target).prefix { $0 == $1 }.count } ?? 0
    let climb = present.map { $0.count - common + target.count - common }
    let fresh = isTab ? (present.map { $0.isEmpty ? 0 : 1 } ?? 0) + target.count : 2 + target.count
    let prefersClimbing = climb.map { $0 < fresh || $0 == fresh && climbs || climbsAlways && isTab } ?? false
    if isTab, wanted != entry {
      leave()
      (entry, path) = (wanted, kept[wanted] ?? [])
      tap("tab_select", self)
    }
    if prefersClimbing {
      while path.count > common {
        path.removeLast()
        tap("back", self)
      }
    } else if !isTab {
      // The list is never on the screen at the start: it has to be opened, or gone back to.
      let list = layout.more.contains(wanted) ? "more" : "menu"
      tap("\(list)_open", self)
      leave()
      (entry, path) = (wanted, [])
      tap("\(list)_select", self)
    } else if !path.isEmpty {
      path = []
      tap("tab_select", self)
    }
    for screen in target[path.count...] {
      path.append(screen)
      tap("push", self)
    }
    return taps
  }

  private mutating func leave() { if layout.bar.contains(entry) { kept[entry] = path } }
}

extension IntentionApp {
  /// The number of taps of a visit in a layout.
  package func taps(of visit: Visit, _ person: Person, in layout: BarLayout, climbsAlways: Bool = false) -> Int {
    var walk = IntentionWalk(layout: layout, start: visit.link ?? person.home, climbs: person.climbs, climbsAlways: climbsAlways)
    return visit.wants.reduce(0) { $0 + walk.go(to: $1.entry, $1.path) }
  }

  /// The log of all people in the layouts of their platforms and versions.
  package func log(climbsAlways: Bool = false) -> [LoggedEvent] {
    var events = people.flatMap { person in
      person.visits.enumerated().flatMap { $1.isLogged ? self.events(of: $1, $0, person, climbsAlways: climbsAlways) : [] }
    }
    var dice = Dice(seed: seed, 3, 9)
    twist?.changesLog(&events, &dice)
    return events
  }

  /// The layout that a visit has.
  package func layout(of visit: Visit, _ person: Person) -> BarLayout { person.layouts?[visit.platform] ?? layouts[visit.platform][visit.version] }

  private func events(of visit: Visit, _ number: Int, _ person: Person, climbsAlways: Bool) -> [LoggedEvent] {
    var dice = Dice(seed: seed, Int(truncatingIfNeeded: visit.start), number)
    var time = visit.start
    let locale = person.suffix.isEmpty ? "en_GB" : "\(person.suffix.suffix(2))_DE"
    let segment = LoggedEvent.Segment(platform: Self.platforms[visit.platform], appVersion: Self.versions[visit.version], device: "phone", locale: locale)
    var events: [LoggedEvent] = []
    func log(_ event: String, screen: String? = nil, target: String? = nil, via: String? = nil) {
      events.append(
        LoggedEvent(
          time: time, user: person.name, session: "\(person.name)-\(number)", event: event, screen: screen, target: target, via: via, segment: segment))
      time += Int64(dice.within(600...4500))
    }
    let layout = layout(of: visit, person)
    func label(_ entry: Int) -> String { layout.bar.contains(entry) ? entries[entry] + person.suffix : entries[entry] }
    func screen(_ entry: Int, _ path: some Sequence<Int>) -> String { path.reduce(label(entry)) { "\($0)/\($1)" } }
    var walk = IntentionWalk(layout: layout, start: visit.link ?? person.home, climbs: person.climbs, climbsAlways: climbsAlways)
    log("app_open", via: "cold")
    if let link = visit.link {
      log("deep_link", screen: screen(link, []), target: label(link), via: "push")
    } else {
      log("tab_select", screen: screen(person.home, []), target: label(person.home))
    }
    for want in visit.wants {
      _ = walk.go(to: want.entry, want.path) { event, walk in
        let shown = event == "menu_open" ? nil : event == "more_open" ? "More" : screen(walk.entry, walk.path)
        let isChoice = event == "more_select" || event == "menu_select"
        log(event, screen: shown, target: event == "tab_select" ? label(walk.entry) : isChoice ? entries[walk.entry] : nil)
      }
      time += Int64(want.stay)
    }
    return events
  }
}
