import NavigationModel

/// Where tabs are selected from: a strip inside a page is selected from that page, a tab of the bar from anywhere, but
/// on a television, where the focus goes from one to the next.
package struct TabOrigins: Measure, Summed {
  package struct Selection: Hashable, BinaryRecord {
    package let tab: Name
    package let section: Section
    /// Whether screens were open above the section's root.
    package let isBelowRoot: Bool

    package static let form = BinaryForm(Self.init(tab:section:isBelowRoot:), \.tab, \.section, \.isBelowRoot)
  }

  package struct Strip: Equatable, Sendable {
    package let section: Section
    package let names: Set<Name>
    /// Whether it is on the root of the section, and not below.
    package let isOnRoot: Bool
    /// Whether the bar has other tabs than the section. If not, the names may well be its tabs: people are deep in the
    /// section when they leave it.
    package let isBesideBar: Bool
  }

  /// Of single selections by people. Those that begin a part come from nowhere, whoever made them: no app opens with a
  /// strip inside a page.
  private var sums = SumsByKey<Selection, Frequency>()
  /// Those who selected any tab.
  private var people = UserCount()
  private var found = Once<[Strip]>()
  private var declared: DeclaredNames?
  private var televisions = Televisions()

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) { self.declared = declared }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if televisions.has(session.segment, declared) { return }
    for (index, step) in path.steps.enumerated()
    where step.kind == .tab && !step.isInferred {
      let last = index > 0 && path.steps[index - 1].part == step.part ? index - 1 : nil
      if last != nil, step.maker == .app { continue }
      let section = last.map { path.steps[$0].section } ?? .none
      sums[
        adding: Selection(
          tab: step.section.name, section: section,
          isBelowRoot: last.map { path.stacks.height(afterStep: $0) > 1 } ?? false)
      ].add(session)
      people.add(session)
    }
  }

  mutating func dropSurplus() { found = Once() }

  static let fields = Fields<Self>(\.sums, \.people)

  /// The strips, unordered: 95% of the selections come from the page or the strip itself. A page below the root of a
  /// section is enough; of a section with its root, other tabs must tell that it is no hub: people go to and fro
  /// between it and them, from the strip back to it or to several of them, but from none of them into the strip.
  /// - Complexity: found once, in O(sections · selections of different kinds).
  package var strips: [Strip] {
    // With so many, tabs are names with ids.
    guard sums.count <= BarUsers.mostKeys else { return [] }
    return found.value { StripFinder(sums, quorum: max(3, (people.users + 99) / 100)).strips }
  }

  /// The names of the strips that are surely none of the bar's.
  package var stripNames: Set<Name> { strips.reduce(into: []) { if $1.isBesideBar { $0.formUnion($1.names) } } }
}

/// Finds strips of tabs. Tabs are numbered.
private struct StripFinder {
  private typealias Strip = TabOrigins.Strip
  /// Selections of a tab in a section.
  private typealias Row = (tab: Int, isBelowRoot: Bool, count: Int)

  private static let fewestSelections = 20

  private var tabs = NameList()
  private var rows = SumsByKey<Section, [Row]>()
  /// All selections of each tab, and those in any tab.
  private var all: [Int] = []
  private var inTabs: [Int] = []
  /// By tab: what is selected in it.
  private var next: [[(tab: Int, count: Int)]] = []
  /// By tab: the tabs in which people select it, with their users.
  private var origins: [[(section: Section, users: Int)]] = []
  /// Who so many people select in another tab is no strip of a page.
  private let quorum: Int

