import NavigationModel
import TestSupport
import Testing

@testable import Measures

@Suite struct DrawnSessionsTests {
  @Test func `a way has at most six steps`() throws {
    let tables = try TraceMeasures("A B C D E F G H * 3")
    #expect(tables["ways", "from", "to", "steps_p50"].contains("A G 6"))
    #expect(!tables["ways", "from", "to"].contains("A H"))
  }

  @Test func `the times of ways are medians, in whatever order the people come`() throws {
    // Of 9, 1 and 5 s, each stands in the middle once.
    let tables = try TraceMeasures("A +9s B C +1s D E +5s F\nA +1s B C +5s D E +9s F\nA +5s B C +9s D E +1s F")
    for pair in ["A B", "C D", "E F"] {
      let row = try #require(
        tables["ways", "from", "to", "time_p50_s", "direct_time_p50_s"].first { $0.hasPrefix(pair) })
      #expect(row == "\(pair) 5 5")
    }
  }

  @Test func `the screens between are counted once for each way`() throws {
    let tables = try TraceMeasures("A B C B D * 3")
    #expect(
      tables["ways_through", "from", "to", "through", "ways", "users"].filter { $0.hasPrefix("A D") } == [
        "A D B 3 3", "A D C 3 3",
      ])
    // The second step to B begins a way to D; the one to A goes on.
    #expect(tables["ways", "from", "to", "starts", "ways", "steps_p50"].contains("B D 6 3 1"))
  }

  @Test(.thorough) func `of more than 3,000 pairs, those of the most users are listed`() throws {
    // Seven walks around 109 screens, in strides that share hardly a pair. One more user takes the first walk.
    func walk(_ stride: Int) -> String { (0..<110).map { "S\($0 * stride % 109)" }.joined(separator: " ") }
    let few = try TraceMeasures([1, 7, 8].map { "\(walk($0)) * 3" }.joined(separator: "\n"))
    #expect(few["ways", "from", "to"].count > 1000)
    let many = try TraceMeasures(
      ([1, 7, 8, 9, 10, 11, 13].map { "\(walk($0)) * 3" } + [walk(1)]).joined(separator: "\n"))
    let users = many["ways", "users"].compactMap { Int($0) }
    #expect(!users.isEmpty && users.count <= 3000 && users.allSatisfy { $0 > 3 })
  }

  @Test func `parts of a session are apart`() throws {
    let tables = try TraceMeasures("A B cold C * 3")
    #expect(!tables["ways", "from", "to"].contains("A C"))
    #expect(tables["ways", "from", "to", "starts", "ways"].contains("(start) A 6 3"))
  }

  @Test func `platforms with ten users have rows of their own`() throws {
    let tables = try TraceMeasures("@platform=ios A B * 10\n@platform=web A B C * 12\n@platform=tv A B * 3")
    #expect(
      tables["ways", "platform", "app_version", "from", "to", "starts", "ways"].filter { $0.contains(" A B ") } == [
        "(all) (all) A B 25 25", "ios (all) A B 10 10", "web (all) A B 12 12",
      ])
  }

  @Test(.thorough) func `the same users are drawn however the log is split`() throws {
    // 600 users with 110 steps each: 364 of them are drawn, until there are 40,000 steps.
    let walk = (0..<110).map { "S\($0 % 7)" }.joined(separator: " ")
    let trace = "\(walk) * 600"
    for log in try Folded<DrawnSessions>.everyWay(trace) {
      #expect(log.measure.steps == 40_040)
      #expect(log.measure.users.map(\.pseudonym.rawValue) == Array(1...364))
      #expect(log.measure.users.allSatisfy { $0.sessions.map(\.steps.count) == [110] })
    }
  }

  @Test func `no user and no session is drawn without a limit`() throws {
    let session = (0..<300).map { "S\($0 % 9)" }.joined(separator: " ")
    let trace = Array(repeating: session, count: 60).joined(separator: " & ")
    for log in [try Folded<DrawnSessions>(trace)] {
      #expect(log.measure.sessions == 50)
      #expect(log.measure.users[0].sessions.allSatisfy { $0.steps.count == 200 })
    }
  }
}
