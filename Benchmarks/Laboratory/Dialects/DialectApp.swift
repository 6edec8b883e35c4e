/// An app with a random shape and what people did in it: the events that a dialect writes with a team's names.
struct DialectApp {
  let tabs: [String]
  let more: [String]
  let menu: [String]
  let menuName: String?
  /// In order of users and time.
  private(set) var events: [LoggedEvent] = []

  private var dice: Dice
  private var children: [String: [String]] = [:]
  private let screenSuffix: String
  private let moreTab: String
  private let modal: String?
  private let logsPush: Bool
  private let gestures: [String]
  private let idScreens: Bool

  /// - Parameter content: names of the app's content, for labels and screens.
  init(seed: UInt64, content: [String], moreWord: String) {
    var dice = Dice(seed: seed, 1)
    var names = dice.shuffled(content)
    func take(_ count: Int) -> [String] {
      defer { names.removeFirst(min(count, names.count)) }
      return Array(names.prefix(count))
    }
    tabs = take(dice.within(3...5))
    let hasMore = dice.chance(0.3)
    more = hasMore ? take(dice.within(2...4)) : []
    moreTab = moreWord
    menu = dice.chance(hasMore ? 0.35 : 0.65) ? take(dice.within(3...6)) : []
    menuName = menu.isEmpty ? nil : dice.chance(0.3) ? take(1).first : nil
    modal = dice.chance(0.4) ? take(1).first : nil
    screenSuffix = dice.pick(["", "", "", "Screen", " View", "_page"])
    logsPush = dice.chance(0.25)
    gestures = dice.chance(0.3) ? ["swipe_left", "pull_refresh"] : []
    idScreens = dice.chance(0.25)
    for (index, parent) in (tabs + more + menu).enumerated() {
      let count = index < tabs.count ? dice.within(1...3) : dice.within(0...1)
      children[parent] = (0..<count).map { "\(parent) \(["List", "Item", "Info"][$0])" }
      for child in children[parent] ?? [] where dice.chance(0.4) { children[child] = ["\(child) More info"] }
    }
    self.dice = dice
    for user in 0..<dice.within(50...80) { walk(user) }
  }

  private func screen(_ name: String) -> String { name + screenSuffix }

  private mutating func walk(_ user: Int) {
    var clock: Int64 = 1_772_000_000_000 + Int64(dice.below(86_400_000))
    let segment = LoggedEvent.Segment(
      platform: dice.pick(["ios", "android"]), systemVersion: "\(dice.within(14...18))", appVersion: "\(dice.within(3...4)).\(dice.within(0...2))")
    let likes = tabs.filter { _ in dice.chance(0.8) } + [tabs[0]]
    for session in 0..<dice.within(1...4) {
      var sessionWalk = Walk(app: self, user: "u\(user)", session: "u\(user)s\(session)", segment: segment, clock: clock, likes: likes)
      sessionWalk.run()
      dice = sessionWalk.app.dice
      events += sessionWalk.events
      clock = sessionWalk.clock + Int64(dice.within(3_600_000...90_000_000))
    }
  }

  /// One session.
  private struct Walk {
    var app: DialectApp
    let user: String, session: String
    let segment: LoggedEvent.Segment
    var clock: Int64
    let likes: [String]
    var events: [LoggedEvent] = []
    var section = ""
    var stacks: [String: [String]] = [:]

    init(app: DialectApp, user: String, session: String, segment: LoggedEvent.Segment, clock: Int64, likes: [String]) {
      (self.app, self.user, self.session, self.segment, self.clock, self.likes) = (app, user, session, segment, clock, likes)
      self.app.events = []
    }

    private var top: String { stacks[section]?.last ?? "" }

    private mutating func log(_ event: String, screen: String? = nil, target: String? = nil, container: String? = nil, via: String? = nil) {
      events.append(
        LoggedEvent(
          time: clock, user: user, session: session, event: event, screen: screen, target: target, container: container, via: via, segment: segment))
      clock += Int64(app.dice.within(40...400))
    }

    private mutating func view() { log("screen_view", screen: app.screen(top)) }
    /// Nobody reads a screen and decides within a second and a half.
    private mutating func pause() { clock += max(1500, Int64(app.dice.lognormal(median: 5000, sigma: 0.8))) }

    mutating func run() {
      log("app_open")
      section = app.tabs[0]
      stacks[section] = [section]
      view()
      for _ in 0..<app.dice.within(4...18) {
        pause()
        step()
      }
      pause()
      log("app_background")
    }

    private mutating func step() {
      let depth = stacks[section]?.count ?? 1
      let children = app.children[name(top)] ?? []
      switch app.dice.index(weights: [
        2, children.isEmpty ? 0 : 3, depth > 1 ? 2.5 : 0, app.menu.isEmpty ? 0 : 1, app.more.isEmpty ? 0 : 0.8, app.modal == nil ? 0 : 0.4,
        app.gestures.isEmpty ? 0 : 0.6, 0.8,
      ]) {
      case 0:
        let tab = app.dice.pick(likes)
        log("tab_select", target: tab)
        if tab == section { stacks[tab] = [tab] } else if stacks[tab] == nil { stacks[tab] = [tab] }
        section = tab
        view()
      case 1:
        let child = app.dice.pick(children)
        stacks[section, default: []].append(app.idScreens && child.hasSuffix("Item") ? "\(child)/\(app.dice.within(10_000...99_999))" : child)
        if app.logsPush { log("push", screen: app.screen(top)) } else { view() }
      case 2:
        stacks[section]?.removeLast()
        log("back")
        view()
      case 3:
        log("menu_open", container: app.menuName)
        pause()
        if app.dice.chance(0.7) {
          let item = app.dice.pick(app.menu)
          log("menu_select", target: item, container: app.menuName)
          section = "menu:" + item
          stacks[section] = [item]
          view()
        } else {
          log("menu_close", container: app.menuName)
        }
      case 4:
        log("more_open", screen: nil)
        section = "more"
        stacks[section] = [app.moreTab]
        view()
        pause()
        if app.dice.chance(0.85) {
          let item = app.dice.pick(app.more)
          log("more_select", target: item)
          stacks[section] = [app.moreTab, item]
          view()
        }
      case 5:
        guard let modal = app.modal else { return }
        log("modal_open")
        log("screen_view", screen: app.screen(modal))
        pause()
        log("modal_close")
        view()
      case 6: log("gesture", target: app.dice.pick(app.gestures))
      default: log("tap", target: "button \(app.dice.within(1...6))")
      }
    }

    /// A screen without its id.
    private func name(_ screen: String) -> String { screen.split(separator: "/").first.map(String.init) ?? screen }
  }
}
