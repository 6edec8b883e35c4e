import Measures
import Statistics
import UsabilityRules

extension AuditContents {
  /// The findings of an earlier run.
  package struct EarlierRun: Sendable {
    package struct Finding: Sendable {
      package var rule: String
      package var severity: Severity
      package var isOver: Bool
      package var subjectKind: String
      package var subject: String
      package var section: String?
      package var value: Double?
      package var low: Double?
      package var high: Double?
      package var threshold: Double?
      package var extraTaps: Int?
      package var message: String

      package init(
        rule: String, severity: Severity, isOver: Bool, subjectKind: String, subject: String, section: String?, value: Double?, low: Double?,
        high: Double?, threshold: Double?, extraTaps: Int?, message: String
      ) {
        (self.rule, self.severity, self.isOver, self.subjectKind, self.subject, self.section) = (rule, severity, isOver, subjectKind, subject, section)
        (self.value, self.low, self.high, self.threshold) = (value, low, high, threshold)
        (self.extraTaps, self.message) = (extraTaps, message)
      }

      fileprivate var key: FindingKey { FindingKey(rule: rule, subject: subject, section: section) }
    }

    /// Times of the first and the last event.
    package var period: ClosedRange<Int64>
    package let users: Int
    package let findings: [Finding]
    private let index: FindingIndex

    package init(period: ClosedRange<Int64>, users: Int, findings: [Finding]) {
      (self.period, self.users) = (period, users)
      self.findings = findings
      index = FindingIndex(findings.map(\.key))
    }

    /// The same findings in that run.
    func findings(like finding: UsabilityRules.Finding) -> [Finding] { index.matches(of: finding.key).map { findings[$0] } }

    /// The last day, which identifies the run for people: `14 March 2026`.
    func lastDay(_ calendar: CalendarDays) -> String { TimeSpan.words(TimeSpan(span: period, calendar: calendar).lastDay) }
  }
}

/// The changes since the last run's findings.
struct SinceLast {
  /// Chance moves figures over thresholds, and evidence grows with the log: only what exceeds both is a change.
  enum Change: CaseIterable { case new, worse, better, same }

  let run: AuditContents.EarlierRun
  private let calendar: CalendarDays
  /// Each current finding, with its number in the report and its change.
  let present: [(number: Int, finding: Finding, change: Change)]
  let gone: [AuditContents.EarlierRun.Finding]

  /// - Parameter findings: in reading order.
  init?(_ contents: AuditContents, findings: [Finding]) {
    guard contents.isComparedWithEarlier, let run = contents.earlier.last else { return nil }
    (self.run, calendar) = (run, contents.calendar)
    let growth = (Double(max(run.users, 1)) / Double(max(contents.measures.totals.users, 1))).squareRoot()
    present = findings.enumerated().filter { $0.element.state != .over }.map {
      ($0.offset + 1, $0.element, Self.change(of: $0.element, since: run, growth: growth))
    }
    let now = FindingIndex(present.map(\.finding.key))
    gone = run.findings.filter {
      !$0.isOver && !now.contains($0.key) && Self.isFarOver($0.threshold, value: $0.value, low: $0.low, high: $0.high, widened: growth)
    }
  }

  /// Whether the interval ends further beyond the threshold than the other run's, of `widened` times the width, can reach: that run does not have the
  /// finding, so its interval holds the threshold or values on the other side of it. A fact has no interval, and does not come and go by chance.
  private static func isFarOver(_ threshold: Double?, value: Double?, low: Double?, high: Double?, widened: Double) -> Bool {
    guard let threshold, let value, let low, let high else { return true }
    let reach = (high - low) * widened
    return value >= threshold ? low > threshold + reach : high < threshold - reach
  }

