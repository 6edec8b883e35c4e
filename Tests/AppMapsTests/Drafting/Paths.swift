import NavigationModel

@testable import AppMaps

/// Paths as words: one line for each session, the sessions of a user together.
struct Paths {
  let names = NameTable()
  private(set) var paths: ScreenPaths

  init(_ users: [[String]], map: AppMap = AppMap()) {
    paths = ScreenPaths(map: NavigationMap(AppMap(), names: names))
    for sessions in users {
      paths.nextUser()
      for session in sessions {
        var time: Int64 = 1_772_000_000_000_000
        let events = session.split(separator: " ").map { word -> Event in
          time += 5_000_000
          var event = Event(time: time, user: 1, kind: word == "!" ? .appOpen : .screenView)
          if word == "!" { event.via = .cold } else { event.screen = names.name(String(word)) }
          return event
        }
        events.withUnsafeBufferPointer { paths.add($0) }
      }
    }
  }

  /// A shop with three tabs that keep their state, and people who stroll through it. Home leads to List and on to
  /// Product, on List a modal Filter may come up; Orders lead to Order, Search leads to Result.
  static func shop(filter: Bool) -> Paths {
    let children = ["Home": "List", "List": "Product", "Orders": "Order", "Search": "Result"]
    var state: UInt64 = 7
    func random(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    func session() -> String {
      var stacks = ["Home": ["Home"], "Orders": ["Orders"], "Search": ["Search"]]
      var tab = "Home"
      var seen = ["Home"]
      for _ in 0..<10 {
        let top = stacks[tab, default: []].last ?? ""
        switch random(10) {
        case 0..<4:
          guard let child = children[top] else { continue }
          stacks[tab]?.append(child)
        case 4..<6:
          guard stacks[tab, default: []].count > 1 else { continue }
          stacks[tab]?.removeLast()
        case 6 where filter && top == "List": seen.append("Filter")
        default: tab = ["Home", "Orders", "Search"][Int(random(3))]
        }
        seen.append(stacks[tab, default: []].last ?? "")
      }
      return seen.joined(separator: " ")
    }
    return Paths((0..<60).map { _ in (0..<4).map { _ in session() } })
  }

  func number(_ screen: String) -> Int32 { paths.names.firstIndex(of: names.name(screen)).map(Int32.init) ?? -1 }
  func texts(_ screens: [Int32]) -> [String] { screens.map { names.text(paths.names[Int($0)]) } }

  var structure: InferredStructure { InferredStructure(paths, map: AppMap(), names: names) }
}
