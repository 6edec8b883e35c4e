import Foundation
import TestSupport
import Testing

@testable import NavigationLog

/// What a logger writes for each call, and what trackers make of callbacks: no interface is involved, what listens to
/// one makes one of these calls for each callback.
@Suite("Calls of a logger")
struct LoggerCallTests {
  private typealias Look = TabBarTracker.Look

  /// The lines after the start of the app.
  private func lines(_ calls: (NavigationLogger, Phone) throws -> Void) throws -> [String] {
    let phone = try Phone()
    let logger = phone.launch()
    try calls(logger, phone)
    logger.flush()
    #expect(phone.lines.first == "app_open via=first")
    return Array(phone.lines.dropFirst())
  }

  private func home(_ path: String...) -> Look { Look(selection: .tab("Home"), path: ["Home"] + path) }

  /// `Home: Home > Product / Login > Code`: a tab, its screens and its modal screens.
  private func state(_ text: Substring) -> NavigationState {
    let tab = text.prefix { $0 != ":" }
    let parts = text.dropFirst(tab.count + 1).components(separatedBy: " / ").map { part in
      part.components(separatedBy: " > ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    return NavigationState(tab: tab == "-" ? nil : String(tab), path: parts[0], modals: Array(parts.dropFirst()))
  }

  private func look(_ text: Substring) -> Look {
    let transition: Look.Transition =
      text.hasSuffix("(interactive)") ? .interactive : text.hasSuffix("(cancelled)") ? .cancelled : .none
    let state = state(transition == .none ? text : text.prefix { $0 != "(" })
    return Look(selection: selection(state.tab ?? ""), path: state.path, modals: state.modals, transition: transition)
  }

  private func selection(_ tab: String) -> Look.Selection { tab == "More" ? .more : .tab(tab) }

  private func call(_ text: String, _ logger: NavigationLogger, _ tracker: TabBarTracker, _ phone: Phone) throws {
    let words = text.split(separator: " ").map(String.init)
    let rest = text.dropFirst(words[0].count + 1)
    switch words[0] {
    case "wait": phone.wait(Double(rest) ?? 0)
    case "state": logger.state(state(rest))
    case "below": logger.state(tab: state(rest).tab, path: state(rest).path)
    case "modal": logger.modalOpened(words[1])
    case "modal!": logger.modalClosed(words.count > 1 ? words[1] : nil)
    case "modal-path": logger.modalPath(rest.components(separatedBy: " > "))
    case "reselected": logger.reselected()
    case "blocked": logger.blocked(words[1])
    case "more": logger.moreOpened()
    case "menu": logger.menuOpened()
    case "menu!": logger.menuClosed(by: .swipe)
    case "chose": logger.menuChose(words[1], from: words.count > 3 ? words[3] : "menu")
    case "tap": logger.tapped(words[1])
    case "pinch!": logger.gesture("pinch", failed: true)
    case "badge": logger.badge(words[1], count: Int(words[2]) ?? 0)
    case "task": logger.taskStarted(words[1])
    case "task!": logger.taskEnded(words[1], .abandoned)
    case "bar": logger.tabsShown(Array(words.dropFirst()))
    case "edit": logger.tabsEdited(Array(words.dropFirst()))
    case "binding": logger.chose(words[2], over: words[1])
    case "place": logger.modalChanged(from: words[1] == "-" ? nil : words[1], to: words[2] == "-" ? nil : words[2])
    case "background", "foreground": logger.phase(isInBackground: words[0] == "background")
    case "look": tracker.looked(look(rest))
    case "asked", "refused": tracker.asked(selection(words[1]), isAllowed: words[0] == "asked")
    case "selected": tracker.selected(selection(words[1]))
    default: throw Unknown(call: text)
    }
  }

  private struct Unknown: Error { let call: String }

  @Test(arguments: Case.all("logger-calls"))
  func `calls write lines`(calls: Case) throws {
    let lines = try lines { logger, phone in
      let tracker = TabBarTracker(logger)
      for text in calls.input.components(separatedBy: " ; ") { try call(text, logger, tracker, phone) }
    }
    #expect(lines == calls.expected[0].components(separatedBy: " ; "))
  }

  @Test func `Names are one line without the bar that joins lists, and never empty`() throws {
    let lines = try lines { logger, _ in
      logger.state(tab: "A|B", path: ["", "x\ny", String(repeating: "z", count: 300)])
    }
    #expect(lines == ["stack target=A/B value=[? x y \(String(repeating: "z", count: 200))]"])
    #expect(
      try self.lines { logger, _ in logger.state(tab: nil, path: (1...150).map { "S\($0)" }) }[0].hasSuffix("S99 S100]")
    )
  }

  @Test func `Points are written in tenths`() throws {
    let lines = try lines { logger, _ in
      logger.state(tab: "Home", path: ["Home"])
      logger.tapped(nil, outcome: .missed, at: CGPoint(x: 10.04, y: 20))
    }
    #expect(lines.last == "tap outcome=missed screen=Home x=10.0 y=20.0")
  }

  @Test func `navaudit reads the More list, its item and the way back`() async throws {
    let phone = try Phone()
    let logger = phone.launch()
    let tracker = TabBarTracker(logger)
    tracker.looked(home())
    tracker.looked(Look(selection: .more, path: []))
    tracker.looked(Look(selection: .more, path: ["Coupons"]))
    tracker.looked(Look(selection: .more, path: []))
    logger.flush()
    let session = try #require(try await ReadBack(phone.files).sessions().first)
    #expect(
      session.steps == ["Home · tab Home@1", "More · more More@1", "More · more_item Coupons@2", "More · back More@1"])
  }

  @Test func `A tap on the part of a raised button that stands out of the bar is missed, unless it is received`() throws
  {
    let bar = CGRect(x: 0, y: 780, width: 390, height: 64)
    let buttons = [
      (name: "Scan", frame: CGRect(x: 165, y: 750, width: 60, height: 60)),
      (name: "Home", frame: CGRect(x: 0, y: 780, width: 78, height: 49)),
    ]
    let lines = try lines { logger, _ in
      let tracker = TabBarTracker(logger)
      tracker.looked(home())
      tracker.touched(at: CGPoint(x: 195, y: 760), bar: bar, buttons: buttons, isReceived: false)
      tracker.touched(at: CGPoint(x: 195, y: 760), bar: bar, buttons: buttons, isReceived: true)
      tracker.touched(at: CGPoint(x: 195, y: 790), bar: bar, buttons: buttons, isReceived: false)
      tracker.touched(at: CGPoint(x: 20, y: 100), bar: bar, buttons: buttons, isReceived: false)
    }
    #expect(lines.dropFirst() == ["tap outcome=missed screen=Home target=Scan x=195.0 y=760.0"])
  }

  private enum Route {
    case order(id: Int)
    case settings
  }
  private struct Product { let id = 7 }
  private final class OrdersViewController {}
  private struct OrderView {}
  private class HostingController<Content> {}

  @Test func `Routes are called as their case or type, without values`() {
    #expect(LogName.of(Route.order(id: 17)) == "order")
    #expect(LogName.of(Route.settings) == "settings")
    #expect(LogName.of(Product()) == "Product")
    #expect(LogName.of("Order 17") == "Order 17")
    #expect(LogName.of(OrdersViewController()) == "Orders")
    #expect(LogName.of(HostingController<OrderView>()) == "Order")
    #expect(LogName.short("UIHostingController<ModifiedContent<AnyView, OrderModifier>>") == "OrderModifier")
    #expect(LogName.short("UIViewController") == "UI")
  }
}
