import NavigationModel

/// A cell for each key that occurred.
///
/// Iteration order is meaningless: sort before writing.
package struct KeyedCells<Key: Hashable & Codable & Sendable, Cell: MergeableCell>: MergeableCell {
  private var list = KeyList<Key>()
  package private(set) var cells: [Cell] = []

  package init() {}

  package var keys: [Key] { list.keys }
  package var count: Int { cells.count }
  package var pairs: Zip2Sequence<[Key], [Cell]> { zip(keys, cells) }

  /// The index of a key's cell in ``cells``; nil if it has none.
  package func number(of key: Key) -> Int? { list.number(of: key) }

  package subscript(key: Key) -> Cell? { list.number(of: key).map { cells[$0] } }

  /// The cell of a key, created if missing.
  @inline(__always)
  package subscript(adding key: Key) -> Cell {
    get { self[key] ?? Cell() }
    _modify {
      let number = list.number(adding: key)
      if number == cells.count { cells.append(Cell()) }
      yield &cells[number]
    }
  }

  package mutating func merge(_ other: KeyedCells) {
    for (key, cell) in other.pairs { self[adding: key].merge(cell) }
  }
}

extension KeyedCells {
  package init(from decoder: any Decoder) throws {
    let decoder = try BinaryDecoder.of(decoder)
    let count = try decoder.readCount()
    for _ in 0..<count {
      let key = try decoder.decode(Key.self)
      self[adding: key] = try decoder.decode(Cell.self)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    let encoder = try BinaryEncoder.of(encoder)
    try encoder.encode(count: count) { index in
      try encoder.encode(keys[index])
      try encoder.encode(cells[index])
    }
  }
}
