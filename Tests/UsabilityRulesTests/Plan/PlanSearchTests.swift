import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// The search is exact: it finds the same as enumerating all sets.
@Suite struct PlanSearchTests {
  /// A layout with few different names, so that some are in several places.
  private func randomLayout(_ random: inout SeededGenerator, _ names: NameTable) -> Layout {
    var entries: [PlacedEntry] = []
    func add(_ name: String, _ container: Entry.Container, _ label: String) {
      let entry = Entry(names.name(name), in: container)
      entries.append(
        PlacedEntry(
          entry: entry, name: name, container: label, number: nil, eligibleUsers: 100, isMovable: !random.once(in: 6)))
    }
    let pool = (0..<8).map { "N\($0)" }.shuffled(using: &random)
    for name in pool.prefix(Int.random(in: 1...6, using: &random)) { add(name, .bar, "bar") }
    if !random.once(in: 3) {
      for name in pool.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)) {
        add(name, .more, "More")
      }
    }
    if !random.once(in: 3) {
      for name in pool.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)) {
        add(name, .menu(names.name("side")), "side")
      }
    }
    return Layout(entries, slots: Int.random(in: 3...7, using: &random), menu: random.once(in: 3) ? nil : "side")
  }

  /// The best plan by trying every set of promotions, with the fewest demotions that make room, in every combination.
  private func slowPlan(_ layout: Layout, _ taps: [Int], _ count: Int) -> PlannedMoves? {
    var best: (moves: PlannedMoves, saving: Int)?
    func consider(_ moves: PlannedMoves) {
      let saving = moves.all.reduce(0) { $0 + taps[$1] }
      func key(_ moves: PlannedMoves) -> [[String]] {
        [
          moves.promotions.map { layout.entries[$0].name }, moves.promotions.map { layout.entries[$0].container },
          moves.demotions.map { layout.entries[$0].name },
        ]
      }
      if let best {
        if saving < best.saving { return }
        if saving == best.saving {
          let one = key(moves)
          let other = key(best.moves)
          guard let place = one.indices.first(where: { one[$0] != other[$0] }),
            one[place].lexicographicallyPrecedes(other[place])
          else { return }
        }
      }
      best = (moves, saving)
    }
    for promotions in subsets(of: layout.promotable, count)
    where Set(promotions.map { layout.entries[$0].name }).count == count {
      for demoted in 0...layout.demotable.count {
        let keepsMore = layout.hasMoreList && (demoted > 0 || !layout.moreItems.allSatisfy(promotions.contains))
        guard layout.tabs.count + count - demoted + (keepsMore ? 1 : 0) <= layout.room else { continue }
        for demotions in subsets(of: layout.demotable, demoted) {
          consider(PlannedMoves(promotions: promotions, demotions: demotions))
        }
        break
      }
    }
    return best?.moves
  }

  private func subsets(of items: [Int], _ count: Int) -> [[Int]] {
    if count == 0 { return [[]] }
    guard let first = items.first else { return [] }
    let rest = Array(items.dropFirst())
    return subsets(of: rest, count - 1).map { [first] + $0 } + subsets(of: rest, count)
  }

  @Test(.thorough) func `Of all sets, the search finds the best, and of equal ones the first by name`() {
    var random = SeededGenerator(seed: 18)
    let names = NameTable()
    var found = 0
    var without = 0
    for _ in 0..<4000 {
      let layout = randomLayout(&random, names)
      // Few values, so that many sets tie.
      let taps = layout.entries.map {
        $0.entry.container == .bar ? Int.random(in: -3...1, using: &random) : Int.random(in: -1...3, using: &random)
      }
      for count in 1...4 {
        let moves = layout.plan(promoting: count, saving: taps)
        #expect(moves == slowPlan(layout, taps, count))
        guard let moves else { continue }
        found += 1
        if layout.hasMoreList, layout.moreItems.allSatisfy(moves.promotions.contains), moves.demotions.isEmpty {
          without += 1
        }
        // A plan never leaves fewer than three tabs, unless there were fewer.
        #expect(layout.tabs.count + moves.promotions.count - moves.demotions.count >= min(3, layout.tabs.count))
      }
    }
    #expect(found > 1000)
    #expect(without > 20)
  }
}
