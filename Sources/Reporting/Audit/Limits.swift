import UsabilityRules

/// What the log does not show, and which event or map key would change that.
func limits(_ contents: AuditContents) -> Document.Section? {
  guard contents.measures.totals.users > 0 else { return nil }
  var items: [Document.Text] = []
  if !contents.scope.structureKnown {
    items.append(
      """
      \(strong: "The structure of the app is unknown.") The log contains screen views only. Log \(code: "tab_select"), \
      \(code: "push") and \(code: "back"), or a \(code: "depth") with each screen, or name the first screen of each tab under \
      \(code: "roots") in \(code: "navaudit.yml").
      """
    )
  }
  var groups: [(missing: String, remedy: String, rules: [Rule])] = []
  for rule in contents.rulesWithoutEvidence {
    if let index = groups.firstIndex(where: { $0.missing == rule.missing && $0.remedy == rule.remedy }) {
      groups[index].rules.append(rule.rule)
    } else {
      groups.append((rule.missing, rule.remedy, [rule.rule]))
    }
  }
  for group in groups {
    let rules = group.rules.map { "\($0.title) (\(code: $0.id))" as Document.Text }
    var text: Document.Text = "\(strong: "Missing:") " + Document.Text(ours: group.missing.asSentence)
    if !group.remedy.isEmpty { text = text + " " + Document.Text(ours: group.remedy.capitalizedFirst.asSentence) }
    items.append(text + " Not checked: " + rules.joinedAsList() + ".")
  }
  var reasons: [(reason: String, rules: [Document.Text])] = []
  for (rule, reason) in contents.rulesNotJudged {
    let text = "\(rule.title) (\(code: rule.id))" as Document.Text
    if let index = reasons.firstIndex(where: { $0.reason == reason }) { reasons[index].rules.append(text) } else { reasons.append((reason, [text])) }
  }
  for group in reasons {
    items.append(
      "\(strong: "Not judged:") " + Document.Text(ours: group.reason.asSentence) + " No finding and no all-clear from " + group.rules.joinedAsList() + ".")
  }
  guard !items.isEmpty else { return nil }
  return Document.Section("What this log cannot answer", anchor: "limits", [.list(items)])
}

/// Findings and rules that the map excludes.
func setAside(_ contents: AuditContents, titles: FindingTitles) -> Document.Section? {
  let findings = contents.exempted.sorted { $0.finding.precedes($1.finding) }.map { exempted -> Document.Text in
    let reason = exempted.reason.map { " Reason: \($0.asSentence)" } ?? " No reason is given."
    return "\(code: exempted.finding.rule) for " + titles.location(of: exempted.finding)
      + ": \(exempted.finding.message.asSentence)\(reason)"
  }
  let rules = contents.rulesOff.map { "\(code: $0.id) is switched off: \($0.title.asSentence)" as Document.Text }
  guard !findings.isEmpty || !rules.isEmpty else { return nil }
  return Document.Section(
    "Exempted by the app map", anchor: "set-aside",
    [.paragraph("These do not count above."), .list(findings + rules)])
}
