import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// Which names count as containers of screens, and which as missing in the map.
@Suite struct LogQualityNamesTests {
  @Test(
    "tab, navigation and hosting controllers hold screens, whatever module or type they are logged with",
    arguments: [
      "UITabBarController", "UINavigationController", "UISplitViewController", "UIPageViewController",
      "MainTabBarController",
      "Shop.MainNavigationController", "UIHostingController<AnyView>",
      "UIHostingController<ModifiedContent<AnyView, RootModifier>>",
      "PresentationHostingController", "_TtGC7SwiftUI19UIHostingControllerV4Shop8HomeView_",
      "_TtGC4Shop21ShopHostingControllerV4Shop8HomeView_",
      "MainActivity", "com.shop.app.MainActivity", "com.shop/.MainActivity",
      "androidx.navigation.fragment.NavHostFragment", "NavHostFragment",
      "ReactViewController", "ReactActivity", "FlutterViewController", "FlutterActivity", "FlutterFragmentActivity",
      "io.flutter.embedding.android.FlutterActivity", "RNSNavigationController", "CAPBridgeViewController",
    ]) func containers(name: String)
  { #expect(ContainerNames.isContainer(name)) }

  @Test(
    "screens are no containers",
    arguments: [
      "Home", "Navigation", "Orders/Track", "MainActivityFeed", "OrdersViewController", "Shop.ProductViewController",
      "UIMoreListController",
      "HostingPlans", "?", "", "/", ".", "<", "Tab Bar", "NavigationControllerHelp", "Main Activity",
    ]) func screens(name: String)
  { #expect(!ContainerNames.isContainer(name)) }

  @Test func `visits of names with ids are counted in all, however many there are`() throws {
    let trace = (0..<25).map { user in
      "tab:Home " + (0..<100).map { "> Folder/\(user * 100 + $0 + 1000) <" }.joined(separator: " ")
    }
    let log = try TraceMeasures(trace.joined(separator: "\n"))
    let found = log.measures.namesWithIDs(log.scope)
    #expect(found.rules.map(\.pattern) == [#"^Folder/\d+$"#] && found.visits == 2500 && found.all == 5025)
  }

  private func unmapped(_ trace: String, _ map: AppMap) throws -> LogCheckResult {
    let measured = try TraceMeasures(trace, map: map)
    let context = LogCheckContext(measured.measures, measured.scope, rulesWithoutEvidence: [])
    return LogCheck.unmapped.evaluate(context)
  }

  @Test("tabs that are only shown, blocked or badged are seen too; the More tab needs no declaration") func tabs()
    throws
  {
    let map = AppMap(tabs: ["Home"])
    let found = try unmapped("tabs:Home|Offers|More tab:Home tab:Orders! badge:News=3 more > A", map)
    #expect(found.count == 3)
    #expect(found.consequence.plain.hasPrefix("not in the app map: News, Offers, Orders;"))
  }

  @Test("a menu that the map leaves out is missing with its items; the items of a menu without a list are free")
  func menus() throws {
    var map = AppMap(menus: ["menu": ["Settings"]])
    #expect(try unmapped("Home menu menu:Settings menu/side menu/side:Jobs", map).count == 2)
    map.menus.append(.init(name: "side"))
    #expect(try unmapped("Home menu menu:Settings menu/side menu/side:Jobs", map).count == 0)
  }

  @Test("a screen is known wherever the map names it") func screens() throws {
    var map = AppMap(tabs: ["Home"], roots: ["Home": "Start"], parents: ["Category": "Shelf"])
    map.menus = [.init(name: "menu", items: ["Help"], screen: "Drawer")]
    let trace = "Start > Shelf > Category > Drawer > Product"
    let found = try unmapped(trace, map)
    #expect(found.count == 1)
    #expect(found.consequence.plain.hasPrefix("not in the app map: Product;"))
    #expect(found.share == 0.2)
  }

  @Test("a map that declares nothing leaves nothing out") func emptyMap() throws {
    #expect(try unmapped("tab:Home > A more:Jobs menu:Help", AppMap()).count == 0)
  }

  @Test("five names are listed, long ones cut short") func manyNames() throws {
    let map = AppMap(parents: ["A": "Z"])
    let long = String(repeating: "x", count: 300)
    let found = try unmapped("A B C D E F G \(long)", map)
    #expect(found.count == 7)
    #expect(found.consequence.plain.hasPrefix("not in the app map: B, C, D, E, F and 2 more;"))
    #expect(try unmapped("A \(long)", map).consequence.plain.utf8.count < 200)
  }
}
