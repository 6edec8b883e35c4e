import NavigationModel

/// Distinct keys, numbered from 0 in the order in which they came.
package protocol NumberedKeys: Sendable {
  associatedtype Key: Hashable & Sendable
  init()
  var keys: [Key] { get }
  /// The number of a key; nil if it is not among them.
  func number(of key: Key) -> Int?
  /// The number of a key, which is added if it is new.
  mutating func number(adding key: Key) -> Int
  /// Removes all keys, and keeps memory for the next ones.
  mutating func removeAll()
}

/// Keys that are hashed.
///
/// A few keys are compared one by one; more are found by open addressing, so a list is emptied and filled again for
/// each user without a new hash table.
package struct KeyList<Key: Hashable & Sendable>: NumberedKeys {
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

  @inline(__always)
  package mutating func number(adding key: Key) -> Int { number(of: key) ?? append(key) }

  package mutating func removeAll() {
    if keys.isEmpty { return }
    keys.removeAll(keepingCapacity: true)
    if slots.count > Self.mostSlotsKept { slots = [] }
    for slot in slots.indices { slots[slot] = 0 }
  }

  @inline(__always)
  private func firstSlot(of key: Key) -> Int { hash(key) & (slots.count - 1) }

  /// Numbers are mixed like the keys of this project: the standard library's hash takes as long as all the rest.
  @inline(__always)
  private func hash(_ key: Key) -> Int {
    switch key {
    case let key as UInt32: NumberHash(bits: UInt64(key))._rawHashValue(seed: seed)
    case let key as UInt16: NumberHash(bits: UInt64(key))._rawHashValue(seed: seed)
    default: key._rawHashValue(seed: seed)
    }
  }

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

private struct NumberHash: MixedHash {
  let bits: UInt64
}

/// Names, found without hashing.
package struct NameList: NumberedKeys {
  package private(set) var keys: [Name] = []
  /// The number of a name plus one, by the number that the name has in the run; 0 if it is not among them.
  private var slots: [UInt32] = []

  package init() {}

  @inline(__always)
  package func number(of name: Name) -> Int? {
    let index = Int(name.rawValue)
    return index < slots.count && slots[index] > 0 ? Int(slots[index]) - 1 : nil
  }

  @inline(__always)
  package mutating func number(adding name: Name) -> Int {
    let index = Int(name.rawValue)
    if index >= slots.count {
      slots.append(contentsOf: repeatElement(0, count: max(64, index + 1 - slots.count, slots.count)))
    }
    if slots[index] == 0 {
      keys.append(name)
      slots[index] = UInt32(keys.count)
    }
    return Int(slots[index]) - 1
  }

  /// Whether the name occurs for the first time.
  @inline(__always)
  mutating func meets(_ name: Name) -> Bool {
    let count = keys.count
    return number(adding: name) == count
  }

  package mutating func removeAll() {
    for name in keys { slots[Int(name.rawValue)] = 0 }
    keys.removeAll(keepingCapacity: true)
  }
}

/// A part of a key.
package typealias KeyPart = MixedHash & BinaryCodable

extension MixedHash where Self: BinaryInteger { public var bits: UInt64 { UInt64(truncatingIfNeeded: self) } }
extension MixedHash where Self: RawRepresentable, RawValue: BinaryInteger {
  public var bits: UInt64 { UInt64(truncatingIfNeeded: rawValue) }
}

extension Int: MixedHash {}
extension UInt32: MixedHash {}
extension Name: MixedHash {}
extension UserHalf: MixedHash {}

/// Two values as a key.
package struct Pair<First: KeyPart, Second: KeyPart>: KeyPart {
  package let first: First
  package let second: Second

  package init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
  package init(from decoder: BinaryDecoder) throws { self.init(try First(from: decoder), try Second(from: decoder)) }

  package func encode(to encoder: BinaryEncoder) throws {
    try first.encode(to: encoder)
    try second.encode(to: encoder)
  }

  package var bits: UInt64 { first.bits.mixed(with: second.bits) }
}

package typealias NamePair = Pair<Name, Name>

extension NamePair {
  /// The pair without an order: the lower number first.
  package static func unordered(_ one: Name, _ other: Name) -> NamePair {
    one.rawValue < other.rawValue ? NamePair(one, other) : NamePair(other, one)
  }

  /// Its rank among all pairs: by the text of the first name, then by that of the second.
  func rank(in names: Names) -> UInt64 { UInt64(names.rank(first)) << 32 | UInt64(names.rank(second)) }
}

/// An order by the numbers of names, which differ from run to run, and not by their texts.
package protocol OrderedInRun: MixedHash, BinaryCodable {
  func precedes(_ other: Self) -> Bool
}

extension Name: OrderedInRun {
  package func precedes(_ other: Name) -> Bool { rawValue < other.rawValue }
}

extension Section: OrderedInRun {
  package func precedes(_ other: Section) -> Bool {
    (kind.rawValue, name.rawValue, item.rawValue) < (other.kind.rawValue, other.name.rawValue, other.item.rawValue)
  }
}

/// Elements without an order, as a key: kept in the order of this run, and written in the order of their bytes.
package struct Unordered<Element: OrderedInRun>: OrderedInRun {
  package let elements: [Element]

  package init(_ elements: [Element]) {
    self.elements = elements.count < 2 ? elements : elements.sorted { $0.precedes($1) }
  }
  package init(from decoder: BinaryDecoder) throws { self.init(try [Element](from: decoder)) }

  package func encode(to encoder: BinaryEncoder) throws {
    try encoder.encode(count: elements.count) { try encoder.encode(elements[$0]) }
  }

  /// Whether all elements of the other one, each different, are among these.
  /// - Complexity: O(elements of both).
  func contains(_ other: Unordered) -> Bool {
    guard other.elements.count <= elements.count else { return false }
    var next = 0
    for element in other.elements {
      while next < elements.count, elements[next].precedes(element) { next += 1 }
      guard next < elements.count, elements[next] == element else { return false }
      next += 1
    }
    return true
  }

  package var bits: UInt64 { elements.reduce(0) { $0.mixed(with: $1.bits) } }

  package func precedes(_ other: Unordered) -> Bool {
    elements.lexicographicallyPrecedes(other.elements) { $0.precedes($1) }
  }
}
