import ArgumentParser
import NavigationAudit

struct SurveyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "survey",
    abstract: "Read all events of some users into a survey: what `navaudit map` needs to know about all users.",
    discussion: """
      A survey takes less than half the time of `navaudit map` and a few hundred bytes. `navaudit reduce` merges surveys into one of all users.

        navaudit survey part-3.ndjson --bucket 3/64 --output 3.survey
        navaudit reduce *.survey --output all.survey.state
      """)

  @OptionGroup var part: PartOptions
  @OptionGroup var model: ModelOptions

  func run() async throws {
    var options = AuditOptions()
    part.apply(to: &options)
    model.apply(to: &options)
    let (output, bucket) = (part.stateOutput, part.bucket)
    let outcome = try await running(Audit(options), quiet: model.quiet) { try await $0.survey(to: output, bucket: bucket) }
    part.conclude(outcome, quiet: model.quiet)
  }
}
