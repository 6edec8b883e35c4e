import NavigationModel

/// What a session shows about navigation entries: who chose what, and the taps that each entry would have saved in
/// another container (ThePlan.md). A hidden entry would be in the bar, a tab behind the More list or in a menu.
///
/// The *stay* of a choice is its step and the following steps of the part, up to the next one that is of kind `tab`,
/// `more`, `more_item`, `menu_item` or `link`, or is in another section, or (for a More item) at which the stack holds
/// one screen. The *own stack* of an entry is that of its section; of a More item, what stands above the list. A step
/// is
/// *passed* if its dwell is known and at most 5 seconds.
///
/// **A hidden entry.** Each choice saves 1 tap, less its state cost. Let K be the own stack at the end of the entry's
/// previous stay in the same part. The state cost is 0 without such a stay, if K holds one screen or a modal, or if the
/// step before the choice belongs to that stay. Otherwise let W be the own stack at the choice, replaced by that of
/// each
/// following step of the stay as long as that step is a `push` and the step before it was passed, and n the length of
/// the common beginning of K and W, by screen names: 0 if n = 0, else min(|K| − n, n) − (n − 1). People go up from
/// where
/// they left, and save the way down to what they had open.
///
/// **A tab.** Each choice costs 1 tap plus its state cost. If it is a kept-state return that was not lost, and its
/// stack
/// holds no modal, follow the stay while the next step is a `back` or `reselect` and the step before it was passed:
/// with
/// b steps followed, and m the smallest height of the stack at the choice and at those steps, it is (m − 1) − b;
/// otherwise 0. Each other `reselect` in a stay that began with a `tab` step (landings included), from height h to g,
/// costs max(0, h − g − 1), at most 1 if g is 1: a list offers no tab to select again.
///
/// One value is reused for many sessions, to avoid allocating per session.
struct EntryEffects: Sendable {
  struct Effect: Sendable, Equatable {
    let entry: Entry
    /// The taps that this stay would have saved; negative if it would have cost more.
    var taps: Int
    /// Whether the stay began with a choice of the entry, and not with a landing.
    let isChoice: Bool
    var isOpenedFor = false
    let steps: Range<Int>
    var maker = Maker.person
    /// Whether nothing that the user did follows the choice in its part: a screen that only appears, such as a lock
    /// screen, does not count.
    var isEnding = false
    /// Whether the choice leads to the screen that was there before: it does something, and goes nowhere.
    var isAction = false
  }

  private(set) var effects: [Effect] = []
  private(set) var landings: [Name] = []
  /// The last step of the last stay in each hidden entry, in the current part.
  private var lastSteps = SumsByKey<Entry, Int>()

  mutating func read(_ path: Reconstruction) {
    effects.removeAll(keepingCapacity: true)
    landings.removeAll(keepingCapacity: true)
    let steps = path.steps
    var last = LastOccurrences()
    var start = 0
    var step = 0
    var lastMoreItem = -1
    while step < steps.count {
      if step == 0 || steps[step].part != steps[step - 1].part {
        start = step
        lastMoreItem = step - 1
        lastSteps.removeAll()
        if steps[step].section.kind == .tab, steps[step].kind == .tab || steps[step].kind == .entry {
          landings.append(steps[step].section.name)
        }
      }
      switch (steps[step].kind, steps[step].section.kind) {
      case (.tab, .tab):
        let stay = Stay(path, from: step)
        last.advance(to: step, of: path.occurrences)
        let followed = last.keptReturn == step ? stay.wayUp(path) : nil
        let taps =
          stay.repeatedSelections(path, after: followed?.last ?? step)
          - (followed.map { $0.height - 1 - $0.steps } ?? 0)
        let entry = Entry(steps[step].section.name, in: .bar)
        if step > start {
          effects.append(
            Effect(
              entry: entry, taps: taps - 1, isChoice: true, steps: stay.start..<stay.end, maker: steps[step].maker))
        } else if taps != 0 {
          effects.append(Effect(entry: entry, taps: taps, isChoice: false, steps: stay.start..<stay.end))
        }
        step = stay.end
      case (.moreItem, _):
        last.advance(to: step, of: path.occurrences)
        let isOpenedFor = last.moreOpen > lastMoreItem
        lastMoreItem = step
        step = choose(
          Entry(steps[step].item, in: .more), Stay(path, from: step, above: 1), path, isOpenedFor: isOpenedFor)
      case (.menuItem, _):
        let section = steps[step].section
        step = choose(Entry(section.item, in: .menu(section.name)), Stay(path, from: step), path, isOpenedFor: true)
      default: step += 1
      }
    }
  }

  /// Adds the choice of a hidden entry.
  /// - Returns: the step after the stay.
  private mutating func choose(_ entry: Entry, _ stay: Stay, _ path: Reconstruction, isOpenedFor: Bool) -> Int {
    var taps = 1
    let number = lastSteps.number(adding: entry, as: stay.start - 1)
    let last = lastSteps[number: number]
    if last != stay.start - 1 { taps -= stay.stateCost(path, keptSince: last) }
    taps -= stay.climb(path)
    effects.append(
      Effect(
        entry: entry, taps: taps, isChoice: true, isOpenedFor: isOpenedFor, steps: stay.start..<stay.end,
        maker: path.steps[stay.start].maker, isEnding: stay.isLastChoice(path), isAction: path.isAction(at: stay.start))
    )
    lastSteps[number: number] = stay.end - 1
    return stay.end
  }
}