  /// - Parameter quorum: of users.
  init(_ sums: SumsByKey<TabOrigins.Selection, Frequency>, quorum: Int) {
    self.quorum = quorum
    for key in sums.keys { _ = tabs.number(adding: key.tab) }
    all = [Int](repeating: 0, count: tabs.keys.count)
    inTabs = all
    next = [[(tab: Int, count: Int)]](repeating: [], count: all.count)
    origins = [[(section: Section, users: Int)]](repeating: [], count: all.count)
    for (key, sum) in sums.pairs {
      let count = sum.count
      let section = rows.number(adding: key.section, as: [])
      let tab = tabs.number(adding: key.tab)
      rows[number: section].append((tab, key.isBelowRoot, count))
      all[tab] += count
      if key.section.kind == .tab { origins[tab].append((key.section, sum.users)) }
      guard key.section.kind == .tab, let origin = tabs.number(of: key.section.name) else { continue }
      inTabs[tab] += count
      next[origin].append((tab, count))
    }
  }

  var strips: [TabOrigins.Strip] {
    rows.keys.indices.compactMap { strip(in: $0, isOnRoot: false) ?? strip(in: $0, isOnRoot: true) }
  }

  private func strip(in number: Int, isOnRoot: Bool) -> Strip? {
    let section = rows.keys[number]
    if isOnRoot, section.kind != .tab || all.count > BarUsers.mostTabs { return nil }
    let rows = rows[number: number].filter { isOnRoot || $0.isBelowRoot }
    if rows.isEmpty { return nil }
    /// The selections from the page.
    var page = [Int](repeating: 0, count: all.count)
    for row in rows { page[row.tab] += row.count }
    let own = tabs.number(of: section.name)
    let (names, within) = names(page: page, without: section.kind == .tab ? own : nil)

    // People come into the strip from the page, and from nowhere else.
    let strip = Set(names.indices.filter { names[$0] }.map { tabs.keys[$0] })
    let members = names.indices.filter { tab in
      names[tab]
        && origins[tab].reduce(0) { users, origin in
          origin.section == section || strip.contains(origin.section.name) ? users : users + origin.users
        } < quorum
    }
    let entered = members.reduce(0) { $0 + page[$1] }
    let elsewhere = members.reduce(0) { $0 + all[$1] - page[$1] - within[$1] }
    guard entered > 0, entered >= 19 * elsewhere else { return nil }
    let others = all.indices.filter { !names[$0] && $0 != own && all[$0] >= Self.fewestSelections }
    if isOnRoot {
      guard others.count > 1, others.reduce(0, { $0 + page[$1] }) >= Self.fewestSelections, let own,
        selections(of: own, in: others) >= Self.fewestSelections,
        selections(of: own, in: members) >= Self.fewestSelections
          || others.count(where: { selections(of: $0, in: members) >= Self.fewestSelections }) > 1
      else { return nil }
    }
    return Strip(
      section: section, names: Set(members.map { tabs.keys[$0] }), isOnRoot: isOnRoot,
      isBesideBar: section.kind != .tab || !others.isEmpty)
  }

  /// The most tabs that are selected only from the page and from each other; and how often each is from these.
  private func names(page: [Int], without own: Int?) -> (isIn: [Bool], within: [Int]) {
    var isIn = [Bool](repeating: true, count: all.count)
    var within = inTabs
    func isOut(_ tab: Int) -> Bool {
      all[tab] < Self.fewestSelections || (page[tab] + within[tab]) * 20 < all[tab] * 19
    }
    var removed: [Int] = []
    func remove(_ tab: Int) {
      isIn[tab] = false
      removed.append(tab)
    }
    if let own { remove(own) }
    for tab in all.indices where isIn[tab] && isOut(tab) { remove(tab) }
    while let tab = removed.popLast() {
      for (selected, count) in next[tab] {
        within[selected] -= count
        if isIn[selected], isOut(selected) { remove(selected) }
      }
    }
    return (isIn, within)
  }

  /// How often a tab is selected in some others.
  private func selections(of tab: Int, in origins: [Int]) -> Int {
    origins.reduce(0) { all, origin in next[origin].reduce(all) { $0 + ($1.tab == tab ? $1.count : 0) } }
  }
}
