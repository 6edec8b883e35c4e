/// The names of a finished run as text, and the order in which they are written: by Unicode scalars.
public struct Names: Sendable {
  public let texts: [String]
  /// The names by text order, and the rank of each name.
  private let order: [UInt32]
  private let ranks: [UInt32]

  public init(texts: [String]) {
    self.texts = texts
    order = (0..<UInt32(texts.count)).sorted { texts[Int($0)].precedesByScalars(texts[Int($1)]) }
    var ranks = [UInt32](repeating: 0, count: texts.count)
    for (rank, number) in order.enumerated() { ranks[Int(number)] = UInt32(rank) }
    self.ranks = ranks
  }

  public subscript(name: Name) -> String { texts[Int(name.rawValue)] }

  /// The name of a text, if the run has seen it.
  public func name(_ text: String) -> Name? {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if texts[Int(order[middle])].precedesByScalars(text) { low = middle + 1 } else { high = middle }
    }
    guard low < order.count, texts[Int(order[low])].utf8.elementsEqual(text.utf8) else { return nil }
    return Name(rawValue: order[low])
  }

  /// The rank of the name among all names in text order.
  public func rank(_ name: Name) -> UInt32 { ranks[Int(name.rawValue)] }

  /// The names in text order.
  public func ordered(_ names: some Sequence<Name>) -> [Name] { names.sorted { rank($0) < rank($1) } }
}
