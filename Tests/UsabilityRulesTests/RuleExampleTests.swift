import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// One example of one rule, with a name for the test's report.
struct ExampleCase: CustomTestStringConvertible, Sendable {
  let rule: Rule
  let example: RuleExample

  static let all = Rule.all.flatMap { rule in rule.examples.map { ExampleCase(rule: rule, example: $0) } }

  var testDescription: String {
    "\(rule.id) \(example.fires ? "fires" : "is silent"): \(example.caption) (line \(example.line))"
  }

  /// The location of the example.
  var location: SourceLocation {
    let file = example.file.split(separator: "/").last.map(String.init) ?? example.file
    return SourceLocation(
      fileID: "UsabilityRules/\(file)", filePath: example.file, line: example.line, column: example.column)
  }
}

/// The findings of one rule on a trace.
/// - Parameters:
///   - parts: the number of parts among which the users are distributed; their measures are merged.
///   - mergesAlike: false if their examples matter (``TraceMeasures``).
func findings(_ rule: Rule, _ trace: String, map: AppMap = AppMap(), parts: Int = 1, mergesAlike: Bool = true) throws
  -> [Finding]
{
  let log = try TraceMeasures(
    trace, map: map, parts: parts, mergesAlike: mergesAlike)
  return Rule.judge(log.measures, log.scope, rules: [rule]).findings
}

/// The examples of all rules.
@Suite struct RuleExampleTests {
  @Test(arguments: ExampleCase.all)
  func `A rule does on its examples what they say`(_ tested: ExampleCase) throws {
    let rule = tested.rule
    let example = tested.example
    let log = try TraceMeasures(example.trace, map: example.map)
    let found = Rule.judge(log.measures, log.scope, rules: [rule]).findings.map {
      "\($0.severity.rawValue) about \($0.subject)"
    }
    let expected = example.fires ? [example.caption] : []
    #expect(found == expected, "\(rule.id): \(example.caption)", sourceLocation: tested.location)
  }

  @Test(.thorough, arguments: ExampleCase.all)
  func `Rules read what the recent part of a log measures, and find the same however users are dealt out`(
    _ tested: ExampleCase
  ) throws {
    let trace = tested.example.trace
    let map = tested.example.map
    let whole = try TraceMeasures(trace, map: map)
    let recent = try TraceMeasures(trace, map: map, for: .rules)
    let parts = try TraceMeasures(trace, map: map, parts: 3)
    let found = Rule.judge(whole.measures, whole.scope).findings
    #expect(
      Rule.judge(recent.measures, recent.scope).findings.map(Self.withoutCourse) == found.map(Self.withoutCourse),
      sourceLocation: tested.location)
    #expect(Rule.judge(parts.measures, parts.scope).findings == found, sourceLocation: tested.location)
  }

  /// How a finding went is told of the whole log, not of its recent part.
  private static func withoutCourse(_ finding: Finding) -> Finding {
    var finding = finding
    finding.trend = nil
    finding.inNewestVersion = nil
    finding.course = nil
    return finding
  }
}
