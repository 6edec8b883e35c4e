import NavigationModel

/// A number from 0 for each of the few names that occurred since it was emptied, found without hashing. It is reused from user to user, or session
/// to session, only for its memory, so it is not encoded.
struct NameSlots: Sendable, Codable {
  /// The slot of a name plus one, by name number; 0 if it has none.
  private var slots: [UInt32] = []
  private(set) var names: [Name] = []

  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}

  /// The slot of a name, the next free one if it has none yet.
  @inline(__always)
  mutating func slot(of name: Name) -> Int {
    let number = Int(name.rawValue)
    if number >= slots.count {
      slots.append(contentsOf: repeatElement(0, count: max(64, number + 1 - slots.count, slots.count)))
    }
    if slots[number] == 0 {
      names.append(name)
      slots[number] = UInt32(names.count)
    }
    return Int(slots[number]) - 1
  }

  /// Whether the name occurs for the first time.
  @inline(__always)
  mutating func meets(_ name: Name) -> Bool {
    let count = names.count
    return slot(of: name) == count
  }

  mutating func removeAll() {
    for name in names { slots[Int(name.rawValue)] = 0 }
    names.removeAll(keepingCapacity: true)
  }
}
