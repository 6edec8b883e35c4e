import Measures
import UsabilityRules

extension Document {
  /// The report on a comparison, for people. Every format renders the same document.
  package init(_ contents: ComparisonContents) {
    title = "\(contents.title)"
    let warnings = contents.pairs.flatMap { pair in
      pair.checks.filter { $0.outcome == .warning || $0.outcome == .allowed }
    }
    func notes(onCalendars: Bool) -> [Block] {
      warnings.filter { ($0.id == "calendar") == onCalendars }.map(\.message).unique.map {
        .note("\($0.capitalizedFirst.asSentence)")
      }
    }
    let parts = contents.pairs.enumerated().map { number, pair in
      ComparisonPart(contents: contents, pair: pair, number: number)
    }
    // Those on calendars come before any verdict.
    opening = notes(onCalendars: true).reversed()
    if let only = parts.first, parts.count == 1 {
      opening.append(.paragraph(only.verdict))
      sections = only.sections
    } else {
      opening.append(.list(parts.map(\.verdict)))
      sections = parts.map { Section("\($0.title)", anchor: "pair-\($0.number + 1)", sections: $0.sections) }
    }
    if !contents.isExperiment {
      opening.append(
        .note(
          """
          \(strong: "Observational.") Users were not assigned at random: those who update early, or use another \
          platform, differ from the \
          others anyway. A difference is a reason to investigate, not proof of a cause.
          """
        ))
    }
    opening += notes(onCalendars: false)
    sections.append(contents.methodology)
  }
}

extension [String] {
  /// Each text once, at its first position.
  fileprivate var unique: [String] {
    var seen = Set<String>()
    return filter { seen.insert($0).inserted }
  }
}

/// The section on one pair of sides.
private struct ComparisonPart {
  let contents: ComparisonContents
  let pair: ComparisonContents.Pair
  let number: Int

  /// The most rows of a table, and how many of them are visible at first.
  static let (rows, seen) = (40, 8)

  /// The names of the sides: values of a dimension have no time order.
  private var names: (before: String, after: String) {
    contents.dimension == nil ? ("Before", "After") : (name(pair.before), name(pair.after))
  }

  /// `Android next to iOS`.
  var title: String { "\(name(pair.after)) compared with \(name(pair.before))" }

  /// `iOS` for the value of a dimension, `platform=ios`.
  private func name(_ side: ComparisonContents.Side) -> String {
    guard let dimension = contents.dimension, side.label.hasPrefix(dimension + "=") else {
      return side.label.madeVisible(limit: 60)
    }
    let value = String(side.label.dropFirst(dimension.count + 1))
    return (dimension == "platform" ? Wording.platform(value) : value).madeVisible(limit: 60)
  }

  private func anchor(_ name: String) -> String { contents.pairs.count == 1 ? name : "\(name)-\(number + 1)" }

  /// What is different for certain, or that nothing is; the inconclusive measures are counted at the end of the
  /// section.
  var verdict: Document.Text {
    let found = [ChangeVerdict.worse, .better, .changed].compactMap { verdict -> Document.Text? in
      let figures = differences.filter { $0.verdict == verdict }
      guard !figures.isEmpty else { return nil }
      let named = figures.prefix(Self.named).map {
        $0.words + " (\($0.unit.text($0.before.value)) → \($0.unit.text($0.after.value)))"
      }
      let rest: [Document.Text] = figures.count > Self.named ? ["\((figures.count - Self.named).grouped) more"] : []
      return "\(strong: verdict.words.capitalizedFirst): " + (named + rest).joinedAsList()
    }
    let headline: Document.Text =
      found.isEmpty ? "\(strong: "No significant differences")" : found.joinedAsList(by: "; ", between: "; ")
    let new = pair.findings(.new).count
    let gone = pair.findings(.gone).count
    let findings =
      contents.dimension == nil
      ? """
      \(new.of("finding")) \(new == 1 ? "is" : "are") new, \(gone == 0 ? "none" : gone.grouped) \
      \(gone == 1 ? "is" : "are") gone
      """
      : """
      \(new.of("finding")) \(new == 1 ? "is" : "are") only for \(names.after), \(gone == 0 ? "none" : gone.grouped) \
      only for \(names.before)
      """
    return headline + ". \(side(pair.after)) compared with \(side(pair.before)): \(findings).\(overlap)"
  }

