import ArgumentParser
import Foundation
import NavigationAudit
import NavigationModel
import UsabilityRules

/// Options of the commands that read logs.
struct ReadingOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Logs: files, folders (read whole), or - for standard input.", valueName: "log"),
    completion: .file())
  var logs: [String]

  @Option(help: "The format of the logs (see `navaudit formats`). By itself, each is recognised.")
  var format: String?

  @Option(help: ArgumentHelp("The largest share of lines that may be rejected.", valueName: "share"))
  var maxRejected = 0.05

  @Option(help: ArgumentHelp("Write rejected lines to this file, with their places and reasons.", valueName: "file"), completion: .file())
  var rejected: String?

  @Option(help: ArgumentHelp("The key of the pseudonyms that stand for users, as a passphrase.", valueName: "passphrase"))
  var key: String?

  @Flag(help: "Write users as they are in the log, not as pseudonyms.")
  var revealUsers = false

  func validate() throws {
    guard (0...1).contains(maxRejected) else { throw ValidationError("--max-rejected takes a share from 0 to 1, not \(maxRejected)") }
    let known = LogFormats.all.map(\.name)
    if let format, !known.contains(format) {
      throw ValidationError("unknown format `\(format)`; navaudit knows \(known.joined(separator: ", "))")
    }
  }

  func apply(to options: inout AuditOptions) {
    options.logs = logs
    options.format = format
    options.maxRejected = maxRejected
    options.rejectedFile = rejected
    options.key = key
    options.revealsUsers = revealUsers
  }
}

/// Options of all commands that make the model.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The app map. By itself, the navaudit.yml in a folder of logs is taken, or that of the store.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var map: String?

  @Option(help: ArgumentHelp("The longest pause within a session, where the log names no sessions.", valueName: "minutes"))
  var gap: Int?

  @Flag(help: "Guess the structure of the app (tabs, More list, menus) from the screens, where neither log nor map tells it.")
  var infer = false

  @Option(help: ArgumentHelp("How many threads work.", valueName: "count"))
  var workers: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: ArgumentHelp("What to use of memory, at least 64M, by itself half of the machine's; what does not fit goes to temporary files.", valueName: "size"))
  var memory: MemorySize?

  @Flag(name: [.short, .long], help: "Say nothing but errors.")
  var quiet = false

  func validate() throws {
    if let gap, !(1...100_000).contains(gap) { throw ValidationError("--gap takes minutes from 1 to 100000, not \(gap)") }
    guard (1...1024).contains(workers) else { throw ValidationError("--workers takes a count from 1 to 1024, not \(workers)") }
  }

  func apply(to options: inout AuditOptions) {
    options.map = map
    options.gap = gap.map { $0 * 60 }
    options.infersStructure = infer
    options.workers = workers
    if let memory { options.memory = memory.bytes }
  }
}

/// Options of the commands that write reports.
struct JudgingOptions: ParsableArguments {
  @Option(name: [.short, .long], help: ArgumentHelp("The folder for the reports.", valueName: "folder"), completion: .directory)
  var output = "Reports"

  @Flag(help: "Write sessions.csv too: one row for each session.")
  var sessions = false

  @Option(
    help: ArgumentHelp("Tell the tables apart by these dimensions too, such as platform,app_version.", valueName: "dimensions"))
  var segment: String?

  @OptionGroup var groups: GroupOptions

  @Option(help: ArgumentHelp("Run only these rules, by id or family; may be repeated.", valueName: "rule"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Leave these rules out, by id or family; may be repeated.", valueName: "rule"))
  var ignore: [String] = []

  @Option(help: "End with status 1 where there are findings of this severity or above: info, warning or error.")
  var failOn: Severity?

  @Option(
    help: ArgumentHelp("Findings that are known, as `navaudit baseline` writes them: they do not count for --fail-on.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Flag(help: "Write the outcome as JSON to standard output.")
  var json = false

  func validate() throws {
    let known = Segment.dimensions.map(\.word)
    for (place, word) in segments.enumerated() {
      guard known.contains(word) else { throw ValidationError("no dimension is called `\(word)`; there are \(known.joined(separator: ", "))") }
      if segments.firstIndex(of: word) != place { throw ValidationError("--segment names \(word) twice") }
    }
    if sessions, groups.minimumGroup != nil {
      throw ValidationError("--sessions lists what single persons did, which --minimum-group hides; leave one of them out")
    }
    let unknown = RuleSelection(select: select, ignore: ignore).unknown
    if let first = unknown.first { throw ValidationError("no rule or family is called `\(first)`; `navaudit rules` lists them") }
  }

  func apply(to options: inout AuditOptions) {
    options.writesSessions = sessions
    options.select = select
    options.ignore = ignore
    options.baseline = baseline
    options.failOn = failOn
    options.segments = segments
    options.minimumGroup = groups.minimumGroup
  }

  private var segments: [String] {
    segment?.split(separator: ",", omittingEmptySubsequences: false).map { String($0.filter { $0 != " " }) } ?? []
  }
}

/// What is hidden in everything that is written, so that it can be handed around.
struct GroupOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Write nothing that tells of fewer users than this: rows are folded, figures emptied, examples left out.", valueName: "users"))
  var minimumGroup: Int?

  func validate() throws {
    if let minimumGroup, !(2...1_000_000).contains(minimumGroup) {
      throw ValidationError("--minimum-group takes a count from 2 to 1000000, not \(minimumGroup)")
    }
  }
}

extension Severity: ExpressibleByArgument {}
