import Measures
import NavigationModel

/// The current layout of an app's navigation on a platform, and which entries may move (ThePlan.md, *Whose layout*).
public struct Layout: Sendable {
  /// The current entries, ordered by name and container.
  public let entries: [PlacedEntry]
  /// The number of slots in the bar, including the More tab.
  public let room: Int
  public let hasMoreList: Bool
  /// Where demoted tabs go: `More`, or the name of a menu; nil if there is neither.
  public let target: String?

  /// Indices of entries: those in the bar, those in the More list, those that may be promoted, and those that may be
  /// demoted.
  public let tabs: [Int]
  public let moreItems: [Int]
  public let promotable: [Int]
  public let demotable: [Int]
  /// Whether everything in the More list may move, so that its tab could be removed.
  let canEmptyMoreList: Bool

  /// Whether the tabs and the More tab take all slots.
  var isFull: Bool { tabs.count + (hasMoreList ? 1 : 0) >= room }

  /// - Parameters:
  ///   - entries: in any order.
  ///   - slots: the minimum number of slots in the bar.
  ///   - menu: where demoted tabs go if there is no More list.
  package init(_ entries: [PlacedEntry], slots: Int, menu: String?) {
    let entries = entries.sorted {
      $0.name.isSame(as: $1.name) ? $0.container.precedesByScalars($1.container) : $0.name.precedesByScalars($1.name)
    }
    self.entries = entries
    tabs = entries.indices.filter { entries[$0].entry.container == .bar }
    moreItems = entries.indices.filter { entries[$0].entry.container == .more }
    hasMoreList = !moreItems.isEmpty
    room = max(slots, tabs.count + (hasMoreList ? 1 : 0))
    target = hasMoreList ? "More" : menu
    let namesOfTabs = Set(texts: tabs.map { entries[$0].name })
    promotable = entries.indices.filter {
      entries[$0].entry.container.isHidden && entries[$0].isMovable && !namesOfTabs.contains(entries[$0].name)
    }
    demotable = target == nil ? [] : tabs.filter { entries[$0].isMovable }
    canEmptyMoreList = hasMoreList && Set(promotable).isSuperset(of: moreItems)
  }
}

/// An entry with its container in a layout.
public struct PlacedEntry: Sendable {
  package let entry: Entry
  public let name: String
  /// `bar`, `More`, or the name of the menu.
  public let container: String
  /// Its number in the sums; nil if nobody chose or landed on it.
  let number: UInt32?
  public let eligibleUsers: Int
  public let isMovable: Bool
  /// Hardly anybody chooses it, but those who do choose it often, as that of a role: no tab of others makes room for
  /// it, and a tab stays.
  var isOfFew = false
  /// A hidden entry, most of whose uses fell on a few days in a row, though not most sessions: an outage or a season.
  var isOfFewDays = false
}

/// Entries that move, by their index in the layout, ordered by name and container.
struct PlannedMoves: Hashable {
  /// Hidden entries that move into the bar.
  var promotions: [Int] = []
  /// Tabs that move out of it.
  var demotions: [Int] = []

  var all: [Int] { promotions + demotions }
}

extension Layout {
  /// The best set of promotions of a given size, with the demotions that make room for them (ThePlan.md, *Whose
  /// layout*);
  /// nil if there is no room.
  ///
  /// All sets are considered, but not enumerated: effects of entries add up, so the best promotions are those with the
  /// largest effects, and the demotions depend only on their number. Promotions only interact by whether the More list
  /// stays; the two cases are searched separately.
  /// - Parameter taps: the taps that each entry would save in its other position: in the bar, or hidden.
  func plan(promoting count: Int, saving taps: [Int]) -> PlannedMoves? {
    ([planWithoutMoreList(count, taps)] + plansWithMoreList(count, taps)).compactMap(\.self).reduce(nil) {
      best, other in
      guard let best else { return other }
      let first = best.all.reduce(0) { $0 + taps[$1] }
      let second = other.all.reduce(0) { $0 + taps[$1] }
      if first != second { return first > second ? best : other }
      return precedes(other.promotions, best.promotions) ? other : best
    }
  }

  /// The best plan that promotes everything in the More list, so its tab frees a slot. Nothing is demoted: it would go
  /// into the list.
  private func planWithoutMoreList(_ count: Int, _ taps: [Int]) -> PlannedMoves? {
    guard canEmptyMoreList, tabs.count + count <= room, count >= moreItems.count else { return nil }
    let names = Set(texts: moreItems.map { entries[$0].name })
    let others = best(count - moreItems.count, taps) {
      entries[$0].entry.container == .more || names.contains(entries[$0].name)
    }
    return others.map { PlannedMoves(promotions: (moreItems + $0).sorted()) }
  }

  /// The best plans that keep the More list, if there is one: if all of it could be promoted, each without one of its
  /// items.
  private func plansWithMoreList(_ count: Int, _ taps: [Int]) -> [PlannedMoves] {
    let demoted = max(0, tabs.count + count + (hasMoreList ? 1 : 0) - room)
    guard demoted <= demotable.count else { return [] }
    let demotions = demotable.byEffect(taps).prefix(demoted).sorted()
    let canBeEmptied = moreItems.count <= count && canEmptyMoreList && tabs.count + count <= room
    let kept: [Int?] = canBeEmptied ? moreItems : [nil]
    return kept.compactMap { kept in best(count, taps) { $0 == kept } }.map {
      PlannedMoves(promotions: $0.sorted(), demotions: demotions)
    }
  }

  /// The promotions with different names and the largest effects; nil if there are not enough.
  private func best(_ count: Int, _ taps: [Int], without isLeft: (Int) -> Bool) -> [Int]? {
    var ofName: [Int] = []
    // Ordered by name and container: of several entries with the same name, the first of the best counts.
    for entry in promotable where !isLeft(entry) {
      if let last = ofName.last, entries[last].name.isSame(as: entries[entry].name) {
        if taps[entry] > taps[last] { ofName[ofName.count - 1] = entry }
      } else {
        ofName.append(entry)
      }
    }
    return ofName.count < count ? nil : Array(ofName.byEffect(taps).prefix(count))
  }

  /// Whether one list of entries comes before another: by names, then by containers.
  private func precedes(_ one: [Int], _ other: [Int]) -> Bool {
    let names = (one.map { entries[$0].name }, other.map { entries[$0].name })
    if names.0 != names.1 { return names.0.precedesByScalars(names.1) }
    return one.map { entries[$0].container }.precedesByScalars(other.map { entries[$0].container })
  }
}

extension [Int] {
  /// Entries by their effects, the larger first; on ties, the first by name.
  fileprivate func byEffect(_ taps: [Int]) -> [Int] { sorted { taps[$0] == taps[$1] ? $0 < $1 : taps[$0] > taps[$1] } }
}