/// Occurrences, gone through beside the steps.
private struct LastOccurrences {
  /// The step after the last opening of the More list, and the step of the last return to a section that had kept more
  /// than its root and still has it; −1 before the first.
  private(set) var moreOpen = -1
  private(set) var keptReturn = -1
  private var next = 0

  mutating func advance(to step: Int, of occurrences: [Occurrence]) {
    while next < occurrences.count, Int(occurrences[next].stepsBefore) <= step {
      let stepsBefore = Int(occurrences[next].stepsBefore)
      if occurrences[next].kind == .moreOpen { moreOpen = stepsBefore }
      if occurrences[next].kind == .keptStateReturn { keptReturn = occurrences[next].flag ? -1 : stepsBefore }
      next += 1
    }
  }
}

/// A step and the following ones in which the user stays in an entry.
private struct Stay {
  /// The number of screens at the bottom of the stack that are not the entry's: the More list is below its items.
  private let base: Int
  let start: Int
  /// The index after the last step.
  let end: Int

  init(_ path: Reconstruction, from start: Int, above base: Int = 0) {
    let first = path.steps[start]
    var end = start + 1
    while end < path.steps.count {
      let step = path.steps[end]
      if step.part != first.part || step.section != first.section || step.kind.choosesSection
        || path.stacks.height(afterStep: end) <= base
      {
        break
      }
      end += 1
    }
    self.base = base
    self.start = start
    self.end = end
  }

  /// Whether its first step is the last in its part that the user made, and only inferred ones follow.
  func isLastChoice(_ path: Reconstruction) -> Bool {
    var next = start + 1
    while next < path.steps.count, path.steps[next].part == path.steps[start].part {
      if !path.steps[next].isInferred { return false }
      next += 1
    }
    return true
  }

  /// The steps up to where the tab bar is shown, if it was hidden on the screen from which the entry was chosen: a tab
  /// can only be selected there.
  func climb(_ path: Reconstruction) -> Int {
    let from = start - 1
    guard from >= 0, path.steps[from].part == path.steps[start].part, path.steps[from].isTabBarHidden,
      !path.stacks.holdsModal(afterStep: from)
    else {
      return 0
    }
    let height = path.stacks.height(afterStep: from)
    var index = from
    while index > 0, path.steps[index - 1].part == path.steps[from].part,
      path.steps[index - 1].section == path.steps[from].section
    {
      index -= 1
      let below = path.stacks.height(afterStep: index)
      if below < height, !path.steps[index].isTabBarHidden { return height - below }
    }
    return max(0, height - 1)
  }

  /// What finding the entry as it was left, after `last`, would have cost: people go up (or select the tab again) and
  /// save the way down to what was open.
  func stateCost(_ path: Reconstruction, keptSince last: Int) -> Int {
    let kept = path.stacks.height(afterStep: last) - base
    if kept == 1 || path.stacks.holdsModal(afterStep: last) { return 0 }
    var wanted = start
    while wanted + 1 < end, path.steps[wanted + 1].kind == .push, path.steps[wanted].isPassed { wanted += 1 }
    let common = path.stacks.commonHeight(afterStep: last, and: wanted, ignoring: base) - base
    return common == 0 ? 0 : min(kept - common, common) - (common - 1)
  }

  /// The return steps at the start of the stay by which the user left, screen by screen, the kept stack of the section;
  /// nil if a modal screen covers it.
  /// - Returns: the last of them, their number, and the smallest height of the stack on the way.
  func wayUp(_ path: Reconstruction) -> (last: Int, steps: Int, height: Int)? {
    if path.stacks.holdsModal(afterStep: start) { return nil }
    var last = start
    var height = path.stacks.height(afterStep: start)
    while last + 1 < end, !path.steps[last + 1].kind.isForward, path.steps[last].isPassed {
      last += 1
      height = min(height, path.stacks.height(afterStep: last))
    }
    return (last, last - start, height)
  }

  /// The taps, at most 0, of going back without a tab to select again: to the root, where the list is one step back, at
  /// most one.
  func repeatedSelections(_ path: Reconstruction, after followed: Int) -> Int {
    var taps = 0
    for step in (followed + 1)..<max(end, followed + 1) where path.steps[step].kind == .reselect {
      if path.stacks.holdsModal(afterStep: step - 1) { continue }
      let height = path.stacks.height(afterStep: step)
      let more = max(0, path.stacks.height(afterStep: step - 1) - height - 1)
      taps -= height == 1 ? min(more, 1) : more
    }
    return taps
  }
}

extension Reconstruction {
  /// Screens further down are not looked at.
  private static let mostScreens = 16

  /// Whether a choice from a list leads to a screen that was open before, without the list itself: it does something
  /// there, as refreshing or leaving a game does, and goes nowhere.
  func isAction(at choice: Int) -> Bool {
    let screen = steps[choice].screen
    guard screen != .unnamed, let before = steps[..<choice].lastIndex(where: { $0.kind != .more }),
      steps[before].part == steps[choice].part
    else { return false }
    var isOpen = false
    stacks.forEachScreen(afterStep: before, first: Self.mostScreens) { isOpen = isOpen || $0 == screen }
    return isOpen
  }
}

extension StepKind {
  /// Whether the step chooses an entry or comes from outside: it ends any stay.
  fileprivate var choosesSection: Bool {
    switch self {
    case .tab, .more, .moreItem, .menuItem, .link: true
    case .entry, .push, .modal, .back, .reselect: false
    }
  }
}
