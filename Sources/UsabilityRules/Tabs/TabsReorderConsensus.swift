import Measures
import NavigationModel

extension Rule {
  static let tabsReorderConsensus = Rule(
    id: "tabs.reorder-consensus",
    title: "Tab order that users change",
    claim: "Most people who reorder the tabs put the same item into the bar.",
    rationale:
      """
      Hardly anyone changes a default. If those who do agree on what is missing, the others most likely miss it too, \
      and pay for it with every tap.
      """,
    severities: [.info],
    subject: .item,
    table: "more",
    sources: [.heuristic("30 users and the share of 50%; people who order tabs are those who use the app most")],
    thresholds: [
      Threshold("share", 0.5, .share, "of the users who reordered the tabs, the share who put the item into the bar"),
      Threshold("users", 30, .users, "at least this many users must have reordered the tabs"),
    ],
    advice: "Put the item into the bar by default, where people put it.",
    action: RuleAction("Put ", named: " into the bar, as people do", movesTab: true),
    needs: [.tabEdits],
    taps: [.moreOpen],
    examples: [
      .fires(subject: "Coupons", .info, "tabs:A|B|C|D|More tab:A edit:A|B|C|Coupons|More * 40"),
      .fires(
        subject: "Coupons", .info, "tab:A edit:A|Coupons|C|D * 35\ntab:A edit:A|B|D|C * 5",
        map: AppMap(tabs: ["A", "B", "C", "D", "More"], moreTab: "More")),
      .silent("tabs:A|B|C|D|More tab:A edit:A|B|C|Coupons|More * 29", because: "29 users are too few"),
      .silent(
        "tabs:A|B|C|D|More tab:A edit:A|B|C|Coupons|More * 30\ntabs:A|B|C|D|More tab:A edit:B|A|C|D|More * 20",
        because: "30 of 50 may be half"),
      .silent("tabs:A|B|C|D|More tab:A edit:B|A|D|C|More * 60", because: "the bar holds what it held before"),
      .silent(
        "tabs:A|B|C|D|More tab:A edit:A|B|C|Coupons|More edit:A|B|C|D|More * 60",
        because: "people took it back: their last order counts"),
    ],
    judging: Judging { context in
      context.measures.tabEdits.sums.pairs.map { edit, sum in
        Subject(
          "app", users: sum.users, examples: sum.examples,
          ties: [context.text(edit.first), context.text(edit.second)], of: edit)
      }.inOrder()
    } findings: { context, edits in
      let orders = context.ownOrders(edits)
      let editors = orders.reduce(0) { $0 + $1.users }
      guard editors >= context.count("users") else { return [] }
      let byItem = orders.reduce(into: [Name: [OwnOrder]]()) { byItem, order in
        for item in order.putIn { byItem[item, default: []].append(order) }
      }
      let items = context.scope.names.ordered(byItem.keys).map { item in
        let orders = byItem[item, default: []]
        let taps = context.measures.moreList.items[item]?.count
        let users = orders.reduce(0) { $0 + $1.users }
        return Subject(
          context.text(item), in: taps == nil ? nil : "More", users: users,
          examples: orders.reduce(into: Examples()) { $0.merge($1.examples) },
          share: .users(users, of: editors), of: (orders: orders, taps: taps))
      }
      return context.above("share", items).map { found in
        context.finding(
          found, .info, metric: "put_into_bar", extraTaps: found.subject.item.taps,
          fact: "\(found.share("users who ordered the tabs")) put \(found.subject.name) into the bar",
          details: context.takenOut(found.subject.item.orders))
      }
    }.unless { context in
      let edits = context.measures.tabEdits.sums.values
      return context.fewer(than: context.count("users"), edits.reduce(0) { $0 + $1.users }, "reordered the tabs")
    })
}

/// A user's own order of the tabs, compared with the earlier contents of the bar.
private typealias OwnOrder = (putIn: Set<Name>, takenOut: Set<Name>, users: Int, examples: Examples)

extension RuleContext {
  /// The orders of users for whom the earlier contents of the bar are known: what they were shown, otherwise what the
  /// map declares, otherwise what most users were shown.
  fileprivate func ownOrders(_ edits: [Subject<NamePair>]) -> [OwnOrder] {
    let usual = usualBar
    return edits.compactMap { edit in
      let before = edit.item.first.isKnown ? bar(of: scope.names.tabs(in: edit.item.first)) : usual
      let after = bar(of: scope.names.tabs(in: edit.item.second))
      return before.isEmpty
        ? nil : (after.subtracting(before), before.subtracting(after), edit.users ?? 0, edit.examples)
    }
  }

  private var usualBar: Set<Name> {
    if !scope.declared.tabs.isEmpty { return bar(of: scope.declared.tabs) }
    let lists = barSights { _ in true }.filter { $0.sight.kind == .tabList }
    return lists.most(1, by: \.users) { text($0.sight.name) }.first.map { bar(of: scope.names.tabs(in: $0.sight.name)) }
      ?? []
  }

  /// The bar's contents in an order that may list all items: what precedes the More tab or, without one, up to five
  /// items or the first four of more.
  private func bar(of order: [Name]) -> Set<Name> {
    if let index = order.firstIndex(of: scope.declared.moreTab) { return Set(order[..<index]) }
    return Set(order.count > 5 ? order.prefix(4) : order.prefix(5))
  }

  /// What left the bar in favor of the item.
  fileprivate func takenOut(_ orders: [OwnOrder]) -> [Text] {
    var users: [Name: Int] = [:]
    for order in orders { for tab in order.takenOut { users[tab, default: 0] += order.users } }
    return users.most(3, by: \.value, named: { text($0.key) }).map {
      "\(Wording.count($0.value, "user")) took \(text($0.key)) out for it."
    }
  }
}
