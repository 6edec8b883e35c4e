import NavigationModel
import TestSupport
import Testing

@testable import AppMaps

/// A word of navigation in the name of an event is a question; what happens around the event is the answer.
@Suite("Names of events with a word of navigation")
struct NavigationNamesTests {
  /// Screens and what leads from each to others.
  fileprivate static let ways = [
    "Home": ["List", "Search", "Profile"], "List": ["Item", "Home"], "Item": ["List", "Cart"],
    "Search": ["Item", "Home"], "Cart": ["Home", "Item"], "Profile": ["Settings", "Home"], "Settings": ["Profile"],
  ]

  /// A log of people who go from screen to screen.
  fileprivate struct Walk {
    var survey = LogSurvey()
    var random: SeededGenerator
    var time: Int64 = 1_800_000_000_000_000
    var user = 0
    var stack = ["Home"]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func log(_ word: String, _ fields: [(key: String, text: String)] = [], after seconds: Double) {
      time += Int64(seconds * 1e6)
      let screen = word == "screen_view" ? fields.first?.text ?? "" : ""
      survey.add(
        user: "u\(user)", time: time, word: word, known: word == "screen_view" ? .screenView : nil, screen: screen,
        fields: word == "screen_view" ? [] : fields)
    }

    mutating func show(after seconds: Double = 0.3) {
      log("screen_view", [("screen", stack.last ?? "")], after: seconds)
    }

    mutating func goOn() {
      stack.append(
        NavigationNamesTests.ways[stack.last ?? "", default: ["Home"]].randomElement(using: &random) ?? "Home")
      show(after: Double.random(in: 4...40, using: &random))
    }

    mutating func people(_ count: Int, _ steps: Int, _ each: (inout Walk) -> Void) {
      for number in 0..<count {
        user = number
        time += 7_200_000_000
        stack = ["Home"]
        show()
        for _ in 0..<steps { each(&self) }
      }
      survey.finish()
    }
  }

  private static let byBehavior: Set<EventKind> = [
    .push, .back, .toRoot, .moreOpen, .moreSelect, .menuOpen, .menuSelect, .menuClose, .modalOpen, .modalClose,
    .tabSelect,
  ]

  /// A log of screens, with another event now and then.
  private static func log(of word: String, seed: UInt64) -> LogSurvey {
    var walk = Walk(seed: seed)
    walk.people(20, 8) { walk in
      walk.goOn()
      if Int.random(in: 0..<3, using: &walk.random) == 0 {
        let value = ["red", "green", "blue"].randomElement(using: &walk.random) ?? ""
        walk.log(word, [("color", value)], after: Double.random(in: 1...9, using: &walk.random))
      }
    }
    return walk.survey
  }

  private func reading(_ word: String, _ survey: LogSurvey) -> EventKind? {
    var reader = EventReader(survey)
    let parts = reader.read().parts.filter { $0.word == word && $0.isSure }
    return parts.lazy.compactMap(\.kind).first { Self.byBehavior.contains($0) }
  }

  static let otherSenses = [
    "Push Received", "Push Token Registered", "Push Permission Granted", "Pull Request Pushed", "Pushup Completed",
    "Return Requested", "Return Initiated", "Order Returned", "Back to School", "Back In Stock Alert Set",
    "Back Pain Logged", "Previous Purchase Repeated", "Pop Quiz Started", "Pop Music Played", "Popped Balloon",
    "Show More Comments", "More Info Requested", "Learn More Read", "Plus Subscription Bought", "/root/Node",
    "Root Cause Chosen", "Root Vegetable Added", "Menu Viewed", "Dinner Menu Printed", "Menu Item Ordered",
    "Hamburger Ordered", "Sandwich Added", "Cash Drawer Counted", "Popup Closed", "Dialog Line Spoken",
    "Sheet Exported", "Overlay Filter Applied", "Window Seat Chosen", "Tab Key Pressed", "Bar Tab Paid",
    "task_complete", "section_time_spent",
  ]

  @Test func `a word in another sense is not read as navigation`() {
    #expect(Self.otherSenses.count == 37)
    var wrong: [String] = []
    for (number, word) in Self.otherSenses.enumerated() {
      if let kind = reading(word, Self.log(of: word, seed: UInt64(number + 1))) { wrong.append("\(word): \(kind)") }
    }
    #expect(wrong.count <= 1, "\(wrong)")
  }

