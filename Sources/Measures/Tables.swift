import NavigationModel
import Statistics

extension Measures {
  /// All tables of the measures, in the order of the files' documentation. Adding one is a line here.
  public func tables(_ scope: MeasureScope) -> [Table] {
    [
      summary(scope), depths.table(scope), screens.table(scope), tabs.table(scope, tabSets: tabSets),
      sectionChanges.table(scope), moreList.table(scope), menus.table(scope), menus.itemTable(scope),
      gestures.table(scope), discovery.table(scope), transitions.table(scope), daily.table(scope),
      tasks.table(scope), trails.table(scope),
    ]
  }
}

extension Measures {
  /// The names of ``tables(_:)``.
  public static let tableNames = [
    "summary", "depth", "screens", "tabs", "tab_switches", "more", "menus", "menu_items", "gestures", "discovery", "transitions", "daily", "tasks", "trails",
  ]
}

extension Depths {
  func table(_ scope: MeasureScope) -> Table {
    let deepest = max(visits.count, sessions.count)
    var rows: [[Table.Cell]] = []
    if scope.structureKnown {
      func count(_ counts: [Int], _ depth: Int) -> Int { depth < counts.count ? counts[depth] : 0 }
      for depth in 1..<max(deepest, 1) {
        let figures = [count(visits, depth), count(sessions, depth), count(users, depth)]
        if figures.contains(where: { $0 > 0 }) { rows.append([.integer(depth)] + figures.map { .integer($0) }) }
      }
    }
    return Table(
      name: "depth", meaning: "One row for each depth that was reached.",
      columns: [
        .init("depth", .integer, "Level of a screen, the root being 1; a modal screen starts to count anew."),
        .init("visits", .integer, "Forward steps that arrive at a screen of this depth."),
        .init("sessions", .integer, "Sessions whose deepest step is at this depth."),
        .init("users", .integer, "Users whose deepest step is at this depth."),
      ],
      rows: rows)
  }
}

extension Screens {
  func table(_ scope: MeasureScope) -> Table {
    let known = scope.structureKnown
    let rows = scope.names.ordered(Set(cells.keys).union(scope.declared.screens)).map { name -> [Table.Cell] in
      let cell = cells[name] ?? Cell()
      let depths = cell.depths.histogram
      return [
        .text(scope.names[name]), .integer(known ? cell.visits : cell.arrivals), .integer(cell.users(structureKnown: known)),
        .integer(cell.sessions(structureKnown: known)), scope.structural(.init(depths.first?.value)),
        scope.structural(.init(nearestRank(.median, ofHistogram: depths))),
        scope.structural(.init(depths.last?.value)), scope.structural(.integer(cell.returns)),
        .integer(cell.entries), .integer(cell.exits), scope.structural(.integer(cell.quickBacks)),
        .init(cell.dwell.seconds(.median)),
      ]
    }
    return Table(
      name: "screens", meaning: "One row for each screen.",
      columns: [
        .init("screen", .text, "The screen."),
        .init("visits", .integer, "Forward steps that arrive at it (every step, where no structure is known)."),
        .init("users", .integer, "Users with a visit."),
        .init("sessions", .integer, "Sessions with a visit."),
        .init("depth_min", .integer, "Smallest depth of a visit."),
        .init("depth_p50", .integer, "Median depth of the visits."),
        .init("depth_max", .integer, "Largest depth of a visit."),
        .init("returns", .integer, "Return steps that come back to it."),
        .init("entries", .integer, "Parts of sessions that begin with it."),
        .init("exits", .integer, "Parts of sessions that end with it."),
        .init("quick_backs", .integer, "Visits left by a back step within five seconds."),
        .init("dwell_p50_s", .number, "Median stay, whatever step began it, seconds."),
      ],
      rows: rows)
  }
}

