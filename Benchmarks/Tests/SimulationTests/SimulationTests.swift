import Foundation
import TestSupport
import Testing

@testable import Simulation

@Suite(.thorough) struct SimulationTests {
  @Test(arguments: LogStyle.allCases) func `The same seed gives the same bytes, another seed others`(style: LogStyle)
    throws
  {
    let log = try WrittenLog.wellBuilt(users: 40) { $0.style = style }
    #expect(try WrittenLog.wellBuilt(users: 40) { $0.style = style }.bytes == log.bytes)
    #expect(try WrittenLog.wellBuilt(users: 40, seed: 2) { $0.style = style }.bytes != log.bytes)
  }

  @Test func `The bytes of a small log never change`() throws {
    let log = try WrittenLog.wellBuilt(users: 3, seed: 42)
    let digest = fnv1a(log.bytes)
    #expect(
      String(digest, radix: 16) == "c57ce8412b6bc577", "a change of behavior: regenerate SampleLogs, then this digest")
  }

  @Test func `A block does not depend on those before it`() throws {
    let all = try WrittenLog.wellBuilt(users: 90).events()
    var blocks: [WrittenLog.Event] = []
    var before: Set<String> = []
    for users in [30, 60, 90] {
      let people = Set(try WrittenLog.wellBuilt(users: users).events().map(\.user))
      blocks += all.filter { people.subtracting(before).contains($0.user) }
      before = people
    }
    #expect(try WrittenLog.wellBuilt(users: 90) { $0.usersPerBlock = 30 }.events() == blocks)
  }

  @Test func `A person does the same in populations of any size`() throws {
    let few = try WrittenLog.wellBuilt(users: 20)
    let people = Set(few.events().map(\.user))
    let many = try WrittenLog.wellBuilt(users: 200) { $0.usersPerBlock = 64 }
    #expect(many.events().filter { people.contains($0.user) } == few.events())
  }

  @Test(arguments: LogStyle.allCases) func `Every line is an event with all its fields, in order of time`(
    style: LogStyle
  ) throws {
    let log = try WrittenLog.wellBuilt(users: 60) { $0.style = style }
    let events = log.events()
    #expect(events.count == log.lines.count)
    #expect(Set(events.map { $0.user + $0.id }).count == events.count)
    #expect(Set(events.map(\.user)).count == 60)
    for (one, next) in zip(events, events.dropFirst()) where one.time > next.time {
      Issue.record("\(next.id) is out of order")
    }
    for session in log.sessions() {
      #expect(zip(session, session.dropFirst()).allSatisfy { $0.time < $1.time }, "two events of a person at one time")
    }
    if style == .views { #expect(Set(events.map(\.event)) == ["app_open", "app_background", "screen_view"]) }
    if style == .full { #expect(!events.contains { $0.event == "screen_view" }) }
  }

  @Test func `Each style tells of the same sessions`() throws {
    let full = try WrittenLog.wellBuilt(users: 30).events()
    let split = try WrittenLog.wellBuilt(users: 30) { $0.style = .split }.events()
    let views = try WrittenLog.wellBuilt(users: 30) { $0.style = .views }.events()
    #expect(split.filter { $0.event != "screen_view" }.map(\.event) == full.map(\.event))
    #expect(split.filter { $0.event != "screen_view" }.map(\.time) == full.map(\.time))
    #expect(
      split.filter { $0.event == "screen_view" }.map(\.screen)
        == views.filter { $0.event == "screen_view" }.map(\.screen))
  }

  @Test func `Copies and broken lines come on top of the same events`() throws {
    let clean = try WrittenLog.wellBuilt(users: 50)
    let noisy = try WrittenLog.wellBuilt(users: 50) {
      $0.duplicates = 0.03
      $0.brokenLines = 0.02
    }
    let lines = noisy.lines.count
    let events = noisy.events()
    #expect(events.count > clean.events().count && lines > events.count)
    #expect(Set(events.map { $0.user + $0.id }) == Set(clean.events().map { $0.user + $0.id }))
  }

  @Test func `A wanted number of events is met exactly`() throws {
    let log = try WrittenLog.wellBuilt(users: 1_000_000) {
      $0.events = 5000
      $0.usersPerBlock = 100
      $0.duplicates = 0.01
    }
    #expect(log.events().count > 5000)
    #expect(Set(log.events().map { $0.user + $0.id }).count == 5000)
  }

  @Test(arguments: [
    Flaw.tabsBarHidden, .tabsStateLost, .tabsMoreToll, .pathBackChain, .taskLost, .depthOverLimit, nil,
  ])
  func `Every event carries the screen that is really shown`(flaw: Flaw?) throws {
    let app = try SimulatedApp.wellBuilt().with(flaw.map { [$0] } ?? [])
    let log = try WrittenLog(app, users: 80, seed: 5) { $0.writesDepth = true }
    for session in log.sessions() {
      let checker = StackChecker(session, tabs: app.tabs.map(\.name))
      #expect(checker.faults == [])
    }
  }

  @Test(arguments: Flaw.allCases) func `A flaw can be planted alone, and is named with its subject`(flaw: Flaw) throws {
    var app = try SimulatedApp.wellBuilt().with([flaw])
    app.behavior.sessions = 2.5
    let log = try WrittenLog(app, users: 100)
    #expect(log.flaws.map(\.flaw) == [flaw])
    #expect(log.flaws.allSatisfy { !$0.finding.subject.isEmpty })
    #expect(Set(log.events().map(\.user)).count == 100)
    var sound = try SimulatedApp.wellBuilt()
    sound.behavior.sessions = 2.5
    if flaw != .depthNeverSeen { #expect(try log.bytes != WrittenLog(sound, users: 100).bytes) }
  }

  @Test func `A name with quotes and other signs survives`() throws {
    let app = try SimulatedApp(yaml: "app: X\ntabs: ['A \"b\" \\ ü', B]\n", file: "x.yml")
    #expect(try WrittenLog(app, users: 2).events().contains { $0.screen == "A \"b\" \\ ü" })
  }

  @Test func `Shares come out right in small populations`() {
    let quota = Quota(seed: 9)
    for share in [0.05, 0.12, 0.5, 0.93] {
      let count = (0..<320).filter { quota.rank(of: $0, in: .tab, 3) < share }.count
      #expect(abs(Double(count) - 320 * share) <= 5, "\(count) of 320 for \(share)")
    }
  }
}
