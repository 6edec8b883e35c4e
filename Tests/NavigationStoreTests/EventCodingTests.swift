import NavigationModel
import TestSupport
import Testing

@testable import NavigationStore

/// Encoding and decoding events preserves them.
@Suite("Events in their compact form")
struct EventCodingTests {
  /// Names and segments of a run, with different ids in the store.
  struct Tables {
    /// The store's id of each name of the run.
    let called: [Int64] = (0..<40).map { (number: Int64) -> Int64 in number * number * number * 7 }
    let segments: [Segment]

    init() {
      var full = Segment()
      for (place, dimension) in Segment.dimensions.enumerated() {
        full[keyPath: dimension.path] = Name(rawValue: UInt32(4 + place))
      }
      var partial = Segment()
      partial.platform = Name(rawValue: 9)
      segments = [Segment(), full, partial]
    }

    /// Ids that need one, two and more bytes.
    var ids: NameIDs { NameIDs(called) }

    func name(_ id: UInt64) -> Name? { called.firstIndex { UInt64($0) == id }.map { Name(rawValue: UInt32($0)) } }

    func segment(_ segment: Segment) -> SegmentID { SegmentID(rawValue: UInt32(segments.firstIndex(of: segment) ?? 0)) }

    func encode(_ events: [Event]) -> [UInt8] {
      var bytes: [UInt8] = []
      events.withUnsafeBufferPointer { EventCoding.encode($0, ids, segments, unit: TimeUnit(of: $0), to: &bytes) }
      return bytes
    }

    func decode(_ bytes: [UInt8], user: UInt32 = 7) -> [Event]? {
      var events: [Event] = []
      let isSound = bytes.withUnsafeBytes {
        EventCoding.decode($0, user: user, name: name, segment: segment, into: &events)
      }
      return isSound ? events : nil
    }
  }

  private let tables = Tables()

  /// An event with every field set.
  private var full: Event {
    var event = Event(time: 1_772_000_000_123_456, user: 7, kind: .menuSelect)
    event.id = .max
    event.session = 42
    event.screen = Name(rawValue: 5)
    event.target = Name(rawValue: 39)
    event.container = .menu
    event.value = .unnamed
    event.segment = SegmentID(rawValue: 1)
    event.x = -0.5
    event.y = 844.25
    event.via = .swipe
    event.outcome = .blocked
    event.depth = 100
    event.sequence = .max
    return event
  }

  /// `NaN` is not equal to itself, so events are compared as text.
  private func expectRoundTrip(_ events: [Event], location: SourceLocation = #_sourceLocation) {
    let decoded = tables.decode(tables.encode(events))
    #expect(decoded.map { $0.map { "\($0)" } } == events.map { "\($0)" }, sourceLocation: location)
  }

  @Test func `an event with all fields, with none, and one after the other`() {
    let bare = Event(time: 0, user: 7, kind: .other)
    expectRoundTrip([])
    expectRoundTrip([bare])
    expectRoundTrip([full])
    var sameSession = bare
    sameSession.session = 42
    expectRoundTrip([full, sameSession, full])
  }

  @Test func `times of all years, forwards and backwards`() {
    let times: [Int64] = [-62_167_219_200_000_000, 0, -1, 253_402_300_799_999_999, 1, 63, 64, 8191, 8192, -8193, 5]
    expectRoundTrip(times.map { Event(time: $0, user: 7, kind: .push) })
  }

  @Test func `a point of which one half is known`() {
    for (x, y) in [(Float.nan, Float(3)), (3, .nan), (0, 0), (-.greatestFiniteMagnitude, .greatestFiniteMagnitude)] {
      var event = Event(time: 1, user: 7, kind: .tap)
      event.x = x
      event.y = y
      expectRoundTrip([event])
    }
  }

