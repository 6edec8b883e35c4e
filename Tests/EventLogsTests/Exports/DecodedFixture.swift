import Foundation
import NavigationModel
import TestSupport

@testable import EventLogs

/// A log with each event as a line, for comparison: time of day, user, kind, then every known field.
///
/// `10:20:30.123 anna screen_view screen=Home session=1 id=2 platform=ios`: sessions and ids are numbered in order of
/// first appearance, so equal ones have equal numbers.
struct DecodedFixture {
  let lines: [String]
  let formats: [String]
  let rejected: [String: Int]

  /// A file of `Tests/Fixtures/exports`.
  init(_ file: String) async throws { try await self.init(data: Data(contentsOf: Fixtures.file("exports/" + file))) }

  init(text: String, plan: FieldPlan = .native, format: String? = nil) async throws {
    try await self.init(data: Data(text.utf8), plan: plan, format: format)
  }

  init(data: Data, plan: FieldPlan = .native, format: String? = nil, blockSize: Int = 4 << 20) async throws {
    let (events, log, tables) = try await readLog(data, plan: plan, format: format, blockSize: blockSize)
    var sessions: [UInt64] = []
    var ids: [UInt64] = []
    func number(_ hash: UInt64, _ known: inout [UInt64]) -> String? {
      if hash == 0 { return nil }
      if !known.contains(hash) { known.append(hash) }
      return known.firstIndex(of: hash).map { String($0 + 1) }
    }
    let segments = tables.segments.snapshot()
    func name(_ name: Name) -> String? { name.isKnown ? tables.names.text(name) : nil }
    lines = events.map { event in
      let segment = segments[Int(event.segment.rawValue)]
      let fields: [(String, String?)] = [
        ("screen", name(event.screen)), ("target", name(event.target)),
        ("container", event.kind == .other ? nil : name(event.container)),
        ("value", name(event.value)), ("depth", event.depth == 0 ? nil : "\(event.depth)"),
        ("via", event.via == .unknown ? nil : "\(event.via)"),
        ("outcome", event.outcome == .ok ? nil : "\(event.outcome)"),
        ("x", event.x.isNaN ? nil : "\(event.x)"), ("y", event.y.isNaN ? nil : "\(event.y)"),
        ("sequence", event.sequence == 0 ? nil : "\(event.sequence)"), ("session", number(event.session, &sessions)),
        ("id", number(event.id, &ids)),
        ("platform", name(segment.platform)), ("os", name(segment.osVersion)), ("app", name(segment.appVersion)),
        ("device", name(segment.device)),
        ("locale", name(segment.locale)), ("inferred", event.marks.contains(.inferred) ? "" : nil),
        ("byClass", event.marks.contains(.namedByClass) ? "" : nil),
      ]
      let known = fields.compactMap { field, value in value.map { $0.isEmpty ? field : "\(field)=\($0)" } }
      let user = tables.users.text(Name(rawValue: event.user))
      return ([Self.timeOfDay(event.time), user, event.kind.word] + known).joined(separator: " ")
    }
    formats = log.sources.map(\.format)
    rejected = log.rejectedByReason
  }

  /// `10:20:30.123`, with as many decimals as needed.
  private static func timeOfDay(_ time: Int64) -> String {
    let micros = time % 86_400_000_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = [micros / 3_600_000_000, micros / 60_000_000 % 60, micros / 1_000_000 % 60].map(two).joined(
      separator: ":")
    let fraction = String(1_000_000 + micros % 1_000_000).dropFirst().reversed().drop { $0 == "0" }.reversed()
    return fraction.isEmpty ? clock : clock + "." + String(fraction)
  }
}
