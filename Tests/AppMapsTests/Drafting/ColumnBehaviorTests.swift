import Foundation
import TestSupport
import Testing

@testable import AppMaps
@testable import EventLogs

/// Columns whose names say nothing, or the wrong thing: how their values follow each other says what they are.
@Suite("Columns by how they behave")
struct ColumnBehaviorTests {
  /// A visit of a person, each step with the place before.
  private struct Step {
    let user: Int
    let visit: Int
    let number: Int
    /// Seconds since 1970.
    let time: Int
    let place: String
    let before: String
  }

  private static let links = [
    "home": ["list", "search", "help"], "list": ["item", "home"], "search": ["item", "home"],
    "item": ["list", "terms 1", "terms 2"], "terms 1": ["item"], "terms 2": ["item"], "help": ["home"],
  ]

  private static func steps(visits: Int = 3) -> [Step] {
    var random = SeededGenerator(seed: 11)
    var steps: [Step] = []
    for user in 0..<12 {
      for visit in 0..<visits {
        var place = "home"
        var before = ""
        var time = 1_772_444_000 + visit * 40_000 + user * 977
        for number in 0..<15 {
          steps.append(Step(user: user, visit: visit, number: number, time: time, place: place, before: before))
          before = place
          place = links[place, default: []].randomElement(using: &random) ?? "home"
          time += .random(in: 5...60, using: &random)
        }
      }
    }
    return steps.sorted { ($0.time, $0.user) < ($1.time, $1.user) }
  }

  private func reading(_ rows: [[(String, String)]]) -> ColumnReading {
    ColumnReading(rows.map { $0.map { (key: $0.0, text: $0.1) } })
  }

  private static func id(_ number: Int) -> String { String(UInt64(number + 7) &* 0x9E37_79B9_7F4A_7C15, radix: 16) }

  @Test func `where people came from is no screen, also where several rows lie on one page`() {
    let rows = Self.steps().flatMap { step in
      ["open", "hover", "hover"].enumerated().map { index, act in
        [
          ("visitor", Self.id(step.user)), ("at", "\(step.time + index)"), ("kind", act),
          ("PageRefererUrl", step.before.isEmpty ? "" : "https://a.example/" + step.before),
          ("PageUrl", "https://a.example/" + step.place),
        ]
      }
    }
    let found = reading(rows)
    #expect(found.key("screen") ?? found.place?.key == "PageUrl", "\(found)")
  }

  @Test func `sentences with somebody's id say what they did, not where they were`() {
    let rows = Self.steps().map { step in
      [
        ("person", "p-\(4000 + step.user)"), ("zeit", "\(step.time)"), ("bereich", step.place),
        ("beschreibung", "Nutzer \(4000 + step.user) sah \(step.place), Vorgang \(step.number % 3)"),
      ]
    }
    #expect(reading(rows).key("screen") == "bereich", "\(reading(rows))")
  }

  @Test func `what stays the same after a pause is a device, no session`() {
    func rows(_ inner: (Step) -> String) -> [[(String, String)]] {
      Self.steps().map {
        [("foyer", Self.id($0.user / 2)), ("quand", "\($0.time)"), ("mac", inner($0)), ("ecran", $0.place)]
      }
    }
    let devices = reading(rows { Self.id(100 + $0.user) })
    #expect(devices.key("session") == nil && devices.isSure, "\(devices)")
    let visits = reading(rows { Self.id(1000 + $0.user * 10 + $0.visit) })
    #expect(visits.key("session") == "mac" && visits.key("user") == "foyer", "\(visits)")
  }

  @Test func `what cannot be read as a time is none, and what the network takes is no stay`() {
    let rows = Self.steps().map { step in
      let text = step.time.formatted
      return [
        ("time_info", "\(text.dropFirst(8).prefix(2))/4/2026 \(text.dropFirst(11).prefix(8)) 1 -120"),
        ("hit_time", "\(step.time)"), ("cust_hit_time", "\((step.time - 1) / 3 * 3)"),
        ("visitor_id", Self.id(step.user)), ("page", step.place),
      ]
    }
    #expect(reading(rows).key("time") == "hit_time", "\(reading(rows))")
  }
}

extension Int {
  /// As ISO 8601.
  fileprivate var formatted: String { Date(timeIntervalSince1970: Double(self)).ISO8601Format() }
}
