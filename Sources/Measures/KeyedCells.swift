import NavigationModel

/// What is counted for one key and can be merged.
public protocol MergeableCell: Sendable, Codable {
  init()
  mutating func merge(_ other: Self)
}

/// A cell for each key that was met.
///
/// Iteration has no order that means anything: sort before writing.
public struct KeyedCells<Key: Hashable & Codable & Sendable, Cell: MergeableCell>: Sendable {
  private var indices: [Key: Int] = [:]
  public private(set) var keys: [Key] = []
  public private(set) var cells: [Cell] = []

  public init() {}

  public var count: Int { keys.count }
  public var pairs: Zip2Sequence<[Key], [Cell]> { zip(keys, cells) }

  public subscript(key: Key) -> Cell? { indices[key].map { cells[$0] } }

  /// The cell of a key, made where there is none yet.
  @inline(__always)
  public subscript(adding key: Key) -> Cell {
    get { indices[key].map { cells[$0] } ?? Cell() }
    _modify { yield &cells[index(of: key)] }
  }

  /// The place of a key's cell in ``cells``, made where there is none yet.
  @inline(__always)
  private mutating func index(of key: Key) -> Int {
    if let index = indices[key] { return index }
    indices[key] = keys.count
    keys.append(key)
    cells.append(Cell())
    return keys.count - 1
  }

  public mutating func merge(_ other: KeyedCells) {
    for (key, cell) in other.pairs { self[adding: key].merge(cell) }
  }
}

extension KeyedCells: Codable {
  private struct Entry: Codable {
    var key: Key
    var cell: Cell
  }

  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let entry = try container.decode(Entry.self)
      self[adding: entry.key] = entry.cell
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for (key, cell) in pairs { try container.encode(Entry(key: key, cell: cell)) }
  }
}

/// A cell for each name that was met, found without hashing.
public struct NameCells<Cell: MergeableCell>: Sendable {
  /// One more than the place of a name's cell, by the number of the name; 0 where it has none.
  private var places: [UInt32] = []
  public private(set) var keys: [Name] = []
  public private(set) var cells: [Cell] = []

  public init() {}

  public var count: Int { keys.count }
  public var pairs: Zip2Sequence<[Name], [Cell]> { zip(keys, cells) }

  public subscript(name: Name) -> Cell? {
    let number = Int(name.rawValue)
    return number < places.count && places[number] > 0 ? cells[Int(places[number]) - 1] : nil
  }

  @inline(__always)
  public subscript(adding name: Name) -> Cell {
    get { self[name] ?? Cell() }
    _modify { yield &cells[index(of: name)] }
  }

  @inline(__always)
  private mutating func index(of name: Name) -> Int {
    let number = Int(name.rawValue)
    if number >= places.count {
      places.append(contentsOf: repeatElement(0, count: max(64, number + 1 - places.count, places.count)))
    }
    if places[number] == 0 {
      keys.append(name)
      cells.append(Cell())
      places[number] = UInt32(keys.count)
    }
    return Int(places[number]) - 1
  }

  mutating func update(_ change: (inout Cell) -> Void) {
    for place in cells.indices { change(&cells[place]) }
  }

  public mutating func merge(_ other: NameCells) {
    for (name, cell) in other.pairs { self[adding: name].merge(cell) }
  }
}

extension NameCells: Codable {
  private struct Entry: Codable {
    var name: Name
    var cell: Cell
  }

  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let entry = try container.decode(Entry.self)
      self[adding: entry.name] = entry.cell
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for (name, cell) in pairs { try container.encode(Entry(name: name, cell: cell)) }
  }
}
