import NavigationModel

// Checks whether there is enough data.

extension LogCheck {
  static let thin = LogCheck(id: "thin", meaning: "The log has fewer than \(Evidence.fewUsers) users.") { context in
    let users = context.scope.users
    return LogCheckResult(
      users < Evidence.fewUsers ? users : 0,
      "only \(Wording.count(users, "user")): findings on rates are exploratory"
        + (users < Evidence.leastUsers ? ", and below \(Evidence.leastUsers) there are none" : ""))
  }

  static let noEvidence = LogCheck(id: "no-evidence", meaning: "Rules that had nothing to check.", subject: .nobody) { context in
    let rules = context.rulesWithoutEvidence
    return LogCheckResult(
      rules.count, of: Rule.all.count, rules.isEmpty ? "" : "nothing to check for " + rules.map { "\($0.rule.id) (\($0.explanation))" }.joined(separator: "; "))
  }
}
