import NavigationModel
import TestSupport
import Testing

/// What counts as personal data in a name, and what does not.
@Suite struct PersonalDataTests {
  /// Each was read again from every place in it: a name of this length took minutes.
  @Test(
    "a name of any length is read once",
    arguments: sampled([
      "1 ", "eyJ-", "1-", "(1)", "0171 ", "4111 1111 ", "1%20", "\u{A0}1", "+1 ", "eyJ", "a@", "\"@", "%25", "a_1-",
      "1 1a",
    ]))
  func linear(
    pattern: String
  ) {
    let name = String(repeating: pattern, count: 20_000 / pattern.utf8.count) + "a"
    #expect(PersonalData.masked(name + " ann@example.com")?.hasSuffix("[e-mail]") == true)
  }

  @Test(arguments: Case.all("personal-data")) func `personal data is masked, in whatever surroundings`(name: Case) {
    #expect(PersonalData.masked(name.input) == name.expected[0])
  }

  @Test(arguments: [("Call +49\u{A0}171\u{202F}1234567", "Call [phone]"), ("+49\u{2011}171\u{2011}1234567", "[phone]")])
  func `spaces and hyphens that do not break are masked with what they hold together`(name: String, masked: String) {
    #expect(PersonalData.masked(name) == masked)
  }

  @Test(
    "names, versions, dates, numbers and short digests stay as they are",
    arguments: [
      "Home", "Orders/Track", "Screen12345", "Product/4711", "Product/123456789", "Order 2026-03-02",
      "2026-03-02T06:07:02.140Z", "20260302",
      "02.03.2026", "02/03/2026 10:15", "1.2.3.4", "10.15.7", "2.4.0+4f3a2b1c", "v1.2.3-beta.4", "120.0.6099.109",
      "4f3a2b1", "deadbeef",
      "MainActivity@4f3a2b1", "icon@2x.png", "hero@3x.jpg", "@scope/package", "react@18.2.0", "@ann", "ann@",
      "user@localhost", "a@b",
      "1700000000", "1700000000000", "1700000000000000", "0000012345", "192.168.100.200", "555-1234", "800x600",
      "iPhone15,2", "Pixel 7 Pro",
      "iPhone12ProMaxSimulatorX86", "Category1SubCategory2Item3Detail", "Onboarding2026Q1ExperimentB",
      "checkout_step_2_of_3_v4",
      "product-2-detail-3-review-4-a1", "com.shop.ui.product.ProductDetailFragment$2",
      "UIHostingController<ModifiedContent<AnyView, RootModifier>>",
      "_TtGC7SwiftUI19UIHostingControllerV4Shop8HomeView_",
      "_TtGC7SwiftUI32NavigationStackHostingControllerVS_7AnyView_",
      "$s7SwiftUI15ModifiedContentVyAA7AnyViewVAA12RootModifierVG",
      "ProductDetailViewControllerWithReviewsAndRecommendations",
      "HTTP2Server", "GMT+0200", "UTC +01:00", "C++20", "4111111111111112", "6011 0009 9013 9425",
      "Home|Search|Cart|Orders|More",
      "DE89 3704 0044 0532 0130 01", "DE12 steps to a better life", "Step 1 - 2 - 3", "4111.1111.1111.1112",
      "[e-mail]", "Profile/[e-mail]/[token]", "Level 12/24/36", "3-2-1", "?", "", "eyJhbGciOiJI..abcdefghij",
    ]) func nothing(name: String)
  { #expect(PersonalData.masked(name) == nil) }

  @Test("names that screen_names folds are folded, whole as its patterns want them, before they are masked")
  func foldedFirst() {
    var map = AppMap()
    map.screenNames = [
      .init(pattern: "^Order/[0-9a-f-]{36}$", name: "Order"), .init(pattern: "^Chat/(.+)$", name: "Chat with $1"),
    ]
    let mask = ScreenNameRules(map)
    func masked(_ name: String) -> String? { name.withUTF8Bytes { mask.masked($0) } }
    #expect(masked("Order/8f14e45f-ceea-467a-9575-2d1f3c6f7a10") == "Order")
    #expect(masked("Chat/ann@example.com") == "Chat with [e-mail]")
    #expect(masked("Cart/8f14e45f-ceea-467a-9575-2d1f3c6f7a10") == "Cart/[token]")
    #expect(masked("Order/17") == nil)
  }
}