  /// The number of measures that the verdict names for each direction.
  private static let named = 3

  /// How many measures there are of each other verdict.
  private var undecided: Document.Block {
    let missing = pair.count(.notApplicable)
    let same = pair.count(.same)
    let unsure = pair.count(.unsure)
    return
      """
      Of \(pair.judged.of("judged measure")), \(same.grouped) \(same == 1 ? "shows" : "show") no relevant difference \
      and \(unsure.grouped) \(unsure == 1 ? "is" : "are") \
      inconclusive\(missing > 0 ? "; \(missing.grouped) \(missing == 1 ? "does" : "do") not apply to both sides" : "").
      """
  }

  private func side(_ side: ComparisonContents.Side) -> Document.Text {
    let window = side.period.map { ", \(TimeSpan(span: $0, calendar: contents.calendar).words)" } ?? ""
    return "\(strong: name(side)) (\(side.users.of("user")), \(side.sessions.of("session"))\(window))"
  }

  private var overlap: Document.Text {
    pair.usersOnBoth == 0
      ? ""
      : """
       \(pair.usersOnBoth.of("user")) on both sides \(pair.usersOnBoth == 1 ? "is" : "are") compared with themselves.
      """
  }

  var sections: [Document.Section] {
    [
      changes,
      pair.moved.section(before: contents.dimension == nil ? "the first side" : names.before, anchor: anchor("moved")),
      findings, measures,
      checks,
    ].compactMap(\.self)
  }

  /// What is different: worst first; within a verdict, the smallest p-values first.
  private var differences: [ComparedFigure] {
    let order = [ChangeVerdict.worse, .better, .changed]
    return pair.figures.enumerated().filter { $0.element.verdict.map(order.contains) ?? false }.sorted { a, b in
      let one = order.firstIndex(of: a.element.verdict ?? .same) ?? 0
      let two = order.firstIndex(of: b.element.verdict ?? .same) ?? 0
      return (one, a.element.pAdjusted ?? 1, a.offset) < (two, b.element.pAdjusted ?? 1, b.offset)
    }.map(\.element)
  }

  private var changes: Document.Section {
    let found = differences
    var blocks: [Document.Block] = []
    if found.isEmpty {
      blocks.append("No measure differs by more than chance explains.")
    } else {
      blocks.append(.grid(grid(Array(found.prefix(Self.seen)), folds: false)))
      let more = Array(found.prefix(Self.rows).dropFirst(Self.seen))
      if !more.isEmpty {
        blocks.append(.collapsible("Show \(more.count.of("more measure"))", [.grid(grid(more, folds: false))]))
      }
      if found.count > Self.rows { blocks.append(rest(Self.rows, of: found.count)) }
    }
    return Document.Section("What is different", anchor: anchor("changes"), blocks)
  }

  private func rest(_ shown: Int, of count: Int) -> Document.Block {
    "The first \(shown.grouped) of \(count.of("measure")); all are in \(link: "compare.csv", to: .file("compare.csv"))."
  }

  private func grid(_ figures: [ComparedFigure], folds: Bool) -> Document.Grid {
    Document.Grid(
      columns: [
        .init("Measure"), .init("\(names.before)", .trailing), .init("\(names.after)", .trailing),
        .init(
          "\(contents.settings.looks == .one ? "Difference (95% interval)" : "Difference (interval over all looks)")",
          .trailing),
        .init("Verdict"), .init("Evidence", isMinor: true),
      ],
      rows: figures.map { figure in
        [
          .text(figure.words), .text("\(figure.unit.text(figure.before.value))"),
          .text("\(figure.unit.text(figure.after.value))"),
          .text("\(figure.differenceWords)"), .text(verdict(figure)), .text("\(figure.evidence?.word ?? "")"),
        ]
      },
      fold: folds ? "Show \(figures.count.of("measure"))" : nil)
  }

