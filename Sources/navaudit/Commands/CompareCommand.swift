import ArgumentParser
import NavigationAudit
import NavigationModel
import Reporting
import Statistics
import UsabilityRules

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two logs, two stores, or two groups of sessions.",
    discussion: """
      Writes comparison.html and comparison.md (the same report), compare.csv (every measure on both sides, the \
      difference, its interval and a verdict), compare_findings.csv, \
      compare_moves.csv (entries that stand in another place), compare_checks.csv and datapackage.json into the output \
      folder. Sides that are not comparable are refused, with the reason.

        navaudit compare march.sqlite april.sqlite
        navaudit compare app.ndjson.gz --before app_version=4.0.0 --after app_version=4.1.0
        navaudit compare app.sqlite --before date=..2026-03-14 --after date=2026-03-15..
        navaudit compare app.sqlite --by variant
      """)

  @Argument(
    help: ArgumentHelp(
      """
      One log or store (with --before and --after, or --by), or two: a file, a folder, a store, or a folder of stores.
      """,
      valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  /// What the inputs are called, for the Python package: its inputs are temporary files.
  @Option(help: ArgumentHelp(visibility: .hidden))
  var label: [String] = []

  @Option(
    help: ArgumentHelp(
      "The sessions of the first side, such as app_version=4.0.0,platform=ios or date=..2026-03-14.",
      valueName: "dimension=value"),
    transform: SegmentFilter.named)
  var before: SegmentFilter?

  @Option(
    help: ArgumentHelp("The sessions of the second side.", valueName: "dimension=value"), transform: SegmentFilter.named
  )
  var after: SegmentFilter?

  @Option(
    help: ArgumentHelp(
      "Compare each value of this dimension with the first one; `variant` is an experiment.", valueName: "dimension"),
    completion: .list(Segment.dimensions.map(\.word)))
  var by: String?

  @Option(
    help: ArgumentHelp(
      "With --by, the value that others are compared with (default: `control`, or the first).", valueName: "value"))
  var reference: String?

  @Option(
    help: ArgumentHelp(
      "Intended split of the users of an experiment, such as control=90,new=10 (default: equal).",
      valueName: "arm=weight"))
  var split: ArmSplit?

  @Option(
    help: ArgumentHelp(
      "How often this comparison is made on growing data: a number, or any (default: the map's, or once).",
      valueName: "number"))
  var looks: LooksOption?

  @Option(
    help: ArgumentHelp("Compare even if these checks fail (see compare_checks.csv).", valueName: "checks"),
    completion: .list(checksToAllow),
    transform: wordList)
  var allow: [[String]] = []

  @Option(
    name: [.short, .long], help: ArgumentHelp("Folder for the reports.", valueName: "folder"), completion: .directory)
  var output = "Comparison"

  @OptionGroup var map: MapOption
  @OptionGroup var gap: GapOption
  @OptionGroup var inference: InferOption
  @OptionGroup var days: TimeZoneOption

  @OptionGroup var columns: ColumnsOption
  @OptionGroup var format: FormatOption
  @OptionGroup var rejection: RejectionOption
  @OptionGroup var work: WorkerOption
  @OptionGroup var memory: MemoryOption
  @OptionGroup var messages: QuietOption

  @OptionGroup var rules: RuleOptions
  @OptionGroup var groups: GroupOptions

  @Flag(help: "Exit with status 1 if a measure got worse, with 30 users or more on each side.")
  var failOnWorse = false

  @Option(
    help: ArgumentHelp("Exit with status 1 if there are new findings of this severity or above.", valueName: "severity")
  )
  var failOn: Severity?

  @Flag(help: "Print the outcome as JSON.")
  var json = false

  private static let checksToAllow = ComparisonOptions.checksToAllow + Override.allCases.map(\.rawValue)

  func validate() throws {
    if inputs.isEmpty { throw ValidationError("name two logs or stores, or one with --by or --before and --after") }
    let dimensions = Segment.dimensions.map(\.word)
    if inputs.count > 2 {
      throw ValidationError(
        "compare takes one input or two, not \(inputs.count); name a folder for more files of a side")
    }
    if let by, !dimensions.contains(by) {
      throw ValidationError.unknown("no dimension is called", by, among: dimensions)
    }
    if by != nil, before != nil || after != nil {
      throw ValidationError("--by cannot be combined with --before or --after")
    }
    if by != nil, inputs.count > 1 { throw ValidationError("--by compares sessions of one input; name one") }
    if inputs.count == 1, by == nil, before == nil || after == nil {
      throw ValidationError(
        "name two inputs, or the sides of one: --before dimension=value --after dimension=value, or --by dimension")
    }
    if inputs.count == 1, before != nil, before == after {
      throw ValidationError("--before and --after name the same sessions")
    }
    if reference != nil, by == nil { throw ValidationError("--reference requires --by") }
    if inputs.filter({ $0 == "-" }).count > 1 { throw ValidationError("standard input can be one side only") }
    if split != nil, by != "variant", !(before?.isOfVariants == true && after?.isOfVariants == true) {
      throw ValidationError("--split requires an experiment: --by variant, or --before variant=… --after variant=…")
    }
    if let first = allow.joined().first(where: { !Self.checksToAllow.contains($0) }) {
      throw ValidationError.unknown("no check that can be allowed is called", first, among: Self.checksToAllow)
    }
  }

  func run() async throws {
    var options = AuditOptions(map, gap, inference, days, columns, format, rejection, work, memory, rules, groups)
    options.key = AuditOptions.passphrase
    var comparison = ComparisonOptions()
    comparison.inputs = inputs
    comparison.labels = label
    comparison.before = before
    comparison.after = after
    comparison.by = by
    comparison.reference = reference
    comparison.split = split?.weights ?? [:]
    comparison.looks = looks?.looks
    comparison.allowed = Set(allow.joined()).intersection(ComparisonOptions.checksToAllow)
    options.allowed = Set(allow.joined().compactMap(Override.init))
    let outcome = try await running(Audit(options), quiet: messages.quiet) { [comparison, output] in
      try await $0.compare(comparison, output: output)
    }
    if json {
      Terminal.write(outcome.json + "\n")
    } else if !messages.quiet {
      Terminal.print(outcome.summary(inColor: Terminal.hasColor), isDone: true)
    }
    if failOnWorse && outcome.worse > 0 { throw ExitCode(1) }
    guard let failOn else { return }
    if outcome.newCount(atLeast: failOn) > 0 { throw ExitCode(1) }
    if let side = outcome.contents.pairs.lazy.flatMap(\.notAssessed).first, !options.allowed.contains(.unassessed) {
      throw AuditError.notAssessed(side.why, of: side.label.madeVisible(limit: 60))
    }
  }
}

extension SegmentFilter {
  /// - Throws: why the text is not a valid filter, in the words of the command line.
  static func named(_ text: String) throws -> SegmentFilter {
    do {
      return try SegmentFilter(text)
    } catch {
      throw ValidationError(error.description)
    }
  }
}

/// `26`, or `any`.
struct LooksOption: ExpressibleByArgument {
  let looks: Looks

  init?(argument: String) {
    if argument == "any" {
      looks = .any
    } else if let number = Int(argument), 1...10_000 ~= number {
      looks = .planned(number)
    } else {
      return nil
    }
  }
}

/// The intended split of an experiment: `control=90,new=10`.
struct ArmSplit: ExpressibleByArgument {
  let weights: [String: Double]

  init?(argument: String) {
    var weights: [String: Double] = [:]
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let equals = part.lastIndex(of: "="), let weight = Double(part[part.index(after: equals)...]), weight > 0,
        weight.isFinite
      else {
        return nil
      }
      weights[String(part[..<equals])] = weight
    }
    self.weights = weights
  }
}

