import NavigationModel

/// The people of a run: the number that each has in the events, and the pseudonym by which everything is ordered and written.
struct UserDirectory: Sendable {
  let key: PseudonymKey
  /// Pseudonyms by the number of the user in the events.
  private(set) var pseudonyms: [Pseudonym]
  /// Users in the order of their pseudonyms.
  private(set) var order: [UInt32] = []
  /// The place of each user in that order.
  private(set) var ranks: [UInt32] = []

  /// - Parameter users: the log's users; entry 0 is no user.
  init(users: ByteInterner, key: PseudonymKey) {
    self.key = key
    pseudonyms = (0..<users.count).map { number in users.withBytes(of: number) { key.pseudonym(of: $0) } }
    rank()
  }

  private mutating func rank() {
    order = (0..<UInt32(pseudonyms.count)).sorted { pseudonyms[Int($0)] < pseudonyms[Int($1)] }
    ranks = [UInt32](repeating: 0, count: pseudonyms.count)
    for (rank, user) in order.enumerated() { ranks[Int(user)] = UInt32(rank) }
  }

  /// The number of each of these people, who get new ones where the run has not met them.
  mutating func numbers(of people: [Pseudonym]) -> [UInt32] {
    var known = Dictionary(zip(pseudonyms, UInt32(0)...), uniquingKeysWith: { first, _ in first })
    let numbers = people.map { person -> UInt32 in
      if let number = known[person] { return number }
      let number = UInt32(pseudonyms.count)
      pseudonyms.append(person)
      known[person] = number
      return number
    }
    rank()
    return numbers
  }
}
