import NavigationModel
import TestSupport
import Testing

@testable import NavigationAudit

@Suite("Packed events")
struct PackedEventsTests {
  /// The events after packing and unpacking.
  private func unpacked(_ events: [Event]) -> [Event] {
    PackedEvents.pack(events) { words in
      let memory = PackedMemory([7, 7, 7] + words)
      let packed = PackedEvents(memory, 3..<memory.words.count)
      var found: [Event] = []
      packed.forEach { place, user in
        var event = PackedEvents.blank
        PackedEvents.unpack(place, to: &event)
        #expect(event.user == UInt32(user))
        found.append(event)
      }
      return found
    }
  }

  /// An event as text, because NaN coordinates are not equal to themselves.
  private func text(_ event: Event) -> String {
    var pointless = event
    pointless.x = 0
    pointless.y = 0
    return "\(pointless) \(event.x.bitPattern) \(event.y.bitPattern)"
  }

  private static let blank = PackedEvents.blank

  @Test(
    arguments: [
      { _ in },
      { $0.time = .min },
      { $0.time = -1 },
      { $0.id = .max },
      { $0.session = 1 << 63 },
      { $0.user = .max },
      { $0.screen = Name(rawValue: .max) },
      { $0.target = .unnamed },
      { $0.container = .menu },
      { $0.value = .zero },
      { $0.segment = SegmentID(rawValue: 9) },
      { $0.x = 0 },
      { $0.y = -0.0 },
      { ($0.x, $0.y) = (.infinity, 0.25) },
      { $0.kind = .rotate },
      { $0.via = .warm },
      { $0.outcome = .shown },
      { $0.depth = 100 },
      { $0.marks = [.inferred, .putFirst] },
      { $0.sequence = .max },
    ] as [@Sendable (inout Event) -> Void])
  func `whatever an event has comes out again`(change: @Sendable (inout Event) -> Void) {
    var event = Self.blank
    change(&event)
    #expect(unpacked([event, Self.blank, event]).map(text) == [event, Self.blank, event].map(text))
  }

  @Test(arguments: sampled(Array(1...20 as ClosedRange<UInt64>), to: 4))
  func `any events come out again in their order`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func rarely<Value>(_ value: Value, _ otherwise: Value) -> Value {
      .random(in: 0..<3, using: &random) == 0 ? value : otherwise
    }
    let events = (0..<100).map { _ in
      var event = Event(
        time: .random(in: .min ... .max, using: &random), user: .random(in: 0...9, using: &random),
        kind: EventKind.allCases.randomElement(using: &random)!)
      event.id = rarely(random.next(), 0)
      event.session = rarely(random.next(), 0)
      event.screen = Name(rawValue: rarely(.random(in: 0 ... .max, using: &random), 0))
      event.target = Name(rawValue: rarely(.random(in: 0...70_000, using: &random), 0))
      event.container = Name(rawValue: rarely(.random(in: 0...5, using: &random), 0))
      event.value = Name(rawValue: rarely(.random(in: 0...5, using: &random), 0))
      event.segment = SegmentID(rawValue: rarely(.random(in: 0...5, using: &random), 0))
      event.x = rarely(.random(in: 0...1, using: &random), .nan)
      event.y = rarely(.random(in: 0...1, using: &random), .nan)
      event.via = Via.allCases.randomElement(using: &random)!
      event.outcome = Outcome.allCases.randomElement(using: &random)!
      event.depth = .random(in: 0...100, using: &random)
      event.sequence = rarely(.random(in: 0 ... .max, using: &random), 0)
      event.marks = rarely(.namedByClass, [])
      return event
    }
    #expect(unpacked(events).map(text) == events.map(text))
  }

  @Test func `what an event does not have takes no room`() {
    func words(_ change: (inout Event) -> Void) -> Int {
      var event = Self.blank
      change(&event)
      return PackedEvents.pack([event]) { $0.count }
    }
    #expect(MemoryLayout<Event>.stride == 64)
    // Nine words for the time, the ids, the user and the kind.
    #expect(words { _ in } == 9)
    #expect(
      words { event in
        event.time = 1
        event.id = 2
        event.session = 3
        event.user = 4
        event.kind = .tap
        event.depth = 5
      } == 9)
    #expect(words { event in (event.screen, event.segment) = (.menu, SegmentID(rawValue: 1)) } == 11)
    #expect(PackedEvents.pack([]) { $0.count } == 0)
  }
}
