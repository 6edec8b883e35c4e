import Measures
import NavigationModel
import Reporting
import UsabilityRules

extension CrowdMeasures {
  /// - Parameter names: contains all names of the events.
  init(least: Int, map: AppMap, names: NameTable, dimensions: [WritableKeyPath<Segment, Name> & Sendable]) {
    let declared = DeclaredNames(map, names: names)
    let scope = MeasureScope(measures: Measures(), names: names.snapshot(), map: map, declared: declared, intake: Intake())
    self.init(least: least, scope: scope, dimensions: dimensions) { measures, scope in
      measures.tables(scope) + [LogCheckResult.table.table(LogCheck.results(LogCheckContext(measures, scope, rulesWithoutEvidence: [])))]
    }
  }
}

extension AppMap {
  /// Raises each threshold on the number of users to at least this.
  mutating func raiseUserThresholds(to least: Int) {
    for rule in Rule.all {
      for threshold in rule.thresholds where threshold.unit == .users {
        var settings = self.settings(of: rule.id) ?? RuleSettings(rule: rule.id)
        settings.thresholds[threshold.name] = max(settings.thresholds[threshold.name] ?? threshold.value, Double(least))
        rules.removeAll { $0.rule == rule.id }
        rules.append(settings)
      }
    }
  }
}
