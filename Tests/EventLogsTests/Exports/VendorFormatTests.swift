import Foundation
import Testing

@testable import EventLogs

/// Formats as data: ours, and those of a user's own.
@Suite("Formats of vendors")
struct VendorFormatTests {
  private func issues(_ yaml: String) -> [String] {
    do {
      _ = try VendorEntry.read(yaml: yaml, file: "own.yml")
      return []
    } catch { return error.issues.map { "\($0.position.line): \($0.message)" } }
  }

  @Test func `ours are read by the same rules as a user's`() throws {
    let read = try VendorEntry.read(yaml: VendorEntry.builtIn, file: "formats.yml")
    #expect(read.map(\.name) == VendorEntry.all.map(\.name))
    for (entry, own) in zip(read, VendorEntry.all) {
      let one = entry.format
      let other = own.format
      #expect(one.columns == other.columns && one.names == other.names, "\(entry.name)")
      #expect(one.events.map(\.mapping) == other.events.map(\.mapping), "\(entry.name)")
      #expect(one.identity == other.identity && one.order == other.order, "\(entry.name)")
      #expect(one.signature == own.head.signature && entry.summary == own.summary, "\(entry.name)")
      #expect(LogFormat.yaml(of: own.name).map(issues) == [], "\(own.name)")
    }
  }

  @Test func `a path that a record lacks is missing, whatever else it has`() async throws {
    for format in VendorEntry.all.map(\.format) {
      let plan = FieldPlan.native.reading(format)
      let paths = plan.paths.compactMap(\.self)
      for place in plan.fillings.flatMap(\.places) + (plan.vendor?.order.joined().map(\.self) ?? []) {
        if case .constant = place.reading { continue }
        #expect(plan.paths.indices.contains(place.index) && plan.paths[place.index] != nil)
      }
      #expect(!paths.contains(RecordPath([])))
    }
  }

  @Test func `a format of one's own`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).yml")
    defer { try? FileManager.default.removeItem(at: file) }
    let yaml = """
      acme:
        summary: Acme's events
        signature: {acme: {is: number}, kind: [view, press]}
        names: {params: "extra{}"}
        columns:
          time: {first: [{unless: {"0": at}}, seen]}
          user: {after: {"u:": who}}
          event: kind
          screen: {first: [to, {ending: {Activity: class}}]}
          device: {model: hardware}
          app_version: params.build
        events:
          - {match: {kind: view}, event: screen_view}
          - {match: {kind: press, params.bar: {prefix: tab}}, event: tab_select, target: params.name}
        identity: [at, who]
      """
    try yaml.write(to: file, atomically: true, encoding: .utf8)
    let log = """
      {"acme": 1, "kind": "view", "at": 1777890030, "who": "u:7", "to": "Home | Start", "hardware": "iPad13,4"}
      {"acme": 1, "kind": "view", "at": 0, "seen": 1777890031, "who": "u:7", "class": "CartActivity"}
      {"acme": 1, "kind": "view", "at": 1777890032, "who": "u:7", "class": "Cart"}
      {"acme": 1, "kind": "press", "at": 1777890033, "who": "u:7", "extra": [{"key": "bar", "value": {"s": "tabs"}}, \
      {"key": "name", "value": {"s": "Search"}}, {"key": "build", "value": {"i": 7}}]}
      """
    let found = try await DecodedFixture(text: log, format: file.path)
    #expect(found.formats == ["acme"])
    #expect(
      found.lines == [
        "10:20:30 7 screen_view screen=Home | Start id=1 device=tablet",
        "10:20:31 7 screen_view screen=CartActivity id=2 byClass",
        "10:20:32 7 screen_view id=3", "10:20:33 7 tab_select target=Search id=4 app=7",
      ])
  }

  @Test func `what is wrong with one is named with its line`() {
    #expect(
      issues("a:\n  columns: {usr: b, time: {version: [c, {d: e}]}}\n  like: gaa4\n  sgnature: {}\n") == [
        "2: unknown field `usr`; did you mean `user`?", "2: expected a name, found a mapping",
        "3: unknown format `gaa4`; did you mean `ga4`?", "4: unknown key `sgnature`; did you mean `signature`?",
      ])
    #expect(
      issues("a: {events: [{match: {b: {is: numbr}}, event: pus}]}") == [
        "1: unknown kind of value `numbr`; did you mean `number`?", "1: unknown event `pus`; did you mean `push`?",
      ])
    for key in ["after", "unless", "ending"] {
      for found in ["{}", "{a: b, c: d}"] {
        #expect(
          issues("a: {like: ga4, columns: {user: {\(key): \(found)}}}") == [
            "1: expected a text and a field, found a mapping"
          ])
      }
    }
    #expect(issues("- a") == ["1: expected a mapping of formats, found a list"])
  }

  @Test func `a file that is not there is named`() async {
    await #expect { try await DecodedFixture(text: "{}", format: "/nowhere/own.yml") } throws: {
      "\($0)" == "/nowhere/own.yml: no such file, or not readable as UTF-8"
    }
  }
}
