/// Something about who uses an app, when, and how that is logged, that misleads whoever only counts: people who never share a bar, weeks that are over,
/// sessions that are cut. It comes with what would be false to say.
package struct Circumstance: Sendable {
  package let name: String
  /// Changes the app and its crowd before people use it; false if the app has nothing of the sort.
  package let prepares: @Sendable (inout AppShape, inout Crowd, inout Dice) -> Bool
  /// Changes the log, and what may be said of it.
  let befalls: @Sendable (inout Lives, inout Dice) -> Void
  /// Whether all that happens does so in the log, whatever app it is of.
  package let isOfLog: Bool

  typealias Preparation = @Sendable (inout AppShape, inout Crowd, inout Dice) -> Bool

  /// Something that happens in the log of an app with tabs.
  init(_ name: String, befalls: @escaping @Sendable (inout Lives, inout Dice) -> Void) {
    self.init(name, prepares: { shape, _, _ in shape.tabs.count > 2 }, befalls: befalls)
  }

  init(_ name: String, prepares: @escaping Preparation, befalls: (@Sendable (inout Lives, inout Dice) -> Void)? = nil) {
    self.name = name
    self.prepares = prepares
    self.befalls = befalls ?? { _, _ in }
    isOfLog = befalls != nil
  }
}

/// What circumstances make true or false of a log, beside the figures of what people did.
package struct Reservations: Sendable {
  /// Whether any plan misleads.
  package var forbidsPlan = false
  /// Tabs of some people; no plan may move both such and others.
  package var apart: Set<String> = []
  /// Entries that no plan may move.
  package var unmovable: Set<String> = []
  /// Entries that no plan may promote if a tab leaves for them: others would pay.
  package var ofFew: Set<String> = []
  /// Tabs that a plan may demote only with a word of warning.
  package var vital: Set<String> = []
  /// Findings that are right.
  package var right: Set<Subject> = []
  /// Findings that are wrong although the figures say so.
  package var wrong: Set<Subject> = []
  /// What names end with in some languages.
  package var suffixes: [String] = []
}

extension Lives {
  /// Applies this to the log.
  package mutating func befall(_ circumstance: Circumstance, seed: UInt64) {
    var dice = Dice(seed: seed, 78, 4)
    circumstance.befalls(&self, &dice)
  }

  /// Tells whether the truth allows a finding with a rule and a subject.
  package var judge: (Subject) -> Bool {
    let judged = figures.judged
    let right = reservations.right.union(judged.flaws + judged.near + shape.structuralFlaws)
    return { [self] finding in
      let subject = Subject(finding.rule, unlabeled(finding.subject))
      return !reservations.wrong.contains(subject) && right.contains(subject)
    }
  }

  /// A subject without what it ends with in some languages.
  package func unlabeled(_ subject: String) -> String { reservations.suffixes.reduce(subject) { $0.replacing($1, with: "") } }

  /// Adds people with another app, or with the same one.
  /// - Parameter share: their number in relation to the people so far.
  mutating func join(_ shape: AppShape, _ share: Double, prefix: String, activity: Double = 1, _ dice: inout Dice) {
    var crowd = crowd
    crowd.prefix = prefix
    crowd.users = max(15, Int(share * Double(max(crowd.users, usersInLog))))
    crowd.activity *= activity
    add(crowd, using: shape, seed: dice.bits())
    events.sortByTime()
  }

  private var usersInLog: Int { Set(events.lazy.map(\.user)).count }

  /// Rewrites the events of each session; the sessions of a user are numbered from 0.
  mutating func rewriteSessions(_ dice: inout Dice, _ rewrite: (inout [LoggedEvent], _ number: Int, inout Dice) -> Void) {
    struct Key: Hashable {
      let user: String
      let session: String?
    }
    var numbers: [Key: Int] = [:]
    var sessions: [[LoggedEvent]] = []
    for event in events {
      let key = Key(user: event.user, session: event.session)
      if let number = numbers[key] {
        sessions[number].append(event)
      } else {
        numbers[key] = sessions.count
        sessions.append([event])
      }
    }
    let seed = dice.bits()
    var sessionsOfUser: [String: Int] = [:]
    for index in sessions.indices {
      let number = sessionsOfUser[sessions[index][0].user, default: 0]
      sessionsOfUser[sessions[index][0].user] = number + 1
      var own = Dice(seed: seed, index)
      rewrite(&sessions[index], number, &own)
    }
    events = sessions.flatMap { $0 }
    events.sortByTime()
  }

  /// The day of the log, from 0, on which an event happened.
  func day(of event: LoggedEvent) -> Double { Double(event.time - crowd.start) / 86_400_000 }
}

/// What somebody does, some time after what was before.
struct Deed {
  var event: String
  var screen: String?
  var target: String?
  var container: String?
  /// Milliseconds since the event before.
  var pause = 4000...15_000

  /// Opens the menu, chooses an item, looks at something there, and goes back to a tab.
  static func excursion(to item: String, in menu: String, backTo tab: String) -> [Deed] {
    [
      Deed(event: "menu_open", container: menu), Deed(event: "menu_select", screen: item, target: item, container: menu, pause: 1000...3000),
      Deed(event: "push", screen: "\(item) 1"), Deed(event: "tab_select", target: tab),
    ]
  }
}

extension [LoggedEvent] {
  /// Inserts deeds; what follows is that much later.
  mutating func insert(_ deeds: [Deed], at index: Int, _ dice: inout Dice) {
    guard index > 0, index <= count, !deeds.isEmpty else { return }
    let before = self[index - 1]
    var time = before.time
    let new = deeds.map { deed -> LoggedEvent in
      time += Int64(dice.within(deed.pause))
      return LoggedEvent(
        time: time, user: before.user, session: before.session, event: deed.event, screen: deed.screen, target: deed.target, container: deed.container,
        segment: before.segment)
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

extension AppShape {
  /// Adds an item to the first hidden menu, which the app gets if it has none.
  mutating func addItem(_ name: String, reach: Double, weight: Double = 0.3) {
    if menus.isEmpty { menus = [Menu(abandoned: 0.1, [Self.section("Settings", "Language", weight: 0.5, reach: 0.5)])] }
    menus[0].platforms = nil
    menus[0].items.append(Self.section(name, "\(name) 1", weight: weight, reach: reach))
  }

  var firstMenu: String { menus.first?.name ?? "menu" }
  var firstTab: String { tabs.first?.name ?? "Home" }
}
