import Testing

@testable import UsabilityRules

struct FindingKeyTests {
  @Test func `a key is found by the same rule, subject and section, and by one without a section`() {
    let keys = [
      FindingKey(rule: "a", subject: "Orders", section: "menu"),
      FindingKey(rule: "a", subject: "Orders", section: "More"),
      FindingKey(rule: "b", subject: "Orders"), FindingKey(rule: "a", subject: "Home"),
    ]
    let index = FindingIndex(keys)
    #expect(index.matches(of: FindingKey(rule: "a", subject: "Orders", section: "More")) == [1])
    #expect(index.matches(of: FindingKey(rule: "a", subject: "Orders")) == [0, 1])
    #expect(index.matches(of: FindingKey(rule: "b", subject: "Orders", section: "drawer")) == [2])
    #expect(!index.contains(FindingKey(rule: "a", subject: "Orders", section: "drawer")))
    #expect(!index.contains(FindingKey(rule: "c", subject: "Orders")))
  }
}
