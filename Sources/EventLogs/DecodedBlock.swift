import NavigationModel

/// The events of one block of a log, and what became of its other lines.
package struct DecodedBlock: Sendable {
  package let sequence: Int
  package let sourceIndex: Int
  package var events: [Event] = []
  package var tally = LineTally()

  /// Takes the events away.
  package mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }
}

/// How the lines of a log, or of a part of it, were taken in.
package struct LineTally: Sendable, Equatable {
  /// How many rejections are remembered with their lines.
  static let rememberedRejections = 5

  package private(set) var events = 0
  /// Rejected lines by reason.
  package private(set) var rejected: [RejectionReason: Int] = [:]
  /// The first rejections; all of them where rejected lines are kept.
  package private(set) var rejections: [Rejection] = []
  /// Events whose time has no offset from UTC.
  package private(set) var withoutZone = 0
  /// Events of words that are not native.
  package private(set) var unknownEvents = UnknownEvents()

  package init() {}

  package var rejectedLines: Int { rejected.values.reduce(0, +) }
  /// Lines that are not blank, but for the header of a CSV.
  package var lines: Int { events + rejectedLines }

  @inline(__always)
  mutating func accept(hasZone: Bool) {
    events += 1
    if !hasZone { withoutZone += 1 }
  }

  mutating func noteUnknown(_ word: UnsafeBufferPointer<UInt8>) { unknownEvents.note(word) }

  mutating func reject(_ reason: RejectionReason, line: Int, text: String?) {
    rejected[reason, default: 0] += 1
    if text != nil || rejections.count < Self.rememberedRejections {
      rejections.append(Rejection(line: line, reason: reason, text: text))
    }
  }

  /// Takes the rejections with their lines away; the places of the first ones stay.
  package mutating func takeRejections() -> [Rejection] {
    defer { rejections = rejections.prefix(Self.rememberedRejections).map { Rejection(line: $0.line, reason: $0.reason, text: nil) } }
    return rejections
  }

  /// Adds what comes later in the log.
  package mutating func append(_ later: LineTally) {
    events += later.events
    rejected.merge(later.rejected, uniquingKeysWith: +)
    withoutZone += later.withoutZone
    unknownEvents.append(later.unknownEvents)
    for rejection in later.rejections where rejection.text != nil || rejections.count < Self.rememberedRejections {
      rejections.append(rejection)
    }
  }
}
