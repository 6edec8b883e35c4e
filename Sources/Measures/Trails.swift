import NavigationModel

/// The first screens of each part of a session, one after the other: which trails people take from the start.
public struct Trails: Measure {
  /// Trails are followed to this screen.
  public static let length = 6

  /// From one screen of the trail to the next.
  public struct Link: MixedHash, Sendable, Codable {
    /// The place of ``from`` in the part: 1 is the first screen.
    public let step: Int
    public let from: Name
    /// Unknown where the part ends.
    public let to: Name

    public var bits: UInt64 { (UInt64(from.rawValue) << 32 | UInt64(to.rawValue)) &+ UInt64(step) << 61 }
  }

  public struct Cell: MergeableCell {
    public internal(set) var count = 0

    public init() {}

    public mutating func merge(_ other: Cell) { count += other.count }
  }

  public private(set) var cells = KeyedCells<Link, Cell>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    let steps = path.steps
    var number = 0
    for index in steps.indices {
      number = index > 0 && steps[index - 1].part == steps[index].part ? number + 1 : 1
      guard number < Self.length else { continue }
      let isLast = index + 1 == steps.count || steps[index + 1].part != steps[index].part
      cells[adding: Link(step: number, from: steps[index].screen, to: isLast ? .unknown : steps[index + 1].screen)].count += 1
    }
  }

  public mutating func merge(_ other: Trails) { cells.merge(other.cells) }
}

extension Trails {
  func table(_ scope: MeasureScope) -> Table {
    let rows = cells.pairs
      .map { (step: $0.step, from: scope.names[$0.from], to: $0.to.isKnown ? scope.names[$0.to] : "(end)", count: $1.count) }
      .sorted { a, b in
        if a.step != b.step { return a.step < b.step }
        return a.from == b.from ? a.to.precedesByScalars(b.to) : a.from.precedesByScalars(b.from)
      }
    return Table(
      name: "trails", meaning: "One row for each pair of screens at each of the first steps of the parts of sessions.",
      columns: [
        .init("step", .integer, "The place of the screen left: 1 is the first screen of a part."),
        .init("from", .text, "The screen left."),
        .init("to", .text, "The screen arrived at; (end) for the end of the part."),
        .init("count", .integer, "How often; the rows of step 1 add up to the parts with steps."),
      ],
      rows: rows.map { [.integer($0.step), .text($0.from), .text($0.to), .integer($0.count)] })
  }
}
