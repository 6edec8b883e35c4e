import ArgumentParser
import NavigationAudit

/// Refusals that the user overrides.
struct AllowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Go on where the run would otherwise be refused: \(words.joined(separator: ", ")) (a log that ends too early; --fail-on without a verdict; a log from before 2008; states that may hold the same users).",
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
