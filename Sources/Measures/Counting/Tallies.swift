import NavigationModel

/// A number from 0 for each of the few names that occurred since it was emptied, found without hashing. It is reused from user to user, or session
/// to session, only for its memory.
struct NameSlots: Sendable {
  /// The slot of a name plus one, by name number; 0 if it has none.
  private var slots: [UInt32] = []
  private(set) var names: [Name] = []

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

/// How often each name occurred for one user, found without hashing. It is reused from user to user only for its memory.
struct NameTally: Sendable {
  private var slots = NameSlots()
  private var amounts: [Int] = []

  /// Each name that occurred, with its count.
  var counts: Zip2Sequence<[Name], [Int]> { zip(slots.names, amounts) }

  /// The count of a name that occurred.
  mutating func count(of name: Name) -> Int { amounts[slots.slot(of: name)] }

  @inline(__always)
  mutating func count(_ name: Name) {
    let slot = slots.slot(of: name)
    if slot == amounts.count { amounts.append(0) }
    amounts[slot] += 1
  }

  mutating func removeAll() {
    slots.removeAll()
    amounts.removeAll(keepingCapacity: true)
  }
}

/// How often each thing occurred for one user. It is reused from user to user only for its memory.
struct Tally<Key: Hashable & Sendable>: Sendable {
  private var list = KeyList<Key>()
  private var amounts: [Int] = []
  private(set) var total = 0

  var keys: [Key] { list.keys }
  /// Each key with its count, in the order of first occurrence.
  var counts: Zip2Sequence<[Key], [Int]> { zip(list.keys, amounts) }

  @inline(__always)
  mutating func count(_ key: Key, times: Int = 1) {
    let number = list.number(adding: key)
    if number == amounts.count { amounts.append(0) }
    amounts[number] += times
    total += times
  }

  mutating func removeAll() {
    if amounts.isEmpty { return }
    list.removeAll()
    amounts.removeAll(keepingCapacity: true)
    total = 0
  }
}
