import Foundation
import NavigationModel
import RandomApps
import TestSupport
import Testing

@testable import NavigationAudit

@Suite("Drafted app maps, and what is guessed")
struct MapDraftTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func options(_ log: [UInt8], _ name: String = "log.ndjson") throws -> AuditOptions {
    var options = AuditOptions()
    options.logs = [try folder.write(Data(log), to: name)]
    return options
  }

  private func depth(_ options: AuditOptions) async throws -> Double? {
    _ = try await Audit(options).analyze(output: folder.path("report"))
    return try folder.table("report/summary.csv").cell("depth_mean", column: "value").flatMap(Double.init)
  }

  /// The bars: nine of ten apps exactly right, mean depth within 10 %. `inference-benchmark` measures them on many apps; these are a few of both kinds.
  @Test func `the tabs of random apps are found, and the depth is right`() async throws {
    var wrong: [UInt64] = []
    for seed in Self.seeds {
      let app = try RandomApp(seed: seed, users: 60)
      var guessing = try options(app.log(viewsOnly: true))
      guessing.infersStructure = true
      let outcome = try await Audit(guessing).analyze(output: folder.path("report"))
      let structure = try #require(outcome.structure)
      if Set(structure.tabs.map(\.screen) + (structure.more.map { [$0.screen] } ?? [])) != app.roots { wrong.append(seed) }
      let guessed = try #require(try await depth(guessing))
      let truth = try #require(try await depth(options(app.log(viewsOnly: false))))
      #expect(abs(guessed / truth - 1) <= 0.1, "seed \(seed): \(guessed) for \(truth)")
    }
    #expect(wrong.count * 10 <= Self.seeds.count, "wrong: \(wrong)")
  }

  static let seeds: [UInt64] = Array(1...10)

  @Test func `a drafted map is right, and gives what the guess gives`() async throws {
    let options = try options(RandomApp(seed: 4, users: 60).log(viewsOnly: true))
    let draft = try await Audit(options).draftMap()
    let map = try AppMap.read(yaml: draft.text, file: "navaudit.yml", rules: RuleSchema.all)
    #expect(map.tabs == draft.structure?.tabNames)
    #expect(map.infersStructure)
    var guessing = options
    guessing.infersStructure = true
    var mapped = options
    mapped.map = try folder.write(draft.text, to: "navaudit.yml")
    #expect(try await depth(guessing) == depth(mapped))
  }

  @Test func `a log that tells its structure needs no guess`() async throws {
    var options = try options(RandomApp(seed: 4, users: 30).log(viewsOnly: false))
    #expect(try await Audit(options).draftMap().structure == nil)
    options.infersStructure = true
    let outcome = try await Audit(options).analyze(output: folder.path("report"))
    #expect(outcome.structure == nil)
    #expect(outcome.notes.contains { $0.hasPrefix("nothing was guessed") })
  }

  @Test func `events and names with ids are told, whatever they are called`() async throws {
    let lines = (0..<30).flatMap { user in
      [
        #"{"time":"2026-03-02T10:00:00Z","user":"u\#(user)","event":"screen_view","screen":"Home"}"#,
        #"{"time":"2026-03-02T10:01:00Z","user":"u\#(user)","event":"screen_view","screen":"Product/47\#(user + 10)"}"#,
        #"{"time":"2026-03-02T10:02:00Z","user":"u\#(user)","event":"nav_tab_clicked"}"#,
        #"{"time":"2026-03-02T10:03:00Z","user":"u\#(user)","event":"odd\nname: [*"}"#,
        #"{"time":"2026-03-02T10:04:00Z","user":"u\#(user)","event":"screen_view","screen":"UIHostingController<AnyView>"}"#,
      ]
    }
    let draft = try await Audit(options(Array((lines.joined(separator: "\n") + "\n").utf8))).draftMap()
    #expect(draft.text.contains("#   nav_tab_clicked: 30, not known to navaudit; most likely tab_select"))
    #expect(draft.text.contains("#   - {match: {event: nav_tab_clicked}, event: tab_select, target: FIELD}"))
    #expect(draft.text.contains("#   odd name: [*: 30, not known to navaudit; its name does not tell what it is"))
    #expect(draft.text.contains(#"ignore_screens: ["UIHostingController<AnyView>"]"#))
    let map = try AppMap.read(yaml: draft.text, file: "navaudit.yml", rules: RuleSchema.all)
    #expect(map.screenNames == [.init(pattern: #"^Product/\d+$"#, name: "Product")])
    #expect(map.rewrite(screen: "Product/4711") == "Product")
  }
}

@Suite("Names with ids")
struct NamesWithIDsTests {
  private func rules(_ names: [String]) -> [String] { NamesWithIDs(names.sorted()).rules.map { "\($0.isSure ? "" : "? ")\($0.pattern) → \($0.name)" } }

  @Test func `long numbers, hexadecimal and UUIDs are ids`() {
    #expect(rules((1000...1003).map { "Order \($0)" }) == [#"^Order \d+$ → Order"#])
    #expect(rules(["item-3fa9c01b", "item-77aa00cc", "item-12345abc"]) == [#"^item\-[0-9A-Fa-f]+$ → item"#])
    let uuids = (0..<3).map { "user/0000000\($0)-0000-4000-8000-000000000000/edit" }
    #expect(rules(uuids) == [#"^user/[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/edit$ → user/edit"#])
  }

  @Test func `a few short numbers may tell screens apart`() {
    #expect(rules(["Step 1", "Step 2", "Step 3"]) == [#"? ^Step \d+$ → Step"#])
    #expect(rules(["Step 1", "Step 2"]) == [])
    #expect(rules((1...20).map { "Page/\($0)" }) == [#"^Page/\d+$ → Page"#])
  }

  @Test func `numbers within words are part of them`() { #expect(rules(["S1", "S2", "S3", "Tab4000"]) == []) }

  @Test func `a pattern matches the names it was made of`() throws {
    let names = (0..<3).map { "a.b (\($0)999) [x] *" }
    let rule = try #require(NamesWithIDs(names).rules.first)
    let regex = try Regex(rule.pattern)
    #expect(names.allSatisfy { $0.wholeMatch(of: regex) != nil })
  }
}

@Suite("Meanings of event names")
struct EventMeaningTests {
  @Test(
    arguments: [
      ("nav_tab_clicked", EventKind.tabSelect), ("DrawerOpened", .menuOpen), ("menu_item_click", .menuSelect), ("back_pressed", .back),
      ("sheet_closed", .modalClose), ("page_viewed", .screenView), ("button_click", .tap), ("session_start", .appOpen),
    ])
  func `by its words`(name: String, kind: EventKind) { #expect(EventMeaning.guess(name) == kind) }

  @Test func `or not at all`() { #expect(EventMeaning.guess("purchase") == nil) }
}
