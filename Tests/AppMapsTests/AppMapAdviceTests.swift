import AppMaps
import EventLogs
import NavigationModel
import Testing

/// `advice` in the app map.
@Suite struct AppMapAdviceTests {
  private func map(_ yaml: String) throws -> AppMap { try AppMap.read(yaml: yaml, file: "navaudit.yml", rules: []) }

  @Test func `It says how many places there are, what stays, and what is worth it`() throws {
    let advice = try map("advice: {slots: 4, pinned: [Home], never: [Logout, Imprint], min_saving: 2.5, looks: 26}")
      .advice
    #expect(advice.slots == 4)
    #expect(advice.pinned == ["Home"])
    #expect(advice.never == ["Logout", "Imprint"])
    #expect(advice.leastSaving == 2.5)
    #expect(advice.looks == 26)
  }

  @Test func `Without it, there are five places, the landing tab stays, and a tap in a hundred sessions is worth it`()
    throws
  {
    let advice = try map("app: Bazaar").advice
    #expect(advice.slots == 5)
    #expect(advice.pinned == nil)
    #expect(advice.never == [])
    #expect(advice.leastSaving == 1)
    #expect(try map("advice: {pinned: []}").advice.pinned == [])
  }

  @Test(arguments: [
    ("advice: {slots: 0}", "whole number from 1 to 100"), ("advice: {slots: 4.5}", "whole number from 1 to 100"),
    ("advice: {min_saving: -1}", "0 or more"), ("advice: {looks: 0}", "whole number from 1 to 10000"),
    ("advice: {pin: [Home]}", "pinned"),
    ("advice: [Home]", "a mapping of slots"),
    ("advice: {never: Logout}", "a list of entries"),
  ])
  func `What is not understood is refused`(yaml: String, message: String) {
    let error = #expect(throws: AppMapError.self) { try map(yaml) }
    #expect(error.map { "\($0)".contains(message) } ?? false)
  }
}