  private static func change(of finding: Finding, since run: AuditContents.EarlierRun, growth: Double) -> Change {
    guard let before = run.findings(like: finding).first(where: { !$0.isOver }) else {
      let isNew = isFarOver(finding.threshold, value: finding.value, low: finding.interval?.low, high: finding.interval?.high, widened: 1 / growth)
      return isNew ? .new : .same
    }
    // A change must exceed chance: the intervals share no value. Counts grow with the log.
    guard let one = before.value, let two = finding.value, let low = before.low, let high = before.high, let now = finding.interval,
      now.low > high || now.high < low
    else { return .same }
    // If the figure is bad above its threshold, higher is worse.
    let isBadAbove = finding.threshold.map { two >= $0 } ?? true
    return (two > one) == isBadAbove ? .worse : .better
  }

  func count(_ change: Change) -> Int { present.count { $0.change == change } }

  /// `Since the run up to 14 March 2026: 1 finding is new, 2 are gone, 0 are worse, 1 is better, 5 are about the same.`
  var sentence: String {
    let parts = [(count(.new), "new"), (gone.count, "gone"), (count(.worse), "worse"), (count(.better), "better"), (count(.same), "about the same")]
    let words = parts.enumerated().map { index, part in
      index == 0
        ? "\(part.0.of("finding")) \(part.0 == 1 ? "is" : "are") \(part.1)" : "\(part.0 == 0 ? "none" : part.0.grouped) \(part.0 == 1 ? "is" : "are") \(part.1)"
    }
    return "Since the run up to \(run.lastDay(calendar)): \(Wording.list(words))."
  }

  func section(_ titles: FindingTitles) -> Document.Section {
    func line(number: Int, finding: Finding, change: Change) -> Document.Text {
      let before = run.findings(like: finding).first
      let values: Document.Text =
        if let one = before?.value, let two = finding.value { ": \(Self.figure(one, finding)) before, \(Self.figure(two, finding)) now" } else { "" }
      return "\(link: titles.rule(finding), to: .anchor(FindingsSection.anchor(number))) (" + titles.location(of: finding) + ")" + values
    }
    var blocks: [Document.Block] = [.paragraph(Document.Text(sentence))]
    for (change, heading) in [(Change.new, "New"), (.worse, "Worse"), (.better, "Better")] as [(Change, String)] {
      let found = present.filter { $0.change == change }
      if !found.isEmpty { blocks += [.paragraph("\(strong: heading):"), .list(found.map(line))] }
    }
    if !gone.isEmpty { blocks += [.paragraph("\(strong: "Gone"):"), .list(gone.map { "\(code: $0.rule): \($0.message.madeVisible().asSentence)" })] }
    blocks.append(
      .paragraph(
        "A finding is better or worse if its 95% intervals do not overlap, new or gone if one run has it too clearly for the other to have missed it by chance. What else differs is more, or less, certain than before. Runs may overlap in time."
      ))
    return Document.Section("Since last time", anchor: "since", blocks)
  }

  /// A finding's figure, as on its card.
  static func figure(_ value: Double, _ finding: Finding) -> String { finding.interval == nil ? value.short : value.percent }
}

extension AuditContents {
  /// What has changed since the last run, in one sentence.
  package var sinceSentence: String? {
    if isComparedWithEarlier, earlier.isEmpty { return "No earlier run on other sessions to compare with." }
    return SinceLast(self, findings: findings)?.sentence
  }

  /// The figure of a finding in earlier runs, and now.
  func trend(of finding: Finding) -> [Document.FindingCard.Point] {
    guard isComparedWithEarlier, let value = finding.value, let now = measures.period else { return [] }
    let before = earlier.suffix(11).compactMap { run -> Document.FindingCard.Point? in
      run.findings(like: finding).first.flatMap { found in
        found.value.map { .init(when: run.lastDay(calendar), value: $0, label: SinceLast.figure($0, finding)) }
      }
    }
    let today = TimeSpan(span: now, calendar: calendar).lastDay
    return before.isEmpty ? [] : before + [.init(when: TimeSpan.words(today), value: value, label: SinceLast.figure(value, finding))]
  }
}
