@testable import Simulation

/// Replays a session of a log in full style by Method.md, and records what does not match.
struct StackChecker {
  private(set) var faults: [String] = []
  private var stacks: [String: [String]] = [:]
  private var section = ""
  private var modals = 0
  private let tabs: Set<String>

  init(_ events: [WrittenLog.Event], tabs: [String]) {
    self.tabs = Set(tabs)
    for event in events { play(event) }
  }

  private var stack: [String] { stacks[section] ?? [] }

  private mutating func play(_ event: WrittenLog.Event) {
    let screen = event.screen ?? "?"
    switch event.event {
    case "app_open":
      guard event.via == "cold" else { return }
      stacks = [:]
      section = ""
      modals = 0
    case "tab_select": select(event, screen)
    case "more_open": open("More", [screen], "more", event)
    case "more_select":
      expect(section == "More" && stack.count == 1, "the list is not open", event)
      open("More", stack + [screen], "more_item", event)
    case "menu_select": open("\(event.container ?? "menu"):\(event.target ?? "?")", [screen], "menu_item", event)
    case "deep_link": open("(link)", [screen], "link", event)
    case "push": open(section, stack + [screen], "push", event)
    case "modal_open":
      modals += 1
      open(section, stack + [screen], "modal", event)
    case "modal_close":
      expect(modals == 1, "no modal is open", event)
      modals = 0
      open(section, stack.dropLast(), "back", event)
      expect(stack.last == screen, "wrong screen below the modal", event)
    case "back": back(event, screen)
    case "to_root":
      open(section, Array(stack.prefix(1)), "back", event)
      expect(stack == [screen], "wrong root", event)
    case "tap", "gesture", "rotate", "menu_open", "menu_close", "tab_bar":
      expect(stack.last == screen, "happens on another screen", event)
    default: expect(event.screen == nil, "carries a screen", event)
    }
    if let told = event.depth { expect(told == stack.count, "tells depth \(told), not \(stack.count)", event) }
  }

  private mutating func select(_ event: WrittenLog.Event, _ screen: String) {
    let tab = event.target ?? "?"
    if event.outcome == "blocked" {
      expect(stack.last == screen, "blocked, but elsewhere", event)
    } else if tab == section {
      stacks[section] = Array(stack.prefix(1))
      expect(stack == [screen], "reselect shows no root", event)
    } else {
      var kept = stacks[tab] ?? []
      if kept.count > 1 {
        if screen != kept.last {
          expect(screen == kept.first, "neither kept nor root", event)
          kept = [screen]
        }
      } else {
        expect(kept.isEmpty || kept == [screen], "another root", event)
        kept = [screen]
      }
      open(tab, kept, "tab", event)
    }
  }

  private mutating func back(_ event: WrittenLog.Event, _ screen: String) {
    if stack.count > 1 {
      open(section, stack.dropLast(), "back", event)
      expect(stack.last == screen, "back to a screen that is not below", event)
    } else {
      let roots = stacks.filter { tabs.contains($0.key) && $0.key != section && $0.value.first == screen }
      expect(roots.count == 1, "back to no section's root", event)
      if let tab = roots.keys.first { open(tab, [screen], "back", event) }
    }
  }

  private mutating func open(_ section: String, _ stack: [String], _ kind: String, _ event: WrittenLog.Event) {
    expect(modals == 0 || kind == "modal" || kind == "back", "a modal is in the way", event)
    self.section = section
    stacks[section] = stack
  }

  private mutating func expect(_ holds: Bool, _ fault: String, _ event: WrittenLog.Event) {
    if !holds { faults.append("\(event.session) \(event.id) \(event.event): \(fault)") }
  }
}
