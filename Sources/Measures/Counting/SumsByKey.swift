import NavigationModel

/// A sum for each key that occurred.
///
/// Iteration order is meaningless: sort before writing.
package struct Sums<Keys: NumberedKeys, Sum: Sendable>: Sendable {
  private var list = Keys()
  package private(set) var values: [Sum] = []

  package var keys: [Keys.Key] { list.keys }
  package var count: Int { values.count }
  package var pairs: Zip2Sequence<[Keys.Key], [Sum]> { zip(keys, values) }

  /// The index of a key's sum in ``values``; nil if it has none.
  package func number(of key: Keys.Key) -> Int? { list.number(of: key) }

  package subscript(key: Keys.Key) -> Sum? { list.number(of: key).map { values[$0] } }

  /// Removes all sums, and keeps memory for the next ones.
  mutating func removeAll() {
    list.removeAll()
    values.removeAll(keepingCapacity: true)
  }

  /// So many sums are no longer doubled for the next one.
  private static var many: Int { 1024 }

  /// The index of a key's sum in ``values``, created as given if missing.
  @inline(__always)
  mutating func number(adding key: Keys.Key, as new: @autoclosure () -> Sum) -> Int {
    let number = list.number(adding: key)
    if number == values.count {
      // An array that doubles holds three times as much while it grows.
      if number == values.capacity, number >= Self.many { values.reserveCapacity(number + number / 4) }
      values.append(new())
    }
    return number
  }

  @inline(__always)
  subscript(number number: Int) -> Sum {
    get { values[number] }
    _modify { yield &values[number] }
  }
}

extension Sums: Mergeable where Sum: Mergeable {
  /// The sum of a key, created if missing.
  @inline(__always)
  subscript(adding key: Keys.Key) -> Sum {
    get { self[key] ?? Sum() }
    _modify { yield &values[number(adding: key)] }
  }

  /// The index of a key's sum in ``values``, created if missing.
  @inline(__always)
  mutating func number(adding key: Keys.Key) -> Int { number(adding: key, as: Sum()) }

  static var isPlain: Bool { Sum.isPlain }

  mutating func finish() { if !Sum.isPlain { values.finish() } }

  mutating func merge(_ other: Self) {
    for (key, sum) in other.pairs { self[adding: key].merge(sum) }
  }
}

package typealias SumsByKey<Key: Hashable & Sendable, Sum: Sendable> = Sums<KeyList<Key>, Sum>
/// Found without hashing.
package typealias SumsByName<Sum: Sendable> = Sums<NameList, Sum>

extension Sums: BinaryCodable where Keys.Key: BinaryCodable, Sum: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    for _ in 0..<(try decoder.readCount()) {
      let number = list.number(adding: try Keys.Key(from: decoder))
      let sum = try Sum(from: decoder)
      if number == values.count { values.append(sum) } else { values[number] = sum }
    }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    let keys = keys
    let values = values
    try encoder.encode(count: keys.count) { index in
      try keys[index].encode(to: encoder)
      try values[index].encode(to: encoder)
    }
  }
}

extension Sums where Keys == NameList, Sum: Mergeable {
  /// The sums sorted by the text of their names, with empty ones for `declared` names that never occurred.
  func rows(_ names: Names, with declared: [Name] = []) -> [(name: Name, sum: Sum)] {
    names.ordered(Set(keys).union(declared)).map { ($0, self[$0] ?? Sum()) }
  }
}

/// How often each thing occurred for one user. It is reused from user to user only for its memory.
typealias Tally<Key: Hashable & Sendable> = SumsByKey<Key, Int>
typealias NameTally = SumsByName<Int>
