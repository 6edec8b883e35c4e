/// Which entries of an app are in the tab bar, which behind the More list, and which in a hidden menu. Entries are identified by their index.
package struct BarLayout: Sendable, Hashable {
  package var bar: [Int]
  package var more: [Int]
  package var menu: [Int]

  package init(bar: [Int], more: [Int] = [], menu: [Int] = []) {
    self.bar = bar
    self.more = more
    self.menu = menu
  }

  /// The number of used slots in the bar, including the More tab.
  package var width: Int { bar.count + (more.isEmpty ? 0 : 1) }

  /// The layout after promoting some hidden entries and demoting some tabs: behind the More list if there was one, otherwise into the menu.
  package func moving(up promoted: [Int], down demoted: [Int]) -> BarLayout {
    var layout = self
    layout.bar = bar.filter { !demoted.contains($0) } + promoted
    layout.more.removeAll(where: promoted.contains)
    layout.menu.removeAll(where: promoted.contains)
    if more.isEmpty { layout.menu += demoted } else { layout.more += demoted }
    return layout
  }
}
