/// Something that must be in the log or the map for a rule to have anything to look at, and what would give it.
public struct Need: Sendable {
  /// What it is, as the report names what is missing: `a choice from the More list`.
  public let what: String
  /// The events of the log that would give it.
  public let events: [String]
  /// The keys of the app map that would give it.
  public let mapKeys: [String]
  public let isMet: @Sendable (RuleContext) -> Bool

  public init(
    _ what: String, events: [String] = [], mapKeys: [String] = [], isMet: @escaping @Sendable (RuleContext) -> Bool
  ) {
    self.what = what
    self.events = events
    self.mapKeys = mapKeys
    self.isMet = isMet
  }

  /// `log tab_select or tabs_shown, or declare tabs in the app map`
  public var remedy: String {
    let quoted = { (words: [String]) in Wording.list(words.map { "`\($0)`" }, "or") }
    switch (events.isEmpty, mapKeys.isEmpty) {
    case (false, false): return "log \(quoted(events)), or declare \(quoted(mapKeys)) in the app map"
    case (false, true): return "log \(quoted(events))"
    case (true, false): return "declare \(quoted(mapKeys)) in the app map"
    case (true, true): return "a longer log may show it"
    }
  }
}

extension Need {
  /// Known structure, which the families depth, path and tabs need.
  static let structure = Need(
    "an event that tells a tab from a level down", events: ["tab_select", "push", "back"], mapKeys: ["roots"]
  ) { $0.scope.structureKnown }

  static let tabSelections = Need("a selection of a tab", events: ["tab_select"]) { context in
    context.measures.tabs.cells.cells.contains { $0.users > 0 }
  }

  /// Which tabs there are.
  static let tabs = Need("the tabs of the bar", events: ["tab_select", "tabs_shown"], mapKeys: ["tabs"]) { context in
    !context.scope.map.tabs.isEmpty || context.measures.sightings.sights.contains { $0.kind == .tab || $0.kind == .tabList }
  }

  static let moreChoices = Need("a choice from the More list", events: ["more_select"]) {
    $0.measures.moreList.items.count > 0
  }

  static let menuOpens = Need("the opening of a hidden menu", events: ["menu_open"]) { $0.measures.menus.menus.count > 0 }

  static let menuChoices = Need("a choice from a hidden menu", events: ["menu_select"]) { $0.measures.menus.items.count > 0 }
}
