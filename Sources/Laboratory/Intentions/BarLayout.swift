/// Where each entry of an app stands: in the tab bar, behind the More list, or in a hidden menu. Entries are known by their index.
public struct BarLayout: Sendable, Hashable {
  public var bar: [Int]
  public var more: [Int]
  public var menu: [Int]

  public init(bar: [Int], more: [Int] = [], menu: [Int] = []) {
    self.bar = bar
    self.more = more
    self.menu = menu
  }

  /// How many places of the bar are taken, the More tab included.
  public var width: Int { bar.count + (more.isEmpty ? 0 : 1) }

  /// The layout after some hidden entries came into the bar and some tabs left it: behind the More list if there was one, else into the menu.
  public func moving(up promoted: [Int], down demoted: [Int]) -> BarLayout {
    var layout = self
    layout.bar = bar.filter { !demoted.contains($0) } + promoted
    layout.more.removeAll(where: promoted.contains)
    layout.menu.removeAll(where: promoted.contains)
    if more.isEmpty { layout.menu += demoted } else { layout.more += demoted }
    return layout
  }
}
