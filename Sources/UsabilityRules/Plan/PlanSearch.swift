/// Entries that move, by their index in the layout, ordered by name and container.
struct PlannedMoves: Hashable {
  /// Hidden entries that move into the bar.
  var promotions: [Int]
  /// Tabs that move out of it.
  var demotions: [Int]

  var all: [Int] { promotions + demotions }

  static let none = PlannedMoves(promotions: [], demotions: [])
}

/// Finds the best set of promotions of a given size, with the demotions that make room for them (ThePlan.md, *Layouts*).
///
/// All sets are considered, but not enumerated: effects of entries add up, so the best promotions are those with the largest effects, and the
/// demotions depend only on their number. Promotions only interact by whether the More list stays; the two cases are searched separately.
struct PlanSearch {
  let layout: Layout
  /// The taps that each entry of the layout would save in its other position: in the bar, or hidden.
  let taps: [Int]

  /// The best plan with this number of promotions; nil if there is no room.
  func plan(promoting count: Int) -> PlannedMoves? {
    [planWithoutMoreList(count), planWithMoreList(count)].compactMap(\.self).reduce(nil, better)
  }

  /// The best plan that promotes everything in the More list, so its tab frees a slot. Nothing is demoted: it would go into the list.
  private func planWithoutMoreList(_ count: Int) -> PlannedMoves? {
    guard layout.canEmptyMoreList, layout.tabs.count + count <= layout.room, count >= layout.moreItems.count else { return nil }
    let names = Set(layout.moreItems.map { layout.entries[$0].name })
    let others = best(count - layout.moreItems.count) { layout.entries[$0].entry.container == .more || names.contains(layout.entries[$0].name) }
    return others.map { PlannedMoves(promotions: layout.ordered(layout.moreItems + $0), demotions: []) }
  }

  /// The best plan that keeps the More list, if there is one.
  private func planWithMoreList(_ count: Int) -> PlannedMoves? {
    let demoted = max(0, layout.tabs.count + count + (layout.hasMoreList ? 1 : 0) - layout.room)
    guard demoted <= layout.demotable.count else { return nil }
    let demotions = layout.ordered(Array(layout.demotable.sorted { ranks(before: $0, $1) }.prefix(demoted)))
    let canBeEmptied = layout.moreItems.count <= count && layout.canEmptyMoreList && layout.tabs.count + count <= layout.room
    let kept: [Int?] = canBeEmptied ? layout.moreItems : [nil]
    return kept.compactMap { kept in best(count) { $0 == kept } }.map { PlannedMoves(promotions: layout.ordered($0), demotions: demotions) }
      .reduce(nil, better)
  }

  /// The promotions with different names and the largest effects; nil if there are not enough.
  private func best(_ count: Int, without isLeft: (Int) -> Bool) -> [Int]? {
    var ofName: [Int] = []
    // Ordered by name and container: of several entries with the same name, the first of the best counts.
    for entry in layout.promotable where !isLeft(entry) {
      if let last = ofName.last, layout.entries[last].name == layout.entries[entry].name {
        if taps[entry] > taps[last] { ofName[ofName.count - 1] = entry }
      } else {
        ofName.append(entry)
      }
    }
    return ofName.count < count ? nil : Array(ofName.sorted { ranks(before: $0, $1) }.prefix(count))
  }

  /// The larger effect comes first; on ties, the first name.
  private func ranks(before one: Int, _ other: Int) -> Bool { taps[one] == taps[other] ? one < other : taps[one] > taps[other] }

  /// The effect of all moves combined.
  func saving(_ moves: PlannedMoves) -> Int { moves.all.reduce(0) { $0 + taps[$1] } }

  private func better(_ one: PlannedMoves?, _ other: PlannedMoves) -> PlannedMoves? {
    guard let one else { return other }
    let (first, second) = (saving(one), saving(other))
    if first != second { return first > second ? one : other }
    return layout.precedes(other.promotions, one.promotions) ? other : one
  }
}
