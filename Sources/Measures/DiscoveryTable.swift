import NavigationModel
import Statistics

extension Discovery {
  package func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    let names = scope.names
    return TableDefinition<(subject: Subject, step: SurvivalCurve.Step)>(
      "discovery", "One row for each hidden item and session number: who of the new users has used it by then.", order: .given, smallGroups: .cutCurves,
      [
        .key("container", "The menu, or More for the More list.") { names[$0.subject.container] },
        .key("item", "The item.") { names[$0.subject.name] },
        .numberKey("session_number", "Number of a user's session, 1 being the first seen.") { $0.step.time },
        .users("at_risk", "Users with at least this many sessions who had not used the item before.") { $0.step.atRisk },
        .users("discovered", "Of these, the ones who use it in that session.") { $0.step.events },
        .shareWithInterval(
          "undiscovered_share", "Kaplan–Meier estimate of the share of users who have not used it after that session.", bounds: "undiscovered",
          low: "Lower bound of its 95% band (log-log); empty while it is 1 and once it is 0.", high: "Upper bound of its 95% band."
        ) { ShareWithInterval(share: $0.step.survival, interval: $0.step.band) },
      ]
    ).table(curves(scope))
  }

  private func curves(_ scope: MeasureScope) -> [(subject: Subject, step: SurvivalCurve.Step)] {
    if scope.newUsers == nil { return [] }
    let declared =
      scope.declared.moreItems.map { Subject(.moreItem, $0, container: .more) }
      + scope.declared.menuItems.map { Subject(.menuItem, $0.item, container: $0.menu) }
    let hidden = subjects.filter { $0.kind == .moreItem || $0.kind == .menuItem }.union(declared)
    // By the keys; a menu may have the same name as the More list.
    let ordered = hidden.sorted {
      (scope.names.rank($0.container), scope.names.rank($0.name), $0.kind.rawValue)
        < (scope.names.rank($1.container), scope.names.rank($1.name), $1.kind.rawValue)
    }
    return ordered.flatMap { subject in
      kaplanMeier((scope.firstUses(of: subject)?.fromFirst ?? []).withEveryTime()).steps.map { (subject, $0) }
    }
  }
}
