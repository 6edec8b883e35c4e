/// Cuts the events of one user into sessions. One value is used again for many users.
public struct SessionBuilder: Sendable {
  /// The longest time between neighbouring events of one session where events carry no session id, microseconds. 30 minutes by default.
  public static let defaultGap: Int64 = 30 * 60 * 1_000_000

  public let gap: Int64

  private var seen = IdentifierSet()
  private var sorted: [Event] = []
  private var sessionOf: [Int] = []
  private var firstOf: [Int] = []
  private var namedSessions: [UInt64: Int] = [:]

  public init(gap: Int64 = SessionBuilder.defaultGap) { self.gap = gap }

  /// Orders the events by time (equal times by the sequence that the log gives them, else they keep their order), drops events whose id was seen before, and groups them by session.
  ///
  /// - Parameter events: the events of one user in the order of the log; afterwards, in the order of the sessions.
  /// - Returns: the sessions as ranges of `events`, in the order of their starts, and how many events were dropped as duplicates.
  /// - Complexity: O(n) where the events are in order already, else O(n log n).
  public mutating func build(_ events: inout [Event]) -> (sessions: [Range<Int>], duplicates: Int) {
    sort(&events)
    putTouchesFirst(&events)
    let count = events.count
    removeDuplicates(&events)
    return (group(&events), count - events.count)
  }

  private func sort(_ events: inout [Event]) {
    for index in events.indices.dropFirst() where events[index].precedes(events[index - 1]) {
      events.sort { $0.precedes($1) }  // The sort of the standard library is stable.
      return
    }
  }

  /// The longest time after a screen in which autocapture reports the touch that led to it, microseconds: a touch is over when the finger is lifted.
  static let lateTouchLimit: Int64 = 250_000

  /// Puts touches that autocapture reports just after the screen that they led to before it, at the same time.
  private func putTouchesFirst(_ events: inout [Event]) {
    for index in events.indices.dropFirst() where events[index].marks == .inferred && events[index].isNavigation {
      let view = events[index - 1]
      guard view.kind == .screenView, events[index].time - view.time <= Self.lateTouchLimit, events[index].session == view.session else { continue }
      events.swapAt(index - 1, index)
      events[index - 1].time = view.time
      events[index - 1].marks.insert(.putFirst)
    }
  }

  private mutating func removeDuplicates(_ events: inout [Event]) {
    seen.removeAll()
    var kept = 0
    for index in events.indices {
      let id = events[index].id
      if id != 0 && !seen.insert(id) { continue }
      if kept != index { events[kept] = events[index] }
      kept += 1
    }
    events.removeLast(events.count - kept)
  }

  private mutating func group(_ events: inout [Event]) -> [Range<Int>] {
    guard !events.isEmpty else { return [] }
    // The session of each event, numbered by first events.
    sessionOf.removeAll(keepingCapacity: true)
    firstOf.removeAll(keepingCapacity: true)
    namedSessions.removeAll(keepingCapacity: true)
    var lastNamed: (id: UInt64, session: Int) = (0, -1)
    var lastUnnamed: (time: Int64, session: Int) = (0, -1)
    var isContiguous = true
    for index in events.indices {
      let event = events[index]
      var session: Int
      if event.session == 0 {
        session = lastUnnamed.session
        if session < 0 || event.time - lastUnnamed.time > gap { session = firstOf.count }
        lastUnnamed = (event.time, session)
      } else if event.session == lastNamed.id {
        session = lastNamed.session
      } else {
        session = namedSessions[event.session] ?? firstOf.count
        namedSessions[event.session] = session
        lastNamed = (event.session, session)
      }
      if session == firstOf.count {
        firstOf.append(index)
      } else if session != sessionOf[index - 1] {
        isContiguous = false
      }
      sessionOf.append(session)
    }
    if !isContiguous { reorder(&events) }
    return firstOf.indices.map { firstOf[$0]..<($0 + 1 < firstOf.count ? firstOf[$0 + 1] : events.count) }
  }

  /// Brings the events of each session together (a counting sort, which keeps their order).
  private mutating func reorder(_ events: inout [Event]) {
    var starts = [Int](repeating: 0, count: firstOf.count + 1)
    for session in sessionOf { starts[session + 1] += 1 }
    for session in 1..<starts.count { starts[session] += starts[session - 1] }
    firstOf = Array(starts.dropLast())
    sorted = events
    for (event, session) in zip(sorted, sessionOf) {
      events[starts[session]] = event
      starts[session] += 1
    }
  }
}

extension Event {
  @inline(__always)
  fileprivate func precedes(_ other: Event) -> Bool {
    time != other.time ? time < other.time : sequence < other.sequence
  }
}

/// A set of hashes that is emptied often: emptying costs nothing.
struct IdentifierSet {
  private var slots = [(id: UInt64, generation: UInt32)](repeating: (0, 0), count: 256)
  private var generation: UInt32 = 1
  private var count = 0
  private let seed = ByteInterner.seedOfProcess

  /// Ids are hashes that anyone can compute: their places are not.
  @inline(__always)
  private func place(of id: UInt64) -> Int { Int(truncatingIfNeeded: ByteInterner.mix(id ^ seed, 0x9E37_79B9_7F4A_7C15)) & (slots.count - 1) }

  mutating func removeAll() {
    count = 0
    generation &+= 1
    if generation == 0 {
      slots = [(id: UInt64, generation: UInt32)](repeating: (0, 0), count: slots.count)
      generation = 1
    }
  }

  /// Whether `id` was new.
  mutating func insert(_ id: UInt64) -> Bool {
    var slot = place(of: id)
    while slots[slot].generation == generation {
      if slots[slot].id == id { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = (id, generation)
    count += 1
    if count * 2 > slots.count { grow() }
    return true
  }

  private mutating func grow() {
    let old = slots.filter { $0.generation == generation }
    slots = [(id: UInt64, generation: UInt32)](repeating: (0, 0), count: slots.count * 2)
    for entry in old {
      var slot = place(of: entry.id)
      while slots[slot].generation != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}
