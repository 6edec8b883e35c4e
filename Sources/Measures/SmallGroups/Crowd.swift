import NavigationModel

/// A set of people: by pseudonym while they are few.
struct Crowd: Sendable, Codable {
  private(set) var people: [Pseudonym] = []
  private(set) var isEnough = false

  /// Adds a user who is not in it.
  mutating func add(_ user: Pseudonym, _ least: Int) {
    if isEnough { return }
    people.insert(user, at: people.firstIndex { user < $0 } ?? people.count)
    isEnough = people.count >= least
    if isEnough { people = [] }
  }

  mutating func merge(_ other: Crowd, _ least: Int) {
    people = (people + other.people).sorted()
    isEnough = isEnough || other.isEnough || people.count >= least
    if isEnough { people = [] }
  }
}
