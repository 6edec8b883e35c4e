import Measures
import NavigationModel

// Checks of names: masked, cut, missing in the app map.

extension LogCheck {
  static let maskedName = LogCheck(
    "masked-name", "Names with what looks like an e-mail address, a phone number or a token, which is masked."
  ) { context in
    let kinds = context.measures.namesByKind(context.scope)
    let masked = kinds.flatMap(\.names).filter { !PersonalData.kinds(maskedIn: $0).isEmpty }
    let found = PersonalData.allCases.compactMap { data -> String? in
      let counts = kinds.compactMap { kind -> String? in
        let count = kind.names.count { PersonalData.kinds(maskedIn: $0).contains(data) }
        return count > 0 ? Wording.count(count, kind.kind) : nil
      }
      return counts.isEmpty ? nil : "\(data.plural) in \(Wording.list(counts, "and"))"
    }
    return LogCheckResult(
      masked.count, of: kinds.reduce(0) { $0 + $1.names.count },
      "\(found.joined(separator: "; ")), as in \(context.list(masked)): masked before anything was stored; log what a "
        + "screen is, not whose (`mask_names: false` in the app map keeps names as they are)")
  }

  static let longName = LogCheck(
    "long-name", "Names longer than \(LongName.limit) bytes, which are cut."
  ) { context in
    let seen = context.measures.namesByKind(context.scope).flatMap(\.names)
    let cut = seen.filter { LongName.isCut($0) }
    return LogCheckResult(
      cut.count, of: seen.count,
      "cut after \(LongName.limit) bytes, as in \(context.list(cut)); log what a screen is called, not what it shows"
    )
  }

  static let unmapped = LogCheck(
    "unmapped", "Names in the log that the app map should declare, but does not."
  ) { context in
    let (names, seen) = context.measures.unmappedNames(context.scope)
    return LogCheckResult(
      names.count, of: seen, "not in the app map: \(context.list(names)); add them, or fold them with `screen_names`")
  }
}

extension Measures {
  /// The names in a log's reports, each once per kind, in the order of kinds, then of text.
  fileprivate func namesByKind(_ scope: MeasureScope) -> [(kind: String, names: [String])] {
    func kind(_ kind: String, _ names: [Name]) -> (kind: String, names: [String]) {
      (kind, names.map { scope.names[$0] }.distinctTexts)
    }
    return [
      kind("screen", screens.sums.keys), ("tab", tabNames(scope.names).distinctTexts),
      kind("item", moreList.items.keys + menus.items.keys.map(\.item)), kind("menu", menus.menus.keys),
      kind("gesture", gestures.sums.keys),
      kind("tap target", taps.sums.keys), kind("platform", totals.platforms.keys),
    ]
  }

  /// The names in the log of the kinds that the app map declares (tabs, items of the More list, menus and their items,
  /// screens), how many there are, and those that are missing in the map, in text order.
  fileprivate func unmappedNames(_ scope: MeasureScope) -> (names: [String], seen: Int) {
    let map = scope.map
    var (seen, unmapped): (Set<NameText>, Set<NameText>) = ([], [])
    func add(_ names: some Sequence<String>, known: Set<NameText>) {
      for name in names where name != "?" {
        seen.insert(NameText(name))
        if !known.contains(name) { unmapped.insert(NameText(name)) }
      }
    }
    let tabs = Set(texts: map.tabs + map.roots.map(\.tab) + [scope.names[scope.declared.moreTab]])
    let items = Set(texts: map.more?.items ?? [])
    if !map.tabs.isEmpty { add(tabNames(scope.names), known: tabs) }
    if !items.isEmpty { add(moreList.items.keys.map { scope.names[$0] }, known: items) }
    if !map.menus.isEmpty {
      let declared = Dictionary(map.menus.map { (NameText($0.name), Set(texts: $0.items)) }) { $0.union($1) }
      add(menus.menus.keys.map { scope.names[$0] }, known: Set(declared.keys))
      // If the map declares a menu without a list of items, its items are not checked.
      for item in menus.items.keys {
        let known = declared[NameText(scope.names[item.menu])]
        if known?.isEmpty != true { add([scope.names[item.item]], known: known ?? []) }
      }
    }
    if !map.screens.isEmpty {
      // A screen without a logged name is called like the tab or the item that led to it.
      let named =
        map.screens.map(\.name) + map.screens.compactMap(\.parent) + map.roots.map(\.screen)
        + map.menus.compactMap(\.screen)
      let others = map.tasks.flatMap { [$0.start, $0.goal] } + map.menus.flatMap { [$0.name] + $0.items }
      let known = tabs.union(items).union(Set(texts: named + others + [scope.names[.more]]))
      add(screens.sums.keys.map { scope.names[$0] }, known: known)
    }
    return (unmapped.texts, seen.count)
  }

  /// The tabs that were tapped, shown or ordered, or had a badge.
  func tabNames(_ names: Names) -> [String] {
    let lists = tabSets.shown.keys.map(\.tabs) + tabSets.edited.keys
    return (tabs.sums.keys + tabSets.badged.keys).map { names[$0] }
      + lists.flatMap { names.tabs(in: $0) }.map { names[$0] }
  }
}
