import ArgumentParser
import NavigationAudit

/// Refusals that the user overrides.
struct AllowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Override a refusal: \(words.joined(separator: ", ")) (a truncated log; --fail-on without a verdict; a log from before 2008; states that may share users).",
      valueName: "list"),
    completion: .list(words))
  var allow: [WordList] = []

  private static let words = Allowance.allCases.map(\.rawValue)

  func validate() throws {
    if let first = allow.words.first(where: { Allowance(rawValue: $0) == nil }) {
      throw ValidationError.unknown("--allow does not know", first, among: Self.words)
    }
  }

  var allowed: Set<Allowance> { Set(allow.words.compactMap(Allowance.init)) }
}