  /// From `"x": 1e39` in a log; the store must stay readable.
  @Test func `a point at infinity is none`() {
    for (x, y) in [(-Float.infinity, Float(3)), (3, .infinity), (.infinity, -.infinity)] {
      var event = Event(time: 1, user: 7, kind: .tap)
      var expected = Event(time: 1, user: 7, kind: .tap)
      event.x = x
      event.y = y
      expected.x = x.isInfinite ? .nan : x
      expected.y = y.isInfinite ? .nan : y
      #expect(tables.decode(tables.encode([event])).map { $0.map { "\($0)" } } == ["\(expected)"])
    }
  }

  @Test(arguments: sampled(Array(1...40), to: 8))
  func `random events`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func name() -> Name { random.once(in: 2) ? .unknown : Name(rawValue: UInt32.random(in: 1..<40, using: &random)) }
    let session = UInt64.random(in: 0...3, using: &random)
    let events = (0..<50).map { _ -> Event in
      var event = Event(
        time: Int64.random(in: 0...2_000_000_000_000_000, using: &random), user: 7,
        kind: random.pick(EventKind.allCases))
      event.session = session
      if random.once(in: 2) { event.id = UInt64.random(in: 1 ... .max, using: &random) }
      event.screen = name()
      event.target = name()
      event.container = name()
      event.value = name()
      event.segment = SegmentID(rawValue: UInt32.random(in: 0...2, using: &random))
      if random.once(in: 3) {
        event.x = Float.random(in: 0...400, using: &random)
        event.y = Float.random(in: 0...900, using: &random)
      }
      if random.once(in: 3) { (event.via, event.outcome) = (random.pick(Via.allCases), random.pick(Outcome.allCases)) }
      if random.once(in: 3) {
        event.sequence = UInt32.random(in: 1 ... .max, using: &random) >> (8 * random.pick([0, 1, 2, 3]))
      }
      if random.once(in: 3) { event.depth = UInt8.random(in: 1...100, using: &random) }
      return event
    }
    expectRoundTrip(events)
  }

  @Test(arguments: zip([TimeUnit.second, .millisecond, .microsecond], [1_000_000, 1000, 1] as [Int64]))
  func `times are told in the largest unit that gives them as they are`(unit: TimeUnit, step: Int64) {
    let events = [-3, 0, 0, 5, 4, 1_000_007].map { Event(time: Int64($0) * step, user: 7, kind: .push) }
    #expect(events.withUnsafeBufferPointer { TimeUnit(of: $0) } == unit)
    expectRoundTrip(events)
  }

  @Test func `what is cut off is damaged or ends after a whole event`() {
    var other = full
    other.kind = .back
    other.time += 5_000_000
    let bytes = tables.encode([full, other])
    let whole = Set([10, tables.encode([full]).count, bytes.count])
    for length in 0...bytes.count {
      let decoded = tables.decode(Array(bytes.prefix(length)))
      #expect((decoded != nil) == whole.contains(length), "\(length) of \(bytes.count) bytes")
    }
  }

  @Test(arguments: 1...20)
  func `bytes of chance never crash`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = tables.encode([full, full, full])
    for _ in 0..<200 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = tables.decode(damaged)
      _ = tables.decode((0..<60).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  @Test func `more events than are encoded at once`() {
    expectRoundTrip(
      (0..<2500).map { number in
        var event = full
        event.time += Int64(number)
        event.segment = SegmentID(rawValue: UInt32(number % 3))
        return event
      })
  }

  @Test func `more events than a session has are refused`() {
    let head: [UInt8] = [EventCoding.version] + [UInt8](repeating: 0, count: 8) + [1]
    func isRead(_ count: Int) -> Bool {
      let event: [UInt8] = [0, EventKind.push.rawValue, 0]
      let bytes = head + (0..<count).flatMap { _ in event }
      var events: [Event] = []
      return bytes.withUnsafeBytes {
        EventCoding.decode($0, user: 0, name: { _ in .unknown }, segment: { _ in .none }, into: &events)
      }
    }
    #expect(isRead(SessionLimits.mostEvents))
    #expect(!isRead(SessionLimits.mostEvents + 1))
  }

  @Test func `another version is refused`() {
    var bytes = tables.encode([full])
    bytes[0] += 1
    #expect(tables.decode(bytes) == nil)
  }
}
