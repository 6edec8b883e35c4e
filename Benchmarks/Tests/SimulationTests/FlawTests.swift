import TestSupport
import Testing

@testable import Simulation

/// Each flaw is as strong in the log as its rule requires, and absent if it is turned off.
@Suite(.thorough) struct FlawTests {
  typealias Event = WrittenLog.Event
  static let tabs = ["Home", "Search", "Orders", "Profile"]

  /// The checked sessions of a log.
  static func checkers(_ log: WrittenLog) -> [StackChecker] { log.sessions().map { StackChecker($0, tabs: tabs + ["Sell"]) } }

  @Test func `The well-built app has none of the flaws`() throws {
    let log = try WrittenLog.wellBuilt(users: 500)
    let events = log.events()
    #expect(log.flaws.isEmpty)
    let checkers = Self.checkers(log)
    #expect(checkers.map(\.depth).max() == 3)
    #expect(checkers.map(\.lostReturns).reduce(0, +) == 0)
    #expect(checkers.map(\.keptReturns).reduce(0, +) > 500)
    #expect(!events.contains { $0.event.hasPrefix("more") })
    for tab in Self.tabs { #expect(reach(events, of: 500) { $0.event == "tab_select" && $0.target == tab } > 0.9) }
    #expect(reach(events, of: 500) { $0.event == "menu_open" } > 0.7)
    for item in ["Settings", "Wishlist", "Help"] {
      #expect((0.5...0.75).contains(reach(events, of: 500) { $0.event == "menu_select" && $0.target == item }))
    }
    #expect(share(events, { $0.event == "menu_close" }, of: { ["menu_close", "menu_select"].contains($0.event) }) < 0.2)
    #expect(share(events, { $0.outcome == "failed" }, of: { $0.event == "gesture" }) < 0.1)
    #expect(share(events, { $0.outcome == "dead" }, of: { $0.event == "tap" }) < 0.03)
    #expect(share(events, { $0.outcome == "blocked" }, of: { $0.event == "tab_select" }) == 0)
  }

  @Test(arguments: Flaw.allCases) func `A flaw can be planted alone, and is named with its subject`(flaw: Flaw) throws {
    var app = try SimulatedApp.wellBuilt().with([flaw])
    app.behavior.sessions = 2.5
    let log = try WrittenLog(app, users: 100)
    #expect(log.flaws.map(\.rule) == [flaw.rule])
    #expect(log.flaws.allSatisfy { !$0.subject.isEmpty })
    #expect(Set(log.events().map(\.user)).count == 100)
    let silent: [Flaw] = [.depthNeverSeen, .tabsTooFew]
    if !silent.contains(flaw) { #expect(log.flaws[0].occurrences > 0) }
  }

  @Test func `depth.over-limit sends a tenth of the people down to level 8`() throws {
    let log = try WrittenLog.wellBuilt([.depthOverLimit])
    let deep = zip(log.sessions(), Self.checkers(log)).filter { $0.1.depth == 8 }
    #expect((20...45).contains(Set(deep.map { $0.0[0].user }).count))
    #expect(abs(deep.count - log.flaws[0].occurrences) <= 5)
  }

  @Test func `tabs.over-five shows seven tabs on phones and four on tablets`() throws {
    let events = try WrittenLog.wellBuilt([.tabsOverFive]).events()
    let phone = Set(events.filter { $0.event == "tab_select" && $0.width == "compact" }.map(\.target))
    let tablet = Set(events.filter { $0.event == "tab_select" && $0.width == "regular" }.map(\.target))
    #expect(phone.count == 7)
    #expect(tablet.count == 4)
  }

  @Test func `tabs.more-toll takes a fifth of the ways through More, by no item that outranks a tab`() throws {
    let events = try WrittenLog.wellBuilt([.tabsMoreToll]).events()
    #expect(share(events, { $0.event == "more_select" }, of: { ["more_select", "tab_select"].contains($0.event) }) > 0.12)
    for item in ["Coupons", "Stores", "Help"] { #expect(reach(events, of: 300) { $0.event == "more_select" && $0.target == item } < 0.85) }
  }

  @Test func `tabs.more-outranks has an item used by more people than a tab, at little cost`() throws {
    let log = try WrittenLog.wellBuilt([.tabsMoreOutranks])
    let events = log.events()
    #expect(log.flaws[0].subject == "Coupons")
    #expect(reach(events, of: 300) { $0.event == "more_select" } > 0.74)
    #expect(Self.tabs.map { tab in reach(events, of: 300) { $0.event == "tab_select" && $0.target == tab } }.min() ?? 1 < 0.4)
    #expect(share(events, { $0.event == "more_select" }, of: { ["more_select", "tab_select"].contains($0.event) }) < 0.05)
  }

  @Test func `menu.unopened has a menu that one in seven opens`() throws {
    let events = try WrittenLog.wellBuilt([.menuUnopened]).events()
    #expect((0.08...0.2).contains(reach(events, of: 300) { $0.event == "menu_open" }))
    for item in ["Settings", "Wishlist", "Help"] {
      #expect(reach(events, of: 300) { $0.event == "menu_select" && $0.target == item } > 0.025)
    }
  }

  @Test func `menu.item-undiscovered has an item that next to nobody finds`() throws {
    let log = try WrittenLog.wellBuilt([.menuItemUndiscovered])
    #expect(log.flaws[0].subject == "Help")
    let events = log.events()
    #expect((0.001...0.02).contains(reach(events, of: 300) { $0.event == "menu_select" && $0.target == "Help" }))
    #expect(reach(events, of: 300) { $0.event == "menu_select" && $0.target == "Settings" } > 0.5)
  }

  @Test func `menu.abandoned closes seven of ten menus without a choice`() throws {
    let events = try WrittenLog.wellBuilt([.menuAbandoned]).events()
    #expect((0.67...0.77).contains(share(events, { $0.event == "menu_close" }, of: { ["menu_close", "menu_select"].contains($0.event) })))
  }

  @Test func `menu.promote has an item used by more people than a tab`() throws {
    let log = try WrittenLog.wellBuilt([.menuPromote])
    let events = log.events()
    #expect(reach(events, of: 300) { $0.event == "menu_select" && $0.target == log.flaws[0].subject } > 0.72)
    #expect(Self.tabs.map { tab in reach(events, of: 300) { $0.event == "tab_select" && $0.target == tab } }.min() ?? 1 < 0.65)
  }

  @Test func `tabs.state-lost loses most of the kept screens of one tab`() throws {
    let checkers = Self.checkers(try WrittenLog.wellBuilt([.tabsStateLost]))
    let kept = checkers.map(\.keptReturns).reduce(0, +)
    let lost = checkers.map(\.lostReturns).reduce(0, +)
    #expect(lost * 5 > kept)
    #expect(try WrittenLog.wellBuilt([.tabsStateLost]).flaws[0].occurrences == lost)
  }

  @Test(arguments: [
    (Flaw.tabsRejected, "tab_select", "blocked", 0.05, 0.25), (.gestureFailing, "gesture", "failed", 0.1, 0.45),
    (.touchDead, "tap", "dead", 0.2, 0.6), (.tabsRotationRefused, "rotate", "refused", 0.1, 0.5),
    (.touchFringeLoss, "tap", "missed", 0.08, 0.3),
  ])
  func `A flaw of outcomes shows in the outcomes`(flaw: Flaw, event: String, outcome: String, low: Double, high: Double) throws {
    let log = try WrittenLog.wellBuilt([flaw])
    let events = log.events()
    let subject = log.flaws[0].subject
    let isAbout = { (e: Event) in e.event == event && (flaw == .tabsRotationRefused || flaw == .touchDead || e.target == subject) }
    #expect((low...high).contains(share(events, { $0.outcome == outcome }, of: isAbout)))
  }

  @Test func `path.back-chain has three backs in a row in a fifth of the sessions`() throws {
    let chains = { (log: WrittenLog) in
      let checkers = Self.checkers(log)
      let long = checkers.filter { checker in
        var run = 0
        return checker.steps.contains { step in
          run = step.kind == "back" ? run + 1 : 0
          return run >= 3
        }
      }
      return Double(long.count) / Double(checkers.count)
    }
    #expect(chains(try .wellBuilt([.pathBackChain])) > 0.15)
    #expect(chains(try .wellBuilt()) < 0.05)
  }

  @Test func `path.ping-pong runs to and fro within ten seconds`() throws {
    let pingPongs = { (log: WrittenLog) in
      Self.checkers(log).filter { checker in
        let steps = checker.steps
        let stays = steps.indices.filter { $0 == 0 || steps[$0 - 1].section != steps[$0].section }.map { steps[$0] }
        return stays.indices.dropLast(3).contains { i in
          stays[i].section == stays[i + 2].section && stays[i + 1].section == stays[i + 3].section
            && stays[i + 2].event.milliseconds - stays[i + 1].event.milliseconds <= 10_000
            && stays[i + 3].event.milliseconds - stays[i + 2].event.milliseconds <= 10_000
        }
      }.count
    }
    #expect(pingPongs(try .wellBuilt([.pathPingPong])) > 200)
    #expect(pingPongs(try .wellBuilt()) < 10)
  }

  @Test func `gesture.sole-route reaches its screen by the gesture alone`() throws {
    let log = try WrittenLog.wellBuilt([.gestureSoleRoute])
    let subject = log.flaws[0].subject
    var arrivals = 0
    for session in log.sessions() {
      for (before, event) in zip(session, session.dropFirst()) where event.event == "push" && event.screen == subject {
        arrivals += 1
        #expect(before.event == "gesture" && event.milliseconds - before.milliseconds < 1000)
      }
    }
    #expect(arrivals >= 30)
  }
}
