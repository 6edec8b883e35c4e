import Foundation
import NavigationModel
import Testing

@testable import NavigationLog

@Suite("A logger writes states, and what a state does not say")
struct StateLogTests {
  /// The lines after the start of the app.
  private func lines(_ calls: (NavigationLogger, Phone) throws -> Void) throws -> [String] {
    let phone = try Phone()
    let logger = phone.launch()
    try calls(logger, phone)
    logger.flush()
    #expect(phone.lines.first == "app_open via=first")
    return Array(phone.lines.dropFirst())
  }

  @Test func `Equal states are written once`() throws {
    let lines = try lines { logger, phone in
      for _ in 0..<3 { logger.state(tab: "Home", path: ["Home"]) }
      logger.state(tab: "Home", path: ["Home", "Product"])
      phone.wait(7200)
      logger.state(tab: "Home", path: ["Home", "Product"])
    }
    #expect(lines == ["stack target=Home value=[Home]", "stack target=Home value=[Home Product]"])
  }

  @Test func `Without screens the root is called as the tab`() throws {
    #expect(try lines { logger, _ in logger.state(tab: "Home", path: []) } == ["stack target=Home value=[Home]"])
    #expect(try lines { logger, _ in logger.state(tab: nil, path: ["Start"]) } == ["stack value=[Start]"])
  }

  @Test func `Names are one line without the bar that joins lists, and never empty`() throws {
    let lines = try lines { logger, _ in logger.state(tab: "A|B", path: ["", "x\ny", String(repeating: "z", count: 300)]) }
    #expect(lines == ["stack target=A/B value=[? x y \(String(repeating: "z", count: 200))]"])
    #expect(try self.lines { logger, _ in logger.state(tab: nil, path: (1...150).map { "S\($0)" }) }[0].hasSuffix("S99 S100]"))
  }

