import NavigationModel

/// Distinct keys, numbered from 0 in the order in which they came.
///
/// A few keys are compared one by one. More are found by open addressing, four bytes a slot, so a list can be emptied and filled again for each user
/// without a new hash table.
package struct KeyList<Key: Hashable & Sendable>: Sendable {
  /// More keys than this are hashed.
  private static var few: Int { 8 }
  /// A larger table is not kept when the list is emptied: clearing it would take longer than filling a new one.
  private static var mostSlotsKept: Int { 512 }

  package private(set) var keys: [Key] = []
  /// The number of a key plus one, or 0 for a free slot. No slots: keys are compared one by one.
  private var slots: [UInt32] = []
  private let seed = Int(truncatingIfNeeded: ByteInterner.seedOfProcess)

  package init() {}

  package var count: Int { keys.count }

  /// The number of a key; nil if it is not in the list.
  @inline(__always)
  package func number(of key: Key) -> Int? {
    if slots.isEmpty { return keys.firstIndex(of: key) }
    var slot = firstSlot(of: key)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if keys[number] == key { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The number of a key, which is added if it is new.
  @inline(__always)
  package mutating func number(adding key: Key) -> Int { number(of: key) ?? append(key) }

  /// Removes all keys, and keeps a small table for the next ones.
  package mutating func removeAll() {
    if keys.isEmpty { return }
    keys.removeAll(keepingCapacity: true)
    if slots.count > Self.mostSlotsKept { slots = [] }
    for slot in slots.indices { slots[slot] = 0 }
  }

  @inline(__always)
  private func firstSlot(of key: Key) -> Int { key._rawHashValue(seed: seed) & (slots.count - 1) }

  private mutating func append(_ key: Key) -> Int {
    keys.append(key)
    if keys.count > Self.few, keys.count * 2 > slots.count {
      slots = [UInt32](repeating: 0, count: max(slots.count * 2, 64))
      for number in keys.indices { fillSlot(of: number) }
    } else if !slots.isEmpty {
      fillSlot(of: keys.count - 1)
    }
    return keys.count - 1
  }

  private mutating func fillSlot(of number: Int) {
    var slot = firstSlot(of: keys[number])
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(number + 1)
  }
}
