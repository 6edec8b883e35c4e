import NavigationModel

/// A declared task in the names of a run.
package struct TaskNames: Hashable, Sendable, Codable {
  package let name: Name
  /// The start and the goal screen.
  package let start: Name
  package let goal: Name

  package init(name: Name, start: Name, goal: Name) {
    self.name = name
    self.start = start
    self.goal = goal
  }
}
