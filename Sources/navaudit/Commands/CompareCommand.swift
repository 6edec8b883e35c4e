import ArgumentParser
import NavigationAudit
import NavigationModel
import UsabilityRules

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two logs, two stores, or two groups of sessions of one.",
    discussion: """
      Writes comparison.md, compare.csv (every measure on both sides, the difference, its interval and a verdict), compare_findings.csv, \
      compare_checks.csv and datapackage.json into the output folder. Sides that are not comparable are refused, with the reason.

        navaudit compare march.sqlite april.sqlite
        navaudit compare app.ndjson.gz --before app_version=4.0.0 --after app_version=4.1.0
        navaudit compare app.sqlite --by variant
      """)

  @Argument(
    help: ArgumentHelp("One log or store (with --before and --after, or --by), or two: a file, a folder, or a store.", valueName: "input"),
    completion: .file())
  var inputs: [String]

  @Option(
    help: ArgumentHelp("The sessions of the first side, such as app_version=4.0.0,platform=ios.", valueName: "dimension=value"),
    transform: SegmentFilter.named)
  var before: SegmentFilter?

  @Option(
    help: ArgumentHelp("The sessions of the second side.", valueName: "dimension=value"), transform: SegmentFilter.named)
  var after: SegmentFilter?

  @Option(
    help: ArgumentHelp("Compare each value of this dimension with the first one; `variant` is an experiment.", valueName: "dimension"),
    completion: .list(Segment.dimensions.map(\.word)))
  var by: String?

  @Option(help: ArgumentHelp("With --by, the value that the others are compared with. By itself, `control`, or the first.", valueName: "value"))
  var reference: String?

  @Option(help: "Whose sessions count: all (users on both sides are compared with themselves), same (only users on both), different (nobody is on both).")
  var users = ComparisonOptions.UserMatching.all

  @Option(
    help: ArgumentHelp("The smallest change worth having: of a share in share points, of a mean as a part of it.", valueName: "share"))
  var smallest = ComparisonSettings().smallest

  @Option(help: ArgumentHelp("The one measure that matters: it is not adjusted for the others.", valueName: "metric"))
  var primary: String?

  @Option(help: ArgumentHelp("How an experiment was meant to divide users, such as control=90,new=10. By itself, equally.", valueName: "arm=weight"))
  var split: ArmSplit?

  @Option(help: ArgumentHelp("Compare although this check refuses (see compare_checks.csv); may be repeated.", valueName: "check"))
  var allow: [String] = []

  @Option(name: [.short, .long], help: ArgumentHelp("The folder for the reports.", valueName: "folder"), completion: .directory)
  var output = "Comparison"

  @OptionGroup var model: ModelOptions

  @Option(help: "The format of the logs (see `navaudit formats`). By itself, each is recognised.")
  var format: String?

  @Option(help: ArgumentHelp("The largest share of lines that may be rejected.", valueName: "share"))
  var maxRejected = 0.05

  @Option(help: ArgumentHelp("The key of the pseudonyms that stand for users, as a passphrase.", valueName: "passphrase"))
  var key: String?

  @Option(help: ArgumentHelp("Run only these rules, by id or family; may be repeated.", valueName: "rule"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Leave these rules out, by id or family; may be repeated.", valueName: "rule"))
  var ignore: [String] = []

  @OptionGroup var groups: GroupOptions

  @Flag(help: "End with status 1 where a measure is worse, on 30 users or more a side.")
  var failOnWorse = false

  @Option(help: "End with status 1 where there are new findings of this severity or above: info, warning or error.")
  var failOn: Severity?

  @Flag(help: "Write the outcome as JSON to standard output.")
  var json = false

  func validate() throws {
    let dimensions = Segment.dimensions.map(\.word)
    if inputs.count > 2 { throw ValidationError("compare takes one input or two, not \(inputs.count); name a folder for more files of a side") }
    if let by, !dimensions.contains(by) {
      throw ValidationError("no dimension is called `\(by)`; there are \(dimensions.joined(separator: ", "))")
    }
    if by != nil, before != nil || after != nil { throw ValidationError("--by names the sides itself; leave --before and --after out") }
    if by != nil, inputs.count > 1 { throw ValidationError("--by compares sessions of one input; name one") }
    if inputs.count == 1, by == nil, before == nil || after == nil {
      throw ValidationError("name two inputs, or the sides of one: --before dimension=value --after dimension=value, or --by dimension")
    }
    if inputs.count == 1, before != nil, before == after { throw ValidationError("--before and --after name the same sessions") }
    if by != nil, users == .same { throw ValidationError("--users same goes with two sides: two inputs, or --before and --after") }
    if reference != nil, by == nil { throw ValidationError("--reference goes with --by") }
    if inputs.filter({ $0 == "-" }).count > 1 { throw ValidationError("standard input can be one side only") }
    if split != nil, by != "variant", !(before?.isOfVariants == true && after?.isOfVariants == true) {
      throw ValidationError("--split goes with an experiment: --by variant, or --before variant=… --after variant=…")
    }
    guard smallest > 0, smallest < 1 else { throw ValidationError("--smallest takes a share between 0 and 1, not \(smallest)") }
    if let primary, !ComparedFigure.metrics.contains(primary) {
      throw ValidationError("no measure is called `\(primary)`; there are \(ComparedFigure.metrics.joined(separator: ", "))")
    }
    guard (0...1).contains(maxRejected) else { throw ValidationError("--max-rejected takes a share from 0 to 1, not \(maxRejected)") }
    let formats = LogFormats.all.map(\.name)
    if let format, !formats.contains(format) {
      throw ValidationError("unknown format `\(format)`; navaudit knows \(formats.joined(separator: ", "))")
    }
    if let first = allow.first(where: { !ComparisonOptions.checksToAllow.contains($0) }) {
      throw ValidationError("no check that can be allowed is called `\(first)`; there are \(ComparisonOptions.checksToAllow.joined(separator: ", "))")
    }
    let unknown = RuleSelection(select: select, ignore: ignore).unknown
    if let first = unknown.first { throw ValidationError("no rule or family is called `\(first)`; `navaudit rules` lists them") }
  }

  func run() async throws {
    var options = AuditOptions()
    model.apply(to: &options)
    options.format = format
    options.maxRejected = maxRejected
    options.key = key
    options.select = select
    options.ignore = ignore
    options.minimumGroup = groups.minimumGroup
    var comparison = ComparisonOptions()
    comparison.inputs = inputs
    comparison.before = before
    comparison.after = after
    comparison.by = by
    comparison.reference = reference
    comparison.users = users
    comparison.settings.smallest = smallest
    comparison.settings.primary = primary
    comparison.split = split?.weights ?? [:]
    comparison.allowed = Set(allow)
    let asked = comparison
    let folder = output
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.compare(asked, output: folder) }
    if json {
      Terminal.print(outcome.json)
    } else if !model.quiet {
      Terminal.print(ComparisonSummary(outcome, inColor: Terminal.hasColor).text)
    }
    if failOnWorse && outcome.worse > 0 { throw ExitCode(1) }
    if let failOn, outcome.newCount(atLeast: failOn) > 0 { throw ExitCode(1) }
  }
}

extension SegmentFilter {
  /// - Throws: why the text is no filter, as the command line says it.
  static func named(_ text: String) throws -> SegmentFilter {
    do {
      return try SegmentFilter(text)
    } catch {
      throw ValidationError(error.description)
    }
  }
}

extension ComparisonOptions.UserMatching: ExpressibleByArgument {}

/// How the users of an experiment were meant to be divided: `control=90,new=10`.
struct ArmSplit: ExpressibleByArgument {
  let weights: [String: Double]

  init?(argument: String) {
    var weights: [String: Double] = [:]
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let equals = part.lastIndex(of: "="), let weight = Double(part[part.index(after: equals)...]), weight > 0, weight.isFinite else {
        return nil
      }
      weights[String(part[..<equals])] = weight
    }
    self.weights = weights
  }
}
