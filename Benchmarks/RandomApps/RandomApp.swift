import Statistics

/// A made-up app of random size and build, with people who use it: what is guessed from its screens alone can be held against what it really is.
///
/// Apps of even seeds are written by the simulator of navaudit (``DescribedApp``), those of odd seeds by another one that shares no code with it and
/// lets people behave otherwise (``WalkedApp``).
public struct RandomApp: Sendable {
  public let seed: UInt64
  /// The screens at the roots of the tabs, the list of the More tab among them.
  public let roots: Set<String>
  /// What a hidden menu opens.
  public let menuItems: Set<String>
  private let writer: @Sendable (_ viewsOnly: Bool) throws -> [UInt8]

  init(seed: UInt64, roots: Set<String>, menuItems: Set<String>, writer: @escaping @Sendable (_ viewsOnly: Bool) throws -> [UInt8]) {
    self.seed = seed
    self.roots = roots
    self.menuItems = menuItems
    self.writer = writer
  }

  /// - Parameter users: how many people use it; by itself, from 100 to 1000.
  public init(seed: UInt64, users: Int? = nil) throws {
    self = try seed % 2 == 0 ? DescribedApp(seed: seed, users: users).app : WalkedApp(seed: seed, users: users).app
  }

  /// The log as NDJSON: of `screen_view` alone, or with events that tell the structure. Both tell of the same sessions.
  public func log(viewsOnly: Bool) throws -> [UInt8] { try writer(viewsOnly) }
}

/// Draws what apps are like.
struct Dice {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func chance(_ probability: Double) -> Bool { random.nextUnit() < probability }
  mutating func below(_ bound: Int) -> Int { random.next(below: bound) }
  mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }
  mutating func within(_ range: ClosedRange<Double>) -> Double { range.lowerBound + (range.upperBound - range.lowerBound) * random.nextUnit() }
  mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  /// A place in a list, each with its weight.
  mutating func place(weights: [Double]) -> Int {
    var point = random.nextUnit() * weights.reduce(0, +)
    for (place, weight) in weights.enumerated() {
      point -= weight
      if point < 0 { return place }
    }
    return weights.count - 1
  }

  /// A positive number with this mean, most of them small.
  mutating func exponential(mean: Double) -> Double { -mean * logarithm(1 - random.nextUnit()) }

  /// A stay in seconds: most short, some long.
  mutating func stay(median: Double) -> Double { min(600, median * exponent((0..<4).reduce(0) { sum, _ in sum + random.nextUnit() } - 2)) }
}
