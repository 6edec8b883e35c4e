import NavigationModel
import TestSupport
import Testing

/// What counts as personal data in a name, and what does not.
@Suite struct PersonalDataTests {
  /// Each was read again from every place in it: a name of this length took minutes.
  @Test(
    "a name of any length is read once",
    arguments: sampled(["1 ", "eyJ-", "1-", "(1)", "0171 ", "4111 1111 ", "1%20", "\u{A0}1", "+1 ", "eyJ", "a@", "\"@", "%25", "a_1-", "1 1a"]))
  func linear(
    pattern: String
  ) {
    let name = String(repeating: pattern, count: (isThorough ? 100_000 : 20_000) / pattern.utf8.count) + "a"
    #expect(PersonalData.masked(name + " ann@example.com")?.hasSuffix("[e-mail]") == true)
  }

  @Test(
    "e-mail addresses, in whatever surroundings",
    arguments: [
      ("ann@example.com", "[e-mail]"),
      ("Profile/ann.lee+shop@mail.example.co.uk", "Profile/[e-mail]"),
      ("mailto:ANN_LEE@EXAMPLE.ORG?subject=Hi", "mailto:[e-mail]?subject=Hi"),
      ("Chat with <ann-lee@example.de>, bob@example.fr", "Chat with <[e-mail]>, [e-mail]"),
      ("user/ann%40example.com/orders", "user/[e-mail]/orders"),
      ("jürgen@müller.example", "[e-mail]"),
      ("Write to ann@example.com.", "Write to [e-mail]."),
      ("ann@example.com/orders/2", "[e-mail]/orders/2"),
      ("12345@example.museum", "[e-mail]"),
      ("a@b.de", "[e-mail]"),
      ("user/ann%2540example.com", "user/[e-mail]"),
      ("\"ann lee\"@example.com", "[e-mail]"),
      ("иван@пример.рф", "[e-mail]"),
      ("ivan@xn--e1afmkfd.xn--p1ai", "[e-mail]"),
    ]) func emails(name: String, masked: String)
  { #expect(PersonalData.masked(name) == masked) }

  @Test(
    "phone numbers with a country code, after tel:, and in national forms",
    arguments: [
      ("Call/+491711234567", "Call/[phone]"),
      ("Call +49 (171) 123-4567 now", "Call [phone] now"),
      ("Call/+44 20 7946 0958", "Call/[phone]"),
      ("call/%2B491711234567", "call/[phone]"),
      ("0049 171 1234567", "[phone]"),
      ("00491711234567", "[phone]"),
      ("tel:5552345678", "tel:[phone]"),
      ("TEL:112233", "TEL:[phone]"),
      ("(555) 234-5678", "[phone]"),
      ("Contact 555-234-5678", "Contact [phone]"),
      ("555.234.5678", "[phone]"),
      ("1-800-555-0199", "[phone]"),
      ("0171 1234567", "[phone]"),
      ("030/12345678", "[phone]"),
      ("01 23 45 67 89", "[phone]"),
      ("01.23.45.67.89", "[phone]"),
      ("Chat/01711234567", "Chat/[phone]"),
      ("090-1234-5678", "[phone]"),
      ("+49 (0) 171 - 123 4567", "[phone]"),
      ("Call +49\u{A0}171\u{202F}1234567", "Call [phone]"),
      ("+49\u{2011}171\u{2011}1234567", "[phone]"),
      ("call/%252B491711234567", "call/[phone]"),
      ("+49%20171%201234567", "[phone]"),
    ]) func phones(name: String, masked: String)
  { #expect(PersonalData.masked(name) == masked) }

  @Test(
    "UUIDs, web tokens, long hexadecimal numbers, card numbers, and ids drawn by lot",
    arguments: [
      ("Order/8f14e45f-ceea-467a-9575-2d1f3c6f7a10", "Order/[token]"),
      ("Order 8F14E45F-CEEA-467A-9575-2D1F3C6F7A10?tab=2", "Order [token]?tab=2"),
      ("login?jwt=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0", "login?jwt=[token]"),
      ("Document/507f1f77bcf86cd799439011", "Document/[token]"),
      ("d41d8cd98f00b204e9800998ecf8427e", "[token]"),
      ("da39a3ee5e6b4b0d3255bfef95601890afd80709.html", "[token].html"),
      ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "[token]"),
      ("Order_8f14e45f_ceea_467a_9575_2d1f3c6f7a10", "Order_[token]"),
      ("user8f14e45f-ceea-467a-9575-2d1f3c6f7a10", "user[token]"),
      ("user8f14e45fceea467a95752d1f3c6f7a10", "user[token]"),
      ("Pay DE89 3704 0044 0532 0130 00", "Pay [token]"),
      ("pay/gb29nwbk60161331926819", "pay/[token]"),
      ("4111.1111.1111.1111", "[token]"),
      ("Pay/4111111111111111", "Pay/[token]"),
      ("Pay/4111 1111 1111 1111", "Pay/[token]"),
      ("Card 5500-0000-0000-0004", "Card [token]"),
      ("378282246310005", "[token]"),
      ("Profile/Zk3vT9qLxW2mB7nR4yPc8sQd5fH1", "Profile/[token]"),
      ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "[token]"),
      ("room_cjld2cjxh0000qzrmn831i7rn", "room_[token]"),
      ("share/x9Kd-Lm3Qz7_vR2tYw8HnB4sPfG6jC1", "share/[token]"),
      ("key=QUJjRDEyZTM0ZkdoNUk2ajdLbA==", "key=[token]"),
      ("8f14e45f-ceea-467a-9575-2d1f3c6f7a10/ann@example.com", "[token]/[e-mail]"),
    ]) func tokens(name: String, masked: String)
  { #expect(PersonalData.masked(name) == masked) }

  @Test(
    "names, versions, dates, numbers and short digests stay as they are",
    arguments: [
      "Home", "Orders/Track", "Screen12345", "Product/4711", "Product/123456789", "Order 2026-03-02", "2026-03-02T06:07:02.140Z", "20260302",
      "02.03.2026", "02/03/2026 10:15", "1.2.3.4", "10.15.7", "2.4.0+4f3a2b1c", "v1.2.3-beta.4", "120.0.6099.109", "4f3a2b1", "deadbeef",
      "MainActivity@4f3a2b1", "icon@2x.png", "hero@3x.jpg", "@scope/package", "react@18.2.0", "@ann", "ann@", "user@localhost", "a@b",
      "1700000000", "1700000000000", "1700000000000000", "0000012345", "192.168.100.200", "555-1234", "800x600", "iPhone15,2", "Pixel 7 Pro",
      "iPhone12ProMaxSimulatorX86", "Category1SubCategory2Item3Detail", "Onboarding2026Q1ExperimentB", "checkout_step_2_of_3_v4",
      "product-2-detail-3-review-4-a1", "com.shop.ui.product.ProductDetailFragment$2", "UIHostingController<ModifiedContent<AnyView, RootModifier>>",
      "_TtGC7SwiftUI19UIHostingControllerV4Shop8HomeView_", "_TtGC7SwiftUI32NavigationStackHostingControllerVS_7AnyView_",
      "$s7SwiftUI15ModifiedContentVyAA7AnyViewVAA12RootModifierVG", "ProductDetailViewControllerWithReviewsAndRecommendations",
      "HTTP2Server", "GMT+0200", "UTC +01:00", "C++20", "4111111111111112", "6011 0009 9013 9425", "Home|Search|Cart|Orders|More",
      "DE89 3704 0044 0532 0130 01", "DE12 steps to a better life", "Step 1 - 2 - 3", "4111.1111.1111.1112",
      "[e-mail]", "Profile/[e-mail]/[token]", "Level 12/24/36", "3-2-1", "?", "", "eyJhbGciOiJI..abcdefghij",
    ]) func nothing(name: String)
  { #expect(PersonalData.masked(name) == nil) }

  @Test("names that screen_names folds are folded, whole as its patterns want them, before they are masked") func foldedFirst() {
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
