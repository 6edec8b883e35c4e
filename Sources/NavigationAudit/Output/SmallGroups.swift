import Measures
import NavigationModel
import Reporting
import UsabilityRules

extension CrowdMeasures {
  /// - Parameter names: all names of the events are in it.
  init(least: Int, map: AppMap, names: NameTable, dimensions: [WritableKeyPath<Segment, Name> & Sendable]) {
    let declared = DeclaredNames(map, names: names)
    let scope = MeasureScope(measures: Measures(), names: names.snapshot(), map: map, declared: declared, intake: Intake())
    self.init(least: least, scope: scope, dimensions: dimensions) { measures, scope in
      let checks = LogCheck.results(LogCheckContext(measures, scope, rulesWithoutEvidence: []))
      return measures.tables(scope) + [AuditContents.logQualityTable(checks.map { .init($0) })]
    }
  }
}

extension AppMap {
  /// Lets no rule speak of fewer users than this, where a threshold says how many it takes.
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
