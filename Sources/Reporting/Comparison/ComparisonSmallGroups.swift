import Measures
import UsabilityRules

extension ComparisonContents {
  /// Removes everything from the comparison that is based on 1 to `least` − 1 users.
  package mutating func hideSmallGroups(least: Int) {
    let small = 1..<least
    leastShown = least
    for index in pairs.indices {
      let pair = pairs[index]
      pairs[index].figures = pair.figures.filter { !$0.isBased(onFewOf: small) }
      pairs[index].findings = pair.findings.compactMap { $0.withoutPersons(least: least) }
      if small.contains(pair.usersOnBoth) { pairs[index].usersOnBoth = 0 }
      pairs[index].checks = pair.checks.map { Self.countingEverybody.contains($0.id) ? $0 : $0.withoutFigures }
      let shown = pair.moved.filter { !$0.isBased(onFewOf: small) }
      pairs[index].moved = (shown.count < pair.moved.count ? shown.filter { $0.kind != .all } : shown).map(\.withoutNewness)
      hiddenFigures += pair.figures.count - pairs[index].figures.count
      hiddenFindings += pair.findings.count - pairs[index].findings.count
    }
    choices.append(.init("minimum group", "\(least) users"))
    notes.append(
      "figures based on fewer than \(least) users are left out: \(Wording.count(hiddenFigures, "measure")), \(Wording.count(hiddenFindings, "finding"))")
  }

  /// Checks that count all users of a side, or none.
  private static let countingEverybody: Set<String> = ["users", "structure", "window", "exposure", "instrumentation", "rejected-lines", "sample-ratio"]
}

extension ComparisonCheck {
  /// The check, reduced to whether it passed.
  fileprivate var withoutFigures: ComparisonCheck {
    ComparisonCheck(id, outcome, before: "", after: "", "\(id): \(outcome.rawValue); its counts are suppressed")
  }
}

extension ComparedFigure {
  /// Whether a side is based on, or counts, so few people. The people behind counts of events are unknown: only actions that everybody makes pass.
  fileprivate func isBased(onFewOf small: Range<Int>) -> Bool {
    if subject.contains(Crowds(least: small.upperBound).label) { return true }
    return switch unit {
    case .count, .quantile: Figure.named(metric)?.isOfEverybody != true
    case .share, .mean: [before, after].contains { side in [side.users, side.usersBehind].contains { $0.map(small.contains) ?? false } }
    }
  }
}

extension MovedEntry {
  /// Whether a side counts so few people, or the entry has a hidden name.
  fileprivate func isBased(onFewOf small: Range<Int>) -> Bool {
    if [name, containerBefore, containerAfter].contains(where: { $0.contains(Crowds(least: small.upperBound).label) }) { return true }
    return kind != .all && (small.contains(users.before) || small.contains(users.after))
  }

  /// Without uses by days, whose users are not counted.
  fileprivate var withoutNewness: MovedEntry {
    var moved = self
    moved.usesByNewness = usesByNewness.map { _ in nil }
    return moved
  }
}

extension FindingChange {
  /// Nil if the finding of a side is based on too few users.
  fileprivate func withoutPersons(least: Int) -> FindingChange? {
    let label = Crowds(least: least).label
    if [before, after].contains(where: { $0?.isAbout(label) == true }) { return nil }
    let (one, two) = (before?.withoutPersons(least: least), after?.withoutPersons(least: least))
    guard (one == nil) == (before == nil), (two == nil) == (after == nil) else { return nil }
    return FindingChange(kind: kind, before: one, after: two)
  }
}
