import NavigationModel

/// The first choice of a try: where the first step after the start led, ignoring modal screens.
package struct FirstChoice: Hashable, Sendable, Codable {
  package let screen: Name
  package let section: Section
  /// The start was in another section.
  package let changesSection: Bool
}

extension FirstChoice {
  /// An order of numbers, not of texts.
  func precedes(_ other: FirstChoice) -> Bool {
    if screen != other.screen { return screen.rawValue < other.screen.rawValue }
    if section != other.section {
      return (section.kind.rawValue, section.name.rawValue, section.item.rawValue)
        < (other.section.kind.rawValue, other.section.name.rawValue, other.section.item.rawValue)
    }
    return !changesSection && other.changesSection
  }
}
