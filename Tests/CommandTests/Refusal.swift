import Foundation
import TestSupport
import Testing

/// A folder with an earlier report and a new path for another one, in which commands are refused.
struct Refusal {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  init() throws {
    try folder.copy(try Self.earlier.get().url.appendingPathComponent("Earlier"), to: "Earlier")
  }

  /// A folder with the reports of a run.
  private static let earlier = Result {
    let folder = TemporaryFolder()
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
    try Navaudit(in: folder)("analyze", "log.ndjson", "--sessions", "--output", "Earlier")
    return folder
  }

  /// Where reports would go: to the earlier ones and, in the thorough suite, to new folders.
  static let outputs = sampled(["Earlier", "New/in/new", "New"])

  /// Runs the command for the earlier report's folder and, in the thorough suite, for new ones: each time it must end
  /// with one line and change nothing.
  func expect(
    _ arguments: String..., input: Data = Data(), message: String, status: Int32 = 2,
    location: SourceLocation = #_sourceLocation
  ) throws {
    for output in Self.outputs {
      try expectUnchanged(
        arguments + ["--output", output], input: input, message: message, status: status, location: location)
    }
  }

  /// Runs the command, which must end with one line and change nothing.
  func expectUnchanged(
    _ arguments: [String], input: Data = Data(), message: String, status: Int32 = 2,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try state
    let outcome = try navaudit.run(arguments, input: input)
    #expect(outcome.status == status, sourceLocation: location)
    #expect(outcome.output == "", sourceLocation: location)
    #expect(outcome.errors == "navaudit: \(message)\n", sourceLocation: location)
    #expect(differences(before, try state) == [], "nothing is left behind", sourceLocation: location)
  }

  /// Every file and folder with its contents.
  var state: [String: Data] {
    get throws {
      let contents = try folder.contents(of: ".")
      return Dictionary(uniqueKeysWithValues: folder.everything().map { ($0, contents[$0] ?? Data()) })
    }
  }
}
