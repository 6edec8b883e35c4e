extension IntentionApp {
  /// Leads a person through a layout to what they want, with the fewest possible taps.
  ///
  /// A tab keeps its state while the person is elsewhere, and selecting it again leads to its root. The More list and
  /// menus open their items at the root.
  /// - Parameters:
  ///   - tapped: receives each tap: which event it is, and where it led.
  ///   - arrived: receives each want when the person is there.
  private func lead(
    _ person: Person, through visit: Visit, in layout: BarLayout,
    tapped: (_ event: String, _ entry: Int, _ path: [Int]) -> Void,
    arrived: (Want) -> Void = { _ in }
  ) {
    var entry = visit.link ?? person.home
    var path = [Int]()
    var kept: [Int: [Int]] = [:]
    func enter(_ wanted: Int, by event: String) {
      if layout.bar.contains(entry) { kept[entry] = path }
      entry = wanted
      path = kept[wanted] ?? []
      tapped(event, entry, path)
    }
    for want in visit.wants {
      defer { arrived(want) }
      let wanted = want.entry
      let target = want.path
      if wanted == entry, target == path { continue }
      let isTab = layout.bar.contains(wanted)
      let present = wanted == entry ? path : isTab ? kept[wanted] ?? [] : nil
      let common = present.map { zip($0, target).prefix { $0 == $1 }.count } ?? 0
      let climb = present.map { $0.count - common + target.count - common }
      let fresh = isTab ? (present?.isEmpty == false ? 1 : 0) + target.count : 2 + target.count
      let prefersClimbing = climb.map { $0 < fresh || $0 == fresh && person.climbs || climbsAlways && isTab } ?? false
      if isTab, wanted != entry { enter(wanted, by: "tab_select") }
      if prefersClimbing {
        while path.count > common {
          path.removeLast()
          tapped("back", entry, path)
        }
      } else if !isTab {
        // The list is never on the screen at the start: it has to be opened, or gone back to.
        let list = layout.more.contains(wanted) ? "more" : "menu"
        tapped("\(list)_open", entry, path)
        enter(wanted, by: "\(list)_select")
      } else if !path.isEmpty {
        path = []
        tapped("tab_select", entry, path)
      }
      for screen in target[path.count...] {
        path.append(screen)
        tapped("push", entry, path)
      }
    }
  }

  /// The number of taps of a visit in a layout.
  package func taps(of visit: Visit, _ person: Person, in layout: BarLayout) -> Int {
    var taps = 0
    lead(person, through: visit, in: layout, tapped: { _, _, _ in taps += 1 })
    return taps
  }

  /// The log of all people in the layouts of their platforms and versions.
  package func log() -> [LoggedEvent] {
    var events = people.flatMap { person in
      person.visits.enumerated().flatMap { $1.isLogged ? self.events(of: $1, $0, person) : [] }
    }
    var dice = Dice(seed: seed, 3, 9)
    changesLog(&events, &dice)
    return events
  }

  /// The layout that a visit has.
  package func layout(of visit: Visit, _ person: Person) -> BarLayout {
    person.layouts?[visit.platform] ?? layouts[visit.platform][visit.version]
  }

  private func events(of visit: Visit, _ number: Int, _ person: Person) -> [LoggedEvent] {
    var dice = Dice(seed: seed, Int(truncatingIfNeeded: visit.start), number)
    var time = visit.start
    let locale = person.suffix.isEmpty ? "en_GB" : "\(person.suffix.suffix(2))_DE"
    let common = LoggedEvent(
      user: person.name, session: "\(person.name)-\(number)", event: "",
      segment: .init(
        platform: Self.platforms[visit.platform], appVersion: Self.versions[visit.version], device: "phone",
        locale: locale))
    var events: [LoggedEvent] = []
    func log(_ event: LoggedEvent) {
      events.append(event.like(common, at: time))
      time += Int64(dice.within(600...4500))
    }
    let layout = layout(of: visit, person)
    func label(_ entry: Int) -> String { layout.bar.contains(entry) ? entries[entry] + person.suffix : entries[entry] }
    log(LoggedEvent(event: "app_open", via: "cold"))
    let start = label(visit.link ?? person.home)
    log(
      LoggedEvent(
        event: visit.link == nil ? "tab_select" : "deep_link", screen: start, target: start,
        via: visit.link == nil ? nil : "push"))
    lead(
      person, through: visit, in: layout,
      tapped: { event, entry, path in
        let screen =
          event == "menu_open" ? nil : event == "more_open" ? "More" : path.reduce(label(entry)) { "\($0)/\($1)" }
        let isChoice = event == "more_select" || event == "menu_select"
        log(
          LoggedEvent(
            event: event, screen: screen, target: event == "tab_select" ? label(entry) : isChoice ? entries[entry] : nil
          ))
      }, arrived: { time += Int64($0.stay) })
    return events
  }
}
