import Measures
import NavigationModel
import UsabilityRules

extension ReportContents {
  /// What was hidden because it was based on too few users.
  package struct Hidden: Sendable {
    /// Fewer people than this are a small group.
    package var least: Int
    /// The rows of each table that were left out, and the figures that were emptied; only tables with any.
    package var tables: [(name: String, rows: Int, figures: Int)] = []
    package var findings = 0
  }

  /// Removes everything from the report that is about fewer than `least` users: rows of tables, findings, and data on
  /// single users, such as example sessions. Totals stay.
  package mutating func hideSmallGroups(least: Int) {
    var hidden = Hidden(least: least)
    func withoutSmallGroups(_ table: Table) -> Table {
      let shown = table.withoutSmallGroups(least: least)
      if shown.rows + shown.figures > 0 { hidden.tables.append((table.fileName, shown.rows, shown.figures)) }
      return shown.table
    }
    tables = tables.map(withoutSmallGroups)
    adviceTables = adviceTables.map(withoutSmallGroups)
    let label = NameMeetings.label(least: least)
    let count = findings.count + exempted.count
    findings = findings.compactMap { $0.isAbout(label) ? nil : $0.withoutPersons(least: least) }
      .sorted { $0.precedes($1) }
    exempted = exempted.compactMap { exempted in
      exempted.finding.isAbout(label)
        ? nil : exempted.finding.withoutPersons(least: least).map { ($0, exempted.reason) }
    }
    hidden.findings = count - findings.count - exempted.count
    // A file may be that of one person.
    sources = [
      (
        name: sources.count == 1 ? "1 file" : "\(sources.count) files",
        format: Set(sources.map(\.format)).sorted().joined(separator: ", "),
        lines: sources.reduce(0) { $0 + $1.lines }, events: sources.reduce(0) { $0 + $1.events },
        rejected: sources.reduce(0) { $0 + $1.rejected }
      )
    ]
    for index in rejections.indices { rejections[index].examples = [] }
    self.hidden = hidden
  }

  /// The names that enough people met to be shown.
  package static func nameable(_ tables: [Table]) -> Set<NameText> {
    Set(
      texts:
        tables.filter(\.isOfParts).flatMap { table in
          table.rows.flatMap { row in row.compactMap { cell in if case .text(let text) = cell { text } else { nil } } }
        })
  }
}

extension Finding {
  /// The finding without data on single users; nil if it is based on 1 to `least` − 1 users.
  package func withoutPersons(least: Int) -> Finding? {
    let small = 1..<least
    var finding = self
    finding.examples = []
    finding.details = []
    finding.screens = []
    finding.shown = []
    finding.course = nil
    if isOfMap {
      finding.users = nil
      finding.sessions = nil
      finding.extraTaps = nil
      finding.gain = Gain()
      return finding
    }
    let groups = [users, eligibleUsers, otherUsers].compactMap(\.self)
    return groups.contains(where: small.contains) ? nil : finding
  }

  /// Whether its subject is a hidden name, which is called `label`.
  func isAbout(_ label: String) -> Bool { subject.contains(label) || section?.contains(label) == true }
}

extension ComparisonContents {
  /// Removes everything from the comparison that is based on 1 to `least` − 1 users.
  package mutating func hideSmallGroups(least: Int) {
    let small = 1..<least
    leastShown = least
    var hiddenFigures = 0
    var hiddenFindings = 0
    for index in pairs.indices {
      let pair = pairs[index]
      pairs[index].figures = pair.figures.filter { !$0.isBased(onFewOf: small) }
      pairs[index].findings = pair.findings.compactMap { $0.withoutPersons(least: least) }
      if small.contains(pair.usersOnBoth) { pairs[index].usersOnBoth = 0 }
      let shown = pair.moved.filter { !$0.isBased(onFewOf: small) }
      pairs[index].moved = (shown.count < pair.moved.count ? shown.filter { $0.kind != .all } : shown).map(
        \.withoutNewness)
      hiddenFigures += pair.figures.count - pairs[index].figures.count
      hiddenFindings += pair.findings.count - pairs[index].findings.count
    }
    choices.append(("minimum group", "\(least) users"))
    notes.append(
      """
      figures based on fewer than \(least) users are left out: \(Wording.count(hiddenFigures, "measure")), \
      \(Wording.count(hiddenFindings, "finding"))
      """
    )
  }
}

extension ComparedFigure {
  /// Whether a side counts so few people, or the figure is of a hidden name. Counts of events are those of everybody.
  func isBased(onFewOf small: Range<Int>) -> Bool {
    if subject.contains(NameMeetings.label(least: small.upperBound)) { return true }
    return switch unit {
    case .count, .quantile: false
    case .share, .mean:
      [before, after].contains { side in [side.users, side.usersBehind].contains { $0.map(small.contains) ?? false } }
    }
  }
}

extension MovedEntry {
  /// Whether a side counts so few people, or the entry has a hidden name.
  func isBased(onFewOf small: Range<Int>) -> Bool {
    if [name, containerBefore, containerAfter].contains(where: {
      $0.contains(NameMeetings.label(least: small.upperBound))
    }) {
      return true
    }
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
    let label = NameMeetings.label(least: least)
    if [before, after].contains(where: { $0?.isAbout(label) == true }) { return nil }
    let one = before?.withoutPersons(least: least)
    let two = after?.withoutPersons(least: least)
    guard (one == nil) == (before == nil), (two == nil) == (after == nil) else { return nil }
    return FindingChange(kind: kind, before: one, after: two)
  }
}
