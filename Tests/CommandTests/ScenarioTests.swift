import Testing

@Suite("Scenarios")
struct ScenarioTests {
  @Test(arguments: Scenario.all)
  func `the command says and writes what its scenario tells`(scenario: Scenario) throws {
    let problems = try scenario.play()
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }
}
