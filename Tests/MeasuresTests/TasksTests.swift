import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import Measures

/// Tries at declared tasks, counted by hand.
@Suite struct TasksTests {
  static let map = AppMap.with(tasks: [.init(name: "track", start: "Home", goal: "Track")])

  func cell(_ trace: String, map: AppMap = map, parts: Int = 1) throws -> (cell: TaskSums, way: RightWay?) {
    let log = try TraceMeasures(trace, map: map, parts: parts)
    return (try #require(log.measures.tasks.sums.first), log.measures.tasks.rightWay(0, log.scope))
  }

  @Test(arguments: [
    ("tab:Home tab:Orders > Track", 1, 1), ("tab:Home > A < tab:Orders > Track", 1, 1),
    ("tab:Home tab:Orders tab:Home=Home tab:Orders > Track", 2, 1), ("tab:Home tab:Orders", 1, 0),
    ("tab:Home tab:Orders cold tab:Orders > Track", 1, 0), ("tab:Home tab:Orders & tab:Orders > Track", 1, 0),
    ("tab:Home link:Track", 1, 0), ("tab:Home link:Offer > Track", 1, 0), ("link:Home > Track", 1, 1),
    ("tab:Orders > Track > Home > Track", 1, 1),
    ("tab:Home tab:Orders > Track < > Track", 1, 1), ("tab:Orders > Track", 0, 0), ("Home Orders Track", 1, 1),
  ])
  func `Where a try begins and ends`(trace: String, tries: Int, completed: Int) throws {
    let cell = try cell(trace).cell
    #expect(cell.success.sumN == tries && cell.success.sumY == completed && cell.completed == completed)
  }

  @Test(arguments: [
    ("tab:Home event:task_start{target=track} tab:Orders > Track", 1, 1),
    // Who comes back to the start still wants the same.
    ("tab:Home event:task_start{target=track} tab:A tab:Home=Home tab:Orders > Track", 1, 1),
    ("event:task_start{target=track} tab:Home tab:Orders > Track", 1, 1),
    ("tab:Home event:task_start{target=track} tab:A event:task_end{target=track,outcome=abandoned} > Track", 1, 0),
    ("tab:Home event:task_start{target=track} tab:A event:task_end{target=track} > Track", 0, 0),
    ("tab:Home event:task_start{target=track} tab:A event:task_start{target=track} tab:Home > Track", 2, 1),
    ("tab:Home event:task_start{target=track} link:Track", 1, 0),
    ("tab:Home event:task_start{target=buy} > Track", 0, 0),
    ("tab:A event:task_start{target=track} > Track", 0, 0), ("tab:Home > Track", 0, 0),
    ("tab:Home event:task_start{target=track} cold tab:Home > Track", 1, 0),
  ])
  func `Tries whose start is logged`(trace: String, tries: Int, completed: Int) throws {
    for parts in 1...2 {
      let log = try TraceMeasures("\(trace)\ntab:Home", map: Self.map, parts: parts)
      let success = log.measures.tasks.started(0)?.success
      #expect(success?.sumN ?? 0 == tries && success?.sumY ?? 0 == completed)
    }
  }

  @Test func `Lostness, extra taps and directness`() throws {
    // The shortest way passes 3 screens. S, N: 3, 3 → 0; 5, 4 (one back) → √(0.04 + 0.0625) = 0.320; 8, 5 → √(0.140625
    // + 0.16) = 0.548.
    let trace = """
      tab:Home tab:Orders > Track
      tab:Home tab:Orders > Old < > Track
      tab:Home tab:Search tab:Orders > Old tab:Search tab:Orders ^ > Track
      """
    for parts in 1...3 {
      let (cell, way) = try cell(trace, parts: parts)
      let least = try #require(way?.least)
      #expect(least == 3 && way?.isDeclared == false && way?.trail == ["Home", "Orders", "Track"])
      let sums = cell.lost(least: least)
      #expect([sums.users, sums.sumY, sums.sumN] == [3, 1, 3])
      #expect(cell.lostUsers(least: least) == 1 && cell.lostSessions(least: least) == 1)
      #expect(abs((cell.medianLostness(least: least) ?? 0) - 0.320156) < 1e-6)
      #expect(cell.extraTaps(least: least) == 0 + 2 + 5)
      #expect(cell.direct.sumY == 1 && cell.direct.sumN == 3)
      #expect(cell.longestExamples.examples.map(\.score) == [8, 5, 3])
    }
  }

  @Test func `Lost is a lostness above one half, and a longer shortest way never makes more lost`() throws {
    for steps in 1...24 {
      for screens in 1...steps {
        let limit = Tasks.longestLeast
        let completed = (1...limit).filter { isLost(steps: steps, different: screens, least: $0) }
        #expect(completed == Array(1..<(completed.count + 1)))
        for least in 1...limit {
          let value = lostnessOf(steps, screens, least)
          if abs(value - 0.5) > 1e-12 {
            #expect((value > 0.5) == isLost(steps: steps, different: screens, least: least))
          }
        }
      }
    }
    #expect(!isLost(steps: 4, different: 4, least: 2) && isLost(steps: 7, different: 7, least: 3))
    #expect(!isLost(steps: 1_000_000_000, different: 600_000_000, least: 600_000_000))
  }

  private func lostnessOf(_ s: Int, _ n: Int, _ r: Int) -> Double {
    let again = Double(n) / Double(s) - 1
    let astray = min(1, Double(r) / Double(n)) - 1
    return (again * again + astray * astray).squareRoot()
  }

  @Test func `How many are lost depends on the shortest way that others take`() throws {
    // Seven screens: √((3/7 − 1)²) = 0.571 as soon as somebody needs only three.
    let long = "tab:Home tab:A tab:B tab:C tab:D tab:Orders > Track"
    let alone = try cell(long)
    #expect(alone.way?.least == 7 && alone.cell.lost(least: 7).sumY == 0 && alone.cell.medianLostness(least: 7) == 0)
    for order in ["\(long) * 3\ntab:Home tab:Orders > Track", "tab:Home tab:Orders > Track\n\(long) * 3"] {
      for parts in 1...4 {
        let (cell, way) = try cell(order, parts: parts)
        #expect(way?.least == 3 && cell.lost(least: 3).sumY == 3 && cell.lost(least: 3).sumN == 4)
      }
    }
  }

  @Test func `What a tab had kept is no shortest way for others`() throws {
    let kept = "tab:Orders=Orders > Track tab:Home tab:Orders"
    #expect(try cell(kept).way?.least == 2, "where there is no other")
    for parts in 1...2 {
      #expect(try cell("\(kept)\ntab:Home tab:Orders=Orders > Track", parts: parts).way?.least == 3)
    }
  }

  @Test func `First choices`() throws {
    // Right: Orders twice, also with another screen on top; wrong: Search, the screen A. Modal screens are ignored.
    let trace = """
      tab:Home tab:Orders > Track
      tab:Home tab:Orders=Other > Orders > Track & tab:Home tab:Search tab:Orders > Track
      tab:Home modal:M modal! > A < tab:Orders > Track
      """
    for parts in 1...3 {
      let (cell, way) = try cell(trace, parts: parts)
      let holds = try #require(way).holds
      let sums = cell.firstChoices(where: holds)
      #expect([sums.users, sums.sumY, sums.sumN, sums.sumYY, sums.sumYN, sums.sumNN] == [3, 2, 4, 2, 3, 6])
      let wrong = cell.wrongFirstChoices(where: holds)
      #expect(wrong.users == 2 && wrong.sessions == 2 && wrong.examples.examples.count == 2)
      #expect(cell.choices.values.sorted() == [1, 1, 1, 1])
    }
  }

  @Test func `A modal goal and a way by modal screens only`() throws {
    let cell = try cell("tab:Home modal:M modal! modal:Track").cell
    #expect(cell.choices.keys.count == 1 && cell.direct.sumY == 1)
  }

  @Test func `The map's structure gives the shortest way`() throws {
    var map = Self.map
    map.roots = [.init(tab: "Home", screen: "Home"), .init(tab: "Orders", screen: "Orders")]
    map.screens = [.init(name: "Order", parent: "Orders"), .init(name: "Track", parent: "Order")]
    let (cell, way) = try cell("tab:Home tab:Orders > Order > Track * 2\ntab:Home > Track", map: map)
    #expect(way?.least == 4 && way?.isDeclared == true && way?.trail == ["Home", "Orders", "Order", "Track"])
    #expect(cell.extraTaps(least: 4) == 0 && cell.medianLostness(least: 4) == 0, "a shortcut is not lostness")
    #expect(cell.firstChoices(where: try #require(way).holds).sumY == 3, "the shortest way taken is right too")
  }

  @Test func `A longer way than the declared one is not right, whoever takes it`() throws {
    var map = Self.map
    map.roots = [.init(tab: "Home", screen: "Home"), .init(tab: "Orders", screen: "Orders")]
    map.screens = [.init(name: "Track", parent: "Orders")]
    func right(_ trace: String) throws -> Int {
      let (cell, way) = try cell(trace, map: map)
      return cell.firstChoices(where: try #require(way).holds).sumY
    }
    #expect(try right("tab:Home tab:Search tab:Orders > Track * 3") == 0)
    #expect(try right("tab:Home > Offer > Track * 3") == 3)
  }

  @Test func `A part of a log has the right way of all of it`() throws {
    let names = NameTable()
    let short = try TraceMeasures("tab:Home tab:Orders > Track", map: Self.map, names: names)
    let long = try TraceMeasures("tab:Home tab:Search tab:Orders > Track", map: Self.map, names: names)
    #expect(long.measures.tasks.rightWay(0, long.scope)?.least == 4)
    let way = long.measures.tasks.rightWay(0, long.scope, with: short.measures.tasks)
    #expect(way?.least == 3 && way?.trail == ["Home", "Orders", "Track"])
  }

  @Test func `Declared ways go up, down and by the tab bar`() throws {
    var map = AppMap()
    map.roots = [.init(tab: "Home", screen: "Start")]
    map.tabs = ["Home", "Orders", "Empty"]
    for (name, parent) in [
      ("A", "Start"), ("B", "A"), ("C", "A"), ("Item", "Orders"), ("Loose", "Nowhere"), ("Ring", "Ring"),
    ] {
      map.screens.append(.init(name: name, parent: parent))
    }
    func trail(_ start: String, _ goal: String) -> [String]? { map.shortestWay(from: start, to: goal)?.trail }
    #expect(trail("B", "C") == ["B", "A", "C"])
    #expect(trail("Start", "B") == ["Start", "A", "B"])
    #expect(trail("B", "Item") == ["B", "Orders", "Item"])
    #expect(trail("B", "Start") == ["B", "Start"])
    #expect(trail("Unknown", "Item") == ["Unknown", "Orders", "Item"])
    #expect(
      trail("Start", "Loose") == nil && trail("Start", "Empty") == nil && trail("A", "A") == nil
        && trail("A", "Ring") == nil)
    #expect(map.shortestWay(from: "B", to: "Item")?.tabs == ["Orders"])
    let way = try #require(map.shortestWay(from: "Start", to: "B"))
    #expect(way.trail == ["Start", "A", "B"] && way.screens == ["A", "B"] && way.tabs.isEmpty)
  }

  @Test func `The table`() throws {
    let map = AppMap.with(
      tasks: Self.map.tasks + [
        .init(name: "buy", start: "Home", goal: "Buy"), .init(name: "loop", start: "Home", goal: "Home"),
      ])
    let log = try TraceMeasures("tab:Home tab:Orders > Track * 9\ntab:Home tab:Search * 3", map: map)
    let table = try #require(log.measures.tables(log.scope).first { $0.name == "tasks" })
    let rows = table.rows.map { $0.map(\.text).joined(separator: ",") }
    #expect(rows.count == 3)
    #expect(rows[0] == "buy,Home,Buy,12,0,12,0,0,0.287594,,,,,,,,,,,,")
    #expect(rows[1] == "loop,Home,Home,0,0,0,,,,,,,,,,,,,,,")
    #expect(rows[2].hasPrefix("track,Home,Track,12,9,12,0.75,0.395949,0.932112,"))
    #expect(rows[2].hasSuffix(",0,0,0,0.371405,1,0.628595,1,1,0.628595,1,0,3"))
    let none = try TraceMeasures("tab:Home")
    #expect(none.measures.tables(none.scope).first { $0.name == "tasks" }?.rows.isEmpty == true)
    #expect(Measures.tableNames == none.measures.tables(none.scope).map(\.name))
  }

  @Test func `Written and read again`() throws {
    let names = NameTable()
    let declared = DeclaredNames(Self.map, names: names)
    let read = try BinaryDecoder.value(
      Measures.self, from: BinaryEncoder.bytes(of: Measures(declared), names: names), names: names)
    #expect(read.tasks.tasks == declared.tasks && read.tasks.sums.count == 1)
  }
}

extension AppMap {
  fileprivate static func with(tasks: [Task]) -> AppMap {
    var map = AppMap()
    map.tasks = tasks
    return map
  }
}
