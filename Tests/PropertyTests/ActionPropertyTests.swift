import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// What rules say to do.
@Suite("Actions of rules")
struct ActionPropertyTests {
  @Test(arguments: Rule.all) func `names its subject`(rule: Rule) throws {
    for example in rule.examples where example.fires {
      let log = try TraceMeasures(example.trace, map: example.map)
      let found = Rule.judge(log.measures, log.scope, rules: [rule]).findings
      for finding in found {
        let action = finding.action
        #expect(action.plain.hasSuffix(".") && action.plain.count < 160, "\(action)")
        if finding.subjectKind != SubjectKind.app.rawValue {
          // A run of its own, not letters that happen to be in a sentence.
          let named = Set(action.names)
          let isOnlyMenu = finding.subjectKind == "menu" && finding.subject == "menu"
          let isOutside = finding.subject == "(none)"
          #expect(isOnlyMenu || isOutside || finding.names.allSatisfy(named.contains), "\(action): \(finding.subject)")
        }
        #expect(!finding.message.isEmpty && !finding.recommendation.isEmpty)
      }
    }
  }

  /// A text is what its runs are, whatever is in them: nothing is read out of it again.
  @Test(arguments: ["a", "St. Moritz; x: y", "https://evil.example", "`code`", "“", ""])
  func `texts keep names as they are`(name: String) {
    let text: Text = "Link to \(name) from `here`."
    #expect(text.names == (name.isEmpty ? [] : [name]))
    #expect(text.plain == "Link to \(name) from `here`.")
    #expect(text.capitalizedFirst == text && text.asSentence == text)
    #expect(Text(name: name).capitalizedFirst.plain == name)
    #expect(!text.runs.contains { if case .link = $0 { true } else { false } })
  }

  /// Durations of options are read back as they were.
  @Test func `durations are those that were given`() {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    for seconds: Int64 in [1, 59, 60, 61, 90, 100, 900, 1800, 3599, 3600, 5400, 14_400, 86_400, 90_000, 172_800] {
      let text = Wording.option(microseconds: seconds * 1_000_000)
      let unit = text.last.flatMap { units[$0] } ?? 0
      #expect(Int64(text.dropLast()).map { $0 * unit } == seconds, "\(text)")
    }
  }
}
