import NavigationModel

/// A sum for each key that occurred.
///
/// Iteration order is meaningless: sort before writing.
package struct SumsByKey<Key: Hashable & Sendable, Sum: Mergeable>: Mergeable {
  private var list = KeyList<Key>()
  package private(set) var values: [Sum] = []

  package init() {}

  package var keys: [Key] { list.keys }
  package var count: Int { values.count }
  package var pairs: Zip2Sequence<[Key], [Sum]> { zip(keys, values) }

  /// The index of a key's sum in ``values``; nil if it has none.
  package func number(of key: Key) -> Int? { list.number(of: key) }

  package subscript(key: Key) -> Sum? { list.number(of: key).map { values[$0] } }

  /// The sum of a key, created if missing.
  @inline(__always)
  package subscript(adding key: Key) -> Sum {
    get { self[key] ?? Sum() }
    _modify {
      let number = list.number(adding: key)
      if number == values.count { values.append(Sum()) }
      yield &values[number]
    }
  }

  package mutating func finish() {
    for index in values.indices { values[index].finish() }
  }

  package mutating func merge(_ other: SumsByKey) {
    for (key, sum) in other.pairs { self[adding: key].merge(sum) }
  }
}

extension SumsByKey: BinaryCodable where Key: BinaryCodable, Sum: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    for _ in 0..<(try decoder.readCount()) {
      let key = try Key(from: decoder)
      self[adding: key] = try Sum(from: decoder)
    }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    let (keys, values) = (keys, values)
    try encoder.encode(count: keys.count) { index in
      try keys[index].encode(to: encoder)
      try values[index].encode(to: encoder)
    }
  }
}

/// A sum for each name that occurred, found without hashing.
///
/// Iteration order is meaningless: sort before writing.
package struct SumsByName<Sum: Mergeable>: Mergeable {
  /// The index of a name's sum plus one, by name number; 0 if it has none.
  private var indices: [UInt32] = []
  package private(set) var keys: [Name] = []
  package private(set) var values: [Sum] = []

  package init() {}

  package var count: Int { keys.count }
  package var pairs: Zip2Sequence<[Name], [Sum]> { zip(keys, values) }

  package subscript(name: Name) -> Sum? {
    let number = Int(name.rawValue)
    return number < indices.count && indices[number] > 0 ? values[Int(indices[number]) - 1] : nil
  }

  @inline(__always)
  package subscript(adding name: Name) -> Sum {
    get { self[name] ?? Sum() }
    _modify { yield &values[index(of: name)] }
  }

  @inline(__always)
  private mutating func index(of name: Name) -> Int {
    let number = Int(name.rawValue)
    if number >= indices.count {
      indices.append(contentsOf: repeatElement(0, count: max(64, number + 1 - indices.count, indices.count)))
    }
    if indices[number] == 0 {
      keys.append(name)
      values.append(Sum())
      indices[number] = UInt32(keys.count)
    }
    return Int(indices[number]) - 1
  }

  /// The sums sorted by the text of their names, with empty ones for `declared` names that never occurred.
  func rows(_ names: Names, with declared: [Name] = []) -> [(name: Name, sum: Sum)] {
    names.ordered(Set(keys).union(declared)).map { ($0, self[$0] ?? Sum()) }
  }

  package mutating func finish() {
    for index in values.indices { values[index].finish() }
  }

  package mutating func merge(_ other: SumsByName) {
    for (name, sum) in other.pairs { self[adding: name].merge(sum) }
  }
}

extension SumsByName: BinaryCodable where Sum: BinaryCodable {
  package init(from decoder: BinaryDecoder) throws {
    for _ in 0..<(try decoder.readCount()) {
      let name = try decoder.readName()
      self[adding: name] = try Sum(from: decoder)
    }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    let (keys, values) = (keys, values)
    try encoder.encode(count: keys.count) { index in
      encoder.write(keys[index])
      try values[index].encode(to: encoder)
    }
  }
}
