import NavigationModel
import Statistics

/// What is counted over some users, and merges with what is counted over others.
///
/// Sums notice a new session or user by themselves, and are finished at the end. Only finished sums are read, merged
/// and written.
protocol Mergeable: Sendable {
  /// The count over nobody.
  init()
  /// Whether nothing is kept for the last session and user, so that ``finish()`` does nothing. False is always right,
  /// and slower.
  static var isPlain: Bool { get }
  /// Adds what was kept for the last session and user. Call it when everybody was counted.
  mutating func finish()
  /// Merges the count over other users. Commutative and associative.
  mutating func merge(_ other: Self)
}

extension Mergeable {
  static var isPlain: Bool { false }
  mutating func finish() {}
}

/// A sum of several, which its fields list: all that merges and is written, in this order. What it holds beside them
/// only serves to count.
protocol Summed: Mergeable, BinaryCodable {
  static var fields: Fields<Self> { get }
  /// Drops what is too much to keep, and what was found in other sums. Called when sums were finished or merged.
  mutating func dropSurplus()
  /// Whether fields that were read belong together.
  var isValid: Bool { get }
}

extension Summed {
  mutating func dropSurplus() {}
  var isValid: Bool { true }

  mutating func finish() {
    finishFields()
    dropSurplus()
  }

  mutating func finishFields() {
    withUnsafeMutablePointer(to: &self) { sums in for field in Self.fields.unfinished { field.finish(sums) } }
  }

  mutating func merge(_ other: Self) { mergeFields(other) }

  mutating func mergeFields(_ other: Self) {
    withUnsafeMutablePointer(to: &self) { sums in
      withUnsafePointer(to: other) { other in for field in Self.fields.list { field.merge(sums, other) } }
    }
    dropSurplus()
  }

  package init(from decoder: BinaryDecoder) throws {
    self.init()
    for field in Self.fields.list { try field.read(&self, decoder) }
    guard isValid else { throw BinaryError.invalid }
  }

  package func encode(to encoder: BinaryEncoder) throws {
    for field in Self.fields.list { try field.write(self, encoder) }
  }
}

struct Fields<Sums>: Sendable {
  typealias Path<Field> = WritableKeyPath<Sums, Field> & Sendable
  typealias Sum = Mergeable & BinaryCodable

  fileprivate let list: [Field]
  /// Those that ``Mergeable/finish()`` changes.
  fileprivate let unfinished: [Field]

  fileprivate struct Field: Sendable {
    let isPlain: Bool
    let finish: @Sendable (UnsafeMutablePointer<Sums>) -> Void
    let merge: @Sendable (UnsafeMutablePointer<Sums>, UnsafePointer<Sums>) -> Void
    let read: @Sendable (inout Sums, BinaryDecoder) throws -> Void
    let write: @Sendable (borrowing Sums, BinaryEncoder) throws -> Void

    init<Value: Sum>(_ path: Path<Value>) {
      // Not by the key path: that would take longer than adding up a small field.
      guard let offset = MemoryLayout<Sums>.offset(of: path) else {
        preconditionFailure("a field of \(Sums.self) is stored")
      }
      isPlain = Value.isPlain
      finish = { Self.field($0, offset, Value.self).pointee.finish() }
      merge = {
        Self.field($0, offset, Value.self).pointee.merge(Self.field(.init(mutating: $1), offset, Value.self).pointee)
      }
      read = { $0[keyPath: path] = try Value(from: $1) }
      write = { try $0[keyPath: path].encode(to: $1) }
    }

    private static func field<Value>(_ sums: UnsafeMutablePointer<Sums>, _ offset: Int, _: Value.Type)
      -> UnsafeMutablePointer<Value>
    {
      (UnsafeMutableRawPointer(sums) + offset).assumingMemoryBound(to: Value.self)
    }
  }

  private init(list: [Field]) { (self.list, unfinished) = (list, list.filter { !$0.isPlain }) }

  /// Fields that are counts.
  init(counts paths: Path<Int>...) { self.init(list: paths.map { Field($0) }) }

  // One initializer for each number of fields, not one with a parameter pack: merging is compiled for the types of the
  // fields, three times as fast.

