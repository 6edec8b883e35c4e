import NavigationModel
import Statistics

/// How hidden menus are used: opens, abandoned opens, and choices.
package struct Menus: Measure {
  /// An item of a menu.
  package struct Item: MixedHash, Sendable, Codable {
    package let menu: Name
    package let item: Name

    package init(menu: Name, item: Name) {
      self.menu = menu
      self.item = item
    }

    package var bits: UInt64 { UInt64(menu.rawValue) << 32 | UInt64(item.rawValue) }
  }

  package struct MenuCell: MergeableCell {
    /// All opens, implied ones included.
    package internal(set) var opens = Happening()
    /// Opens implied by a choice.
    package internal(set) var impliedOpens = 0
    /// Opens that were left without a choice.
    package internal(set) var abandonedOpens = Happening()
    var abandonedShare = UserShare()

    package init() {}

    /// Abandoned opens over logged opens.
    package var abandonment: RatioSums { abandonedShare.sums }

    package mutating func merge(_ other: MenuCell) {
      opens.merge(other.opens)
      impliedOpens += other.impliedOpens
      abandonedOpens.merge(other.abandonedOpens)
      abandonedShare.merge(other.abandonedShare)
    }
  }

  package private(set) var menus = NameCells<MenuCell>()
  /// Choices of each item.
  package private(set) var items = KeyedCells<Item, Happening>()
  /// From the opening of the menu to the choice.
  private var timesToChoose = KeyedCells<Item, Durations>()
  /// Opens, abandoned opens and choices of the current session.
  private var opened = Tally<Name>()
  private var abandoned = Tally<Name>()
  private var chosen = Tally<Item>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    opened.removeAll()
    abandoned.removeAll()
    chosen.removeAll()
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .menuOpen:
        opened.count(occurrence.container)
        if occurrence.flag { menus[adding: occurrence.container].impliedOpens += 1 }
      case .menuAbandoned: abandoned.count(occurrence.container)
      case .menuSelect:
        let item = Item(menu: occurrence.container, item: occurrence.subject)
        chosen.count(item)
        if occurrence.duration >= 0 { timesToChoose[adding: item].add(occurrence.duration) }
      default: break
      }
    }
    for row in counts.rows where row.figure == .menuAbandonment { menus[adding: row.name].abandonedShare.add(y: row.y, n: row.n, session) }
    for (menu, count) in opened.counts { menus[adding: menu].opens.add(count, session) }
    for (menu, count) in abandoned.counts { menus[adding: menu].abandonedOpens.add(count, session) }
    for (item, count) in chosen.counts { items[adding: item].add(count, session) }
  }

  package mutating func merge(_ other: Menus) {
    menus.merge(other.menus)
    items.merge(other.items)
    timesToChoose.merge(other.timesToChoose)
  }

  /// Opens of any menu, implied ones included.
  package var opensOfAll: Int { menus.cells.reduce(0) { $0 + $1.opens.count } }
}

extension Menus {
  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope), itemTable(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    TableDefinition<(name: Name, cell: MenuCell)>(
      "menus", "One row for each hidden menu.", parts: .init("menu"),
      [
        .key("menu", "The menu's container.") { scope.names[$0.name] },
        .count("opens", "How often it was opened, implied opens included.") { $0.cell.opens.count },
        .count("implied_opens", "Of these, opens that were not logged, only the choice.") { $0.cell.impliedOpens },
        .users("users", "Users who opened it.") { $0.cell.opens.users },
        .reach(of: scope) { (Discovery.Subject(.menu, $0.name), $0.cell.opens.users) },
        .count("abandoned", "Opens that were left without a choice.") { $0.cell.abandonment.sumY },
        .shareByUser("abandonment", "Those over the opens that are logged.") { $0.cell.abandonment },
      ]
    ).table(menus.rows(scope.names, with: scope.declared.menus))
  }

  private func itemTable(_ scope: MeasureScope) -> Table {
    let names = scope.names
    return TableDefinition<(key: Item, cell: Happening, opens: Int)>(
      "menu_items", "One row for each item of a hidden menu.", parts: .init("menu_item", column: "item", in: .column("menu")),
      [
        .key("menu", "The menu's container.") { names[$0.key.menu] },
        .key("item", "The item.") { names[$0.key.item] },
        .count("selects", "How often it was chosen.") { $0.cell.count },
        .users("users", "Users who chose it.") { $0.cell.users },
        .reach(of: scope) { (Discovery.Subject(.menuItem, $0.key.item, container: $0.key.menu), $0.cell.users) },
        .measure("click_through", "Choices of the item over opens of its menu.", in: .choicesPerOpen) {
          $0.opens > 0 ? Double($0.cell.count) / Double($0.opens) : nil
        },
        .measure("choose_p50_s", "Median time from the opening of the menu to the choice, seconds.", in: .seconds) { timesToChoose[$0.key]?.seconds(.median) },
      ]
    ).table(Set(items.keys).union(scope.declared.menuItems).map { ($0, items[$0] ?? Happening(), menus[$0.menu]?.opens.count ?? 0) })
  }
}

extension Measures {
  package var menus: Menus { self[Menus.self] }
}
