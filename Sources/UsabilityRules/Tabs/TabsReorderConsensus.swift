import Measures
import NavigationModel

extension Rule {
  static let tabsReorderConsensus = Rule(
    id: "tabs.reorder-consensus",
    title: "Tab order that users change",
    claim: "Most people who reorder the tabs put the same item into the bar.",
    rationale: """
      Hardly anyone changes a default. If those who do agree on what is missing, the others most likely miss it too, and pay for it with every tap.
      """,
    severities: [.info],
    subject: .item,
    sources: [.heuristic("30 users and the share of 50%; people who order tabs are those who use the app most")],
    thresholds: [
      Threshold("share", 0.5, .share, "share of the users with an order of their own who put the item into the bar"),
      Threshold("users", 30, .users, "at least this many users must have an order of their own"),
    ],
    advice: "Make it the default: put the item where people put it.",
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
        "tabs:A|B|C|D|More tab:A edit:A|B|C|Coupons|More edit:A|B|C|D|More * 60", because: "people took it back: their last order counts"),
    ],
    query: """
      WITH bar AS (
        SELECT o.user_id AS user_id, o.kind AS kind, o.value AS list, s.number AS session_number, o.number AS number,
          sum(o.kind = 'tabs_edit') OVER (PARTITION BY o.user_id ORDER BY s.number, o.number) AS edits,
          row_number() OVER (PARTITION BY o.user_id, o.kind ORDER BY s.number DESC, o.number DESC) AS from_last
        FROM occurrence AS o JOIN session AS s ON s.id = o.session_id
        WHERE o.kind IN ('tabs_shown', 'tabs_edit') AND o.value IS NOT NULL AND o.container IS NULL
      ), before AS (
        SELECT user_id, list, row_number() OVER (PARTITION BY user_id ORDER BY session_number DESC, number DESC) AS from_last
        FROM bar WHERE kind = 'tabs_shown' AND edits = 0
      )
      SELECT coalesce(b.list, '') AS shown, e.list AS edited, count(*) AS users
      FROM bar AS e LEFT JOIN before AS b ON b.user_id = e.user_id AND b.from_last = 1
      WHERE e.kind = 'tabs_edit' AND e.from_last = 1
      GROUP BY shown, edited ORDER BY shown, edited
      """,
    counts: { context in
      let edits = context.measures.tabEdits.sums.pairs.map { (key: [context.text($0.shown), context.text($0.edited)], users: $1.users) }
      return RuleCounts(
        ["shown", "edited", "users"],
        edits.sorted { $0.key.precedesByScalars($1.key) }.map { $0.key.map { .text($0) } + [.integer($0.users)] })
    },
    evaluate: { context in
      let edits = context.ownOrders
      let editors = edits.reduce(0) { $0 + $1.sum.users }
      guard editors >= context.count("users") else { return [] }
      let byItem = edits.reduce(into: [String: [OwnOrder]]()) { byItem, edit in
        for item in edit.putIn { byItem[item, default: []].append(edit) }
      }
      let items = byItem.sorted { $0.key.precedesByScalars($1.key) }.map { (item: $0.key, edits: $0.value) }
      return context.above("share", items.map { (subject: $0, share: .users($0.edits.reduce(0) { $0 + $1.sum.users }, of: editors)) })
        .map { verdict in
          let (item, edits) = verdict.subject
          let users = edits.reduce(0) { $0 + $1.sum.users }
          var examples = Examples()
          for edit in edits { examples.merge(edit.sum.examples) }
          let taps = context.scope.names.name(item).flatMap { context.measures.moreList.items[$0]?.count }
          return context.finding(
            verdict, .info, subject: item, section: taps == nil ? nil : "More", metric: "put_into_bar", users: users, extraTaps: taps,
            message: "\(Wording.share(users, of: editors, "users who ordered the tabs", verdict.estimate)) put \(item) into the bar",
            examples: examples, details: context.takenOut(edits))
        }
    })
}

/// A user's own order of the tabs, compared with the earlier contents of the bar.
private struct OwnOrder {
  let putIn: Set<String>
  let takenOut: Set<String>
  let sum: UsersWithExamples
}

extension RuleContext {
  /// The orders of users for whom the earlier contents of the bar are known: what they were shown, otherwise what the map declares, otherwise what
  /// most users were shown.
  fileprivate var ownOrders: [OwnOrder] {
    let usual = usualBar
    return measures.tabEdits.sums.pairs.compactMap { edit, sum in
      let before = edit.shown.isKnown ? bar(of: tabs(in: edit.shown)) : usual
      let after = bar(of: tabs(in: edit.edited))
      return before.isEmpty ? nil : OwnOrder(putIn: after.subtracting(before), takenOut: before.subtracting(after), sum: sum)
    }
  }

  private var usualBar: Set<String> {
    if !scope.map.tabs.isEmpty { return bar(of: scope.map.tabs) }
    let lists = barSights { _ in true }.filter { $0.sight.kind == .tabList }
    let most = lists.min {
      $0.users == $1.users ? text($0.sight.name).precedesByScalars(text($1.sight.name)) : $0.users > $1.users
    }
    return most.map { bar(of: tabs(in: $0.sight.name)) } ?? []
  }

  /// The bar's contents in an order that may list all items: what precedes the More tab or, without one, up to five items
  /// or the first four of more.
  private func bar(of order: [String]) -> Set<String> {
    let more = text(scope.declared.moreTab)
    if let index = order.firstIndex(of: more) { return Set(order[..<index]) }
    return Set(order.count > 5 ? order.prefix(4) : order.prefix(5))
  }

  /// What left the bar in favor of the item.
  fileprivate func takenOut(_ edits: [OwnOrder]) -> [String] {
    var users: [String: Int] = [:]
    for edit in edits { for tab in edit.takenOut { users[tab, default: 0] += edit.sum.users } }
    return users.sorted { $0.value == $1.value ? $0.key.precedesByScalars($1.key) : $0.value > $1.value }
      .prefix(3).map { "\(Wording.count($0.value, "user")) took \($0.key) out for it." }
  }
}
