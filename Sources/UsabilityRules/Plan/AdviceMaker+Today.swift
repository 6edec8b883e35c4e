import Measures
import NavigationModel

/// What of the present layout is not everybody's, and not always there.
extension AdviceMaker {
  /// That people of other versions have another bar today: testers of the next one, or those who have not updated.
  func otherVersions(_ sessions: LayoutFinder.Sessions) -> Text? {
    guard sessions.usersOfOthers >= max(Evidence.leastUsers, leastUsers), let first = sessions.otherVersions.first
    else { return nil }
    let versions = sessions.otherVersions.filter(\.isKnown).prefix(6).map { names[$0] }
    return
      """
      \(Wording.count(sessions.usersOfOthers, "user"))\(place(sessions)) had another layout in their last session \
      (\(versions.isEmpty ? "no version" : "version \(Text.names(Array(versions)))")). To judge \
      \(versions.count > 1 ? "the newest of these" : "that one"), run \
      \(LogParts.command("app_version", [first.isKnown ? names[first] : ""])).
      """
  }

  /// That tabs of the bar are not always there: they keep their places.
  func conditionalTabs(_ layout: Layout, _ sessions: LayoutFinder.Sessions) -> [Text] {
    let bar = sessions.bar
    return layout.tabs.compactMap { index in
      let entry = layout.entries[index]
      guard bar.isConditional(entry.entry.name), let tab = bar.tabs[entry.entry.name] else { return nil }
      return
        """
        No plan moves \(entry.name), because the bar does not always show it (shown in \
        \(Wording.wholePercent(Double(tab.sessions) / Double(bar.sessions))) of the sessions, used in \
        \(Wording.wholePercent(Double(tab.used) / Double(tab.sessions))) of those).
        """
    }
  }

  /// Which selected tabs are not counted as the bar's.
  func notCounted(_ sessions: LayoutFinder.Sessions) -> [Text] {
    let left = entries.filter { entry in
      entry.container == .bar && strips.contains(entry.name)
        && !sessions.builds.isDisjoint(with: use.usersByBuild(of: entry.subject).keys)
    }
    if left.isEmpty { return [] }
    return [
      """
      \(Text.names(left.prefix(6).map { names[$0.name] })) \(left.count == 1 ? "is" : "are") logged like tabs, but \
      selected on one page only, so \(left.count == 1 ? "it does" : "they do") not count as tabs.
      """
    ]
  }

  /// The hidden entries that are actions: they would gain nothing as tabs.
  func actions(_ layout: Layout, _ sums: MoveSums) -> [String] {
    layout.entries.filter {
      measures.isAction($0.entry, own($0.entry, sums))
        && own($0.entry, sums).users >= max(Evidence.leastUsers, leastUsers)
    }
    .map(\.name)
  }

  /// The same in words, unless that is why there is no plan.
  func actionWords(_ platform: Advice.Platform, _ layout: Layout) -> [Text] {
    let names = actions(layout, platform.sums)
    if names.isEmpty || platform.noPlan == .actions(names) { return [] }
    return [
      """
      \(Text.names(names)) \(names.count == 1 ? "acts" : "act") on the screen that people are on, so \
      \(names.count == 1 ? "it is an action, not a destination" : "they are actions, not destinations").
      """
    ]
  }
}

extension Measures {
  /// Whether a hidden entry does something on the screens that people are on, and is no destination.
  func isAction(_ entry: Entry, _ sums: EntrySums) -> Bool {
    entry.container.isHidden && (sums.isOfAction || entry.menu.map(menus.isLocal) ?? false)
  }
}

extension Entry {
  /// The menu that it is an item of.
  var menu: Name? { if case .menu(let menu) = container { menu } else { nil } }
}

extension EntrySums {
  /// Whether four in five of its choices lead to a screen that was open before.
  package var isOfAction: Bool { choices > 0 && actions * 5 >= choices * 4 }

  /// Whether four in five of its choices are the last step that the user made in their part: it is sign-out, or nothing
  /// to look at.
  package var isOfLeaving: Bool { choices > 0 && endings * 5 >= choices * 4 }
}
