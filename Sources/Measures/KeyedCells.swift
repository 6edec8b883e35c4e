import NavigationModel

/// A cell for each key that occurred.
///
/// Iteration order is meaningless: sort before writing.
public struct KeyedCells<Key: Hashable & Codable & Sendable, Cell: MergeableCell>: MergeableCell {
  private var list = KeyList<Key>()
  public private(set) var cells: [Cell] = []

  public init() {}

  public var keys: [Key] { list.keys }
  public var count: Int { cells.count }
  public var pairs: Zip2Sequence<[Key], [Cell]> { zip(keys, cells) }

  /// The index of a key's cell in ``cells``; nil if it has none.
  public func number(of key: Key) -> Int? { list.number(of: key) }

  public subscript(key: Key) -> Cell? { list.number(of: key).map { cells[$0] } }

  /// The cell of a key, created if missing.
  @inline(__always)
  public subscript(adding key: Key) -> Cell {
    get { self[key] ?? Cell() }
    _modify {
      let number = list.number(adding: key)
      if number == cells.count { cells.append(Cell()) }
      yield &cells[number]
    }
  }

  public mutating func merge(_ other: KeyedCells) {
    for (key, cell) in other.pairs { self[adding: key].merge(cell) }
  }
}

extension KeyedCells {
  public init(from decoder: any Decoder) throws {
    let decoder = try BinaryDecoder.of(decoder)
    let count = try decoder.readCount()
    for _ in 0..<count {
      let key = try decoder.decode(Key.self)
      self[adding: key] = try decoder.decode(Cell.self)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    let encoder = try BinaryEncoder.of(encoder)
    try encoder.encode(count: count) { index in
      try encoder.encode(keys[index])
      try encoder.encode(cells[index])
    }
  }
}