  @Test func `What changes below a modal screen is written when it is dismissed`() throws {
    let lines = try lines { logger, _ in
      logger.state(tab: "Home", path: ["Home"])
      logger.modalOpened("Login")
      logger.state(tab: "Home", path: ["Home", "Order"])
      logger.state(tab: "Orders", path: ["Orders"])
      logger.modalPath(["Login", "Code"])
      logger.modalClosed()
    }
    #expect(
      lines == [
        "stack target=Home value=[Home]", "modal_open screen=Login", "stack target=Home value=[Login Code]", "modal_close",
        "stack target=Orders value=[Orders]",
      ])
  }

  @Test func `Modal screens close from the top`() throws {
    let lines = try lines { logger, _ in
      logger.state(NavigationState(tab: "Home", path: ["Home"], modals: [["A"], ["B", "B2"]]))
      logger.modalClosed("A")
      logger.modalClosed()
    }
    #expect(
      lines == [
        "stack target=Home value=[Home]", "modal_open screen=A", "modal_open screen=B", "stack target=Home value=[B B2]", "modal_close", "modal_close",
      ])
  }

  @Test func `A reselection that leads up says where to, and one that does not moves nothing`() throws {
    let lines = try lines { logger, phone in
      logger.state(tab: "Home", path: ["Home", "A", "B"])
      logger.reselected()
      logger.state(tab: "Home", path: ["Home"])
      logger.reselected()
      logger.state(tab: "Home", path: ["Home"])
      logger.state(tab: "Home", path: ["Home", "A", "B"])
      logger.reselected()
      phone.wait(10)
      logger.state(tab: "Home", path: ["Home", "A"])
    }
    #expect(
      lines == [
        "stack target=Home value=[Home A B]", "tab_select screen=Home target=Home", "tab_select screen=Home target=Home",
        "stack target=Home value=[Home A B]", "tab_select screen=B target=Home", "stack target=Home value=[Home A]",
      ])
  }

  @Test func `A tab that the app refuses moves nothing`() throws {
    let lines = try lines { logger, _ in
      logger.state(tab: "Home", path: ["Home"])
      logger.blocked("Orders")
      logger.state(tab: "Home", path: ["Home"])
    }
    #expect(lines == ["stack target=Home value=[Home]", "tab_select outcome=blocked target=Orders"])
  }

  @Test func `The More list by its event, or by the state alone`() throws {
    let opened = try lines { logger, _ in
      logger.state(tab: "Home", path: ["Home"])
      logger.moreOpened()
      logger.state(tab: "More", path: ["More"])
      logger.state(tab: "More", path: ["More", "Coupons"])
      logger.moreOpened()
    }
    #expect(
      opened == [
        "stack target=Home value=[Home]", "more_open screen=More", "stack target=More value=[More Coupons]", "stack target=More value=[More]",
      ])
  }

  @Test func `An item of a menu leads to the state after it`() throws {
    let pushed = try lines { logger, phone in
      logger.state(tab: "Home", path: ["Home"])
      logger.menuOpened()
      logger.menuChose("Settings")
      phone.wait(0.3)
      logger.state(tab: "Home", path: ["Home", "Settings screen", "Sounds"])
      logger.state(tab: "Home", path: ["Home", "Settings screen"])
      logger.state(tab: "Home", path: ["Home"])
    }
    #expect(
      pushed == [
        "stack target=Home value=[Home]", "menu_open container=menu", "menu_select container=menu screen=Settings screen target=Settings",
        "stack target=Settings value=[Settings screen Sounds]", "stack target=Settings value=[Settings screen]", "stack target=Home value=[Home]",
      ])
    let replaced = try lines { logger, _ in
      logger.state(tab: nil, path: ["Inbox"])
      logger.menuChose("Archive", from: "side")
      logger.state(tab: nil, path: ["Archive"])
      logger.state(tab: nil, path: ["Archive", "Message"])
      logger.menuChose("Help", from: "side")
      logger.tapped("Call")
    }
    #expect(
      replaced == [
        "stack value=[Inbox]", "menu_select container=side screen=Archive target=Archive", "stack target=Archive value=[Archive Message]",
        "menu_select container=side target=Help", "stack value=[Archive Message]", "tap screen=Message target=Call",
      ])
  }

  @Test func `An item of a menu may be presented, after the menu was dismissed`() throws {
    let lines = try lines { logger, _ in
      logger.state(NavigationState(tab: "Home", path: ["Home"], modals: [["Drawer"]]))
      logger.menuChose("About")
      logger.state(tab: "Home", path: ["Home"])
      logger.modalClosed()
      logger.modalOpened("About screen")
      logger.modalClosed()
    }
    #expect(
      lines == [
        "stack target=Home value=[Home]", "modal_open screen=Drawer", "modal_close", "menu_select container=menu screen=About screen target=About",
        "stack target=Home value=[Home]",
      ])
  }

  @Test func `Taps and gestures say on which screen, and points in tenths`() throws {
    let lines = try lines { logger, _ in
      logger.state(tab: "Home", path: ["Home"])
      logger.tapped(nil, outcome: .missed, at: CGPoint(x: 10.04, y: 20))
      logger.gesture("pinch", failed: true)
      logger.badge("Orders", count: 0)
      logger.taskStarted("pay")
      logger.taskEnded("pay", .abandoned)
      logger.menuClosed(by: .swipe)
      logger.tabsEdited(["A", "B"])
    }
    #expect(
      lines.dropFirst() == [
        "tap outcome=missed screen=Home x=10.0 y=20.0", "gesture outcome=failed screen=Home target=pinch", "badge target=Orders value=0",
        "task_start target=pay", "task_end outcome=abandoned target=pay", "menu_close container=menu via=swipe", "tabs_edit value=[A B]",
      ])
  }

  @Test func `The bar is said once a launch, and when it changes`() throws {
    let lines = try lines { logger, _ in
      logger.tabsShown(["Home", "Orders"])
      logger.tabsShown(["Home", "Orders"])
      logger.tabsShown(["Home", "Search"])
    }
    #expect(lines == ["tabs_shown value=[Home Orders]", "tabs_shown value=[Home Search]"])
  }
}
