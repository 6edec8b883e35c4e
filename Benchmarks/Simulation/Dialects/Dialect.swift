/// How one team writes its log: the container, the names, the language, and the data besides navigation.
///
/// The same events are written twice: with native names and with the team's. A reader that understands the team's log finds the same in both.
package struct Dialect: Sendable {
  package enum Shape: String, Sendable, CaseIterable {
    case ga4, amplitude, posthog, mixpanel, segment, flat, nested, comma, semicolon, tab, pipe
    var isTable: Bool { [.comma, .semicolon, .tab, .pipe].contains(self) }
    /// Whether event names are free, but screen views are marked by the product.
    var isVendor: Bool { [.ga4, .amplitude, .posthog, .mixpanel, .segment].contains(self) }
  }
  package enum Style: String, Sendable, CaseIterable { case snake, camel, pascal, title, dotted, kebab, upper }
  /// Whether each kind of event has its own name, or one name is split by one or two properties.
  package enum Grouping: String, Sendable, CaseIterable { case distinct, oneProperty, twoProperties }
  package enum Encoding: String, Sendable { case utf8, utf8WithMark, utf16, windows1252 }

  package let seed: UInt64
  package let shape: Shape
  package let style: Style
  package let language: String
  package let grouping: Grouping
  package let encoding: Encoding
  /// The name of each kind of event, with the words of its properties if two things are written.
  package let words: [String: String]
  /// The columns of the time, the user, the event and the session, if the dialect chooses them.
  package let columnKeys: (time: String, user: String, event: String, session: String)
  /// The times of the records, microseconds since 1970.
  package let times: [Int64]
  package let nativeLog: [UInt8]
  package let log: [UInt8]
  package var fileName: String { shape.isTable ? "log.csv" : "log.json" }
  package var name: String { "\(seed) \(shape.rawValue) \(style.rawValue) \(language) \(grouping.rawValue) \(encoding.rawValue)" }

  package init(seed: UInt64) {
    var dice = Dice(seed: seed, 2)
    let team = dice.chance(0.5) ? TeamWords.all[0] : dice.pick(TeamWords.all)
    let app = DialectApp(seed: seed, content: team["content"], moreWord: dice.pick(["More", dice.pick(team["more"])]))
    var writer = DialectWriter(dice: dice, team: team, app: app)
    self.seed = seed
    shape = writer.shape
    style = writer.style
    language = team.language
    grouping = writer.grouping
    encoding = writer.encoding
    words = writer.words.mapValues { $0.event + ($0.element.map { " / \($0)" } ?? "") + ($0.action.map { " / \($0)" } ?? "") }
    nativeLog = app.events.log
    columnKeys = writer.columnKeys
    log = writer.write(app.events)
    times = writer.times
  }
}

/// The words that teams use in their logs, by language: a dialect draws its event names, properties and columns from it. It was written from how
/// teams talk about their apps, independently of the product's table of terms.
struct TeamWords: Sendable {
  let language: String
  private let words: [String: [String]]

  subscript(concept: String) -> [String] { words[concept] ?? [] }

  static let all: [TeamWords] = String(decoding: PackageResources.TeamWords_txt, as: UTF8.self).split(separator: "\n\n").map { block in
    let lines = block.split(separator: "\n").map(String.init)
    var words: [String: [String]] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      words[String(parts[0])] = parts[1].split(separator: ",").map { $0.trimmingPrefix(" ").description }
    }
    return TeamWords(language: lines[0], words: words)
  }
}

/// An app of random shape, and what people did in it: the events that a dialect writes with a team's names.
struct DialectApp {
  /// In order of users and time.
  let events: [LoggedEvent]

  /// - Parameters:
  ///   - content: Names of the app's content, for labels and screens.
  ///   - moreWord: The team's name for the More list.
  init(seed: UInt64, content: [String], moreWord: String) {
    var dice = Dice(seed: seed, 1)
    var names = dice.shuffled(content)
    func take(_ count: Int) -> [String] {
      defer { names.removeFirst(min(count, names.count)) }
      return Array(names.prefix(count))
    }
    let hasIDs = dice.chance(0.25)
    func entry(_ name: String, _ children: Int, weight: Double) -> SimulatedApp.Entry {
      var root = SimulatedApp.Screen(name: name, dwell: 5)
      for number in 0..<children {
        let child = "\(name) \(["List", "Item", "Info"][number])"
        root.screens.append(.init(name: child + (hasIDs && number == 1 ? "/*" : ""), dwell: 5))
        if dice.chance(0.4) { root.screens[number].screens = [.init(name: "\(child) More info", dwell: 5)] }
      }
      return .init(name: name, root: root, weight: weight, reach: 0.8)
    }
    var app = SimulatedApp("Dialect \(seed)", tabs: take(dice.within(3...5)).map { entry($0, dice.within(1...3), weight: 1) })
    let hasMore = dice.chance(0.3)
    if hasMore { app.moreItems = take(dice.within(2...4)).map { entry($0, dice.within(0...1), weight: 0.5) } }
    let menu = dice.chance(hasMore ? 0.35 : 0.65) ? take(dice.within(3...6)) : []
    let menuName = menu.isEmpty || !dice.chance(0.3) ? nil : take(1).first
    if !menu.isEmpty { app.menus = [.init(items: menu.map { entry($0, dice.within(0...1), weight: 0.3) }, abandoned: 0.3)] }
    if dice.chance(0.4), let modal = take(1).first {
      for tab in app.tabs.indices { app.tabs[tab].root.modals = [.init(screens: [modal])] }
    }
    if dice.chance(0.3) {
      app.gestures = app.tabs.flatMap { tab in ["swipe_left", "pull_refresh"].map { .init(name: $0, on: tab.name, reach: 1) } }
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
    let logged = SimulatedLog(app, population, seed: seed).events
    for index in logged.indices.sorted(by: { (logged[$0].user, $0) < (logged[$1].user, $1) }) {
      let event = logged[index]
      var told = event
      // What no team's words tell.
      told.via = nil
      told.outcome = nil
      told.segment = .init(platform: event.segment.platform, systemVersion: event.segment.systemVersion, appVersion: event.segment.appVersion)
      told.screen = event.event == "tap" || event.event == "gesture" ? nil : event.screen.map { ($0 == "More" ? moreWord : $0) + suffix }
      if told.container != nil { told.container = menuName }
      // A push is logged with its screen, or as the view that follows it.
      if let last = events.last, last.event == "push", last.user == told.user, told.event == "screen_view" {
        events.removeLast()
        if logsPush { told.event = "push" }
      }
      events.append(told)
    }
    self.events = events
  }
}
