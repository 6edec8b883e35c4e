import Foundation
import Testing

@testable import NavigationLog

/// What Apple's documentation says that delegates hear, and what is seen after each turn of the run loop. No interface is involved: what listens to one
/// calls one of these functions for each callback.
@Suite("Trackers turn callbacks into events")
struct TrackerTests {
  private typealias Look = TabBarTracker.Look

  /// The lines after the start of the app.
  private func lines(_ play: (TabBarTracker, Phone) -> Void) throws -> [String] {
    let phone = try Phone()
    let logger = phone.launch()
    play(TabBarTracker(logger), phone)
    logger.flush()
    return Array(phone.lines.dropFirst())
  }

  private func home(_ path: String..., modals: [[String]] = [], transition: Look.Transition = .none) -> Look {
    Look(selection: .tab("Home"), path: ["Home"] + path, modals: modals, transition: transition)
  }

  @Test func `A tab that is tapped, and one that is tapped again`() throws {
    let lines = try lines { tracker, _ in
      tracker.looked(home())
      tracker.asked(.tab("Orders"), isAllowed: true)
      tracker.selected(.tab("Orders"))
      tracker.looked(Look(selection: .tab("Orders"), path: ["Orders", "Order"]))
      tracker.asked(.tab("Orders"), isAllowed: true)
      tracker.selected(.tab("Orders"))
      tracker.looked(Look(selection: .tab("Orders"), path: ["Orders"]))
      tracker.asked(.tab("Orders"), isAllowed: true)
      tracker.selected(.tab("Orders"))
      tracker.looked(Look(selection: .tab("Orders"), path: ["Orders"]))
    }
    #expect(
      lines == [
        "stack target=Home value=[Home]", "stack target=Orders value=[Orders Order]", "tab_select screen=Orders target=Orders",
        "tab_select screen=Orders target=Orders",
      ])
  }

  @Test func `A refused tab is blocked; refused though in front, the app scrolls to the top itself`() throws {
    let lines = try lines { tracker, _ in
      tracker.looked(home("Product"))
      tracker.asked(.tab("Account"), isAllowed: false)
      tracker.looked(home("Product"))
      tracker.asked(.more, isAllowed: false)
      tracker.asked(.tab("Home"), isAllowed: false)
      tracker.looked(home("Product"))
    }
    #expect(
      lines == [
        "stack target=Home value=[Home Product]", "tab_select outcome=blocked target=Account", "tab_select outcome=blocked target=More",
        "tab_select screen=Product target=Home",
      ])
  }

  @Test func `Changes by code, which no delegate hears of, are seen at the next look`() throws {
    let lines = try lines { tracker, _ in
      tracker.looked(home())
      tracker.looked(Look(selection: .tab("Orders"), path: ["Orders"]))
      tracker.looked(Look(selection: .tab("Orders"), path: ["Orders", "Order", "Tracking"]))
      tracker.looked(Look(selection: .tab("Orders"), path: ["Orders"]))
    }
    #expect(
      lines == [
        "stack target=Home value=[Home]", "stack target=Orders value=[Orders]", "stack target=Orders value=[Orders Order Tracking]",
        "stack target=Orders value=[Orders]",
      ])
  }

  @Test func `A swipe back is written when it is finished, and not at all when it is given up`() throws {
    let lines = try lines { tracker, phone in
      tracker.looked(home("Product"))
      tracker.looked(home(transition: .interactive))
      tracker.looked(home(transition: .cancelled))
      tracker.looked(home("Product"))
      phone.wait(1)
      tracker.looked(home(transition: .interactive))
      tracker.looked(home())
    }
    #expect(lines == ["stack target=Home value=[Home Product]", "stack target=Home value=[Home]"])
  }

  @Test func `The More list, a screen behind it, and back`() throws {
    let lines = try lines { tracker, _ in
      tracker.looked(home())
      tracker.asked(.more, isAllowed: true)
      tracker.selected(.more)
      tracker.looked(Look(selection: .more, path: []))
      tracker.looked(Look(selection: .more, path: ["Coupons"]))
      tracker.selected(.more)
      tracker.looked(Look(selection: .more, path: []))
      tracker.looked(home())
    }
    #expect(
      lines == [
        "stack target=Home value=[Home]", "stack target=More value=[More]", "stack target=More value=[More Coupons]", "stack target=More value=[More]",
        "stack target=Home value=[Home]",
      ])
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
    #expect(session.steps == ["Home · tab Home@1", "More · more More@1", "More · more_item Coupons@2", "More · back More@1"])
  }

  @Test func `A sheet is gone once it is, by swipe or by code; a swipe that is given up changes nothing`() throws {
    let lines = try lines { tracker, _ in
      tracker.looked(home())
      tracker.looked(home(modals: [["Filter"]]))
      tracker.looked(home(modals: [["Filter"]], transition: .interactive))
      tracker.looked(home(modals: [["Filter"]]))
      tracker.looked(home())
      // By code, which pushes at the same time.
      tracker.looked(home(modals: [["Filter", "Brands"]]))
      tracker.looked(home("Results", modals: [["Filter", "Brands"]]))
      tracker.looked(home("Results"))
    }
    #expect(
      lines == [
        "stack target=Home value=[Home]", "modal_open screen=Filter", "modal_close", "modal_open screen=Filter", "stack target=Home value=[Filter Brands]",
        "modal_close", "stack target=Home value=[Home Results]",
      ])
  }

  @Test func `A sheet that a selection by code leaves behind is closed first`() throws {
    let lines = try lines { tracker, _ in
      tracker.looked(home(modals: [["Cart"]]))
      tracker.looked(Look(selection: .tab("Orders"), path: ["Orders"], modals: [["Cart"]]))
      tracker.looked(Look(selection: .tab("Orders"), path: ["Orders"]))
    }
    #expect(lines == ["stack target=Home value=[Home]", "modal_open screen=Cart", "modal_close", "stack target=Orders value=[Orders]"])
  }

  @Test func `A tap on the part of a raised button that stands out of the bar is missed, unless it is received`() throws {
    let bar = CGRect(x: 0, y: 780, width: 390, height: 64)
    let buttons = [(name: "Scan", frame: CGRect(x: 165, y: 750, width: 60, height: 60)), (name: "Home", frame: CGRect(x: 0, y: 780, width: 78, height: 49))]
    let lines = try lines { tracker, _ in
      tracker.looked(home())
      tracker.touched(at: CGPoint(x: 195, y: 760), bar: bar, buttons: buttons, isReceived: false)
      tracker.touched(at: CGPoint(x: 195, y: 760), bar: bar, buttons: buttons, isReceived: true)
      tracker.touched(at: CGPoint(x: 195, y: 790), bar: bar, buttons: buttons, isReceived: false)
      tracker.touched(at: CGPoint(x: 20, y: 100), bar: bar, buttons: buttons, isReceived: false)
    }
    #expect(lines.dropFirst() == ["tap outcome=missed screen=Home target=Scan x=195.0 y=760.0"])
  }

  @Test func `A binding that sees each tap knows a reselection`() throws {
    let phone = try Phone()
    let logger = phone.launch()
    logger.state(tab: "Home", path: [])
    logger.chose("Orders", over: "Home")
    logger.state(tab: "Orders", path: [])
    logger.chose("Orders", over: "Orders")
    logger.flush()
    #expect(phone.lines.suffix(2) == ["stack target=Orders value=[Orders]", "tab_select screen=Orders target=Orders"])
  }

  @Test func `A place that shows modal screens shows one, another, and none`() throws {
    let phone = try Phone()
    let logger = phone.launch()
    logger.phase(isInBackground: false)
    logger.state(tab: "Home", path: [])
    logger.modalChanged(from: nil, to: "Filter")
    logger.modalChanged(from: "Filter", to: "Filter")
    logger.modalChanged(from: "Filter", to: "Sort")
    logger.modalChanged(from: "Sort", to: nil)
    logger.phase(isInBackground: true)
    logger.phase(isInBackground: false)
    logger.flush()
    #expect(
      phone.lines.dropFirst() == [
        "stack target=Home value=[Home]", "modal_open screen=Filter", "modal_close", "modal_open screen=Sort", "modal_close", "app_background",
        "app_open via=warm",
      ])
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
