import Measures
import NavigationModel

/// The effects of moves in a session, literally from ThePlan.md: each sentence is a separate loop, whatever it costs.
struct SlowEffects {
  struct Choice: Equatable {
    var taps = 0
    var choices = 0
    var openedFor = 0
    var landings = 0

    static func += (sum: inout Choice, other: Choice) {
      sum.taps += other.taps
      sum.choices += other.choices
      sum.openedFor += other.openedFor
      sum.landings += other.landings
    }
  }

  private(set) var entries: [Entry: Choice] = [:]

  private let path: Reconstruction
  private let steps: [Step]
  private let stacks: [[Name]]

  init(_ path: Reconstruction) {
    self.path = path
    steps = path.steps
    stacks = path.steps.indices.map { path.stacks.screens(afterStep: $0) }
    for step in steps.indices { take(step) }
  }

  private func isFirst(_ step: Int) -> Bool { step == 0 || steps[step - 1].part != steps[step].part }

  /// The entry that a step arrives at, landings included.
  private func entry(_ step: Int) -> Entry? {
    switch steps[step].kind {
    case .tab: steps[step].section.kind == .tab ? Entry(steps[step].section.name, in: .bar) : nil
    case .moreItem: Entry(steps[step].item, in: .more)
    case .menuItem: Entry(steps[step].section.item, in: .menu(steps[step].section.name))
    default: nil
    }
  }

  private func stay(_ start: Int) -> [Int] {
    var stay = [start]
    for step in steps.indices where step > start {
      if steps[step].part != steps[start].part { break }
      if [.tab, .more, .moreItem, .menuItem, .link].contains(steps[step].kind) { break }
      if steps[step].section != steps[start].section { break }
      if steps[start].kind == .moreItem, stacks[step].count == 1 { break }
      stay.append(step)
    }
    return stay
  }

  private func isPassed(_ step: Int) -> Bool { steps[step].dwell >= 0 && steps[step].dwell <= 5_000_000 }

  private func ownStack(_ step: Int, of entry: Entry) -> [Name] {
    entry.container == .more ? Array(stacks[step].dropFirst()) : stacks[step]
  }

  private mutating func take(_ step: Int) {
    if isFirst(step), steps[step].section.kind == .tab, [.tab, .entry].contains(steps[step].kind) {
      entries[Entry(steps[step].section.name, in: .bar), default: Choice()].landings += 1
    }
    guard let entry = entry(step) else { return }
    if entry.container == .bar {
      takeTab(step, entry)
    } else {
      entries[entry, default: Choice()].choices += 1
      entries[entry, default: Choice()].taps += 1 - stateCost(step, entry)
      if entry.container != .more || isOpenedFor(step) { entries[entry, default: Choice()].openedFor += 1 }
    }
  }

  private func isOpenedFor(_ choice: Int) -> Bool {
    let before = (0..<choice).last { steps[$0].part == steps[choice].part && steps[$0].kind == .moreItem }
    return path.occurrences.contains { opening in
      opening.kind == .moreOpen && opening.part == steps[choice].part && opening.stepsBefore <= choice
        && opening.stepsBefore > before ?? -1
    }
  }

  private func stateCost(_ choice: Int, _ entry: Entry) -> Int {
    let stays = (0..<choice).filter { steps[$0].part == steps[choice].part && self.entry($0) == entry }.map(stay)
    guard let last = stays.last?.last else { return 0 }
    let kept = ownStack(last, of: entry)
    if kept.count == 1 || path.stacks.holdsModal(afterStep: last) || choice - 1 == last { return 0 }
    let now = stay(choice)
    var wanted = ownStack(choice, of: entry)
    for (before, step) in zip(now, now.dropFirst()) {
      guard steps[step].kind == .push, isPassed(before) else { break }
      wanted = ownStack(step, of: entry)
    }
    let common = zip(kept, wanted).prefix { $0 == $1 }.count
    return common == 0 ? 0 : min(kept.count - common, common) - (common - 1)
  }

  private mutating func takeTab(_ step: Int, _ entry: Entry) {
    let stay = stay(step)
    var followed: [Int] = []
    let isKept = path.occurrences.contains { $0.kind == .keptStateReturn && $0.stepsBefore == step && !$0.flag }
    if isKept, !path.stacks.holdsModal(afterStep: step) {
      for (before, next) in zip(stay, stay.dropFirst()) {
        guard [.back, .reselect].contains(steps[next].kind), isPassed(before) else { break }
        followed.append(next)
      }
    }
    var taps = 0
    if isKept, !path.stacks.holdsModal(afterStep: step) {
      let least = ([step] + followed).map { stacks[$0].count }.min() ?? 1
      taps -= (least - 1) - followed.count
    }
    for (before, next) in zip(stay, stay.dropFirst()) where steps[next].kind == .reselect && !followed.contains(next) {
      if path.stacks.holdsModal(afterStep: before) { continue }
      let cost = max(0, stacks[before].count - stacks[next].count - 1)
      taps -= stacks[next].count == 1 ? min(1, cost) : cost
    }
    if !isFirst(step) {
      taps -= 1
      entries[entry, default: Choice()].choices += 1
    }
    if taps != 0 { entries[entry, default: Choice()].taps += taps }
  }
}