  private func verdict(_ figure: ComparedFigure) -> Document.Text {
    guard let verdict = figure.verdict else { return "" }
    return verdict == .worse || verdict == .better ? "\(strong: verdict.words)" : "\(verdict.words)"
  }

  private var findings: Document.Section {
    var blocks: [Document.Block] = []
    func add(_ kind: FindingChange.Kind, _ heading: Document.Text) {
      let changes = pair.findings(kind)
      guard !changes.isEmpty else { return }
      blocks.append(.paragraph(heading))
      blocks.append(
        .list(
          changes.prefix(Self.rows).compactMap { change in
            change.finding.map { finding in
              let was = change.before.flatMap { before in
                change.after.map {
                  before.severity == $0.severity
                    ? ""
                    : """
                    , \(contents.dimension == nil ? "before" : "for \(names.before)"): \
                    \(before.severity.word.lowercased())
                    """
                }
              }
              return
                """
                \(strong: finding.severity.word) \(code: finding.rule)\(was ?? ""): \
                \(finding.message.plain.madeVisible().asSentence)
                """
            }
          }))
      if changes.count > Self.rows {
        blocks.append(
          """
          … and \((changes.count - Self.rows).grouped) more in \
          \(link: "compare_findings.csv", to: .file("compare_findings.csv")).
          """
        )
      }
    }
    if contents.dimension == nil {
      add(.new, "\(strong: "New"), found only after:")
      add(.gone, "\(strong: "Gone"), found only before:")
    } else {
      add(.new, "Found only for \(strong: names.after):")
      add(.gone, "Found only for \(strong: names.before):")
    }
    add(.notJudged, "\(strong: "Not judged on both sides"), because one side lacks evidence:")
    add(.stays, contents.dimension == nil ? "\(strong: "Still there"):" : "Found for both:")
    if blocks.isEmpty {
      return Document.Section("Findings", anchor: anchor("findings"), ["Neither side gives a finding."])
    }
    blocks.append(
      """
      A finding on a share is new or gone if the share differs by more than chance explains; a finding on a fact, if \
      one side shows the fact and the other does not.
      """
    )
    return Document.Section("Findings", anchor: anchor("findings"), blocks)
  }

  private var measures: Document.Section? {
    let app = pair.figures.filter { $0.subjectKind == "app" && ($0.before.value != nil || $0.after.value != nil) }
    let others = pair.figures.filter { $0.subjectKind != "app" && $0.subjectKind != "screen" }
    var blocks: [Document.Block] = []
    if !app.isEmpty {
      blocks.append("The whole app:")
      blocks.append(.grid(grid(app, folds: true)))
    }
    if !others.isEmpty {
      blocks.append("Tabs, items, menus, gestures and tasks:")
      blocks.append(.grid(grid(Array(others.prefix(Self.rows)), folds: true)))
      if others.count > Self.rows { blocks.append(rest(Self.rows, of: others.count)) }
    }
    let screens = pair.figures.count { $0.subjectKind == "screen" }
    if screens > 0 {
      blocks.append(
        "\(screens.of("measure")) of single screens are in \(link: "compare.csv", to: .file("compare.csv")).")
    }
    if !pair.waiting.isEmpty {
      blocks.append("How long to wait for a change to show, in four of five cases:")
      blocks.append(.list(pair.waiting.map(\.sentence)))
    }
    return blocks.isEmpty
      ? nil : Document.Section("All measures", anchor: anchor("measures"), blocks + [undecided], isCollapsed: true)
  }

