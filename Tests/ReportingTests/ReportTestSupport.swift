import Measures
import NavigationModel
import Reporting
import Statistics
import TestSupport

@testable import UsabilityRules

/// The contents of a report on the sessions of a trace.
func contents(_ trace: String, map: AppMap = AppMap(), findings: [Finding] = [], mergesAlike: Bool = true) throws
  -> ReportContents
{
  let log = try TraceMeasures(trace, map: map, mergesAlike: mergesAlike)
  var contents = ReportContents(
    app: map.app, measures: log.measures, scope: log.scope, tables: log.tables, findings: findings)
  contents.rules = ["depth.over-limit", "menu.unopened"].compactMap(Rule.rule)
  contents.rulesWithoutFinding = contents.rules.map { ($0, nil) }
  return contents
}

/// A shop with a deep section, a More list, a menu and a gesture.
let shop = """
  @platform=ios @app_version=4.1.0 tab:Home > Product > Reviews +2s < < tab:Orders > Order > Items > Item > Return > \
  Reason > Label & tab:Home menu menu:Settings=Settings < * 12
  @platform=android tab:Home more more:Coupons=Offers gesture:swipe gesture:swipe! menu menu! tab:Orders! * 20
  tab:Home > Product +1s < > Product +1s < * 8
  """

/// Findings like those of rules.
let depthFinding = Finding(
  rule: "depth.over-limit", severity: .error, evidence: .structural, subjectKind: "section", subject: "Orders",
  metric: "depth",
  value: 7, threshold: 5, users: 12, eligibleUsers: 40, sessions: 12, extraTaps: 36,
  message: "Orders goes 7 levels deep; 12 of 40 users (30.0%, 18.1–45.4%) went past level 5",
  recommendation: "flatten the section",
  action: "Flatten the section \("Orders").",
  source: "convention: hierarchies no deeper than 5–6 levels",
  details: ["Orders › Order › Items › Item › Return › Reason › Label (12 visits)"])

let menuFinding = Finding(
  rule: "menu.unopened", severity: .warning, evidence: .moderate, subjectKind: "menu", subject: "menu", metric: "reach",
  value: 0.1, interval: Interval(low: 0.04, high: 0.23), threshold: 0.4, users: 4, eligibleUsers: 40,
  message: "4 of 40 users (10.0%, 4.0–23.0%) opened the menu", recommendation: "Show the main items.",
  action: "Show the main items of the menu.",
  source: "H (our own convention): 40% of users")

let appFinding = Finding(
  rule: "tabs.more-toll", severity: .info, evidence: .exploratory, subjectKind: "app", subject: "app",
  metric: "more_toll",
  value: 0.5, interval: Interval(low: 0.2, high: 0.8), threshold: 0.05, users: 1, eligibleUsers: 20, extraTaps: 1,
  message: "Every second choice of a section goes through More", recommendation: "Promote what is used",
  action: "Promote what is used.", source: "UIKit"
)

func markdown(_ contents: ReportContents) -> String { Markdown.render(Document(contents)) }

/// Something that a log may lack.
let structure = Requirement("an event", events: ["push", "back"]) { _ in false }

func check(_ id: String, _ result: LogCheckResult) -> LogCheckResult {
  var result = result
  result.check = id
  return result
}