extension Tabs {
  func table(_ scope: MeasureScope, tabSets: TabSets) -> Table {
    let tabs = Set(cells.keys).union(scope.declared.tabs).union(tabSets.badged.keys).union(tabSets.names(scope))
    let rows = scope.names.ordered(tabs).map { name -> [Table.Cell] in
      let cell = cells[name] ?? Cell()
      return [.text(scope.names[name]), .integer(cell.selects), .integer(cell.users)] + scope.reach(cell.users) + [
        .integer(cell.reselects), .integer(cell.blocked.sumY), .integer(cell.inferred), .integer(cell.stateLost.sumN),
        .integer(cell.stateLost.sumY),
      ]
    }
    return Table(
      name: "tabs", meaning: "One row for each tab of the tab bar.",
      columns: [
        .init("tab", .text, "The tab."),
        .init("selects", .integer, "Accepted selections from another section."),
        .init("users", .integer, "Users who selected it, from another section or the same."),
        .init("reach", .share, "Those users over all users."),
        .init("reach_low", .share, "Lower bound of the 95 % interval."),
        .init("reach_high", .share, "Upper bound of the 95 % interval."),
        .init("reselects", .integer, "Selections of the tab that was shown already."),
        .init("blocked", .integer, "Selections that the app refused."),
        .init("inferred", .integer, "Returns to the tab that only a screen tells of."),
        .init("kept_state_returns", .integer, "Returns to the tab when it had kept more than its root."),
        .init("state_lost", .integer, "Of these, the ones at which only a root was left."),
      ],
      rows: scope.structureKnown ? rows : [])
  }
}

extension SectionChanges {
  func table(_ scope: MeasureScope) -> Table {
    let rows = cells.pairs
      .map { (from: SectionLabel($0.from, scope.names), to: SectionLabel($0.to, scope.names), cell: $1) }
      .sorted { $0.from == $1.from ? $0.to < $1.to : $0.from < $1.from }
      .map { row -> [Table.Cell] in
        [.text(row.from.text), .text(row.to.text), .integer(row.cell.count), .integer(row.cell.users), .integer(row.cell.tabSteps)]
      }
    return Table(
      name: "tab_switches", meaning: "One row for each change of section.",
      columns: [
        .init("from", .text, "The section left."),
        .init("to", .text, "The section entered."),
        .init("count", .integer, "How often."),
        .init("users", .integer, "By how many users."),
        .init("tab_steps", .integer, "How often by a tab; these add up to tab_switches."),
      ],
      rows: scope.structureKnown ? rows : [])
  }
}

/// What a section is called, in a total order: a tab may be called like the More list or like an item of a menu.
private struct SectionLabel: Comparable {
  let text: String
  private let kind: UInt8
  private let name: UInt32

  init(_ section: Section, _ names: Names) {
    text = section.label(names)
    kind = section.kind.rawValue
    name = names.rank(section.name)
  }

  static func < (a: SectionLabel, b: SectionLabel) -> Bool {
    a.text == b.text ? (a.kind, a.name) < (b.kind, b.name) : a.text.precedesByScalars(b.text)
  }
}

extension MoreList {
  func table(_ scope: MeasureScope) -> Table {
    let rows = scope.names.ordered(Set(items.keys).union(scope.declared.moreItems)).map { name -> [Table.Cell] in
      let cell = items[name] ?? Cell()
      return [.text(scope.names[name]), .integer(cell.selects), .integer(cell.users)] + scope.reach(cell.users)
        + [.integer(cell.selects)]
    }
    return Table(
      name: "more", meaning: "One row for each item of the More list.",
      columns: [
        .init("item", .text, "The item."),
        .init("selects", .integer, "How often it was chosen."),
        .init("users", .integer, "Users who chose it."),
        .init("reach", .share, "Those users over all users."),
        .init("reach_low", .share, "Lower bound of the 95 % interval."),
        .init("reach_high", .share, "Upper bound of the 95 % interval."),
        .init("extra_taps", .integer, "Taps that a visible tab would have saved: one for each choice."),
      ],
      rows: rows)
  }
}

extension Menus {
  func table(_ scope: MeasureScope) -> Table {
    let rows = scope.names.ordered(Set(menus.keys).union(scope.declared.menus)).map { name -> [Table.Cell] in
      let cell = menus[name] ?? MenuCell()
      let abandonment = cell.abandonment
      let interval = abandonment.interval()
      return [.text(scope.names[name]), .integer(cell.opens), .integer(cell.users)] + scope.reach(cell.users) + [
        .integer(abandonment.sumY), .init(abandonment.share), .init(interval?.low), .init(interval?.high),
      ]
    }
    return Table(
      name: "menus", meaning: "One row for each hidden menu.",
      columns: [
        .init("menu", .text, "The menu's container."),
        .init("opens", .integer, "How often it was opened, implied opens included."),
        .init("users", .integer, "Users who opened it."),
        .init("reach", .share, "Those users over all users."),
        .init("reach_low", .share, "Lower bound of the 95 % interval."),
        .init("reach_high", .share, "Upper bound of the 95 % interval."),
        .init("abandoned", .integer, "Opens that were left without a choice."),
        .init("abandonment", .share, "Those over all opens."),
        .init("abandonment_low", .share, "Lower bound of the 95 % interval, by user."),
        .init("abandonment_high", .share, "Upper bound of the 95 % interval, by user."),
      ],
      rows: rows)
  }