extension ComparisonOutcome {
  func summary(inColor: Bool) -> String {
    var lines = contents.notes.map { $0.madeVisible().wrapped() }
    for pair in contents.pairs { lines += pair.summary(inColor: inColor) }
    if !contents.isExperiment {
      lines.append("Observational: a difference is a reason to investigate, not proof of a cause.")
    }
    lines.append("Reports in \(folder.madeVisible()): start with \(folder.madeVisible())/comparison.html.")
    return lines.joined(separator: "\n")
  }
}

extension ComparisonContents.Pair {
  private static var shown: Int { 5 }

  fileprivate func summary(inColor: Bool) -> [String] {
    let found = [ChangeVerdict.worse, .better, .changed].filter { count($0) > 0 }.map {
      "\(Wording.count(count($0))) \($0.words)"
    }
    let headline = found.isEmpty ? "no significant differences" : Wording.list(found)
    var lines = [
      """
      \(after.label.madeVisible()) (\(Wording.count(after.users, "user"))) compared with \(before.label.madeVisible()) \
      (\(Wording.count(before.users, "user"))): \(headline).
      """.wrapped()
    ]
    for check in checks where check.outcome == .warning || check.outcome == .allowed {
      lines.append("  " + "note: \(check.message.madeVisible()) [\(check.id)]".wrapped(indent: 4))
    }
    for verdict in [ChangeVerdict.worse, .better] {
      let word = verdict == .worse ? "worse " : "better"
      let tag = word.painted(verdict == .worse ? 31 : 32, if: inColor)
      let figures = figures.filter { $0.verdict == verdict }.sorted { ($0.pAdjusted ?? 1) < ($1.pAdjusted ?? 1) }
      for figure in figures.prefix(Self.shown) {
        lines.append("  \(tag) \(figure.sentence.madeVisible().wrapped(indent: 9))")
      }
      if figures.count > Self.shown { lines.append("  … and \(figures.count - Self.shown) more \(verdict.words).") }
    }
    for moved in moved where moved.kind != .all {
      let saved = [("predicted", moved.predicted), ("observed", moved.observed)].compactMap { word, value in
        value.map { "\(word) \(Wording.oneDecimal($0.value))" }
      }
      let verdict = moved.verdict.map { " (\($0.rawValue))" } ?? ""
      let before = moved.containerBefore.madeVisible()
      let after = moved.containerAfter.madeVisible()
      let line =
        """
        moved: \(moved.name.madeVisible()), \(before) → \(after): taps saved per 100 sessions: \
        \(saved.joined(separator: ", "))\(verdict)
        """
      lines.append("  " + line.wrapped(indent: 4))
    }
    let new = findings.filter { $0.kind == .new }
    let gone = findings.count { $0.kind == .gone }
    lines.append("  Findings: \(new.count) new, \(gone) gone.")
    for change in new.prefix(Self.shown) {
      if let finding = change.after {
        lines.append(
          "  "
            + "new \(finding.severity.rawValue): \(finding.message.plain.madeVisible()) [\(finding.rule)]".wrapped(
              indent: 4))
      }
    }
    let others = [ChangeVerdict.same, .unsure, .notApplicable].map { "\(Wording.count(count($0))) \($0.words)" }.joined(
      separator: ", ")
    lines.append("  Of \(Wording.count(judged, "judged measure")): \(others).")
    return lines
  }
}
