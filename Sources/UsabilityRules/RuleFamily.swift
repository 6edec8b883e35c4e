import Measures
import NavigationModel

/// The families of rules, in the order of reports.
package enum RuleFamily: String, Sendable, CaseIterable {
  case depth, path, task, tabs, menu, gesture, screen, touch

  /// The family of a rule with this id; nil if there is no such family.
  init?(ofRule id: String) { self.init(rawValue: String(id.prefix { $0 != "." })) }

  package var title: String {
    switch self {
    case .depth: "Depth"
    case .path: "Paths"
    case .task: "Tasks"
    case .tabs: "Tab bar"
    case .menu: "Hidden menus"
    case .gesture: "Gestures"
    case .screen: "Screens"
    case .touch: "Touch"
    }
  }

  /// Whether its rules are silent if neither the log nor the map shows the app's structure (Reconstruction.md).
  package var needsStructure: Bool { self == .depth || self == .path || self == .tabs }
}

/// A question that a report answers if the log holds what it needs.
package struct ReportTopic: Sendable {
  /// What it is about, as in `a report can tell: …`.
  package let name: String
  let needs: [Requirement]

  package static let all: [ReportTopic] = [
    .init(name: "screens and the ways between them", needs: [.steps]),
    .init(name: "depth", needs: [.structure, .namedScreens]),
    .init(name: "ways back", needs: [.structure, .waysBack]),
    .init(name: "tabs", needs: [.structure, .tabSelections]),
    .init(name: "which tabs were on offer", needs: [.tabLists]),
    .init(name: "the More list", needs: [.moreChoices]),
    .init(name: "hidden menus", needs: [.menuOpens, .menuChoices]),
    .init(name: "taps that miss or fail", needs: [.taps]),
    .init(name: "gestures", needs: [.gestures]),
    .init(name: "badges", needs: [.badges]),
    .init(name: "how long new people take to find something", needs: [.newUsers]),
    .init(name: "tasks", needs: [.tasks]),
    .init(name: "differences between platforms", needs: [.platforms]),
  ]

  /// What is missing to answer it, with the remedy; nil if nothing is.
  package func lack(_ context: RuleContext) -> String? {
    let missing = needs.filter { !$0.isMet(context) }
    return missing.isEmpty ? nil : "missing: " + missing.map { "\($0.what) (\($0.remedy))" }.joined(separator: ", ")
  }
}

extension Requirement {
  fileprivate static let steps = Requirement("screens that appear", events: ["stack", "screen_view"]) { $0.measures.totals.sessionsWithSteps > 0 }

  fileprivate static let waysBack = Requirement("a way back", events: ["stack", "back"]) { context in
    context.measures.figures.share(.backShare).sumY > 0
  }

  fileprivate static let newUsers = Requirement("the very first start of the app", events: ["app_open` with `via: first"]) { $0.scope.newUsers != nil }
}
