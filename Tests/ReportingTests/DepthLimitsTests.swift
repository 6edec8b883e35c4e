import NavigationModel
import Testing
import UsabilityRules

@testable import Reporting

/// The levels that count as too deep are those of the rule, everywhere in a report.
@Suite struct DepthLimitsTests {
  /// Eight levels, for twelve users.
  static let deep = "tab:Home > B > C > D > E > F > G > H < * 12"

  private func document(_ thresholds: [String: Double]) throws -> (report: String, pictures: String) {
    var settings = AppMap.RuleSettings(rule: "depth.over-limit")
    settings.thresholds = thresholds
    var map = AppMap(tabs: ["Home"])
    map.rules = [settings]
    let document = Document(try contents(Self.deep, map: map))
    let pictures = document.pictures.map { "\($0.svg) \($0.alternative)" }.joined()
    return (Markdown.render(document), pictures)
  }

  @Test func `by default, deeper than five levels is a warning and deeper than six an error`() throws {
    let (report, pictures) = try document([:])
    #expect(report.contains("Deeper than level 5 is a warning, deeper than level 6 an error"))
    #expect(report.contains("| 8, too deep |"))
    #expect(pictures.contains("levels 5–6: the limit") && pictures.contains("too deep"))
  }

  @Test func `a map that allows more leaves nothing too deep`() throws {
    let (report, pictures) = try document(["warning": 9, "error": 12])
    #expect(report.contains("Deeper than level 9 is a warning, deeper than level 12 an error"))
    #expect(report.contains("| 8 |") && !report.contains(", too deep") && !report.contains(", the limit"))
    #expect(pictures.contains("levels 9–12: the limit") && !pictures.contains("levels 5–6"))
    #expect(pictures.contains("; none goes deeper than level 9.") && pictures.contains("None is deeper than level 12."))
  }

  @Test(arguments: [(3, "Home › B › C › D"), (7, "Home › B › C › D › E › F › G › H")])
  func `the finding's trail lies below the map's limit, as in the pictures`(limit: Int, trail: String) throws {
    let map = AppMap(
      tabs: ["Home"], rules: [.init("depth.over-limit", thresholds: ["warning": Double(limit), "error": 7])])
    var contents = try contents(
      "tab:Home=Home > B > C > D * 9\n\(Self.deep.replacing("tab:Home", with: "tab:Home=Home"))", map: map)
    contents.findings = Rule.judge(contents.measures, contents.scope).findings
    let report = markdown(contents)
    #expect(report.contains("The most common way is \(trail) (") && report.contains("went deeper than level \(limit)"))
    #expect(report.contains("Deeper than level \(limit) is a warning"))
  }

  @Test(arguments: [
    (["warning": 3.0, "error": 3.0], 3, 3, "level 3"), (["warning": 7, "error": 2], 7, 7, "level 7"),
    (["warning": 0], 1, 6, "levels 1–6"),
  ])
  func `limits in any order`(thresholds: [String: Double], warning: Int, error: Int, words: String) {
    var settings = AppMap.RuleSettings(rule: "depth.over-limit")
    settings.thresholds = thresholds
    var map = AppMap()
    map.rules = [settings]
    let limits = DepthLimits(map)
    #expect(limits.warning == warning && limits.error == error && limits.words == words)
  }
}
