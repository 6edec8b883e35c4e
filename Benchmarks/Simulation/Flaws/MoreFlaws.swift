extension SimulatedApp {
  /// Flaws of the More list, and of the choice of tabs.
  mutating func plantMore(_ flaw: inout PlantedFlaw) throws {
    switch flaw.flaw {
    case .tabsMoreToll:
      // Used by many, but by fewer than the least used tab; used again and again.
      let share = flaw.share ?? 0.75
      let indices = try moreItems(&flaw, default: ["Coupons", "Stores", "Help"])
      for index in indices {
        changeMore(index) {
          $0.reach = share
          $0.weight = 0.35
          $0.atOnce = false
        }
      }
      more?.wideOnly = false
    case .tabsMoreOutranks:
      // Nearly everybody looks at the item now and then; fewer use the least used tab; nobody needs many extra taps for it.
      let item = try moreItems(&flaw, default: ["Coupons"])[0]
      let isPaidFor = flaws.contains { $0.flaw == .tabsMoreToll }
      for index in more?.items.indices ?? 0..<0 where !isPaidFor && index != item { changeMore(index) { $0.weight = 0 } }
      changeMore(item) {
        $0.reach = 0.95
        $0.weight = isPaidFor ? 0.35 : 0.06
        $0.atOnce = isPaidFor
      }
      tabs[leastTab].reach = min(tabs[leastTab].reach, flaw.share ?? (isPaidFor ? 0.62 : 0.35))
    case .tabsWideOverflow:
      let wide = platforms.filter(\.isWide).map(\.weight).reduce(0, +) / platforms.map(\.weight).reduce(0, +)
      guard wide > 0 else { throw error(flaw, "no platform has a tablet's room") }
      // Each item is known to about one user in 25: enough not to be undiscovered.
      let indices = try moreItems(&flaw, default: ["Coupons", "Stores", "Help"])
      let reach = flaw.share ?? min(1, 0.039 / wide)
      for index in indices {
        changeMore(index) {
          $0.reach = reach
          $0.weight = 0.15
          $0.atOnce = true
        }
      }
      more?.wideOnly = true
    default:
      if flaw.subjects.isEmpty { flaw.subjects = [more?.items.first?.name ?? "Wishlist"] }
      habits.reorder = (flaw.subjects[0], flaw.share ?? 0.25)
    }
  }

  /// The indices of the flaw's items in the More list, added if they are missing.
  private mutating func moreItems(_ flaw: inout PlantedFlaw, default names: [String]) throws -> [Int] {
    var list = more ?? MoreList()
    if flaw.subjects.isEmpty {
      flaw.subjects = list.items.isEmpty ? names : Array(list.items.prefix(names.count).map(\.name))
    }
    let indices = flaw.subjects.map { name in
      if let known = list.items.firstIndex(where: { $0.name == name }) { return known }
      list.items.append(Item(root: Screen(name: name), name: name))
      return list.items.count - 1
    }
    more = list
    return indices
  }

  private mutating func changeMore(_ index: Int, _ change: (inout Item) -> Void) {
    guard var list = more else { return }
    change(&list.items[index])
    more = list
  }
}
