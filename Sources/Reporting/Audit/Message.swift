import Measures
import NavigationModel
import UsabilityRules

extension ReportContents {
  /// The most lines of a message about changes.
  private static let mostChanges = 11

  /// What surely changed since the earlier report, for a chat or an issue, as Markdown of at most 15 lines; empty if
  /// nothing surely did.
  package var message: String {
    guard let earlier else { return "" }
    let lines = changeLines
    if lines.isEmpty { return "" }
    let name = app.map { "\($0): what" } ?? "What"
    var opening: [Document.Block] = [.list(Array(lines.prefix(Self.mostChanges)))]
    if lines.count > Self.mostChanges {
      opening.append("\((lines.count - Self.mostChanges).of("more change")) in the report.")
    }
    return Markdown.render(
      Document(title: "\(name) changed since \(earlier.lastDay(calendar))", opening: opening))
  }

  /// One line for each change.
  private var changeLines: [Document.Text] {
    let titles = FindingTitles(self)
    func sentence(_ what: String, _ finding: Finding) -> Document.Text {
      "\(strong: what): " + titles.words(finding.message.asSentence) + " \(code: finding.rule)"
    }
    guard let since else {
      // The earlier report is of other sessions: what is too clear for one of them to have missed it.
      guard let last = SinceLast(self, findings: findings) else { return [] }
      return last.present.filter { $0.change == .new }.map { sentence("New", $0.finding) }
        + last.gone.map { "\(strong: "Gone"): \($0.message.asSentence.plain) \(code: $0.rule)" }
    }
    let found = since.changes.map { change -> Document.Text in
      guard let figures = change.figures, change.kind == .worse || change.kind == .better else {
        return sentence(change.kind == .new ? "New" : "Gone", change.finding)
      }
      return "\(strong: change.kind.rawValue.capitalizedFirst): \(titles.rule(change.finding)) ("
        + titles.location(of: change.finding) + "), \(figures.before.percent) before, \(figures.since.percent) since"
        + " \(code: change.finding.rule)"
    }
    return found + since.measureLines + since.eventLines(calendar)
  }
}

extension SinceRows {
  /// Measures that are better or worse, and entries that moved: `Worse: Quick backs: 7.2% → 9.1%, …`.
  var measureLines: [Document.Text] {
    let measured = figures.map { figure -> Document.Text in
      let what =
        switch figure.verdict {
        case .worse: "Worse"
        case .better: "Better"
        case _ where !figure.isOnOneSide: "Changed"
        default: figure.after.value == 0 ? "Gone" : "New"
        }
      return "\(strong: what): \(figure.sentence)"
    }
    let places = moved.map { entry -> Document.Text in
      let what =
        entry.kind == .all ? "all moves together" : "\(entry.name), \(entry.containerBefore) → \(entry.containerAfter)"
      let observed = entry.observed.map { came in
        let low = Wording.oneDecimal(came.interval.low)
        let high = Wording.oneDecimal(came.interval.high)
        return "\(Wording.oneDecimal(came.value)) observed (\(low) to \(high))"
      }
      let taps = [entry.predicted.map { "\(Wording.oneDecimal($0.value)) predicted" }, observed].compactMap(\.self)
      return """
        \(strong: "Moved"): \(what): taps saved per 100 sessions: \(taps.joined(separator: ", ")): \
        \(entry.verdict?.rawValue ?? "")
        """
    }
    return measured + places
  }

  /// What vanished or began: `Vanished: tab_select on iOS from 12 May 2026 on: …`.
  func eventLines(_ calendar: CalendarDays) -> [Document.Text] {
    events.map { event in
      let place =
        (event.platform.map { " on \(Wording.platform($0))" } ?? "")
        + (event.version.map { " in version \($0)" } ?? "")
      let day = TimeSpan.words(CalendarDate(day: event.day))
      let what = event.isField ? "the field" : "the event"
      return """
        \(strong: event.hasVanished ? "Vanished" : "Began"): \(what) \(code: event.name)\(place), from \(day) on: \
        people logged it on \(event.before.percent) of their days before, and on \(event.since.percent) of \
        \(event.userDays.grouped) days since
        """
    }
  }

  /// The rows without those on fewer than so many users.
  package func hidingSmallGroups(least: Int) -> SinceRows {
    let label = NameMeetings.label(least: least)
    var rows = self
    rows.changes.removeAll { $0.finding.withoutPersons(least: least) == nil || $0.finding.isAbout(label) }
    rows.figures.removeAll { $0.isBased(onFewOf: 1..<least) }
    rows.moved.removeAll { $0.isBased(onFewOf: 1..<least) }
    rows.events.removeAll { event in
      event.userDays < least || [event.version, event.platform].contains { $0?.contains(label) == true }
    }
    return rows
  }
}

/// The section on how long to wait for a change.
func waiting(_ contents: ReportContents) -> Document.Section? {
  guard !contents.waiting.isEmpty else { return nil }
  let weeks = WeeksToWait.weeks.map { "In \($0) weeks" as Document.Text }
  return Document.Section(
    "Smallest changes that would show", anchor: "waiting",
    [
      """
      In four of five cases, a change of this size would show. Today compares the halves of this log; the other columns \
      assume a change made now.
      """,
      .grid(
        columns: [.init("Measure"), .init("Today", .trailing)] + weeks.map { .init($0, .trailing) },
        rows: contents.waiting.map { row in
          [.text("\(row.title)"), .text("\(row.words(row.now))")] + row.later.map { .text("\(row.words($0))") }
        }),
    ], isCollapsed: true)
}

extension WeeksToWait {
  /// `2.1 points`
  func words(_ change: Double) -> String {
    let number = unit == .share ? (change * 100).rounded(decimals: 1) : change.rounded(decimals: 2)
    return number + (unit == .share ? " points" : "")
  }

  /// `Quick backs: a change of 2.0 points shows in 3 weeks`
  var sentence: Document.Text {
    let change = words(smallest)
    switch wait {
    case 0?: return "\(title): a change of \(change) would show by now (the smallest is \(words(now)))"
    case let wait?:
      return "\(title): a change of \(change) would show in \(wait.of("week")); today, one of \(words(now))"
    case nil:
      return "\(title): a change of \(change) will not show within two years; today, one of \(words(now))"
    }
  }
}
