import Measures
import NavigationModel

/// Why a layout has no plan, or why one is not recommended.
extension AdviceMaker {
  /// Why a layout can have no plan.
  func noPlanReason(_ layout: Layout, _ sums: MoveSums) -> NoPlanReason? {
    let tabs = layout.tabs.map { (name: layout.entries[$0].name, sums: own(layout.entries[$0].entry, sums)) }
    if tabs.isEmpty {
      let menus = Set(layout.entries.filter { own($0.entry, sums).choices > 0 }.compactMap(\.entry.menu))
      return !menus.isEmpty && menus.allSatisfy(measures.menus.isNeverOpened)
        ? .inSight(names.ordered(menus).map { names[$0] }) : .noTabs
    }
    let used = tabs.filter { $0.sums.choices + $0.sums.landings > 0 }.map(\.name)
    let declared = scope.map.tabs
    if !declared.isEmpty, !used.isEmpty, Set(texts: declared).isDisjoint(with: Set(texts: used)) {
      return .otherBar(map: declared, log: used)
    }
    if layout.entries.allSatisfy({ $0.entry.container == .bar }) {
      // Nobody sees the tabs of several bars together.
      let bars = SeveralBars.all(measures, scope).flatMap(\.groups).map { Set(texts: $0.tabs) }
      let seen = bars.map { bar in tabs.count { bar.contains(NameText($0.name)) } }.max()
      return .nothingHidden(tabs: seen ?? tabs.count)
    }
    if layout.entries.allSatisfy({ own($0.entry, sums).choices == 0 }) { return .noChoices }
    return nil
  }

  /// Why a layout has no plan although it hides something that people choose.
  /// - Parameter endings: what people leave with.
  func reasonToMoveNothing(_ layout: Layout, _ endings: [PlacedEntry], _ sums: MoveSums) -> NoPlanReason {
    if !layout.promotable.isEmpty { return .noRoom }
    let acting = actions(layout, sums)
    if !acting.isEmpty { return .actions(acting) }
    if !endings.isEmpty { return .endings(endings.map(\.name)) }
    let hidden = layout.entries.filter(\.entry.container.isHidden)
    let few = hidden.filter(\.isOfFew).map(\.name)
    if !few.isEmpty, layout.isFull { return .forFew(few) }
    let inBar = Set(texts: layout.tabs.map { layout.entries[$0].name })
    let tabs = hidden.filter { inBar.contains($0.name) }.map(\.name)
    let kept = Set(texts: settings.never + (settings.pinned ?? []))
    let byMap = hidden.filter { !inBar.contains($0.name) && kept.contains($0.name) }.map(\.name)
    return .nothingMovable(tabs: tabs, keptByMap: byMap, others: hidden.count - tabs.count - byMap.count)
  }

  /// That several moves would have saved taps, of which the first does not.
  func onlyTogether(_ plans: [Plan]) -> Text? {
    plans.lazy.compactMap { plan in plan.per100Sessions.map { (plan: plan, saving: $0) } }.first {
      $0.saving.value >= settings.leastSaving
    }.map {
      """
      moving \(Text.names($0.plan.promotions.map(\.entry.name))) into the tab bar would have saved \
      \(Wording.oneDecimal($0.saving.value)) taps per 100 
      """
        + "sessions, but only together; each move alone saves none"
    }
  }

  /// That tabs of few people, which would have been the first to leave the bar, keep their places.
  func keptForFew(_ layout: Layout) -> Text? {
    let kept = layout.entries.filter { $0.isOfFew && !$0.isMovable }.map(\.name)
    if kept.isEmpty { return nil }
    return
      """
      few people choose \(Text.names(kept)), but often (a role, a flag, a device?), so \
      \(kept.count == 1 ? "it keeps its place" : "they keep their places"), and no other move saves taps
      """
  }

  /// That entries with which people leave stay where they are, though a tab would surely save taps.
  func keptForLeaving(_ endings: [PlacedEntry], _ sums: MoveSums) -> Text? {
    let often = endings.filter {
      row($0.entry, sums, eligible: $0.eligibleUsers).per100Sessions?.interval.low ?? 0 >= settings.leastSaving
    }
    if often.isEmpty { return nil }
    return
      """
      people choose \(Text.names(often.map(\.name))) last in their sessions, as they do to sign out, and no other \
      move reliably saves taps
      """
  }

  /// Why a plan that saves taps over the entire log is not recommended.
  func whyNot(_ plan: Plan) -> Text? {
    switch plan.hindrance {
    case nil:
      guard let saving = plan.per100Sessions, saving.value >= settings.leastSaving,
        let tested = plan.heldOut ?? plan.per100Sessions
      else { return nil }
      let range = "\(Wording.oneDecimal(tested.interval.low)) to \(Wording.oneDecimal(tested.interval.high))"
      return
        """
        moving \(Text.names(plan.promotions.map(\.entry.name))) into the tab bar would have saved \
        \(Wording.oneDecimal(saving.value)) taps per 100 sessions, 
        """
          + "but that is too uncertain (the other half of the users saves \(range))"
    case .othersPay:
      let moves = Text.names(plan.promotions.map(\.entry.name))
      return "moving \(moves) into the tab bar would save taps for few people, and cost others"
    case .notLasting:
      return plan.promotions.lazy.compactMap { usedOnFewDays($0, 3)?.words }.first
        ?? """
        moving \(Text.names(plan.promotions.map(\.entry.name))) into the tab bar would not have saved taps in each \
        third of the log
        """
    }
  }

  /// `94% of the uses of Payslip fell on 3 of 84 days`, if 80% fell on so small a part of the days: one in `part`.
  func usedOnFewDays(_ move: Plan.Move, _ part: Int) -> (words: Text, days: [Int])? {
    let choices = (choicesByDay[move.entry.entry] ?? []).sorted { ($1.count, $0.day) < ($0.count, $1.day) }
    let all = choices.reduce(0) { $0 + $1.count }
    var days = [Int]()
    var sum = 0
    for choice in choices where sum * 5 < all * 4 {
      sum += choice.count
      days.append(choice.day)
    }
    guard !days.isEmpty, days.count * part <= daysOfLog else { return nil }
    let share = Wording.wholePercent(Double(sum) / Double(all))
    return (
      """
      \(share) of the uses of \(move.entry.name) fell on \(Wording.count(days.count)) of \
      \(Wording.count(daysOfLog, "day"))
      """,
      days
    )
  }
}
