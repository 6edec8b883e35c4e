import NavigationModel

/// The right way for a task: the shortest way of the app map, otherwise the shortest that anybody took, and the screens on either.
package struct RightWay: Sendable {
  /// The R of lostness: the number of screens of the shortest way, including start and goal.
  package let least: Int
  package let isDeclared: Bool
  /// The screens of one such way, in order.
  package let trail: [String]
  /// All screens after the start on a shortest way, declared or taken, and their sections.
  let screens: Set<Name>
  let sections: Set<Section>

  /// Whether a first choice leads to a screen on the way, or into a section that the way passes through.
  package func holds(_ choice: FirstChoice) -> Bool {
    screens.contains(choice.screen) || choice.changesSection && sections.contains(choice.section)
  }

  package func passes(_ screen: Name) -> Bool { screens.contains(screen) }
}
