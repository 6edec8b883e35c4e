/// Cuts the events of one user into sessions. One value is reused for many users.
package struct SessionBuilder: Sendable {
  package let limits: SessionLimits

  private var seen = IdentifierSet()
  private var sorted: [Event] = []
  private var sessionOf: [Int] = []
  private var firstOf: [Int] = []
  private var lastTimes: [Int64] = []
  private var sizes: [Int] = []
  private var namedSessions: [UInt64: Int] = [:]

  package init(_ limits: SessionLimits = SessionLimits()) { self.limits = limits }

  /// Sorts the events by time (equal times by the log's sequence, otherwise in log order), drops events whose id was
  /// seen before, and groups them by session. No event is changed: what a store keeps of them can be built again, with
  /// more of the log.
  ///
  /// - Parameter events: the events of one user in the order of the log; afterwards, in the order of the sessions.
  /// - Returns: the sessions as ranges of `events`, in the order of their starts, and how many events were dropped as
  ///   duplicates.
  /// - Complexity: O(n) if the events are already in order, otherwise O(n log n).
  package mutating func build(_ events: inout [Event]) -> (sessions: [Range<Int>], duplicates: Int) {
    sort(&events)
    let count = events.count
    removeDuplicates(&events)
    return (group(&events), count - events.count)
  }

  private func sort(_ events: inout [Event]) {
    for index in events.indices.dropFirst() where events[index].precedes(events[index - 1]) {
      events.sort { $0.precedes($1) }  // The standard library's sort is stable.
      return
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
    // The session of each event; sessions are numbered by first event.
    sessionOf.removeAll(keepingCapacity: true)
    firstOf.removeAll(keepingCapacity: true)
    lastTimes.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
    let longestPause = limits.longestPause > 0 ? limits.longestPause : .max
    namedSessions.removeAll(keepingCapacity: true)
    var lastNamed: (id: UInt64, session: Int) = (0, -1)
    var lastUnnamed = -1
    var isContiguous = true
    for index in events.indices {
      let event = events[index]
      var session: Int
      if event.session == 0 {
        session = lastUnnamed
        if session < 0 || isFull(session) || isPause(lastTimes[session], event.time, limits.gap) {
          session = firstOf.count
        }
        lastUnnamed = session
      } else {
        let isSame = event.session == lastNamed.id
        session = isSame ? lastNamed.session : namedSessions[event.session] ?? firstOf.count
        let isCut =
          session < firstOf.count && (isFull(session) || isPause(lastTimes[session], event.time, longestPause))
        if isCut { session = firstOf.count }
        if !isSame || isCut {
          namedSessions[event.session] = session
          lastNamed = (event.session, session)
        }
      }
      if session == firstOf.count {
        firstOf.append(index)
        lastTimes.append(event.time)
        sizes.append(1)
      } else {
        if session != sessionOf[index - 1] { isContiguous = false }
        lastTimes[session] = event.time
        sizes[session] += 1
      }
      sessionOf.append(session)
    }
    if !isContiguous { reorder(&events) }
    return firstOf.indices.map { firstOf[$0]..<($0 + 1 < firstOf.count ? firstOf[$0 + 1] : events.count) }
  }

  @inline(__always)
  private func isFull(_ session: Int) -> Bool { sizes[session] >= limits.mostEvents }

  /// Whether the second time, which is not earlier, is more than `limit` later. An overflowing difference counts as
  /// more.
  @inline(__always)
  private func isPause(_ earlier: Int64, _ later: Int64, _ limit: Int64) -> Bool {
    let (pause, overflow) = later.subtractingReportingOverflow(earlier)
    return overflow || pause > limit
  }

  /// Groups the events by session (a counting sort, which is stable).
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

/// A set of hashes that is emptied often, at no cost.
struct IdentifierSet {
  private var slots = [(id: UInt64, generation: UInt32)](repeating: (0, 0), count: 256)
  private var generation: UInt32 = 1
  private var count = 0
  private let seed = ByteInterner.seedOfProcess

  /// Ids are hashes that anyone can compute, so their slots are seeded at random.
  @inline(__always)
  private func index(of id: UInt64) -> Int {
    Int(truncatingIfNeeded: ByteInterner.mix(id ^ seed, 0x9E37_79B9_7F4A_7C15)) & (slots.count - 1)
  }

  mutating func removeAll() {
    count = 0
    generation &+= 1
    if generation == 0 {
      slots = [(id: UInt64, generation: UInt32)](repeating: (0, 0), count: slots.count)
      generation = 1
    }
  }

  mutating func insert(_ id: UInt64) -> Bool {
    var slot = index(of: id)
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
      var slot = index(of: entry.id)
      while slots[slot].generation != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}
