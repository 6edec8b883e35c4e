/// Something about who uses an app, when, and how that is logged, that misleads whoever only counts: people who never
/// share a bar, weeks that are over, sessions that are cut. It comes with what would be false to say.
package struct Circumstance: Sendable {
  typealias Preparation = @Sendable (inout SimulatedApp, inout Population, inout Dice) -> Bool
  typealias Change = @Sendable (inout SimulatedLog, inout Dice) -> Void

  package let name: String
  /// Changes the app and its people before they use it; false if the app has nothing of the sort.
  let prepares: Preparation
  /// Changes the log, and what may be said of it.
  fileprivate let changes: Change?

  /// Something that happens in the log of an app with tabs.
  init(_ name: String, changes: @escaping Change) {
    self.init(name, { app, _, _ in app.tabs.count > 2 }, changes: changes)
  }

  init(_ name: String, _ prepares: @escaping Preparation, changes: Change? = nil) {
    self.name = name
    self.prepares = prepares
    self.changes = changes
  }

  /// Whether it happens to a log, whatever app that is of.
  package var isOfLog: Bool { changes != nil }

  /// People of any app are others.
  static func always(_ change: @escaping @Sendable (inout Population) -> Void) -> Preparation {
    { _, population, _ in
      change(&population)
      return true
    }
  }

  /// An app with a few tabs has one more.
  static func adding(_ tab: SimulatedApp.Entry) -> Preparation {
    { app, _, _ in
      guard (3...4).contains(app.tabs.count), app.more == nil else { return false }
      app.tabs.append(tab)
      return true
    }
  }

  /// An app with tabs has more items in its first hidden menu, which it gets if it has none.
  static func adding(items: [String], reach: Double, weight: Double, leastDays: Int = 0) -> Preparation {
    { app, population, _ in
      guard app.tabs.count > 2, population.days >= leastDays else { return false }
      if app.menus.isEmpty {
        app.menus = [.init(items: [.section("Settings", "Language", weight: 0.5, reach: 0.5)], abandoned: 0.1)]
      }
      app.menus[0].platforms = []
      app.menus[0].items += items.map { SimulatedApp.Entry.section($0, "\($0) 1", weight: weight, reach: reach) }
      return true
    }
  }
}

extension SimulatedLog {
  package mutating func apply(_ circumstance: Circumstance, seed: UInt64) {
    var dice = Dice(seed: seed, 78, 4)
    circumstance.changes?(&self, &dice)
  }
}

/// What somebody does, some time after what was before.
struct AddedEvent {
  var event: LoggedEvent
  /// Milliseconds since the event before.
  var pause: ClosedRange<Int>

  init(
    _ event: String, screen: String? = nil, target: String? = nil, container: String? = nil,
    pause: ClosedRange<Int> = 4000...15_000
  ) {
    self.event = LoggedEvent(event: event, screen: screen, target: target, container: container)
    self.pause = pause
  }

  /// Opens the menu and chooses an item.
  static func choice(of item: String, in app: SimulatedApp) -> [AddedEvent] {
    let menu = app.menus.first?.name ?? "menu"
    return [
      AddedEvent("menu_open", container: menu),
      AddedEvent("menu_select", screen: item, target: item, container: menu, pause: 1000...3000),
    ]
  }
}

extension [LoggedEvent] {
  /// Inserts events into a session; what follows is that much later.
  mutating func insert(_ added: [AddedEvent], at index: Int, _ dice: inout Dice) {
    guard index > 0, index <= count, !added.isEmpty else { return }
    let before = self[index - 1]
    var time = before.time
    let new = added.map { one -> LoggedEvent in
      time += Int64(dice.within(one.pause))
      return one.event.like(before, at: time)
    }
    for later in self[index...].indices { self[later].time += time - before.time }
    insert(contentsOf: new, at: index)
  }

  /// Where to insert what follows an event: after the `screen_view` that says where it led.
  func slot(after index: Int) -> Int { self[(index + 1)...].firstIndex { $0.event != "screen_view" } ?? count }

  /// Where the session ends, or people sign out: nobody goes on after that.
  var beforeSigningOut: Int { (lastIndex { $0.target == "Log out" }).map { Swift.max(1, $0 - 1) } ?? end }

  /// Where the session ends.
  var end: Int { last?.event == "app_background" ? count - 1 : count }
}

extension SimulatedApp.Entry {
  /// A section with some pages below its root, for sections without special behavior.
  static func section(_ name: String, _ pages: String..., weight: Double = 1, reach: Double = 0.95) -> Self {
    Self(
      name: name, root: .init(name: name, dwell: 11, screens: pages.map { .init(name: $0, dwell: 14) }), weight: weight,
      reach: reach)
  }
}
