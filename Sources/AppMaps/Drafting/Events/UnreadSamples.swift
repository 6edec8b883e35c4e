import EventLogs
import NavigationModel

/// What may leave memory of the events that no mapping reads: for each name, which properties a few of its records have
/// and what these look like. Never a record, nor the value of a property: it may be a person's.
///
/// Samples of some users merge with those of others, in any order.
package struct UnreadSamples: Sendable, Equatable, BinaryRecord {
  struct Sample: Hashable, BinaryRecord {
    /// Its place among others.
    let rank: UInt64
    /// The paths of its properties, in text order.
    let properties: [NameText]
    /// What the values of a property that says what happened look like, in order.
    let guesses: [Guess]

    static let form = BinaryForm(Self.init(rank:properties:guesses:), \.rank, \.properties, \.guesses)

    func precedes(_ other: Self) -> Bool {
      if rank != other.rank { return rank < other.rank }
      if properties != other.properties { return properties.lexicographicallyPrecedes(other.properties) }
      return guesses.lexicographicallyPrecedes(other.guesses)
    }
  }

  /// A native event, and how likely it is meant, in percent.
  struct Guess: Hashable, Comparable, BinaryRecord {
    let kind: UInt8
    let percent: Int

    static let form = BinaryForm(Self.init(kind:percent:), \.kind, \.percent)

    static func < (a: Guess, b: Guess) -> Bool { (b.percent, a.kind) < (a.percent, b.kind) }
  }

  /// By name, without personal data.
  private(set) var words: [NameText: [Sample]]

  package static let form = BinaryForm(Self.init(words:), \.words)

  private init(words: [NameText: [Sample]]) { self.words = words }

  package init() { words = [:] }

  /// - Parameter hidesProperties: whether small groups are hidden: then their names stay, too.
  package init(_ unknown: UnknownEvents, hidesProperties: Bool = false) {
    self.init()
    let flattener = RecordFlattener()
    for (word, entry) in unknown.entries {
      add(entry.samples.map { Sample($0, flattener, hidesProperties) }, of: Self.masked(word.text))
    }
  }

  package mutating func merge(_ other: UnreadSamples) {
    for (word, samples) in other.words { add(samples, of: word) }
  }

  private mutating func add(_ samples: [Sample], of word: NameText) {
    let all = Set(words[word, default: []]).union(samples).sorted { $0.precedes($1) }
    words[word] = Array(all.prefix(UnknownEvents.Entry.mostSamples))
  }

  private static func masked(_ text: String) -> NameText { NameText(PersonalData.masked(text) ?? text) }
}

extension UnreadSamples.Sample {
  init(_ sample: UnknownEvents.Sample, _ flattener: RecordFlattener, _ hidesProperties: Bool) {
    let fields = sample.record.withUnsafeBytes { flattener.fields(of: $0) } ?? []
    let paths = fields.map { $0.key.replacing(RecordFlattener.separator, with: ".") }
    self.init(
      rank: UInt64(sample.rank) << 8 | UInt64(sample.byte),
      properties: hidesProperties
        ? [] : Set(paths.map { NameText(PersonalData.masked($0) ?? $0) }).sorted(),
      guesses: Set(fields.compactMap { UnreadSamples.Guess(valueOf: $0.key, $0.text) }).sorted())
  }
}

extension UnreadSamples.Guess {
  /// Nil if the property does not say what happened, or its value looks like no native event but a tap or a screen.
  init?(valueOf key: String, _ text: String) {
    let name = key.split(separator: RecordFlattener.separator).last.map(String.init) ?? ""
    guard NameWords(name).concepts.contains(.kind),
      let found = NameWords(text).concepts.kinds(hasTarget: true).first, found.kind != .tap, found.kind != .screenView
    else { return nil }
    self.init(kind: found.kind.rawValue, percent: Int((found.score * 100).rounded()))
  }
}
