extension AppShape {
  /// Apps in which people buy.
  static let shops: [AppShape] = [shop, checkout, wizard, tickets, delivery, auctions]

  private static var shop: AppShape {
    let product = Screen("Product/*", stay: 18, modals: [Modal(["Size guide"], share: 0.05), Modal(["Reviews"], share: 0.15)])
    var shape = AppShape(
      "Well-built shop",
      tabs: [
        Entry("Home", Screen("Home", stay: 10, [Screen("Campaign", stay: 12, [product]), product])),
        Entry("Search", Screen("Search", stay: 8, [Screen("Results", weight: 3, stay: 10, opensAnother: 0.4, [product]), Screen("Category", [product])])),
        section("Wishlist", "Saved item", reach: 0.8), section("Cart", "Delivery", reach: 0.9),
        section("Account", "Orders", "Addresses", "Returns", reach: 0.85),
      ])
    shape.links = [product]
    shape.gestures = [Gesture("swipe to save", on: "Results")]
    shape.tasks = [Task("look at the campaign", path: ["Home", "Campaign"])]
    return shape
  }

  /// Buying is a modal flow over the shop.
  private static var checkout: AppShape {
    let flow = Modal(
      ["Checkout: address", "Checkout: delivery", "Checkout: payment", "Checkout: code", "Checkout: review", "Checkout: thanks"], share: 0.4, stay: 12)
    let dish = Screen("Dish", stay: 12, modals: [flow])
    var shape = AppShape(
      "Checkout as a modal flow",
      tabs: [
        Entry("Menu", Screen("Menu", stay: 12, [Screen("Course", stay: 9, opensAnother: 0.3, [dish])])),
        section("Orders", "Order", reach: 0.85), section("Profile", "Payment methods", "Addresses", reach: 0.8),
      ])
    shape.kinds = [("Checkout*", "wizard")]
    return shape
  }

  /// An application form of nine pushed screens.
  private static var wizard: AppShape {
    var step = Screen("Application: done", stay: 8, hidesBar: true)
    for name in ["sign", "documents", "income", "employer", "household", "address", "identity", "person"] {
      step = Screen("Application: \(name)", stay: 25, goesOn: 0.95, opensAnother: 0, hidesBar: true, [step])
    }
    var shape = AppShape(
      "Wizard of nine steps",
      tabs: [
        Entry("Loans", Screen("Loans", stay: 14, [Screen("Offer", stay: 20, [step])])), section("My loans", "Contract", "Payments", reach: 0.8),
        section("Help", "Answer", "Contact", reach: 0.6),
      ])
    shape.kinds = [("Application*", "wizard")]
    shape.meanSessions = 5
    shape.climbs = 0.05
    return shape
  }

  private static var tickets: AppShape {
    let seats = Modal(["Seats", "Seat payment", "Seat ticket"], share: 0.3, stay: 15)
    let show = Screen("Show/*", stay: 15, modals: [seats])
    var shape = AppShape(
      "Tickets",
      tabs: [
        Entry("What's on", Screen("What's on", stay: 12, opensAnother: 0.35, [show, Screen("Venue/*", [show])])), section("Nearby", "Map", reach: 0.7),
        section("My tickets", "Ticket", reach: 0.8), section("Me", "Settings", "Vouchers", reach: 0.7),
      ])
    shape.kinds = [("Seat*", "wizard")]
    return shape
  }

  /// People track their orders: most sessions begin with a notification.
  private static var delivery: AppShape {
    var shape = AppShape(
      "Delivery, entered by notifications",
      tabs: [
        Entry("Restaurants", Screen("Restaurants", stay: 14, [Screen("Restaurant/*", stay: 16, opensAnother: 0.4, [Screen("Meal/*", stay: 10)])])),
        section("Basket", "Checkout", reach: 0.9), section("Orders", "Receipt", reach: 0.85), section("Account", "Cards", "Vouchers", reach: 0.75),
      ])
    shape.links = [Screen("Courier on the map", stay: 20)]
    shape.linked = 0.55
    return shape
  }

  private static var auctions: AppShape {
    let lot = Screen("Lot/*", stay: 14, modals: [Modal(["Bid", "Bid confirmed"], share: 0.1), Modal(["Seller"], share: 0.1)])
    var shape = AppShape(
      "Auctions with a More list for odds and ends",
      tabs: [
        Entry("Browse", Screen("Browse", [Screen("Category", stay: 12, opensAnother: 0.4, [lot])])), Entry("Search", Screen("Search", [lot])),
        section("Watching", "Watched lot", reach: 0.85), section("Bids", "My bid", reach: 0.8),
      ])
    shape.more = [
      section("Terms", "Imprint", weight: 0.02, reach: 0.2), section("Help", "Answer", weight: 0.03, reach: 0.3),
      section("Settings", "Language", weight: 0.04, reach: 0.4),
    ]
    // Tablets would show a sidebar.
    shape.devices = [Device("ios", weight: 50), Device("android", weight: 50)]
    return shape
  }
}
