import NavigationModel

/// Non-native event names: how often each occurred, and a few of its records.
///
/// Only a limited number of names is kept, those with the smallest hashes; the others are counted together. So the result depends on the
/// contents of the log, not on its order.
package struct UnknownEvents: Sendable, Equatable, Codable {
  static let rememberedWords = 512
  private static let longestWord = 200

  /// An event name.
  package struct Entry: Sendable, Equatable, Codable {
    fileprivate let hash: UInt64
    package fileprivate(set) var count = 0
    /// The first record of each of a few users, those with the smallest hashes.
    package fileprivate(set) var samples: [Sample] = []
  }

  package struct Sample: Sendable, Equatable, Codable {
    fileprivate let user: UInt64
    fileprivate let time: Int64
    /// A JSON object.
    package let record: [UInt8]
  }

  package private(set) var entries: [String: Entry] = [:]
  /// Events with names that are not kept.
  package private(set) var others = 0
  /// The largest hash of a kept name, once the limit is reached.
  private var largestHash: UInt64?

  package init() {}

  package var counts: [String: Int] { entries.mapValues(\.count) }

  /// Records an event.
  /// - Parameter record: the record as a JSON object; only evaluated if it is kept.
  mutating func note(
    _ word: UnsafeBufferPointer<UInt8>, user: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0), time: Int64 = 0, record: () -> [UInt8] = { [] }
  ) {
    let bytes = UnsafeBufferPointer(rebasing: word.prefix(Self.longestWord))
    let text = String(decoding: bytes, as: UTF8.self)
    let user = ByteInterner.hash(user)
    if entries[text]?.note(user: user, time: time, record) != nil { return }
    var entry = Entry(hash: ByteInterner.hash(bytes))
    if let largestHash, entry.hash > largestHash {
      others += 1
      return
    }
    entry.note(user: user, time: time, record)
    entries[text] = entry
    forgetSurplus()
  }

  /// Appends another part of the log.
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
    entries.map { (word: $0.key, count: $0.value.count) }
      .sorted { $0.count == $1.count ? $0.word.precedesByScalars($1.word) : $0.count > $1.count }
  }
}

extension UnknownEvents.Entry {
  private static let mostSamples = 8
  private static let longestRecord = 4096

  fileprivate mutating func note(user: UInt64, time: Int64, _ record: () -> [UInt8]) {
    count += 1
    if let known = samples.first(where: { $0.user == user }) {
      if known.time < time { return }
    } else if samples.count == Self.mostSamples, let last = samples.last, last.user < user {
      return
    }
    let record = record()
    if !record.isEmpty, record.count <= Self.longestRecord { keep(UnknownEvents.Sample(user: user, time: time, record: record)) }
  }

  fileprivate mutating func merge(_ other: Self) {
    count += other.count
    for sample in other.samples { keep(sample) }
  }

  /// Keeps a sample if it is the first of its user, and the user is one of the few.
  private mutating func keep(_ sample: UnknownEvents.Sample) {
    if let known = samples.firstIndex(where: { $0.user == sample.user }) {
      if sample.precedes(samples[known]) { samples[known] = sample }
      return
    }
    samples.insert(sample, at: samples.firstIndex { $0.user > sample.user } ?? samples.count)
    if samples.count > Self.mostSamples { samples.removeLast() }
  }
}

extension UnknownEvents.Sample {
  /// On ties of time, the smaller record counts as the first.
  fileprivate func precedes(_ other: Self) -> Bool { time == other.time ? record.lexicographicallyPrecedes(other.record) : time < other.time }
}

extension UnknownEvents {
  package static func == (a: UnknownEvents, b: UnknownEvents) -> Bool { a.entries == b.entries && a.others == b.others }

  private enum CodingKeys: CodingKey { case words, entries, others }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let words = try container.decode([String].self, forKey: .words)
    entries = Dictionary(zip(words, try container.decode([Entry].self, forKey: .entries))) { one, _ in one }
    others = try container.decode(Int.self, forKey: .others)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let words = entries.keys.sorted { $0.precedesByScalars($1) }
    try container.encode(words, forKey: .words)
    try container.encode(words.compactMap { entries[$0] }, forKey: .entries)
    try container.encode(others, forKey: .others)
  }
}