  private var checks: Document.Section {
    let grid = Document.Block.grid(
      columns: [
        .init("Check"), .init("\(names.before)", isMinor: true), .init("\(names.after)", isMinor: true),
        .init("Outcome"), .init("Result"),
      ],
      rows: pair.checks.map { check in
        [
          .text("\(code: check.id)"), .text("\(check.before.madeVisible(limit: 200))"),
          .text("\(check.after.madeVisible(limit: 200))"),
          .text("\(check.outcome.rawValue)"), .text("\(check.message.capitalizedFirst.madeVisible().asSentence)"),
        ]
      })
    return Document.Section("Whether the sides may be compared", anchor: anchor("checks"), [grid])
  }
}

extension ComparisonContents {
  fileprivate var methodology: Document.Section {
    let smallest = (settings.smallest * 100).rounded(decimals: 1)
    var lines: [Document.Text] = [
      """
      A difference is \(dimension == nil ? "after minus before" : "the second side minus the first"), with its 95% \
      interval. Shares of users: Newcombe's interval, the paired one with McNemar's test where all \
      users are on both sides. Shares and means of sessions, steps or taps: by user, so that rows of one person count \
      as one person's.
      """,
      """
      \(strong: "Better") or \(strong: "worse"): the interval excludes 0, and the p-value, adjusted for the number of \
      measures tested \
      (Benjamini–Hochberg), is at most \(ChangeVerdict.falseDiscoveryRate.sixDecimals). \(strong: "Changed"): the \
      same, if neither direction is better.
      """,
      """
      \(strong: "No difference detected"): the whole interval lies within the smallest change worth having, \
      \(smallest) points of a share and \
      \(smallest)% of a mean (our own convention unless it was set). \(strong: "Inconclusive"): everything else; more \
      users would decide it.
      """,
    ]
    switch settings.looks {
    case .one: break
    case .planned(let looks):
      lines.append(
        """
        Looked at \(looks.of("time")): each interval of a difference and each p-value is at 5% ÷ \(looks) \
        (Bonferroni), so that all looks together claim nothing false in 95% of cases.
        """)
    case .any:
      lines.append(
        """
        Looked at any number of times: the intervals of differences hold at all times at once (asymptotic confidence \
        sequence, Waudby-Smith et al. 2023), and so do the p-values.
        """)
    }
    for primary in settings.primary {
      lines.append("\(code: primary) was chosen in advance; its p-value is not adjusted.")
    }
    lines += choices.map { "\($0.name.capitalizedFirst): \($0.value)" }
    lines += notes.map { "\($0.capitalizedFirst.asSentence)" }
    return Document.Section(
      "How this was compared", anchor: "making",
      [
        .list(lines),
        .grid(columns: [.init("File"), .init("Rows", .trailing), .init("What is in it")], rows: fileRows(tables)),
      ], isCollapsed: true)
  }
}

extension ComparedFigure {
  fileprivate var words: Document.Text {
    subjectKind == "app" ? "\(title)" : "\(title): \(emphasis: subject.madeVisible(limit: 120))"
  }

  /// `+1.2 points (0.3 to 2.1)`.
  fileprivate var differenceWords: String {
    guard let difference else { return "–" }
    func signed(_ number: Double) -> String {
      let text = unit == .share ? (number * 100).rounded(decimals: 1) : number.rounded(decimals: unit == .mean ? 2 : 0)
      return number > 0 && text.contains { ("1"..."9").contains($0) } ? "+" + text : text
    }
    let points = unit == .share ? " points" : ""
    guard let interval = change?.interval else { return signed(difference) + points }
    return "\(signed(difference))\(points) (\(signed(interval.low)) to \(signed(interval.high)))"
  }

  /// `Quick backs: 7.2% → 9.1%, +1.9 points (0.4 to 3.4)`.
  public var sentence: String {
    let name = title + (subjectKind == "app" ? "" : ", \(subject)")
    return "\(name): \(unit.text(before.value)) → \(unit.text(after.value)), \(differenceWords)"
  }
}
