import Measures
import NavigationModel

/// A log in the trace notation on which a rule fires or is silent: a test of the rule, and its documentation.
package struct RuleExample: Sendable {
  /// The severity of the one finding; nil if there is none.
  package let severity: Severity?
  /// What comes of it: `error about Orders`, or why there is no finding.
  package let caption: String
  package let trace: String
  package let map: AppMap
  /// The location of the example, so that a failure points to the rule's file.
  package let file: String
  package let line: Int
  package let column: Int

  package static func fires(
    subject: String, _ severity: Severity, _ trace: String, map: AppMap = AppMap(), file: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> RuleExample {
    RuleExample(
      severity: severity, caption: "\(severity.rawValue) about \(subject)", trace: trace, map: map, file: file,
      line: line, column: column)
  }

  package static func silent(
    _ trace: String, because reason: String, map: AppMap = AppMap(), file: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> RuleExample {
    RuleExample(severity: nil, caption: reason, trace: trace, map: map, file: file, line: line, column: column)
  }

  package var fires: Bool { severity != nil }

  var lines: [String] {
    map.exampleLines.map { "# map: \($0)" } + trace.split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension AppMap {
  /// A short map for examples and tests.
  /// - Parameters:
  ///   - moreTab: the tab that opens the More list.
  ///   - menus: the items of each hidden menu.
  ///   - parents: the parent of each screen.
  package init(
    tabs: [String] = [], moreTab: String? = nil, moreItems: [String] = [], menus: KeyValuePairs<String, [String]> = [:],
    roots: KeyValuePairs<String, String> = [:], parents: KeyValuePairs<String, String> = [:],
    tasks: [Task] = [], rules: [RuleSettings] = []
  ) {
    self.init()
    self.tabs = tabs
    if moreTab != nil || !moreItems.isEmpty { more = More(tab: moreTab, items: moreItems) }
    self.menus = menus.map { Menu(name: $0.key, items: $0.value) }
    self.roots = roots.map { Root(tab: $0.key, screen: $0.value) }
    screens = parents.map { Screen(name: $0.key, parent: $0.value) }
    self.tasks = tasks
    self.rules = rules
  }

  /// The parts of the map that examples declare, as lines of `navaudit.yml`.
  package var exampleLines: [String] {
    var lines: [String] = []
    if !tabs.isEmpty { lines.append("tabs: \(tabs.flow)") }
    if let more {
      let tab = more.tab.map { "tab: \($0.flow), " } ?? ""
      lines.append("more: {\(tab)items: \(more.items.flow)}")
    }
    if !menus.isEmpty {
      lines.append("menus: {\(menus.map { "\($0.name.flow): \($0.items.flow)" }.joined(separator: ", "))}")
    }
    if !roots.isEmpty {
      lines.append("roots: {\(roots.map { "\($0.tab.flow): \($0.screen.flow)" }.joined(separator: ", "))}")
    }
    if !screens.isEmpty {
      let screens = screens.map { screen in "\(screen.name.flow): {\(screen.parent.map { "parent: \($0.flow)" } ?? "")}"
      }
      lines.append("screens: {\(screens.joined(separator: ", "))}")
    }
    if !tasks.isEmpty {
      let tasks = tasks.map { "{name: \($0.name.flow), start: \($0.start.flow), goal: \($0.goal.flow)}" }
      lines.append("tasks: [\(tasks.joined(separator: ", "))]")
    }
    if !rules.isEmpty {
      lines.append("rules: {\(rules.map { "\($0.rule): \($0.flow)" }.joined(separator: ", "))}")
    }
    return lines
  }
}

extension AppMap.RuleSettings {
  package init(_ rule: String, isOff: Bool = false, thresholds: [String: Double] = [:], exempt subjects: [String] = [])
  {
    self.init(rule: rule)
    self.isOff = isOff
    self.thresholds = thresholds
    exemptions = subjects.map { .init(subject: $0) }
  }

  fileprivate var flow: String {
    if isOff { return "off" }
    var entries = thresholds.sorted { $0.key.precedesByScalars($1.key) }.map { "\($0.key): \($0.value.sixDecimals)" }
    if !exemptions.isEmpty { entries.append("exempt: \(exemptions.map(\.subject).flow)") }
    return "{\(entries.joined(separator: ", "))}"
  }
}

extension String {
  fileprivate var flow: String {
    let isPlain =
      first?.isLetter == true && allSatisfy { $0.isLetter || $0.isNumber || " /-_".contains($0) } && last != " "
    return isPlain ? self : "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

extension [String] {
  fileprivate var flow: String { "[\(map(\.flow).joined(separator: ", "))]" }
}
