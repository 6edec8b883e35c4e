extension AppShape {
  /// Apps in the style of earlier Android guidelines.
  static let androids: [AppShape] = [drawerOnly, resettingTabs, drawerBesideTabs]

  private static let androidOnly = [Device("android", weight: 90), Device("android", "tablet", weight: 10)]

  /// No bar: everything is in the drawer, which everybody opens.
  private static var drawerOnly: AppShape {
    var shape = AppShape("Drawer only", tabs: [])
    shape.start = Screen("Overview", stay: 12, [Screen("Entry/*", stay: 12)])
    shape.menus = [
      Menu(
        "menu", abandoned: 0.12,
        [
          section("Tasks", "Task", reach: 0.9), section("Projects", "Project", reach: 0.85), section("Calendar", "Day", reach: 0.8),
          section("Team", "Member", reach: 0.6), section("Reports", "Report", reach: 0.5),
          section("Settings", "Language", weight: 0.3, reach: 0.4),
        ])
    ]
    shape.devices = androidOnly
    return shape
  }

  /// Tabs start at their root whenever they are selected, as Material 2 recommended.
  private static var resettingTabs: AppShape {
    let item = Screen("Item/*", stay: 12, [Screen("Details/*", stay: 12)])
    var shape = AppShape(
      "Tabs that start anew",
      tabs: [
        Entry("Feed", Screen("Feed", stay: 15, [item])), Entry("Browse", Screen("Browse", [Screen("Shelf", [item])])),
        section("Saved", "Saved item", reach: 0.8), section("Me", "Settings", reach: 0.7),
      ])
    shape.devices = androidOnly
    shape.resetsTabsOn = ["android"]
    shape.reselects = 0.1
    shape.climbs = 0.1
    return shape
  }

  private static var drawerBesideTabs: AppShape {
    var shape = AppShape("Tabs and a drawer", tabs: [section("Home", "Card"), section("Offers", "Offer", reach: 0.9), section("Stores", "Store", reach: 0.85)])
    shape.menus = [
      Menu(
        "menu", platforms: ["android"], abandoned: 0.15,
        [
          section("Coupons", "Coupon", weight: 0.4, reach: 0.5), section("Receipts", "Receipt", weight: 0.3, reach: 0.45),
          section("Settings", "Language", weight: 0.2, reach: 0.4),
        ])
    ]
    return shape
  }
}
