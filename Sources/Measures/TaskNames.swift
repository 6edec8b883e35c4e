import NavigationModel

/// A declared task in the names of a run.
public struct TaskNames: Hashable, Sendable, Codable {
  public let name: Name
  /// The start and the goal screen.
  public let start: Name
  public let goal: Name

  public init(name: Name, start: Name, goal: Name) {
    self.name = name
    self.start = start
    self.goal = goal
  }
}
