import NavigationModel

/// The tally of the lines of a log, or of a part of it.
package struct LineTally: Sendable, Equatable {
  /// The number of rejections that are kept with their lines.
  static let rememberedRejections = 5

  package private(set) var events = 0
  /// Rejected lines by reason.
  package private(set) var rejected: [RejectionReason: Int] = [:]
  /// Rejected lines by reason, and the events of excluded users, as a store keeps them.
  package var reasons: [String: Int] {
    var counts = Dictionary(uniqueKeysWithValues: rejected.map { ($0.key.rawValue, $0.value) })
    if excluded > 0 { counts[RejectionReason.excludedUser.rawValue] = excluded }
    return counts
  }
  /// The first rejections; all of them if rejected lines are kept.
  package private(set) var rejections: [Rejection] = []
  /// Events of users that the app map excludes.
  package private(set) var excluded = 0
  /// Events with a time without UTC offset.
  package private(set) var withoutZone = 0
  /// In which years the events happened.
  package private(set) var times = YearCounts()
  /// Events with non-native names.
  package private(set) var unknownEvents = UnknownEvents()
  /// What each event mapping of the plan read, by index; shorter if the last ones read nothing.
  package private(set) var mappingUses: [MappingUse] = []

  package init() {}

  package var rejectedLines: Int { rejected.values.reduce(0, +) }
  /// Non-blank lines, without the header of a CSV.
  package var lines: Int { events + rejectedLines }

  @inline(__always)
  mutating func accept(hasZone: Bool, time: Int64) {
    events += 1
    times.add(time)
    if !hasZone { withoutZone += 1 }
  }

  /// Records an event with a non-native name.
  /// - Parameter record: its record as a JSON object.
  mutating func noteUnknown(_ word: UnsafeBufferPointer<UInt8>, user: UnsafeBufferPointer<UInt8>, time: Int64, record: () -> [UInt8]) {
    unknownEvents.note(word, user: user, time: time, record: record)
  }

  /// Records an event that a mapping read.
  /// - Parameter sample: the event; only evaluated if it is kept.
  mutating func noteUse(of mapping: Int, hasTarget: Bool, sample: () -> MappingUse.Sample?) {
    while mappingUses.count <= mapping { mappingUses.append(MappingUse()) }
    mappingUses[mapping].add(hasTarget: hasTarget, sample: sample)
  }

  mutating func reject(_ reason: RejectionReason, line: Int, text: String?) {
    if reason == .excludedUser {
      excluded += 1
      return
    }
    rejected[reason, default: 0] += 1
    if text != nil || rejections.count < Self.rememberedRejections {
      rejections.append(Rejection(line: line, reason: reason, text: text))
    }
  }

  /// Moves the rejections with their lines out; the positions of the first ones stay.
  package mutating func takeRejections() -> [Rejection] {
    defer { rejections = rejections.prefix(Self.rememberedRejections).map { Rejection(line: $0.line, reason: $0.reason, text: nil) } }
    return rejections
  }

  /// Appends the tally of a later part of the log.
  package mutating func append(_ later: LineTally) {
    events += later.events
    excluded += later.excluded
    rejected.merge(later.rejected, uniquingKeysWith: +)
    withoutZone += later.withoutZone
    times.merge(later.times)
    unknownEvents.append(later.unknownEvents)
    while mappingUses.count < later.mappingUses.count { mappingUses.append(MappingUse()) }
    for (mapping, use) in later.mappingUses.enumerated() { mappingUses[mapping].append(use) }
    for rejection in later.rejections where rejection.text != nil || rejections.count < Self.rememberedRejections {
      rejections.append(rejection)
    }
  }
}
