import Foundation
import NavigationModel
import TestSupport
import Testing

@testable import AppMaps
@testable import EventLogs

/// The ready-made mappings, and what mappings can match.
@Suite struct EventPresetTests {
  private func events(_ lines: [String], map: String) async throws -> [String] {
    let map = try AppMap.read(yaml: map, file: "map", rules: [])
    let folder = TemporaryFolder()
    try folder.write(lines.joined(separator: "\n"), to: "log.ndjson")
    let reader = LogReader(
      inputs: try LogInputs.find([folder.path("log.ndjson")]).inputs,
      plan: FieldPlan(columns: map.columns, events: map.events))
    let tables = LogTables()
    let log = try await reader.read(into: tables)
    return log.blocks.flatMap(\.events).map { event in
      [event.kind.word, tables.names.text(event.target), tables.names.text(event.screen)].joined(separator: " ")
        .trimmingCharacters(in: .whitespaces)
    }
  }

  /// Events of Segment's `track`.
  private func track(_ name: String, _ properties: String = "{}") -> String {
    #"{"type":"track","event":"\#(name)","messageId":"\#(name)\#(properties.count)","anonymousId":"u","originalTimestamp":"2026-05-04T10:20:30Z","properties":\#(properties)}"#
  }

  @Test(arguments: [
    ("Tab Tapped", "tab_select Home"), ("tab_selected", "tab_select Home"), ("Bottom Nav Clicked", "tab_select Home"),
    ("tab_bar_item_click", "other"),
    ("Menu Opened", "menu_open"), ("drawer_open", "menu_open"), ("Hamburger Tapped", "menu_open"),
    ("Menu Item Selected", "menu_select Home"),
    ("Menu Closed", "menu_close"), ("Back Button Pressed", "back"), ("back", "back"), ("nav_back_click", "back"),
    ("More Opened", "more_open"),
    ("more_item_selected", "more_select Home"), ("Backup Started", "other"), ("Tablet Selected", "other"),
    ("Menu Viewed", "other"),
  ])
  func `common names`(name: String, expected: String) async throws {
    #expect(try await events([track(name, #"{"label":"Home"}"#)], map: "presets: [common-names]") == [expected])
  }

  @Test(arguments: [
    ("tab", "tab_select Home"), ("drawer_item", "menu_select Home"), ("more", "more_select Home"), ("product", "other"),
  ])
  func `recommended events of GA4`(type: String, expected: String) async throws {
    let line = """
      {"event_name":"select_content","event_timestamp":"1777890030123002","user_pseudo_id":"u","event_params":[{"key":"content_type","value":\
      {"string_value":"\(type)"}},{"key":"item_id","value":{"string_value":"Home"}}]}
      """
    #expect(try await events([line], map: "presets: [ga4-recommended]") == [expected])
  }

  @Test(arguments: [
    ("navigation_click", #"{"area":"tab_bar","item":"Home"}"#, "tab_select Home"),
    ("nav_tap", #"{"type":"Drawer","label":"Home"}"#, "menu_select Home"),
    ("Navigation Click", #"{"location":"more","name":"Home"}"#, "more_select Home"),
    ("nav_click", #"{"component":"back"}"#, "back"),
    ("nav_click", #"{"area":"footer"}"#, "other"),
  ])
  func `clicks on navigation`(name: String, properties: String, expected: String) async throws {
    #expect(try await events([track(name, properties)], map: "presets: [navigation-click]") == [expected])
  }

  @Test func `the log's own events through a product; without the preset they are other events`() async throws {
    let line = track("push", #"{"screen":"Cart","target":"Buy"}"#)
    #expect(try await events([line], map: "presets: [native-events]") == ["push Buy Cart"])
    #expect(try await events([line], map: "app: X") == ["other"])
  }

  @Test func `the map's own mappings come before those of presets`() async throws {
    let map = "presets: [common-names]\nevents: [{match: {event: Tab Tapped}, event: gesture}]"
    #expect(try await events([track("Tab Tapped", #"{"tab":"A"}"#)], map: map) == ["gesture"])
  }

  @Test(arguments: [
    ("{event: A}", true), ("{event: [B, A]}", true), ("{event: [B, C]}", false), ("{event: {prefix: A}}", true),
    ("{event: {prefix: AB}}", false),
    ("{event: {matches: '^[AB]$'}}", true), ("{event: {matches: '^B'}}", false), ("{params.flag: true}", true),
    ("{params.flag: false}", false),
    ("{params.n: 7}", true), ("{params.deep.x: y}", true), ("{params.none: ''}", true),
    ("{event: A, params.n: 8}", false),
  ])
  func `what a mapping can look at`(match: String, holds: Bool) async throws {
    let line = track("A", #"{"flag":true,"n":7,"deep":{"x":"y"}}"#)
    #expect(
      try await events(
        [line], map: "events: [{match: \(match), event: push, screen: {first: [params.none, params.n]}}]") == [
          holds ? "push  7" : "other"
        ])
  }
}