  func itemTable(_ scope: MeasureScope) -> Table {
    let names = scope.names
    let keys = Set(items.keys).union(scope.declared.menuItems).sorted {
      (names.rank($0.menu), names.rank($0.item)) < (names.rank($1.menu), names.rank($1.item))
    }
    let rows = keys.map { key -> [Table.Cell] in
      let cell = items[key] ?? ItemCell()
      let opens = menus[key.menu]?.opens ?? 0
      return [.text(names[key.menu]), .text(names[key.item]), .integer(cell.selects), .integer(cell.users)]
        + scope.reach(cell.users) + [
          .init(opens > 0 ? Double(cell.selects) / Double(opens) : nil), .init(cell.timeToChoose.seconds(.median)),
        ]
    }
    return Table(
      name: "menu_items", meaning: "One row for each item of a hidden menu.",
      columns: [
        .init("menu", .text, "The menu's container."),
        .init("item", .text, "The item."),
        .init("selects", .integer, "How often it was chosen."),
        .init("users", .integer, "Users who chose it."),
        .init("reach", .share, "Those users over all users."),
        .init("reach_low", .share, "Lower bound of the 95 % interval."),
        .init("reach_high", .share, "Upper bound of the 95 % interval."),
        .init("click_through", .number, "Choices of the item over opens of its menu."),
        .init("choose_p50_s", .number, "Median time from the opening of the menu to the choice, seconds."),
      ],
      rows: rows)
  }
}

extension Gestures {
  func table(_ scope: MeasureScope) -> Table {
    let rows = scope.names.ordered(cells.keys).map { name -> [Table.Cell] in
      let cell = cells[name] ?? Cell()
      return [.text(scope.names[name]), .integer(cell.failed.sumN), .integer(cell.failed.sumY), .integer(cell.users)]
        + scope.reach(cell.users)
    }
    return Table(
      name: "gestures", meaning: "One row for each gesture.",
      columns: [
        .init("gesture", .text, "The gesture."),
        .init("uses", .integer, "How often it was made, failures included."),
        .init("failed", .integer, "How often it failed."),
        .init("users", .integer, "Users with a use that did not fail."),
        .init("reach", .share, "Those users over all users."),
        .init("reach_low", .share, "Lower bound of the 95 % interval."),
        .init("reach_high", .share, "Upper bound of the 95 % interval."),
      ],
      rows: rows)
  }
}

extension Transitions {
  func table(_ scope: MeasureScope) -> Table {
    let rows = cells.pairs
      .map { pair, cell in
        (
          from: pair.from.isKnown ? scope.names[pair.from] : "(start)", to: pair.to.isKnown ? scope.names[pair.to] : "(end)",
          cell: cell
        )
      }
      .sorted { $0.from == $1.from ? $0.to.precedesByScalars($1.to) : $0.from.precedesByScalars($1.from) }
      .map { row -> [Table.Cell] in
        [.text(row.from), .text(row.to), .integer(row.cell.count), .integer(row.cell.users)]
      }
    return Table(
      name: "transitions", meaning: "One row for each pair of neighbouring screens.",
      columns: [
        .init("from", .text, "The screen left; (start) for the beginning of a part of a session."),
        .init("to", .text, "The screen arrived at; (end) for the end of a part of a session."),
        .init("count", .integer, "How often; all rows add up to the steps and the parts with steps."),
        .init("users", .integer, "By how many users."),
      ],
      rows: rows)
  }
}

