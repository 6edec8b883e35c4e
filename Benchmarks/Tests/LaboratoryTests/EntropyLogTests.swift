import Foundation
import Simulation
import TestSupport
import Testing

@Suite("Logs without regularity", .thorough)
struct EntropyLogTests {
  func text(_ configure: (inout EntropyLog) -> Void) -> [[UInt8]] {
    var log = EntropyLog()
    log.events = 5000
    log.users = 400
    configure(&log)
    var bytes: [UInt8] = []
    log.write { bytes += $0 }
    return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  func lines(_ configure: (inout EntropyLog) -> Void = { _ in }) throws -> [[String: Any]] {
    try text(configure).map { try #require(JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]) }
  }

  @Test func `there are as many events as asked for, in order, none of a person at the same time`() throws {
    let all = try lines()
    #expect(all.count == 5000)
    let times = all.compactMap { $0["time"] as? String }
    #expect(times.count == 5000 && times == times.sorted())
    #expect(
      times.allSatisfy {
        (try? Date($0, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))) != nil
      })
    #expect(Set(all.compactMap { $0["id"] as? String }).count == 5000)
    #expect(Set(all.map { "\($0["user"] ?? "") \($0["time"] ?? "")" }).count == 5000)
  }

  @Test func `the same seed gives the same lines, another seed others`() throws {
    func text(_ seed: UInt64) throws -> [String] {
      try lines { $0.seed = seed }.map { "\($0["event"] ?? "")\($0["screen"] ?? "")\($0["user"] ?? "")" }
    }
    #expect(try text(1) == text(1))
    #expect(try text(1) != text(2))
  }

  @Test func `paths keep to the levels and the screens, and back leads to the screen before`() throws {
    let all = try lines { $0.levels = 4 }
    var stacks: [String: [String: [String]]] = [:]
    var tabs: [String: String] = [:]
    var pushes = 0
    for event in all {
      guard let session = event["session"] as? String, let kind = event["event"] as? String else { continue }
      if kind == "tab_select", let target = event["target"] as? String {
        if tabs[session] == target { stacks[session]?[target] = [target] }
        tabs[session] = target
        let stack = stacks[session]?[target] ?? [target]
        stacks[session, default: [:]][target] = stack
        #expect(event["screen"] as? String == stack.last)
      } else if kind == "push" || kind == "back", let tab = tabs[session], let screen = event["screen"] as? String {
        if kind == "push" { stacks[session]?[tab]?.append(screen) } else { stacks[session]?[tab]?.removeLast() }
        pushes += kind == "push" ? 1 : 0
        #expect(stacks[session]?[tab]?.last == screen)
        #expect((1...4).contains(stacks[session]?[tab]?.count ?? 0))
      } else if kind == "menu_select" || kind == "more_select" {
        tabs[session] = nil
      }
    }
    #expect(pushes > 500)
  }

  @Test func `options do what they say`() throws {
    let unknown = try lines { $0.unknown = 0.3 }.count { ($0["event"] as? String ?? "").hasPrefix("kind_") }
    #expect((1300...1700).contains(unknown))
    let ids = try lines { $0.ids = 1 }
    #expect(ids.contains { ($0["screen"] as? String ?? "").contains(" item/") })
    let long = try lines { $0.extraBytes = 1024 }
    #expect(long.allSatisfy { (($0["params"] as? [String: String])?["note"] ?? "").utf8.count == 1024 })
    #expect(Set(text { $0.shufflesFields = true }.map { $0[2] }).count > 3)
  }
}
