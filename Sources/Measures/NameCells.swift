import NavigationModel

/// A cell for each name that occurred, found without hashing.
package struct NameCells<Cell: MergeableCell>: Sendable {
  /// The index of a name's cell plus one, by name number; 0 if it has none.
  private var indices: [UInt32] = []
  package private(set) var keys: [Name] = []
  package private(set) var cells: [Cell] = []

  package init() {}

  package var count: Int { keys.count }
  package var pairs: Zip2Sequence<[Name], [Cell]> { zip(keys, cells) }

  package subscript(name: Name) -> Cell? {
    let number = Int(name.rawValue)
    return number < indices.count && indices[number] > 0 ? cells[Int(indices[number]) - 1] : nil
  }

  @inline(__always)
  package subscript(adding name: Name) -> Cell {
    get { self[name] ?? Cell() }
    _modify { yield &cells[index(of: name)] }
  }

  @inline(__always)
  private mutating func index(of name: Name) -> Int {
    let number = Int(name.rawValue)
    if number >= indices.count {
      indices.append(contentsOf: repeatElement(0, count: max(64, number + 1 - indices.count, indices.count)))
    }
    if indices[number] == 0 {
      keys.append(name)
      cells.append(Cell())
      indices[number] = UInt32(keys.count)
    }
    return Int(indices[number]) - 1
  }

  /// The cells sorted by the text of their names, with empty ones for `declared` names that never occurred.
  func rows(_ names: Names, with declared: [Name] = []) -> [(name: Name, cell: Cell)] {
    names.ordered(Set(keys).union(declared)).map { ($0, self[$0] ?? Cell()) }
  }

  mutating func update(_ change: (inout Cell) -> Void) {
    for index in cells.indices { change(&cells[index]) }
  }

  package mutating func merge(_ other: NameCells) {
    for (name, cell) in other.pairs { self[adding: name].merge(cell) }
  }
}

extension NameCells: Codable {
  package init(from decoder: any Decoder) throws {
    let decoder = try BinaryDecoder.of(decoder)
    for _ in 0..<(try decoder.readCount()) {
      let name = try decoder.readName()
      self[adding: name] = try decoder.decode(Cell.self)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    let encoder = try BinaryEncoder.of(encoder)
    let order = keys.indices.sorted { encoder.names.rank(keys[$0]) < encoder.names.rank(keys[$1]) }
    encoder.write(UInt64(count))
    for index in order {
      encoder.write(keys[index])
      try encoder.encode(cells[index])
    }
  }
}
