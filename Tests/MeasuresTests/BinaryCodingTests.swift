import Foundation
import NavigationModel
import Statistics
import TestSupport
import Testing

@testable import Measures

/// The format of cached measures and of states.
@Suite struct BinaryCodingTests {
  private struct Sample: BinaryCodable, Equatable {
    var number = -1
    var small: UInt8 = 7
    var isSet = true
    var text = "Ärger"
    var missing: Int64?
    var present: Int64? = 5
    var counts = [0, 300, -2]
    var deep = [[1, 2], [], [3]]
    var byDay = [20_000: 4, -1: 2]
    var id: UInt64 = .max

    init() {}

    init(from decoder: BinaryDecoder) throws {
      number = try decoder.decode()
      small = try decoder.decode()
      isSet = try decoder.decode()
      text = try decoder.decode()
      missing = try decoder.decode()
      present = try decoder.decode()
      counts = try decoder.decode()
      deep = try decoder.decode()
      byDay = try decoder.decode()
      id = try decoder.decode()
    }

    func encode(to encoder: BinaryEncoder) throws {
      try encoder.encode(number)
      try encoder.encode(small)
      try encoder.encode(isSet)
      try encoder.encode(text)
      try encoder.encode(missing)
      try encoder.encode(present)
      try encoder.encode(counts)
      try encoder.encode(deep)
      try encoder.encode(byDay)
      try encoder.encode(id)
    }
  }

  private static func bytes<Value: BinaryCodable>(_ value: Value, _ names: NameTable = NameTable()) throws -> [UInt8] {
    let encoder = BinaryEncoder(names: names.snapshot())
    try encoder.encode(value)
    return encoder.finish()
  }

  private static func value<Value: BinaryCodable>(_: Value.Type = Value.self, _ bytes: [UInt8]) throws -> Value {
    try bytes.withUnsafeBufferPointer { bytes in
      let decoder = BinaryDecoder(bytes)
      let value = try decoder.decode(Value.self)
      guard decoder.isAtEnd else { throw BinaryError.invalid }
      return value
    }
  }

