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
