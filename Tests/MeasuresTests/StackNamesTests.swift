import NavigationModel
import TestSupport
import Testing

/// The names of deep stacks are counted once for all steps; here each stack is walked.
@Suite struct StackNamesTests {
  @Test(arguments: sampled(Array(1...30))) func `names are those of the stack`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tokens = (0..<400).map { _ in
      let name = "S\(Int.random(in: 0..<9, using: &random))"
      return random.pick([
        "> \(name)", "> \(name)", "> \(name)", "<", "<:\(name)", "modal:\(name)", "modal!", "tab:T\(name)", name, "^",
        "> \(name)@\(Int.random(in: 1...12, using: &random))", "cold",
      ])
    }
    var names = StackNames()
    var deepest: UInt32 = 0
    try TraceSessions(tokens.joined(separator: " ")).forEachUser { _, sessions in
      for (_, path) in sessions {
        names.read(path.stacks)
        for (index, step) in path.steps.enumerated() {
          var screens: [Name] = []
          path.stacks.forEachScreen(afterStep: index, first: Int(step.depth)) { screens.append($0) }
          #expect(names.count(afterStep: index) == Set(screens).count)
          #expect(names.isRepeated(afterStep: index) == screens.dropFirst().contains(screens[0]))
          deepest = max(deepest, step.depth)
        }
      }
    }
    #expect(deepest > 5)
  }
}
