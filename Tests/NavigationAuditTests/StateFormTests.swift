import Foundation
import Measures
import NavigationModel
import NavigationStore
import TestSupport
import Testing

@testable import NavigationAudit

/// States outlive the version that made them: their form changes only with its number.
@Suite struct `The form of states` {
  private static let map = """
    tabs: [Home, Orders]
    menus: {menu: {items: [Settings]}}
    tasks: [{name: Read, start: Home, goal: Reviews}]
    screens_kind: [{pattern: Sheet, kind: wizard}]
    """

  /// Twelve users on two platforms, over three weeks; one line is not a record.
  private static var log: String {
    let visit = [
      ("tab_select", #""target":"Home","screen":"Home""#), ("push", #""screen":"Product""#),
      ("push", #""screen":"Reviews""#), ("back", #""screen":"Product""#),
      ("menu_open", #""container":"menu""#),
      ("menu_select", #""container":"menu","target":"Settings","screen":"Settings""#),
      ("tab_select", #""target":"Orders","screen":"Orders""#), ("tap", #""target":"Buy","outcome":"dead""#),
      ("own", #""screen":"Orders""#),
    ]
    var lines = ["not a record"]
    for session in 0..<36 {
      let start = 1_767_603_600_000 + session * 51_840_000
      for (place, (event, fields)) in visit.enumerated() {
        let platform = session % 2 == 0 ? "ios" : "android"
        lines.append(
          #"{"time":\#(start + place * 4000),"user":"u\#(session % 12)","event":"\#(event)","platform":"\#(platform)","locale":"en_US",\#(fields)}"#
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func `is that of its number`() async throws {
    let folder = TemporaryFolder()
    var options = AuditOptions()
    options.logs = [try folder.write(Self.log, to: "log")]
    options.map = try folder.write(Self.map, to: "map.yml")
    options.key = "k"
    options.minimumGroup = 3
    _ = try await Audit(options).map(to: StateOutput(folder.path("state")))
    var source = try StateSource(folder.path("state"))
    let frame = try StateFrame(&source, "state")
    let table = NameTable()
    var room = BinaryDecoder.largestSum
    var state = try State(frame, table: table, room: &room)

    // Nothing is left out because it is empty.
    let one = state.sums
    let none = State(state.label).sums
    func bytes(_ value: some BinaryCodable) throws -> [UInt8] {
      let encoder = BinaryEncoder(names: table.snapshot())
      try encoder.encode(value)
      return encoder.finish()
    }
    for path in [\MeasureSums.measures, \.recent] {
      #expect(try bytes(one[keyPath: path]) != bytes(none[keyPath: path]))
    }
    #expect(try bytes(state.logs) != bytes(TakenLogs()))

    // The paths of this run, in a form of their own.
    state.logNames = ["log"]
    state.mapName = "map.yml"
    func withoutFolder(_ text: String) -> String { text.replacing(folder.url.path, with: "") }
    let logs = BinaryEncoder(names: Names(texts: []))
    try logs.encode(
      state.logs.sources.map {
        Store.Source(
          name: withoutFolder($0.name), digest: "", format: $0.format, bytes: $0.bytes, lines: $0.lines,
          events: $0.events, withoutZone: $0.withoutZone,
          rejections: $0.rejections)
      })
    try logs.encode(
      state.logs.examples.map {
        TakenLogs.Example(reason: $0.reason, source: withoutFolder($0.source), unit: $0.unit, line: $0.line)
      })
    try logs.encode(state.logs.times)
    try logs.encode(state.logs.unread)
    try logs.encode(state.logs.cutSources)
    state.logs = try logs.finish().withUnsafeBufferPointer { try TakenLogs(from: BinaryDecoder($0)) }
    // What measures hold has a test of its own.
    (state.sums.measures, state.sums.recent) = (Measures(), Measures())
    state.sums.apart = state.sums.apart.map { _ in (Measures(), Measures()) }
    let label = BinaryEncoder(names: Names(texts: []))
    try label.encode(state.label)
    let hash = try (label.finish() + state.content(table)).withUnsafeBufferPointer { ByteInterner.hash($0) }
    #expect(
      StateFrame.version == 4 && hash == 8_809_351_839_255_111_189,
      """
      the form of states has changed: raise StateFrame.version, so that others are not read, and put its number and \
      \(hash) here
      """)
  }
}
