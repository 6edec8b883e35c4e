import NavigationModel

extension Moves: Codable {
  private enum CodingKeys: CodingKey { case entries, whole, isOverfull, cells, thirds }

  private struct CodedCell: Codable {
    let cell: Cell
    let sums: MoveSums
  }

  private struct CodedThird: Codable {
    let third: Third
    let sums: MoveSums
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for entry in try container.decode([Entry].self, forKey: .entries) { _ = number(adding: entry) }
    whole = try container.decode(MoveSums.self, forKey: .whole)
    isOverfull = try container.decode(Bool.self, forKey: .isOverfull)
    for coded in try container.decode([CodedCell].self, forKey: .cells) { cells[coded.cell] = coded.sums }
    for coded in try container.decode([CodedThird].self, forKey: .thirds) { thirds[coded.third] = coded.sums }
    records = cells.values.reduce(0) { $0 + $1.records }
    guard (Array(cells.values) + thirds.values + [whole]).allSatisfy({ $0.entryCount <= entries.count }) else { throw BinaryError.invalid }
  }

  package func encode(to encoder: any Encoder) throws {
    let encoder = try BinaryEncoder.of(encoder)
    let order = try encoder.order(of: entries)
    var numbers = [UInt32](repeating: 0, count: order.count)
    for (index, number) in order.enumerated() { numbers[number] = UInt32(index) }
    func renumbered(_ sums: MoveSums) -> MoveSums {
      var renumbered = MoveSums()
      renumbered.merge(sums) { numbers[Int($0)] }
      return renumbered
    }
    try encoder.encode(order.map { entries[$0] })
    try encoder.encode(renumbered(whole))
    try encoder.encode(isOverfull)
    let cells = Array(cells)
    try encoder.encode(count: cells.count) { try encoder.encode(CodedCell(cell: cells[$0].key, sums: renumbered(cells[$0].value))) }
    let thirds = Array(thirds)
    try encoder.encode(count: thirds.count) { try encoder.encode(CodedThird(third: thirds[$0].key, sums: renumbered(thirds[$0].value))) }
  }
}

/// The sums of entries and of pairs are encoded in the order of their numbers, one row each.
extension MoveSums: Codable {
  private enum CodingKeys: CodingKey { case users, sessions, squaredSessions, mostSessions, entries, pairs }

  private struct CodedEntry: Codable {
    let entry: UInt32
    let sums: EntrySums
  }

  private struct CodedPair: Codable {
    let pair: EntryPair
    let sums: PairSums
  }

  /// The highest entry number plus one.
  fileprivate var entryCount: Int { max(entries.keys.max().map { Int($0) + 1 } ?? 0, pairs.keys.map { Int(max($0.low, $0.high)) + 1 }.max() ?? 0) }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    users = try container.decode(Int.self, forKey: .users)
    sessions = try container.decode(Int.self, forKey: .sessions)
    squaredSessions = try container.decode(Int.self, forKey: .squaredSessions)
    mostSessions = try container.decode(Int.self, forKey: .mostSessions)
    for coded in try container.decode([CodedEntry].self, forKey: .entries) { entries[coded.entry] = coded.sums }
    for coded in try container.decode([CodedPair].self, forKey: .pairs) { pairs[coded.pair] = coded.sums }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(users, forKey: .users)
    try container.encode(sessions, forKey: .sessions)
    try container.encode(squaredSessions, forKey: .squaredSessions)
    try container.encode(mostSessions, forKey: .mostSessions)
    try container.encode(entries.sorted { $0.key < $1.key }.map { CodedEntry(entry: $0.key, sums: $0.value) }, forKey: .entries)
    try container.encode(
      pairs.sorted { ($0.key.low, $0.key.high) < ($1.key.low, $1.key.high) }.map { CodedPair(pair: $0.key, sums: $0.value) }, forKey: .pairs)
  }
}
