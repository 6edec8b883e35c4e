import ArgumentParser
import NavigationAudit

struct MapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Read all events of some users into a state, from which `navaudit reduce` makes reports.",
    discussion: """
      For logs that are spread over machines: each machine maps all events of some users, and one machine reduces the states. The reports are those of \
      `navaudit analyze` on all logs together. The recent part of the log, the halves and the pseudonyms depend on all users, so survey all users first.

        navaudit survey part-3.ndjson --bucket 3/64 --output 3.survey
        navaudit reduce *.survey --output all.survey.state
        navaudit map part-3.ndjson --bucket 3/64 --survey all.survey.state --output 3.state
        navaudit reduce *.state --output Reports
      """)

  @OptionGroup var part: PartOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var days: TimeZoneOption
  @OptionGroup var segments: SegmentOptions
  @OptionGroup var groups: GroupOptions

  @Option(help: ArgumentHelp("Survey of all users (default: assume that these logs hold all users).", valueName: "file"), completion: .file())
  var survey: String?

  @Option(
    help: ArgumentHelp("Also write a store with the sessions of these users; `report` and `compare` read a folder of such stores as one.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]))
  var store: String?

  func validate() throws {
    if store != nil, groups.minimumGroup != nil {
      throw ValidationError("--store holds every session of every user, which --minimum-group hides; use only one of them")
    }
  }

  func run() async throws {
    var options = AuditOptions()
    part.apply(to: &options)
    model.apply(to: &options)
    options.timeZone = days.timeZone
    segments.apply(to: &options)
    options.minimumGroup = groups.minimumGroup
    let (output, bucket, survey, store) = (part.stateOutput, part.bucket, survey, store)
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.map(to: output, bucket: bucket, survey: survey, store: store) }
    part.conclude(outcome, quiet: model.quiet)
  }
}
