import Measures
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
    // A log whose last third is all of it.
    let span = SessionSpan(first: 0, last: 0)
    let all = try TraceMeasures(trace, map: map, span: span)
    #expect(
      Self.found(recent.measures, recent.scope, whole: all.measures) == Self.found(whole.measures, whole.scope),
      sourceLocation: tested.location)
    #expect(
      Rule.judge(parts.measures, parts.scope).findings == Rule.judge(whole.measures, whole.scope).findings,
      sourceLocation: tested.location)
  }

  /// What all rules find, without words: they say of what part it is.
  private static func found(_ measures: Measures, _ scope: MeasureScope, whole: Measures? = nil) -> [String] {
    Rule.all.flatMap { rule in
      let context = RuleContext(rule, measures.byPeople(like: whole), scope, whole: whole)
      let rows = context.reasonNotToRun(.all) == nil ? rule.rows(context).filter(\.fires) : []
      return rows.map {
        """
        \($0.key) \($0.severity) \($0.evidence) \(String(describing: $0.value)) \(String(describing: $0.interval)) \
        \(String(describing: $0.rows)) \(String(describing: $0.users)) \(String(describing: $0.extraTaps))
        """
      }
    }
  }
}
