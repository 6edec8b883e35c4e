import Measures
import NavigationModel
import Testing

@testable import UsabilityRules

@Suite("Checks of lines") struct LineCheckTests {
  @Test func `each check has an id of its own, and says what it looks for`() {
    #expect(Set(LineCheck.all.map(\.id)).count == LineCheck.all.count)
    for check in LineCheck.all { #expect(check.meaning.hasSuffix("."), "\(check.id)") }
  }

  @Test func `what log quality checks too has its id and its meaning`() {
    let shared = LineCheck.all.filter { check in LogCheck.all.contains { $0.id == check.id } }
    #expect(shared.count >= 14)
    for check in shared {
      #expect(LogCheck.all.contains { $0.id == check.id && $0.meaning == check.meaning }, "\(check.id)")
    }
  }

  @Test(arguments: [
    "a", "b0", "a.b.c", "zz", "_TtC4Shop5Order", "$s4Shop9OrderViewV", "ModifiedContent<OrderView, _PaddingLayout>",
    "<Shop.Order: 0x7f8b10>",
    "Optional(Order)", "(unknown context at $10a2b)",
  ])
  func `names of compilers and obfuscators are recognized`(name: String) { #expect(LineCheck.isGenerated(name)) }

  @Test(arguments: ["Me", "TV", "Home", "A", "orders", "订单", "Orders/Order", "com.shop.Orders", "x < y", "", "tv.shop"])
  func `names of people are not`(name: String) { #expect(!LineCheck.isGenerated(name)) }

  @Test(arguments: [
    ("Orders", "OrdersViewController"), ("order list", "OrderListFragment"), ("Order", "com.shop.OrderActivity"),
    ("Order", "Shop.OrderScreen"),
    ("order", "OrderView<Row>"),
  ])
  func `a screen has the stem of its class`(name: String, type: String) {
    #expect(Spelling.stem(name) == Spelling.stem(type))
  }

  @Test(arguments: [("Order", "Orders"), ("View", "Page"), ("Order", "OrderItem")])
  func `two screens have two stems`(one: String, other: String) { #expect(Spelling.stem(one) != Spelling.stem(other)) }
}