  @Test func `a word of navigation among others is no question where screens are known`() {
    let words = Self.otherSenses.filter { NameWords($0).kind == nil }
    #expect(words.count > 25)
    let asked = words.enumerated().filter { number, word in
      var reader = EventReader(Self.log(of: word, seed: UInt64(number + 1)))
      return reader.read().unsure.contains { $0.word == word }
    }
    #expect(asked.map(\.element) == [])
  }

  @Test func `screens are known by the names of events, too`() {
    var walk = Walk(seed: 7)
    walk.people(20, 8) { walk in
      walk.stack = [Self.ways[walk.stack.last ?? "", default: ["Home"]].randomElement(using: &walk.random) ?? "Home"]
      walk.log("Viewed \(walk.stack[0])", after: 9)
      walk.log("Push Received", [("campaign", "spring")], after: 3)
    }
    var reader = EventReader(walk.survey)
    #expect(reader.read().parts.first { $0.word == "Push Received" }?.kind == nil)
  }

  static let trueSenses: [(String, EventKind)] = [
    ("back", .back), ("go_back", .back), ("Back Pressed", .back), ("back_button_clicked", .back), ("Nav Back", .back),
    ("navigateBack", .back), ("zurueck_gedrueckt", .back), ("push", .push), ("detail_pushed", .push),
    ("Screen Pushed", .push), ("pop_to_root", .toRoot), ("to_root", .toRoot), ("tab_selected", .tabSelect),
    ("Tab Tapped", .tabSelect), ("tab_click", .tabSelect), ("Bottom Nav Clicked", .tabSelect),
    ("bottom_navigation_tap", .tabSelect), ("tab_switched", .tabSelect), ("navTabClicked", .tabSelect),
    ("onglet_selectionne", .tabSelect), ("drawer_opened", .menuOpen), ("Hamburger Opened", .menuOpen),
    ("sidebar_opened", .menuOpen), ("menu_open", .menuOpen), ("Menu Opened", .menuOpen),
    ("drawer_item_clicked", .menuSelect), ("Menu Item Selected", .menuSelect), ("sidebar_item_tap", .menuSelect),
    ("menu_entry_chosen", .menuSelect), ("drawer_closed", .menuClose), ("menu_closed", .menuClose),
    ("dialog_shown", .modalOpen), ("Sheet Presented", .modalOpen), ("modal_open", .modalOpen),
    ("dialog_dismissed", .modalClose), ("Sheet Closed", .modalClose), ("modal_close", .modalClose),
  ]

  @Test func `a word whose behavior agrees is`() {
    #expect(Self.trueSenses.count == 37)
    var missed: [String] = []
    for (number, (word, kind)) in Self.trueSenses.enumerated() {
      var walk = Walk(seed: UInt64(number + 100))
      walk.people(20, 8) { walk in
        walk.goOn()
        guard Bool.random(using: &walk.random) else { return }
        walk.act(word, kind)
      }
      let found = reading(word, walk.survey)
      if found != kind { missed.append("\(word): \(found.map { "\($0)" } ?? "nothing")") }
    }
    #expect(missed.count <= 7, "\(missed)")
  }
}

extension NavigationNamesTests.Walk {
  fileprivate mutating func act(_ word: String, _ kind: EventKind) {
    let wait = Double.random(in: 2...20, using: &random)
    let here = stack.last ?? ""
    let items: [String] = ["Home", "Search", "Profile"].filter { $0 != here }
    let item: String = items.randomElement(using: &random) ?? "Home"
    switch kind {
    case .back:
      guard stack.count > 1 else { return }
      log(word, after: wait)
      stack.removeLast()
      show()
    case .toRoot:
      guard stack.count > 1 else { return }
      log(word, after: wait)
      stack = ["Home"]
      show()
    case .push:
      log(word, after: wait)
      stack.append("Detail \(["red", "green", "blue", "gray", "pink"].randomElement(using: &random) ?? "")")
      show()
    case .tabSelect:
      log(word, [("tab_name", item)], after: wait)
      stack = [item]
      show()
    case .menuOpen, .menuSelect, .menuClose:
      log(kind == .menuOpen ? word : "menu_opened", after: wait)
      if Bool.random(using: &random) || kind == .menuSelect {
        log(kind == .menuSelect ? word : "menu_item_click", [("item", item)], after: 2)
        stack = [item]
        show()
      } else {
        log(kind == .menuClose ? word : "menu_close", after: 3)
      }
    case .modalOpen, .modalClose:
      log(kind == .modalOpen ? word : "dialog_opened", [("name", "Share")], after: wait)
      log(kind == .modalClose ? word : "dialog_closed", after: 4)
    default: break
    }
  }
}