extension Daily {
  func table(_ scope: MeasureScope) -> Table {
    let names = scope.names
    let rows = cells.pairs
      .sorted { a, b in
        (a.0.day, names.rank(a.0.platform), names.rank(a.0.appVersion)) < (
          b.0.day, names.rank(b.0.platform), names.rank(b.0.appVersion)
        )
      }
      .map { key, cell -> [Table.Cell] in
        let mean = cell.sessionsWithSteps > 0 ? Double(cell.depthSum) / Double(cell.sessionsWithSteps) : nil
        return [
          .date(key.day), .text(names[key.platform]), .text(names[key.appVersion]), .integer(cell.users),
          .integer(cell.sessions), .integer(scope.structureKnown ? cell.visits : cell.steps),
          scope.structural(.integer(cell.tabSwitches)), .integer(cell.moreItems), .integer(cell.menuOpens),
          .integer(cell.menusAbandoned), scope.structural(.init(mean)), scope.structural(.integer(cell.deeperThan5)),
          scope.structural(.integer(cell.deeperThan6)), scope.structural(.integer(cell.quickBacks)),
        ]
      }
    return Table(
      name: "daily", meaning: "One row for each day (UTC, of the session's start), platform and version of the app.",
      columns: [
        .init("date", .date, "The day."),
        .init("platform", .text, "The platform; empty where it is not known."),
        .init("app_version", .text, "The version of the app; empty where it is not known."),
        .init("users", .integer, "Users with a session."),
        .init("sessions", .integer, "Sessions that began on the day."),
        .init("visits", .integer, "Their visits."),
        .init("tab_switches", .integer, "Their tab switches."),
        .init("more_extra_taps", .integer, "Their choices from the More list: each cost one tap more than a visible tab."),
        .init("menu_opens", .integer, "How often a menu was opened."),
        .init("menu_abandoned", .integer, "How often a menu was left without a choice."),
        .init("depth_mean", .number, "Mean depth of the sessions with steps."),
        .init("sessions_deeper_than_5", .integer, "Sessions that went below the fifth level."),
        .init("sessions_deeper_than_6", .integer, "Sessions that went below the sixth level."),
        .init("quick_backs", .integer, "Visits left by a back step within five seconds."),
      ],
      rows: rows)
  }
}

extension Discovery {
  func table(_ scope: MeasureScope) -> Table {
    let declared =
      scope.declared.moreItems.map { Subject(.moreItem, $0, container: .more) }
      + scope.declared.menuItems.map { Subject(.menuItem, $0.item, container: $0.menu) }
    let hidden = subjects.filter { $0.kind == .moreItem || $0.kind == .menuItem }.union(declared)
    let names = scope.names
    let ordered = hidden.sorted {
      (names.rank($0.container), names.rank($0.name), $0.kind.rawValue) < (
        names.rank($1.container), names.rank($1.name), $1.kind.rawValue
      )
    }
    var rows: [[Table.Cell]] = []
    let sessions = usersBySessions.count
    let found = survivalRows(of: .moreItem).merging(survivalRows(of: .menuItem)) { $1 }
    for subject in ordered {
      // A row for each session number, also where nobody found it or was last seen.
      let everySession = (1..<max(sessions, 1)).map { SurvivalRow(time: $0, events: 0, censored: 0) }
      for step in kaplanMeier((found[subject] ?? survivalRows(of: subject)) + everySession).steps {
        rows.append([
          .text(names[subject.container]), .text(names[subject.name]), .integer(step.time), .integer(step.atRisk),
          .integer(step.events), .number(step.survival), .init(step.band?.low), .init(step.band?.high),
        ])
      }
    }
    return Table(
      name: "discovery", meaning: "One row for each hidden item and session number: who has found it by then.",
      columns: [
        .init("container", .text, "The menu, or More for the More list."),
        .init("item", .text, "The item."),
        .init("session_number", .integer, "Number of a user's session, 1 being the first seen."),
        .init("at_risk", .integer, "Users with at least so many sessions who had not used the item before."),
        .init("discovered", .integer, "Of these, the ones who use it in that session."),
        .init("undiscovered_share", .share, "Kaplan–Meier estimate of the share of users who have not used it after that session."),
        .init("undiscovered_low", .share, "Lower bound of its 95 % band (log-log); empty while it is 1 and once it is 0."),
        .init("undiscovered_high", .share, "Upper bound of its 95 % band."),
      ],
      rows: rows)
  }
}

extension TabSets {
  /// The tabs in the lists that were shown or edited.
  func names(_ scope: MeasureScope) -> [Name] {
    let lists = Set(shown.keys.map(\.tabs)).union(edited.keys)
    let texts = Set(lists.flatMap { scope.names[$0].split(separator: "|").map(String.init) })
    return texts.compactMap { scope.names.name($0) }
  }
}