  init<A: Sum>(_ a: Path<A>) { self.init(list: [Field(a)]) }
  init<A: Sum, B: Sum>(_ a: Path<A>, _ b: Path<B>) { self.init(list: [Field(a), Field(b)]) }
  init<A: Sum, B: Sum, C: Sum>(_ a: Path<A>, _ b: Path<B>, _ c: Path<C>) {
    self.init(list: [Field(a), Field(b), Field(c)])
  }
  init<A: Sum, B: Sum, C: Sum, D: Sum>(_ a: Path<A>, _ b: Path<B>, _ c: Path<C>, _ d: Path<D>) {
    self.init(list: [Field(a), Field(b), Field(c), Field(d)])
  }
  init<A: Sum, B: Sum, C: Sum, D: Sum, E: Sum>(_ a: Path<A>, _ b: Path<B>, _ c: Path<C>, _ d: Path<D>, _ e: Path<E>) {
    self.init(list: [Field(a), Field(b), Field(c), Field(d), Field(e)])
  }
  init<A: Sum, B: Sum, C: Sum, D: Sum, E: Sum, F: Sum>(
    _ a: Path<A>, _ b: Path<B>, _ c: Path<C>, _ d: Path<D>, _ e: Path<E>, _ f: Path<F>
  ) {
    self.init(list: [Field(a), Field(b), Field(c), Field(d), Field(e), Field(f)])
  }
  init<A: Sum, B: Sum, C: Sum, D: Sum, E: Sum, F: Sum, G: Sum>(
    _ a: Path<A>, _ b: Path<B>, _ c: Path<C>, _ d: Path<D>, _ e: Path<E>, _ f: Path<F>, _ g: Path<G>
  ) { self.init(list: [Field(a), Field(b), Field(c), Field(d), Field(e), Field(f), Field(g)]) }
  init<A: Sum, B: Sum, C: Sum, D: Sum, E: Sum, F: Sum, G: Sum, H: Sum>(
    _ a: Path<A>, _ b: Path<B>, _ c: Path<C>, _ d: Path<D>, _ e: Path<E>, _ f: Path<F>, _ g: Path<G>, _ h: Path<H>
  ) { self.init(list: [Field(a), Field(b), Field(c), Field(d), Field(e), Field(f), Field(g), Field(h)]) }

  /// These fields, then others.
  static func + (one: Self, other: Self) -> Self { Self(list: one.list + other.list) }
}

// MARK: - Simple sums

extension Int: Mergeable {
  static var isPlain: Bool { true }
  mutating func merge(_ other: Int) { self += other }
}

/// Whether it holds for anybody.
extension Bool: Mergeable {
  static var isPlain: Bool { true }
  mutating func merge(_ other: Bool) { self = self || other }
}

/// Sums by small numbers.
extension Array: Mergeable where Element: Mergeable {
  static var isPlain: Bool { Element.isPlain }
  mutating func finish() {
    for index in indices { self[index].finish() }
  }

  mutating func merge(_ other: [Element]) {
    for (index, element) in other.enumerated() {
      if index == count { append(Element()) }
      self[index].merge(element)
    }
  }
}

extension Dictionary: Mergeable where Value: Mergeable {
  static var isPlain: Bool { Value.isPlain }
  mutating func merge(_ other: [Key: Value]) {
    for (key, value) in other { self[key, default: Value()].merge(value) }
  }
}

/// The largest of some numbers that are not negative; 0 without any.
struct Largest: Summed, Equatable {
  private(set) var number = 0
  static let fields = Fields<Self>(\.number)
  static let isPlain = true

  mutating func add(_ number: Int) { self.number = Swift.max(self.number, number) }
  mutating func merge(_ other: Largest) { add(other.number) }
}

extension RowSums: Mergeable { static var isPlain: Bool { true } }
extension PairedSums: Mergeable { static var isPlain: Bool { true } }

// Generic types have no stored static properties.
private let formOfRatios = BinaryForm(
  RatioSums.init(readUsers:sumY:sumN:sumYY:sumYN:sumNN:lead:), \.users, \.sumY, \.sumN, \.sumYY, \.sumYN, \.sumNN,
  \.lead)
private let formOfPairs = BinaryForm(
  PairedRatioSums.init(first:second:users:yy:yn:ny:nn:), \.first, \.second, \.users, \.sumYY, \.sumYN, \.sumNY, \.sumNN)

extension RatioSums: BinaryCodable, BinaryRecord {
  package static var form: BinaryForm<RatioSums> { formOfRatios }

  /// - Throws: if no users have such sums.
  fileprivate init(readUsers users: Int, sumY: Int, sumN: Int, sumYY: Int, sumYN: Int, sumNN: Int, lead: RowLead) throws
  {
    guard sumN >= 0, 0...sumN ~= sumY, 0...sumN ~= users, 0...sumN ~= lead.n, 0...lead.n ~= lead.nextN,
      0...min(lead.n, sumY) ~= lead.y ?? 0
    else { throw BinaryError.invalid }
    self.init(users: users, sumY: sumY, sumN: sumN, sumYY: sumYY, sumYN: sumYN, sumNN: sumNN, leadBy: lead)
  }
}

extension RowLead: BinaryRecord {
  package static let form = BinaryForm(Self.init(y:n:user:nextN:), \.y, \.n, \.user, \.nextN)
}

extension PairedRatioSums: BinaryCodable, BinaryRecord {
  package static var form: BinaryForm<PairedRatioSums> { formOfPairs }
}

extension [Int] {
  /// Adds `amount` at `index`, growing with zeros.
  @inline(__always)
  mutating func count(at index: Int, _ amount: Int = 1) {
    if index >= count { append(contentsOf: repeatElement(0, count: index + 1 - count)) }
    self[index] += amount
  }
}
