import AppMaps
import Foundation
import NavigationModel
import TestSupport
import Testing

@testable import NavigationAudit

@Suite("Drafted app maps, and what is guessed")
struct MapDraftTests {
  let folder = TemporaryFolder()

  private func options(_ lines: [String]) throws -> AuditOptions {
    var options = AuditOptions()
    options.logs = [try folder.write(lines.ndjson, to: "log.ndjson")]
    return options
  }

  private func depth(_ options: AuditOptions) async throws -> Double? {
    _ = try await Audit(options).analyze(output: folder.path("report"))
    return try folder.table("report/summary.csv").cell("depth_mean", column: "value").flatMap(Double.init)
  }

  @Test(.thorough) func `a drafted map is right, and gives what the guess gives`() async throws {
    let options = try options(SampleLog.lines(users: 1...60, style: .views))
    let draft = try await Audit(options).draftMap()
    #expect(try !AppMap.read(yaml: draft.text, file: "navaudit.yml", rules: RuleSchema.all).infersStructure)
    var mapped = options
    mapped.map = try folder.write(draft.text, to: "navaudit.yml")
    #expect(try await depth(mapped) == nil)
    // Without the first signs of the lines of the guess.
    let accepted = draft.text.replacing(/(?m)^#(?=tabs:|more:|roots:|screens:|infer:|  [A-Z"])/, with: "")
    let map = try AppMap.read(yaml: accepted, file: "navaudit.yml", rules: RuleSchema.all)
    #expect(map.tabs == draft.structure?.tabNames)
    #expect(map.infersStructure)
    var guessing = options
    guessing.infersStructure = true
    mapped.map = try folder.write(accepted, to: "accepted.yml")
    #expect(try await depth(guessing) == depth(mapped))
  }

  @Test(.thorough) func `a log that tells its structure needs no guess`() async throws {
    var options = try options(SampleLog.lines(users: 1...8))
    #expect(try await Audit(options).draftMap().structure == nil)
    options.infersStructure = true
    let outcome = try await Audit(options).analyze(output: folder.path("report"))
    #expect(outcome.structure == nil)
    #expect(outcome.notes.contains { $0.hasPrefix("nothing was inferred") })
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
    let draft = try await Audit(options(lines)).draftMap()
    #expect(
      draft.text.contains(
        """
        #  - {match: {event: nav_tab_clicked}, event: tab_select}  # 55%, 30 events: its name, but no property says \
        what was chosen
        """
      ))
    #expect(draft.text.contains("#   odd name: [*: 30"))
    #expect(draft.text.contains(#"ignore_screens: ["UIHostingController<AnyView>"]"#))
    let map = try AppMap.read(yaml: draft.text, file: "navaudit.yml", rules: RuleSchema.all)
    #expect(map.screenNames == [.init(pattern: #"^Product/\d+$"#, name: "Product/:id")])
    #expect(map.rewrite(screen: "Product/4711") == "Product/:id")
  }
}