  @Test func `values are written by position`() throws {
    let bytes = try Self.bytes(Sample())
    #expect(
      bytes == [
        1, 7, 1, 6, 0xC3, 0x84, 0x72, 0x67, 0x65, 0x72, 0, 1, 10, 3, 0, 0xD8, 0x04, 3, 3, 2, 2, 4, 0, 1, 6, 2, 1, 4,
        0xC0, 0xB8,
        0x02, 8,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1,
      ])
    #expect(try Self.value(Sample.self, bytes) == Sample())
  }

  @Test(arguments: [0, 1, 127, 128, 129, 16_383, 16_384, 20_000])
  func `arrays of any length`(count: Int) throws {
    let texts = (0..<count).map { "\($0)" }
    #expect(try Self.value([String].self, Self.bytes(texts)) == texts)
    let nested = [texts, [], texts]
    #expect(try Self.value([[String]].self, Self.bytes(nested)) == nested)
  }

  @Test func `the largest and the smallest numbers`() throws {
    for time in [0, 1, -1, 1 << 62, -(1 << 62)] as [Int64] {
      #expect(try Self.value(Int64.self, Self.bytes(time)) == time)
    }
    for number in [0, 1, -1, 1 << 56, -(1 << 56)] { #expect(try Self.value(Int.self, Self.bytes(number)) == number) }
    #expect(throws: BinaryError.self) { try Self.value(Int64.self, Self.bytes(Int64.min)) }
    for number in [1 << 56 + 1, Int.max] {
      #expect(throws: BinaryError.self, "a hundred times as much would overflow") {
        try Self.value(Int.self, Self.bytes(number))
      }
    }
    let most = [Int](repeating: 1 << 56, count: 1 << 6)
    #expect(try Self.value([Int].self, Self.bytes(most)) == most)
    #expect(throws: BinaryError.self) { try Self.value([Int].self, Self.bytes(most + [1])) }
    // Eleven bytes for one number, and ten bytes whose last is too large.
    #expect(throws: BinaryError.self) { try Self.value(UInt64.self, [UInt8](repeating: 0xFF, count: 10) + [1]) }
    #expect(throws: BinaryError.self) { try Self.value(UInt64.self, [UInt8](repeating: 0xFF, count: 9) + [2]) }
  }

  @Test(arguments: [
    (1, 1, 2, 2, true), (1, 2, 1, 1, false), (2, 1, 1, 1, false), (1, -1, 1, 1, false), (0, 0, -1, 0, false),
    (1, 1, 1, 2, false),
  ])
  func `no more rows count than there are`(users: Int, y: Int, n: Int, most: Int, isSound: Bool) throws {
    let sums = RatioSums(users: users, sumY: y, sumN: n, sumYY: y * y, sumYN: y * n, sumNN: n * n, maxN: most)
    #expect((try? Self.value(RatioSums.self, Self.bytes(sums))) == (isSound ? sums : nil))
    #expect(isSound || y == 1 || sums.interval() == nil)
  }

  @Test func `what is cut or changed is refused or read as something else, without harm`() throws {
    let names = NameTable()
    let measures = try #require(try TraceMeasures.parts(variedTrace, parts: 1, names: names).first)
    let bytes = try BinaryEncoder.bytes(of: measures, names: names)
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / (isThorough ? 97 : 19))) {
      #expect(throws: (any Error).self) {
        try BinaryDecoder.value(Measures.self, from: Array(bytes[..<length]), names: NameTable())
      }
    }
    var random = SeededGenerator(seed: 7)
    for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / (isThorough ? 499 : 49))) {
      var changed = bytes
      changed[place] = UInt8.random(in: 0...255, using: &random)
      _ = try? BinaryDecoder.value(Measures.self, from: changed, names: NameTable())
    }
    // An empty array claims a billion elements.
    #expect(throws: BinaryError.self) { try Self.value([String].self, [0x80, 0x94, 0xEB, 0xDC, 0x03]) }
  }

  @Test(arguments: sampled([3, 1, 2, 4, 5, 6, 7]))
  func `the same sums give the same bytes, however they were put together`(parts: Int) throws {
    func bytes(_ order: (Int) -> [Int], _ first: [String]) throws -> [UInt8] {
      let names = NameTable()
      for text in first { _ = names.name(text) }
      for text in ["zebra", "apple"] { _ = names.name(text) }
      var all = Measures()
      let measured = try TraceMeasures.parts(variedTrace, parts: parts, names: names)
      for part in order(parts) { all.merge(measured[part]) }
      return try BinaryEncoder.bytes(of: all, names: names)
    }
    let forward = try bytes({ Array(0..<$0) }, [])
    #expect(try bytes({ (0..<$0).reversed() }, ["zebra", "Orders"]) == forward)
    var random = SeededGenerator(seed: UInt64(parts))
    #expect(try bytes({ (0..<$0).shuffled(using: &random) }, ["apple"]) == forward)
    let whole = NameTable()
    for text in ["zebra", "apple"] { _ = whole.name(text) }
    var all = Measures()
    all.merge(try TraceMeasures.parts(variedTrace, parts: 1, names: whole)[0])
    #expect(try BinaryEncoder.bytes(of: all, names: whole) == forward)
    // Decoded into a table with other numbers and encoded again.
    let others = NameTable()
    for text in ["Help", "Orders", "zebra"] { _ = others.name(text) }
    let read = try BinaryDecoder.value(Measures.self, from: forward, names: others)
    let again = try BinaryEncoder.bytes(of: read, names: others)
    let third = NameTable()
    let both = try BinaryDecoder.value(Measures.self, from: again, names: third)
    #expect(try BinaryEncoder.bytes(of: both, names: third) == again)
  }

  /// What ``variedTrace`` lacks.
  private static let rest = """

    tab:Home tab:Search +1500ms Results tab:Home +100ms Top rotate:landscape! tabs:Inbox|Sent{container=Popover} \
    modal:Compose tab:Search event:other{container=own}
    tab:A tab:B tab:C tab:D tab:E tab:F & tab:A & tab:B
    first @session=s1 tab:A @session=s2 +25min tab:A +1s modal:Ask modal!
    """

  private static let span = SessionSpan(first: Trace.start, last: Trace.start + 3_600_000_000)

  /// The measures of a log in which everything happens, under a map that declares what measures look for.
  private static func whole(_ names: NameTable) throws -> Measures {
    var map = AppMap()
    map.tasks = [.init(name: "Read", start: "Home", goal: "Reviews")]
    map.screenKinds = [.init(pattern: "^Coupons$", kind: .folder)]
    return try #require(
      try TraceMeasures.parts(variedTrace + rest, map: map, parts: 1, names: names, span: Self.span).first)
  }

  @Test func `no measure is empty`() throws {
    let names = NameTable()
    let measures = try Self.whole(names).measures
    #expect(measures.count == Measures.all.count)
    for (measure, type) in zip(measures, Measures.all) {
      var empty: any Measure = type.init()
      empty.prepare(nil, span: Self.span)
      #expect(try Self.bytes(measure, names) != Self.bytes(empty, names), "nothing in the log is measured by \(type)")
    }
  }

  @Test func `the form is that of its number`() throws {
    let names = NameTable()
    let hash = try BinaryEncoder.bytes(of: Self.whole(names), names: names).withUnsafeBufferPointer {
      ByteInterner.hash($0)
    }
    #expect(
      Measures.schema == 31 && hash == 10_735_761_518_529_344_232,
      """
      the form of measures has changed: raise Measures.schema, so that what was kept in another form is not read, \
      and put its number and \(hash) here
      """
    )
  }
}
