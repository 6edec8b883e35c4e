import NavigationModel

/// The tally of the lines of a log, or of a part of it.
package struct LineTally: Sendable, Equatable {
  /// The number of rejections that are kept with their lines.
  static let rememberedRejections = 5

  package private(set) var events = 0
  package private(set) var rejected: [RejectionReason: Int] = [:]
  /// Rejected lines by reason, and the events of excluded users, as a store keeps them.
  package var reasons: [String: Int] {
    var counts = rejected
    if excluded > 0 { counts[.excludedUser] = excluded }
    return Dictionary(counts.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
  }
  /// The first rejections; all of them if rejected lines are kept.
  package private(set) var rejections: [Rejection] = []
  package private(set) var excluded = 0
  package private(set) var withoutZone = 0
  package private(set) var times = YearCounts()
  package internal(set) var unknownEvents = UnknownEvents()
  /// What each event mapping of the plan read, by index; shorter if the last ones read nothing.
  package private(set) var mappingUses: [MappingUse] = []

  package init() {}

  package var rejectedLines: Int { rejected.values.reduce(0, +) }
  /// Non-blank lines, without the header of a CSV.
  package var lines: Int { events + rejectedLines }

  /// - Parameter clock: the time as written, if that has no offset.
  @inline(__always)
  mutating func accept(time: Int64, clock: Int64?) {
    events += 1
    times.add(time, clock: clock ?? time)
    if clock != nil { withoutZone += 1 }
  }

  /// Records an event that a mapping read.
  mutating func noteUse(of mapping: Int, hasTarget: Bool) {
    while mappingUses.count <= mapping { mappingUses.append(MappingUse()) }
    mappingUses[mapping].events += 1
    if !hasTarget { mappingUses[mapping].withoutTarget += 1 }
  }

  mutating func reject(_ reason: RejectionReason, line: Int, text: String?, detail: String? = nil) {
    if reason == .excludedUser {
      excluded += 1
      return
    }
    rejected[reason, default: 0] += 1
    if text != nil || rejections.count < Self.rememberedRejections {
      rejections.append(Rejection(line: line, reason: reason, text: text, detail: detail))
    }
  }

  /// Moves the rejections with their lines out; the positions of the first ones stay.
  package mutating func takeRejections() -> [Rejection] {
    defer {
      rejections = rejections.prefix(Self.rememberedRejections).map {
        Rejection(line: $0.line, reason: $0.reason, text: nil, detail: $0.detail)
      }
    }
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
    for (mapping, use) in later.mappingUses.enumerated() {
      mappingUses[mapping].events += use.events
      mappingUses[mapping].withoutTarget += use.withoutTarget
    }
    for rejection in later.rejections where rejection.text != nil || rejections.count < Self.rememberedRejections {
      rejections.append(rejection)
    }
  }
}

/// The events of one block of a log, and the tally of its other lines.
package struct DecodedBlock: Sendable {
  package let sequence: Int
  package let sourceIndex: Int
  package var events: [Event] = []
  package var tally = LineTally()
  /// Where each event comes from, if lines are kept.
  package var lines: [EventLine] = []
}

/// The events that one event mapping read.
package struct MappingUse: Sendable, Equatable {
  package fileprivate(set) var events = 0
  /// Of these, the ones without a target.
  package fileprivate(set) var withoutTarget = 0

  package init() {}
}

package struct Rejection: Sendable, Equatable {
  package let line: Int
  package let reason: RejectionReason
  /// The line, if rejected lines are kept; truncated if it is too long.
  package let text: String?
  /// What exactly was found: `7 cells, the header has 6`.
  package var detail: String?
}

package enum RejectionReason: String, Error, CaseIterable {
  case notJSON = "not valid JSON"
  /// The last line of a file, without its end: the app was killed while it wrote. Each file may have one.
  case cutOff = "cut off at the end of the file"
  case notAnObject = "not a JSON object"
  case notUTF8 = "not UTF-8"
  case cellCount = "wrong number of cells"
  case quotes = "broken quotes"
  case lineTooLong = "line too long"
  case otherFormat = "record of another format"
  case noTime = "no time"
  case unreadableTime = "time not readable"
  case timeOutOfRange = "time out of range"
  case noUser = "no user"
  /// A row of a log with other columns that names no user: of people who are not logged in, or of services.
  case nobody = "names nobody"
  case noEvent = "no event"
  /// Not an error: the app map reads it as `other`, as requests for pictures and scripts.
  case leftOut = "left out"
  /// Not an error: the app map leaves the user out. Such lines are counted apart from rejected ones.
  case excludedUser = "excluded user"

  /// Rows of people who are not logged in, and those that the map leaves out, are no broken lines.
  package static let harmless: [RejectionReason] = [.cutOff, .nobody, .leftOut]

  /// The record lacks a required field of the format.
  var isOfMissingField: Bool { self == .noTime || self == .noUser || self == .nobody || self == .noEvent }
}

/// Events before and after the start of 2008, with one early time, and those at midnight: enough to detect a log with
/// another epoch, and one whose times are days.
package struct YearCounts: Equatable, BinaryRecord {
  package init() {}
  private init(early: Int, late: Int, midnights: Int, latestEarly: Int64, earliest: Int64) {
    self.early = early
    self.late = late
    self.midnights = midnights
    self.latestEarly = latestEarly
    self.earliest = earliest
  }

  package static let form = BinaryForm(
    Self.init(early:late:midnights:latestEarly:earliest:), \.early, \.late, \.midnights, \.latestEarly, \.earliest)

  /// The start of 2008, microseconds since 1970.
  private static let start: Int64 = 1_199_145_600_000_000
  private var early = 0
  private var late = 0
  /// Events at midnight, as written or in UTC: the time of a date without a time of day.
  private var midnights = 0
  /// The latest early time, and the earliest.
  private var latestEarly = -(1 << 61 as Int64)
  private var earliest: Int64 = 1 << 61
  /// The start of 1998: in the year 2029 of an epoch that begins in 2001.
  private static let believable: Int64 = 883_612_800_000_000
  private static let lengthOfDay: Int64 = 86_400_000_000
  /// Fewer events may all have happened at midnight.
  private static let fewestMidnights = 10

  @inline(__always)
  mutating func add(_ time: Int64, clock: Int64) {
    if clock % Self.lengthOfDay == 0 { midnights += 1 }
    if time >= Self.start {
      late += 1
    } else {
      early += 1
      latestEarly = max(latestEarly, time)
      earliest = min(earliest, time)
    }
  }

  package mutating func merge(_ other: YearCounts) {
    early += other.early
    late += other.late
    midnights += other.midnights
    latestEarly = max(latestEarly, other.latestEarly)
    earliest = min(earliest, other.earliest)
  }

  /// Whether the times are days: nine of ten events are at midnight.
  package var areDays: Bool { midnights >= Self.fewestMidnights && midnights * 10 > (early + late) * 9 }

  /// A time before 2008, if most events are from before 2008 and lie as times of another epoch do: before 1998, or all
  /// within a day. Those of real use are spread over days.
  package var oldTime: Int64? {
    guard early > late else { return nil }
    return latestEarly < Self.believable || latestEarly - earliest < Self.lengthOfDay ? latestEarly : nil
  }
}

/// Non-native event names: how often each occurred, and a few of its records, which must not leave memory.
///
/// Only a limited number of names is kept, those with the smallest hashes; the others are counted together. So the
/// result depends on the contents of the log, not on its order.
package struct UnknownEvents: Equatable, Sendable {
  static let rememberedWords = 512
  private static let longestWord = 200

  package struct Entry: Equatable, Sendable {
    fileprivate let hash: UInt64
    package fileprivate(set) var count = 0
    /// A few different records: those whose times have the smallest hashes.
    package fileprivate(set) var samples: [Sample] = []

    package static let mostSamples = 8
    private static let longestRecord = 4096

    fileprivate mutating func note(time: Int64, _ record: () -> [UInt8]) {
      count += 1
      let rank = Sample.rank(of: time)
      if samples.count == Self.mostSamples, let last = samples.last, last.rank < rank { return }
      let record = record()
      if !record.isEmpty, record.count <= Self.longestRecord { keep(Sample(rank, record)) }
    }

    fileprivate mutating func merge(_ other: Self) {
      count += other.count
      for sample in other.samples { keep(sample) }
    }

    /// Keeps a sample if it is new, and one of the first.
    private mutating func keep(_ sample: Sample) {
      if samples.contains(sample) { return }
      samples.insert(sample, at: samples.firstIndex { sample.precedes($0) } ?? samples.count)
      if samples.count > Self.mostSamples { samples.removeLast() }
    }
  }

  package struct Sample: Equatable, Sendable {
    /// Its place among others: half of a hash of its time, from which nobody learns the time.
    package let rank: UInt32
    /// Its place among those of the same time: a byte, from which nobody learns the record.
    package let byte: UInt8
    /// A JSON object.
    package let record: [UInt8]

    fileprivate init(_ rank: UInt32, _ record: [UInt8]) {
      self.rank = rank
      self.record = record
      byte = record.withUnsafeBufferPointer { UInt8(truncatingIfNeeded: ByteInterner.hash($0)) }
    }

    fileprivate static func rank(of time: Int64) -> UInt32 {
      UInt32(truncatingIfNeeded: ByteInterner.mix(UInt64(bitPattern: time), 0x9E37_79B9_7F4A_7C15))
    }

    fileprivate func precedes(_ other: Self) -> Bool {
      if (rank, byte) != (other.rank, other.byte) { return (rank, byte) < (other.rank, other.byte) }
      return record.lexicographicallyPrecedes(other.record)
    }
  }

  package private(set) var entries: [NameText: Entry] = [:]
  /// Events with names that are not kept.
  package private(set) var others = 0
  /// The largest hash of a kept name, once the limit is reached.
  private var largestHash: UInt64?

  package init() {}

  package var counts: [NameText: Int] { entries.mapValues(\.count) }

  /// Records an event.
  /// - Parameter record: the record as a JSON object; only evaluated if it is kept.
  mutating func note(
    _ word: UnsafeBufferPointer<UInt8>, time: Int64 = 0, record: () -> [UInt8] = { [] }
  ) {
    let bytes = UnsafeBufferPointer(rebasing: word.prefix(Self.longestWord))
    let text = NameText(String(decoding: bytes, as: UTF8.self))
    if entries[text]?.note(time: time, record) != nil { return }
    var entry = Entry(hash: ByteInterner.hash(bytes))
    if let largestHash, entry.hash > largestHash {
      others += 1
      return
    }
    entry.note(time: time, record)
    entries[text] = entry
    forgetSurplus()
  }

  package mutating func append(_ other: UnknownEvents) {
    others += other.others
    for (word, entry) in other.entries {
      if entries[word]?.merge(entry) == nil { entries[word] = entry }
    }
    forgetSurplus()
  }

  private mutating func forgetSurplus() {
    guard entries.count >= Self.rememberedWords else { return }
    let order = entries.map { (hash: $0.value.hash, word: $0.key) }.sorted { ($0.hash, $0.word) < ($1.hash, $1.word) }
    for (_, word) in order.dropFirst(Self.rememberedWords) { others += entries.removeValue(forKey: word)?.count ?? 0 }
    largestHash = order[Self.rememberedWords - 1].hash
  }

  /// The most common first; ties in text order.
  package var commonestFirst: [(word: String, count: Int)] {
    entries.map { (word: $0.key.text, count: $0.value.count) }
      .sorted { $0.count == $1.count ? $0.word.precedesByScalars($1.word) : $0.count > $1.count }
  }

  package static func == (a: UnknownEvents, b: UnknownEvents) -> Bool { a.entries == b.entries && a.others == b.others }
}
