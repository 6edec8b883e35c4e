import NavigationModel

/// Says of a sum how much of it is worth keeping.
protocol Bounding {
  associatedtype Kept: Sendable
  /// The sum over nobody.
  static var nothing: Kept { get }
  /// Whether there is more than is worth keeping. Must stay so whatever is added.
  static func isTooMuch(_ kept: Kept) -> Bool
}

extension Bounding where Kept: Mergeable {
  static var nothing: Kept { Kept() }
}

/// A sum that is kept as long as it is not too much. Once it is, nothing is kept, and that is known.
///
/// So it depends only on what was counted, not on who counted which part of it or in which order: sums only grow, so
/// what is too much for one worker is too much for all of them together.
struct Bounded<Limit: Bounding>: Sendable {
  private(set) var kept = Limit.nothing
  private(set) var isOverfull = false

  init() {}

  /// A sum that was kept before.
  init(_ kept: Limit.Kept, isOverfull: Bool) {
    self.kept = kept
    self.isOverfull = isOverfull
    dropSurplus()
  }

  /// Adds to what is kept. Nothing is added once it was too much.
  @inline(__always)
  mutating func add(_ add: (inout Limit.Kept) -> Void) {
    if isOverfull { return }
    add(&kept)
    dropSurplus()
  }

  /// - Parameter merge: adds the other sum to this one.
  mutating func merge(_ other: Self, by merge: (inout Limit.Kept, Limit.Kept) -> Void) {
    isOverfull = isOverfull || other.isOverfull
    if !isOverfull { merge(&kept, other.kept) }
    dropSurplus()
  }

  @inline(__always)
  private mutating func dropSurplus() {
    guard isOverfull || Limit.isTooMuch(kept) else { return }
    isOverfull = true
    kept = Limit.nothing
  }
}

extension Bounded: Mergeable where Limit.Kept: Mergeable {
  static var isPlain: Bool { Limit.Kept.isPlain }
  mutating func finish() { kept.finish() }
  mutating func merge(_ other: Self) { merge(other) { $0.merge($1) } }
}

extension Bounded: BinaryCodable where Limit.Kept: BinaryCodable {
  init(from decoder: BinaryDecoder) throws {
    let isOverfull: Bool = try decoder.decode()
    self.init(try decoder.decode(), isOverfull: isOverfull)
  }

  func encode(to encoder: BinaryEncoder) throws {
    try encoder.encode(isOverfull)
    try encoder.encode(kept)
  }
}
