import NavigationModel
import Statistics

/// How hidden menus are used: opens, abandoned opens, and choices.
package struct Menus: Measure, Summed {
  package struct Item: MixedHash, BinaryRecord {
    package let menu: Name
    package let item: Name

    package init(menu: Name, item: Name) { (self.menu, self.item) = (menu, item) }

    package static let form = BinaryForm(Self.init(menu:item:), \.menu, \.item)

    package var bits: UInt64 { UInt64(menu.rawValue) << 32 | UInt64(item.rawValue) }
  }

  package struct MenuSum: Summed {
    /// All opens, implied ones included.
    package internal(set) var opens = CountWithExamples()
    package internal(set) var impliedOpens = 0
    /// Opens in the section of a tab, and those of them below its first screen.
    fileprivate var placedOpens = 0
    fileprivate var lowOpens = 0
    /// From the opening to closing it without a choice.
    fileprivate var closing = Durations()
    /// Opens that were left without a choice.
    package internal(set) var abandonedOpens = CountWithExamples()
    var abandonedShare = UserShare()

    /// Abandoned opens over logged opens.
    package var abandonment: RatioSums { abandonedShare.sums }

    static let fields = Fields<Self>(
      \.opens, \.impliedOpens, \.placedOpens, \.lowOpens, \.closing, \.abandonedOpens, \.abandonedShare)
  }

  /// What people opened themselves, and left without a choice.
  private struct OwnOpens: Summed {
    var abandoned = CountWithExamples()
    var share = UserShare()

    static let fields = Fields<Self>(\.abandoned, \.share)
  }

  package private(set) var menus = SumsByName<MenuSum>()
  /// By menu and platform; and those just after the start of a part.
  private var ownOpens = SumsByKey<NamePair, OwnOpens>()
  private var firstOpens = SumsByKey<NamePair, OwnOpens>()
  package private(set) var items = SumsByKey<Item, CountWithExamples>()
  /// Choices by item, in any menu, and the screen on which it was made.
  package private(set) var origins = SumsByKey<NamePair, Frequency>()
  /// Choices by item, and the screen that they showed.
  private var arrivals = SumsByKey<Pair<Item, Name>, Int>()
  private var screensOfItems = Once<[Item: [(name: Name, count: Int)]]>()
  private var menusWithItems = Once<Set<Name>>()
  /// Whether the log says when a menu is closed without a choice.
  package private(set) var logsClosing = false
  /// From the opening of the menu to the choice.
  private var timesToChoose = SumsByKey<Item, Durations>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    var opened: Int64?
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .menuOpen:
        opened = occurrence.flag ? nil : occurrence.time
        note(&menus[adding: occurrence.container], open: occurrence, path, session)
        if !occurrence.flag {
          noteOwn(occurrence, session) { $0.share.add(false, session) }
        }
      case .menuAbandoned:
        if let opened { menus[adding: occurrence.container].closing.add(occurrence.time - opened) }
        menus[adding: occurrence.container].abandonedOpens.add(session)
        noteOwn(occurrence, session) {
          $0.abandoned.add(session)
          $0.share.add(y: 1, n: 0, session)
        }
      case .menuSelect:
        let item = Item(menu: occurrence.container, item: occurrence.subject)
        items[adding: item].add(session)
        // A link on the screen of the item itself would lead nowhere.
        if occurrence.stepsBefore > 0, case let from = path.steps[Int(occurrence.stepsBefore) - 1],
          from.part == occurrence.part, from.screen != path.steps[Int(occurrence.stepsBefore)].screen
        {
          origins[adding: NamePair(occurrence.subject, from.screen)].add(session)
        }
        let step = Int(occurrence.stepsBefore)
        if step < path.steps.count, path.steps[step].kind == .menuItem {
          arrivals[adding: Pair(item, path.steps[step].screen)] += 1
        }
        if occurrence.duration >= 0 { timesToChoose[adding: item].add(occurrence.duration) }
      default: break
      }
    }
    logsClosing = logsClosing || path.quality.closesMenu
    for row in counts.rows where row.figure == .menuAbandonment {
      menus[adding: row.name].abandonedShare.add(y: row.y, n: row.n, session)
    }
  }

  private func note(_ sum: inout MenuSum, open: Occurrence, _ path: Reconstruction, _ session: Session) {
    sum.opens.add(session)
    if open.flag { sum.impliedOpens += 1 }
    guard let isLow = path.isLow(open) else { return }
    sum.placedOpens += 1
    if isLow { sum.lowOpens += 1 }
  }

  private mutating func noteOwn(_ occurrence: Occurrence, _ session: Session, _ note: (inout OwnOpens) -> Void) {
    let key = NamePair(occurrence.container, session.segment.platform)
    if occurrence.maker == .person { note(&ownOpens[adding: key]) }
    if occurrence.maker == .start { note(&firstOpens[adding: key]) }
  }

  static let fields = Fields<Self>(
    \.menus, \.ownOpens, \.firstOpens, \.items, \.origins, \.arrivals, \.timesToChoose, \.logsClosing)

  mutating func dropSurplus() {
    screensOfItems = Once()
    menusWithItems = Once()
  }

  /// Whether anybody chose an item of a menu.
  package func isChosenFrom(_ menu: Name) -> Bool {
    menusWithItems.value { Set(items.keys.map(\.menu)) }.contains(menu)
  }

  /// Whether a menu belongs to screens below the first ones of the tabs, as that of a pause does to a game: 95% of its
  /// opens, of 30 or more (`H`), are there. It offers what can be done there, and leads nowhere from elsewhere.
  package func isLocal(_ menu: Name) -> Bool {
    guard let sum = menus[menu], sum.placedOpens >= 30 else { return false }
    return sum.lowOpens * 20 >= sum.placedOpens * 19
  }

  /// Whether people keep a menu open to rest before they close it: half of them for five seconds or more, and twice as
  /// long as a choice takes (`H`). Whoever looks for something and does not find it leaves sooner.
  package func isForRest(_ menu: Name) -> Bool {
    guard let sum = menus[menu], let stay = sum.closing.seconds(.median), stay >= 5, isLocal(menu) else { return false }
    let choosing = timesToChoose.pairs.reduce(into: Durations()) { if $1.0.menu == menu { $0.merge($1.1) } }
    return stay >= 2 * (choosing.seconds(.median) ?? 0)
  }

  /// Whether nobody opens a menu before choosing from it, in nine of ten choices (`H`): it is always in sight, or its
  /// opening is not logged.
  package func isNeverOpened(_ menu: Name) -> Bool {
    guard let sum = menus[menu] else { return false }
    return sum.impliedOpens * 10 >= sum.opens.count * 9
  }

  /// The screens that choices of an item showed, unordered.
  package func screens(of item: Item) -> [(name: Name, count: Int)] {
    screensOfItems.value {
      arrivals.pairs.reduce(into: [:]) { $0[$1.0.first, default: []].append((name: $1.0.second, count: $1.1)) }
    }[item] ?? []
  }

  mutating func leaveOut(_ uses: [Discovery.Subject: Int], _ people: Discovery, _ judged: AppMade.Judged) {
    for (subject, count) in uses {
      let users = people.users(of: subject)
      if subject.kind == .menu { menus[adding: subject.name].opens.leaveOut(count, users: users) }
      if subject.kind == .menuItem {
        items[adding: Item(menu: subject.container, item: subject.name)].leaveOut(count, users: users)
      }
    }
    for menu in menus.keys {
      menus[adding: menu].abandonedOpens = CountWithExamples()
      menus[adding: menu].abandonedShare = UserShare()
    }
    // Where an opening is logged with its choice, nothing is known of others.
    let first = firstOpens.pairs.filter { !judged.starting.contains($0.0) }
    for (key, own) in ownOpens.pairs + first where !judged.opening.contains(key.second) {
      menus[adding: key.first].abandonedOpens.merge(own.abandoned)
      menus[adding: key.first].abandonedShare.merge(own.share)
    }
  }

  /// Opens of any menu, implied ones included.
  package var opensOfAll: Int { menus.values.reduce(0) { $0 + $1.opens.count } }

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope), itemTable(scope)] }

  func rows(_ scope: MeasureScope) -> [(name: Name, sum: MenuSum)] {
    menus.rows(scope.names, with: scope.declared.menus)
  }

  func itemRows(_ scope: MeasureScope) -> [(key: Item, sum: CountWithExamples, opens: Int)] {
    Set(items.keys).union(scope.declared.menuItems).map {
      ($0, items[$0] ?? CountWithExamples(), menus[$0.menu]?.opens.count ?? 0)
    }
  }

  private func table(_ scope: MeasureScope) -> Table {
    TableDefinition<(name: Name, sum: MenuSum)>(
      "menus", "One row for each hidden menu.", isOfParts: true,
      [
        .key(.menu, "The menu's container.") { scope.names[$0.name] },
        .count(.opens, "How often it was opened, implied opens included.") { $0.sum.opens.count },
        .count("implied_opens", "Of these, opens that were not logged, only the choice.") { $0.sum.impliedOpens },
        .users(.users, "Users who opened it.") { $0.sum.opens.users },
        .reach(of: scope) { (Discovery.Subject(.menu, $0.name), $0.sum.opens.users) },
        .count(.abandoned, "Opens that were left without a choice.") { $0.sum.abandonment.sumY },
        .shareByUser(.abandonment, "Those over the opens that are logged.") { $0.sum.abandonment },
      ]
    ).table(rows(scope))
  }

  private func itemTable(_ scope: MeasureScope) -> Table {
    let names = scope.names
    return TableDefinition<(key: Item, sum: CountWithExamples, opens: Int)>(
      "menu_items", "One row for each item of a hidden menu.", isOfParts: true,
      [
        .key(.menu, "The menu's container.") { names[$0.key.menu] },
        .key(.item, "The item.") { names[$0.key.item] },
        .count(.selects, "How often it was chosen.") { $0.sum.count },
        .users(.users, "Users who chose it.") { $0.sum.users },
        .reach(of: scope) { (Discovery.Subject(.menuItem, $0.key.item, container: $0.key.menu), $0.sum.users) },
        .measure(.clickThrough, "Choices of the item over opens of its menu.", in: .choicesPerOpen) {
          $0.opens > 0 ? Double($0.sum.count) / Double($0.opens) : nil
        },
        .measure(.timeToChoose, "Median time from the opening of the menu to the choice, seconds.", in: .seconds) {
          timesToChoose[$0.key]?.seconds(.median)
        },
      ]
    ).table(itemRows(scope))
  }
}

extension Reconstruction {
  /// Whether a menu was opened below the first screen of a tab; nil outside tabs, where nothing tells the first screen.
  fileprivate func isLow(_ open: Occurrence) -> Bool? {
    let step = Int(open.stepsBefore) - 1
    guard step >= 0, steps[step].part == open.part, steps[step].section.kind == .tab else { return nil }
    return stacks.height(afterStep: step) > 1
  }
}
