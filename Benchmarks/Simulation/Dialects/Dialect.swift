import Foundation
import Yams

/// How one team writes its log: the container, the names, the language, and the data besides navigation.
///
/// The same events are written twice: with native names and with the team's. A reader that understands the team's log
/// finds the same in both.
package struct Dialect: Sendable {
  package enum Shape: String, Sendable, CaseIterable {
    case ga4, amplitude, posthog, mixpanel, segment, flat, nested, comma, semicolon, tab, pipe
    var isTable: Bool { [.comma, .semicolon, .tab, .pipe].contains(self) }
  }
  enum Style: String, CaseIterable { case snake, camel, pascal, title, dotted, kebab, upper }
  /// Whether each kind of event has its own name, or one name is split by one or two properties.
  enum Grouping: String { case distinct, oneProperty, twoProperties }
  enum Encoding: String { case utf8, utf8WithMark, utf16, windows1252 }
  enum TimeStyle { case iso, milliseconds, seconds, dayFirst, yearFirst, apple }

  struct Word {
    var event: String
    var element: String?
    var action: String?
  }

  private let seed: UInt64
  package let shape: Shape
  private let style: Style
  private let grouping: Grouping
  let encoding: Encoding
  /// The words of the team, by concept.
  private let team: [String: [String]]
  var dice: Dice
  /// The words of each kind of event.
  var drawn: [String: Word] = [:]
  var keys: [String: String] = [:]
  var distractors: [String] = []
  let noise: [String]
  let time: TimeStyle
  let stampsScreen: Bool
  /// Whether the names of events say nothing.
  package let isOpaque: Bool
  package let nativeLog: [UInt8]
  package private(set) var log: [UInt8] = []

  package var fileName: String { shape.isTable ? "log.csv" : "log.json" }
  package var name: String {
    "\(seed) \(shape.rawValue) \(style.rawValue) \(language) \(grouping.rawValue) \(encoding.rawValue)"
  }
  private var language: String { team["language"]?.first ?? "" }

  private static let teams: [[String: [String]]] = {
    do { return try YAMLDecoder().decode([[String: [String]]].self, from: Data(PackageResources.TeamWords_yml)) } catch
    {
      fatalError("TeamWords.yml: \(error)")
    }
  }()

  package init(seed: UInt64) {
    self.seed = seed
    var dice = Dice(seed: seed, 2)
    let team = dice.chance(0.5) ? Self.teams[0] : dice.pick(Self.teams)
    let events = Self.events(
      seed: seed, content: team["content"] ?? [], moreWord: dice.pick(["More", dice.pick(team["more"] ?? [])]))
    nativeLog = events.log
    let shape = dice.pick(Shape.allCases)
    self.team = team
    self.shape = shape
    style = dice.pick(Style.allCases)
    grouping = dice.pick([.distinct, .distinct, .oneProperty, .twoProperties])
    let isLatin1 = ["en", "es", "pt", "fr", "de", "it"].contains(team["language"]?.first)
    encoding =
      !shape.isTable || dice.chance(0.6)
      ? .utf8 : dice.pick(isLatin1 ? [.utf8WithMark, .utf16, .windows1252] : [.utf8WithMark, .utf16])
    noise = Array(
      dice.shuffled(["battery", "network", "ab_bucket", "lang", "build", "request_id", "latency_ms", "memory_mb"])
        .prefix(dice.within(0...5)))
    time =
      shape.isTable
      ? dice.pick([.iso, .milliseconds, .dayFirst, .yearFirst, .seconds])
      : shape == .flat || shape == .nested ? dice.pick([.iso, .milliseconds, .seconds, .apple]) : .iso
    stampsScreen = dice.chance(0.3)
    isOpaque = dice.chance(0.06)
    self.dice = dice
    drawWords()
    let others = self.dice.shuffled([
      "purchase", "ad impression", "api call", "image loaded", "experiment assigned", "product added",
      "search performed", "video played", "error",
      "consent given", "like", "share", "filter applied", "cache miss", "rating submitted",
    ])
    distractors = others.prefix(self.dice.within(1...8)).map { styled($0) }
    log = write(events)
  }

  private mutating func word(_ concept: String) -> String { dice.pick(team[concept] ?? [concept]) }

  private mutating func drawWords() {
    // A team uses the same word for the same thing.
    var chosen: [String: String] = [:]
    for concept in [
      "tab", "menu", "more", "item", "back", "screen", "view", "select", "open", "close", "modal", "gesture", "button",
      "link", "app", "launch", "background",
    ] {
      chosen[concept] = word(concept)
    }
    let verbFirst = dice.chance(0.25)
    let prefix = dice.chance(0.15) ? dice.pick(["app ", "ux ", "mobile "]) : ""
    let generic = styled(word("interaction"))
    let kinds: [(kind: String, object: String, verb: String?)] = [
      ("screen_view", "screen", "view"), ("tab_select", "tab", "select"), ("menu_open", "menu", "open"),
      ("menu_close", "menu", "close"),
      ("menu_select", "menu item", "select"), ("more_open", "more", "open"), ("more_select", "more item", "select"),
      ("back", "back", nil),
      ("modal_open", "modal", "open"), ("modal_close", "modal", "close"), ("gesture", "gesture", nil),
      ("tap", "button", "select"),
      ("app_open", "app", "launch"), ("app_background", "app", "background"), ("push", "screen", "open"),
    ]
    for (number, (kind, concepts, concept)) in kinds.enumerated() {
      let object = concepts.split(separator: " ").map { chosen[String($0)]! }.joined(separator: " ")
      let verb = concept.map { chosen[$0]! }
      let parts = kind == "push" ? ["detail", "push"] : [object, verb].compactMap(\.self)
      let full = styled(prefix + (verbFirst && kind != "push" ? parts.reversed() : parts).joined(separator: " "))
      if isOpaque {
        drawn[kind] = Word(event: styled("evt \(100 + number * 7)"))
      } else if grouping == .distinct || ["screen_view", "app_open", "app_background", "push"].contains(kind) {
        drawn[kind] = Word(event: full)
      } else if grouping == .oneProperty {
        drawn[kind] = Word(event: generic, element: full)
      } else {
        drawn[kind] = Word(event: generic, element: styled(object), action: verb.map { styled($0) })
      }
    }
    for concept in ["element", "action", "label", "screenname", "container", "user", "time", "event", "session"] {
      var key = styled(word(concept), asKey: true)
      while keys.values.contains(key) { key += "2" }
      keys[concept] = key
    }
  }

  /// Words joined in the team's style.
  func styled(_ text: String, asKey: Bool = false) -> String {
    let parts = text.split(separator: " ").map(String.init)
    let capitalized = parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    switch asKey && (style == .title || style == .dotted || style == .upper) ? (shape.isTable ? style : .snake) : style
    {
    case .snake: return parts.joined(separator: "_").lowercased()
    case .camel: return parts[0].lowercased() + capitalized.dropFirst().joined()
    case .pascal: return capitalized.joined()
    case .title: return capitalized.joined(separator: " ")
    case .dotted: return parts.joined(separator: asKey ? "_" : ".").lowercased()
    case .kebab: return parts.joined(separator: "-").lowercased()
    case .upper: return parts.joined(separator: "_").uppercased()
    }
  }

  /// What people did in an app of random shape, in order of users and time: the events that a dialect writes with a
  /// team's names.
  /// - Parameters:
  ///   - content: Names of the app's content, for labels and screens.
  ///   - moreWord: The team's name for the More list.
  private static func events(seed: UInt64, content: [String], moreWord: String) -> [LoggedEvent] {
    var dice = Dice(seed: seed, 1)
    var names = dice.shuffled(content)
    func take(_ count: Int) -> [String] {
      defer { names.removeFirst(min(count, names.count)) }
      return Array(names.prefix(count))
    }
    let hasIDs = dice.chance(0.25)
    func entry(_ name: String, _ children: ClosedRange<Int>, weight: Double) -> SimulatedApp.Entry {
      var root = SimulatedApp.Screen(name: name, dwell: 5)
      for number in 0..<dice.within(children) {
        let child = "\(name) \(["List", "Item", "Info"][number])"
        root.screens.append(.init(name: child + (hasIDs && number == 1 ? "/*" : ""), dwell: 5))
        if dice.chance(0.4) { root.screens[number].screens = [.init(name: "\(child) More info", dwell: 5)] }
      }
      return .init(name: name, root: root, weight: weight, reach: 0.8)
    }
    var app = SimulatedApp("Dialect \(seed)", tabs: take(dice.within(3...5)).map { entry($0, 1...3, weight: 1) })
    let hasMore = dice.chance(0.3)
    if hasMore { app.moreItems = take(dice.within(2...4)).map { entry($0, 0...1, weight: 0.5) } }
    let menu = dice.chance(hasMore ? 0.35 : 0.65) ? take(dice.within(3...6)) : []
    let menuName = menu.isEmpty || !dice.chance(0.3) ? nil : take(1).first
    if !menu.isEmpty { app.menus = [.init(items: menu.map { entry($0, 0...1, weight: 0.3) }, abandoned: 0.3)] }
    if dice.chance(0.4), let modal = take(1).first {
      for tab in app.tabs.indices { app.tabs[tab].root.modals = [.init(screens: [modal])] }
    }
    if dice.chance(0.3) {
      app.gestures = app.tabs.flatMap { tab in
        ["swipe_left", "pull_refresh"].map { .init(name: $0, on: tab.name, reach: 1) }
      }
    }
    app.controls = (1...6).map { .init(name: "button \($0)", dead: 0) }
    app.behavior = .init(sessions: 2.5, errands: 5, drill: 0.65, climbs: 0.4, links: 0)
    var population = Population()
    population.users = dice.within(50...80)
    population.new = 0
    population.splits = true
    population.releases = [("3.9", -100), ("4.0", Double(dice.within(5...20)))]
    let suffix = dice.pick(["", "", "", "Screen", " View", "_page"])
    let logsPush = dice.chance(0.25)

    var events: [LoggedEvent] = []
    let logged = SimulatedLog(app, population, seed: seed).events.enumerated().sorted {
      ($0.element.user, $0.offset) < ($1.element.user, $1.offset)
    }
    for var event in logged.map(\.element) {
      // What no team's words tell.
      event.via = nil
      event.outcome = nil
      event.segment = .init(
        platform: event.segment.platform, systemVersion: event.segment.systemVersion,
        appVersion: event.segment.appVersion)
      event.screen =
        event.event == "tap" || event.event == "gesture"
        ? nil : event.screen.map { ($0 == "More" ? moreWord : $0) + suffix }
      if event.container != nil { event.container = menuName }
      // A push is logged with its screen, or as the view that follows it.
      if let last = events.last, last.event == "push", last.user == event.user, event.event == "screen_view" {
        events.removeLast()
        if logsPush { event.event = "push" }
      }
      events.append(event)
    }
    return events
  }
}
