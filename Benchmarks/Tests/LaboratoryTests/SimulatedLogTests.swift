import Simulation
import TestSupport
import Testing

@Suite("Logs of people with an app, and what happens to them", .thorough)
struct SimulatedLogTests {
  func log(
    of app: SimulatedApp = .random(seed: 5), seed: UInt64 = 1, _ configure: (inout Population) -> Void = { _ in }
  ) -> SimulatedLog {
    var population = Population()
    population.users = 60
    configure(&population)
    return SimulatedLog(app, population, seed: seed)
  }

  @Test func `the same seed gives the same bytes, another one other bytes`() {
    #expect(log().events == log().events)
    #expect(log().events != log(seed: 2).events)
  }

  @Test func `events are in order of time, within the days of the log, by as many people as there are`() {
    let log = log()
    #expect(zip(log.events, log.events.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(Set(log.events.map(\.user)).count == 60)
    let day: Int64 = 86_400_000
    #expect(log.events.allSatisfy { $0.time >= log.population.start && $0.time < log.population.start + 30 * day })
  }

  @Test(arguments: SimulatedApp.wellBuiltKinds.indices)
  func `a well-built app has no flaw by its true figures`(index: Int) {
    let app = SimulatedApp.wellBuiltKinds[index]
    let judged = log(of: app, seed: UInt64(index + 1)) { $0.users = 150 }.figures.judged
    #expect(judged.flaws.isEmpty && judged.near.isEmpty, "\(app.name): \(judged)")
  }

  @Test func `what happens to a log does not change the truth`() {
    let whole = log()
    for damage: Damage in [
      .loses(0.1), .missesBack(platform: "android"), .doubles(share: 1), .robot(.dives), .kiosk, .testers(3),
      .batches(seconds: 10),
    ] {
      var log = whole
      log.apply(damage, seed: 4)
      #expect(log.figures == whole.figures, "\(damage)")
      #expect(log.events != whole.events, "\(damage)")
    }
  }

  @Test func `as much is lost, doubled and added as was asked for`() {
    let whole = log { $0.users = 200 }
    let count = Double(whole.events.count)
    func after(_ damage: Damage) -> [LoggedEvent] {
      var log = whole
      log.apply(damage, seed: 4)
      return log.events
    }
    #expect(abs(Double(after(.loses(0.1)).count) / count - 0.9) < 0.01)
    #expect(!after(.missesBack(platform: "ios")).contains { $0.event == "back" && $0.segment.platform == "ios" })
    #expect(after(.missesBack(platform: "ios")).contains { $0.event == "back" && $0.segment.platform == "android" })
    #expect(Double(after(.doubles(share: 1)).count) == 2 * count)
    #expect(Set(after(.robot(.monkeys)).map(\.user)).subtracting(whole.events.map(\.user)) == ["monitor"])
    #expect(Set(after(.testers(3)).map(\.user)).subtracting(whole.events.map(\.user)) == ["qa-0", "qa-1", "qa-2"])
    #expect(after(.batches(seconds: 10)).allSatisfy { $0.time % 10_000 == 0 })
  }

  @Test func `an entry exists only where and when the app says so`() {
    var app = SimulatedApp.random(seed: 5)
    let name = app.tabs[1].name
    app.tabs[1].since = 1
    app.tabs[1].platforms = ["ios"]
    let log = log(of: app) { $0.releases = [("1.0", -100), ("2.0", 10)] }
    let uses = log.events.filter { $0.target == name }
    #expect(!uses.isEmpty)
    #expect(uses.allSatisfy { $0.segment.platform == "ios" && $0.segment.appVersion == "2.0" })
  }

  @Test func `activity is as skewed as asked for`() {
    func sessions(_ sigma: Double) -> [Int] {
      let log = log {
        $0.users = 300
        $0.new = 0
        $0.activity = 3
        $0.sigma = sigma
      }
      return Dictionary(grouping: log.events.filter { $0.event == "app_open" }, by: \.user).values.map(\.count).sorted()
    }
    let even = sessions(0.1)
    let skewed = sessions(1.5)
    #expect(even[270] < 3 * even[30])
    #expect(skewed[270] > 8 * skewed[30])
  }

  @Test func `combinations are drawn anew for each seed, and each has an app, people and a truth`() {
    #expect(Set((0..<40).map { Combination(seed: $0).words }).count > 30)
    let one = Combination(seed: 3)
    #expect(one.words == Combination(seed: 3).words)
    let log = Combination(seed: 3).log
    #expect(log.figures.users >= one.population.users && !log.events.isEmpty)
  }
}
