import AppMaps
import EventLogs
import NavigationModel
import Testing

@Suite("Entries and kinds of screens in the map")
struct AppMapEntryTests {
  private func map(_ yaml: String) throws -> AppMap { try AppMap.read(yaml: yaml, file: "navaudit.yml", rules: []) }

  private func refusal(_ yaml: String) throws -> String {
    let error = try #require(throws: AppMapError.self) { _ = try map(yaml) }
    return error.issues.map(\.message).joined(separator: "; ")
  }

  @Test func `where and when entries exist`() throws {
    let entries = try map(
      """
      entries:
        Wallet: {since: 2.0, until: "3.1", platforms: [ios], variants: [new, newer]}
        Help: {platforms: [android]}
      """
    ).entries
    #expect(
      entries == [
        .init(name: "Wallet", since: "2.0", until: "3.1", platforms: ["ios"], variants: ["new", "newer"]),
        .init(name: "Help", platforms: ["android"]),
      ])
    #expect(try refusal("entries: {Wallet: {from: 2}}").hasPrefix("unknown key `from`"))
  }

  @Test func `kinds of screens`() throws {
    #expect(
      try map("screens_kind: [{pattern: ^Checkout/, kind: wizard}, {pattern: Player, kind: player}]").screenKinds
        == [.init(pattern: "^Checkout/", kind: .wizard), .init(pattern: "Player", kind: .player)])
    #expect(
      try refusal("screens_kind: [{pattern: A, kind: wizzard}]")
        == "unknown kind of screen `wizzard`; did you mean `wizard`?")
    #expect(try refusal("screens_kind: [{pattern: '(', kind: wizard}]").hasPrefix("invalid regular expression"))
    #expect(try refusal("screens_kind: [{pattern: A}]") == "screen kind without `kind`")
  }
}
