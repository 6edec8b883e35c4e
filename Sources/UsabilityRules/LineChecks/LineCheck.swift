import Measures
import NavigationModel

/// A check that names the lines of a little log, for whoever instruments an app (`navaudit check-log`).
///
/// Where log quality has the same check (``LogCheck``), it has its id and counts the same; the others need lines, which
/// reports do not keep.
package struct LineCheck: Sendable, Identifiable {
  package let id: String
  package let meaning: String
  let find: @Sendable (TracedLog) -> [LogProblem]

  init(_ id: String, _ meaning: String, find: @escaping @Sendable (TracedLog) -> [LogProblem]) {
    self.id = id
    self.meaning = meaning
    self.find = find
  }

  init(_ check: LogCheck, find: @escaping @Sendable (TracedLog) -> [LogProblem]) {
    self.init(check.id, check.meaning, find: find)
  }

  /// All checks, in the order in which problems of the same lines are named.
  package static let all: [LineCheck] = [
    .noTarget, .noScreen, .misspelled, .doubleScreen, .doubled, .twoLibraries, .containerName, .generatedName,
    .className, .namesWithIDs, .titleName,
    .localizedName, .maskedName, .longName, .impliedOpens, .nothingToClose, .missingBack, .silentSwitch, .contradiction,
    .changingID, .constantID,
    .mixedSessions,
    .coarseTime, .batchedTime, .clock,
  ]

  /// The checks that rest on what came before in a session.
  private static let needingOrder: Set<String> = [
    noScreen.id, impliedOpens.id, nothingToClose.id, missingBack.id, silentSwitch.id, contradiction.id,
  ]

  /// What leaves nothing right: the same person, the order of what happened, or each step.
  private static let heaviest: Set<String> = [
    "rejected-line", changingID.id, constantID.id, twoLibraries.id, doubleScreen.id, doubled.id, missingBack.id,
    contradiction.id, batchedTime.id, clock.id, maskedName.id,
  ]
  /// What leaves names that say less than they should.
  private static let lightest: Set<String> = [
    containerName.id, generatedName.id, className.id, namesWithIDs.id, titleName.id, localizedName.id, longName.id,
  ]

  /// The problems, the heaviest first: by what a report gets wrong, then by how many lines show it.
  package static func ordered(_ problems: [LogProblem]) -> [LogProblem] {
    func weight(_ problem: LogProblem) -> Int {
      if heaviest.contains(problem.check) { return 0 }
      return lightest.contains(problem.check) ? 2 : 1
    }
    return problems.enumerated().sorted {
      (weight($0.element), -$0.element.lines.count, $0.element.lines[0], $0.offset)
        < (weight($1.element), -$1.element.lines.count, $1.element.lines[0], $1.offset)
    }.map(\.element)
  }

  /// What all checks find, in their order.
  package static func problems(_ log: TracedLog) -> [LogProblem] {
    let found = all.flatMap { check in
      check.find(log).map { LogProblem(check: check.id, $0.what, fix: $0.fix, lines: $0.lines) }
    }
    // Where users or sessions change with the event, nothing has anything before it.
    let isTorn = found.contains { $0.check == changingID.id }
    return isTorn ? found.filter { !needingOrder.contains($0.check) } : found
  }

  package static var misspelledID: String { misspelled.id }

  /// A problem of these lines; none if there are no lines.
  static func found(_ what: String, fix: String, lines: [Int]) -> [LogProblem] {
    lines.isEmpty ? [] : [LogProblem(check: "", what, fix: fix, lines: lines)]
  }
}

/// Something wrong with a log, the lines that show it, and what to do.
package struct LogProblem: Sendable, Equatable {
  package let check: String
  package let what: String
  package let fix: String
  /// The lines that show it, in order.
  package let lines: [Int]

  package init(check: String, _ what: String, fix: String, lines: [Int]) {
    self.check = check
    self.what = what
    self.fix = fix
    self.lines = Set(lines).sorted()
  }

  /// The first few names, in quotes.
  static func list(_ names: some Sequence<String>) -> String {
    let sorted = names.sorted { $0.precedesByScalars($1) }
    let shown = sorted.prefix(3).map {
      "`\($0.count > LogCheckContext.nameLength ? $0.prefix(LogCheckContext.nameLength - 1) + "…" : $0)`"
    }
    return sorted.count > 3
      ? shown.joined(separator: ", ") + " and \(sorted.count - 3) more" : Wording.list(shown, "and")
  }
}
