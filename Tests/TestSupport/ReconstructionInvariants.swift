import NavigationModel

extension Reconstruction {
  /// The first violated invariant, of those that hold for the steps of arbitrary events; nil if all hold.
  package func brokenInvariant(of events: some Collection<Event>) -> String? {
    if let broken = steps.lazy.compactMap(\.brokenInvariant).first { return broken }
    for (step, next) in zip(steps, steps.dropFirst()) {
      if let broken = step.brokenInvariant(before: next) { return broken }
    }
    let menuItems = steps.count { $0.kind == .menuItem }
    // A tab selection from autocapture is inferred.
    // A `stack` that leads behind the More list selects no tab.
    let tabs = steps.count { $0.kind == .tab && !$0.isInferred && $0.section != .more }
    let capturedTabs = events.count { ($0.kind == .tabSelect || $0.kind == .stack) && $0.marks.contains(.inferred) }
    let reselects = steps.count { $0.kind == .reselect }
    let openedMoreLists = occurrences.count { $0.kind == .moreOpen && !$0.flag }
    let blocked = events.count { $0.kind == .tabSelect && $0.outcome == .blocked }
    let invariants: [(holds: Bool, else: String)] = [
      (steps.count <= events.count(where: \.isNavigation), "more steps than navigation events"),
      ((steps.last?.dwell ?? -1) < 0, "the last step has a dwell"),
      (steps.first.map { ![.back, .reselect].contains($0.kind) } ?? true, "the first step is a return"),
      (count(.menuAbandoned) + count(.menuSelect) <= count(.menuOpen), "more menus left than opened"),
      (count(.moreAbandoned) <= openedMoreLists, "more More lists left than opened"),
      (count(.keptStateReturn) <= count(.tabSelect), "more tabs come back than were selected"),
      (count(.menuSelect) == menuItems, "choices from menus are not the steps"),
      ((tabs...(tabs + capturedTabs)).contains(count(.tabSelect)), "tabs selected are not the steps"),
      (reselects <= count(.tabReselect), "more steps by a reselect than reselects"),
      (count(.tabBlocked) == blocked, "blocked tabs are not the events"),
      (count(.gesture) == events.count { $0.kind == .gesture }, "gestures are not the events"),
      (occurrences.allSatisfy { (0...steps.count).contains(Int($0.stepsBefore)) }, "an occurrence before no step"),
    ]
    return invariants.first { !$0.holds }?.else
  }

  private func count(_ kind: Occurrence.Kind) -> Int { occurrences.count { $0.kind == kind } }
}

extension Step {
  fileprivate var brokenInvariant: String? {
    guard depth >= 1, screen.isKnown else { return "a step at depth \(depth), screen \(screen.rawValue)" }
    guard isInferred || kind != .entry else { return "an entry that is not inferred" }
    let isFine =
      switch kind {
      case .more, .modal: depth == 1
      case .moreItem: depth == 2 && section == .more && item.isKnown
      case .link: section == .link
      case .menuItem: section.kind == .menuItem
      case .reselect: section.kind == .tab
      case .entry, .tab, .push, .back: true
      }
    return isFine ? nil : "a step \(kind.word) at depth \(depth) in a section of kind \(section.kind)"
  }

  fileprivate func brokenInvariant(before next: Step) -> String? {
    guard time <= next.time, part <= next.part else { return "steps out of order" }
    guard part == next.part else {
      if dwell >= 0 { return "a dwell beyond its part" }
      return [.back, .reselect].contains(next.kind) ? "a part begins with a return" : nil
    }
    if next.kind == .entry { return "an entry within a part" }
    if dwell >= 0 && dwell != next.time - time { return "a dwell of \(dwell) over \(next.time - time)" }
    let staysInSection = [.push, .modal, .reselect].contains(next.kind)
    return staysInSection && section != next.section ? "\(next.kind.word) to another section" : nil
  }
}

extension StackStates {
  /// The screens of the stack of the step's section after the step, bottom first.
  package func screens(afterStep step: Int) -> [Name] {
    var screens: [Name] = []
    forEachScreen(afterStep: step, first: .max) { screens.append($0) }
    return screens.reversed()
  }
}
